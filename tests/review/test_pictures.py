"""Pictures of items are found in what was dropped: beside the table, or in one archive with it."""

import io
import struct
import zipfile

import pytest
from PIL import Image

from annoeval.review import pictures
from annoeval.review.pictures import on_screen, picture, thumbnail
from annoeval.review.store import Store

TABLE = b"item,rater,label\na,Ana,yes\na,Ben,no\nb,Ana,no\nb,Ben,yes\n"


def archive(table="labels.csv"):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr(table, TABLE)
        packed.writestr("figures/one/bird 1.png", b"ONE")
        packed.writestr("figures/two/bird 1.png", b"TWO")
    return out.getvalue()


@pytest.fixture(params=["folder", "memory"])
def store(request, tmp_path, monkeypatch):
    if request.param == "memory":
        monkeypatch.setenv("ANNOEVAL_FILES", f"memory://{tmp_path.name}")
    opened = Store(url=f"sqlite:///{tmp_path / 'a.db'}", home=tmp_path)
    yield opened
    opened.database.close()


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("figures/two/bird 1.png", b"TWO"),
        ("two/bird 1.png", b"TWO"),
        ("two\\bird 1.png", b"TWO"),
        ("./figures/one/bird 1.png", b"ONE"),
        ("bird 1.png", b"ONE"),
        ("/tmp/x/bird 1.png", b"ONE"),
        ("bird 2.png", None),
    ],
)
def test_a_picture_in_an_archive_is_found_by_the_name_in_the_cell(store, cell, found):
    study = store.add_study([("study.zip", archive())])
    assert picture(store, study, cell) == found


def test_a_picture_dropped_beside_the_table_is_found(store):
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 2, 2, 8, 2, 0, 0, 0)
    study = store.add_study([("labels.csv", TABLE), ("bird 1.png", png)])
    assert picture(store, study, "img/bird 1.png") == png


def test_a_study_from_an_archive_is_called_after_its_table(store):
    assert store.base(store.add_study([("study.zip", archive("birds.csv"))])).name == "birds.csv"
    assert store.base(store.add_study([("study.zip", archive())])).name == "study.zip › labels.csv"


def drawn(width, height, kind, **more):
    out = io.BytesIO()
    Image.effect_noise((width, height), 90).convert("RGB").save(out, kind, **more)
    return out.getvalue()


def test_a_large_picture_goes_out_in_the_size_of_a_screen_and_a_light_one_as_it_is(store, tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    turned = Image.Exif()
    turned[0x0112] = 6  # the camera was held upright
    large, light = drawn(2400, 1200, "JPEG", quality=98, exif=turned), drawn(40, 30, "PNG")
    assert len(large) > 1_000_000
    table = b"image_id,target_idiom,annotator_id,response_raw\n1,t,A,x\n"
    id = store.add_study([("a.csv", table), ("1.jpg", large), ("2.png", light)])
    ending, data = on_screen(store, id, "1.jpg")
    assert ending == ".jpg"
    assert Image.open(io.BytesIO(data)).size == (1000, 2000)
    assert on_screen(store, id, "2.png") == (".png", light)
    small = thumbnail(store, id, "1.jpg")
    assert max(Image.open(io.BytesIO(small)).size) == 128
    assert len(small) < 10_000
    monkeypatch.setattr(pictures, "picture", lambda *_: None)
    assert thumbnail(store, id, "1.jpg") == small  # it was made once
    assert thumbnail(store, id, "3.jpg") is None


def test_a_picture_that_would_fill_a_browsers_memory_is_not_sent(store):
    bomb = b"GIF89a" + struct.pack("<HHBBB", 60_000, 60_000, 0xF0, 0, 0) + b"\0" * 40
    study = store.add_study(
        [("labels.csv", TABLE), ("a.gif", bomb), ("b.gif", bomb.replace(b"`\xea", b"\x10\0"))], {}, "p"
    )
    assert picture(store, study, "a.gif") is None
    assert picture(store, study, "a") is None
    assert picture(store, study, "b.gif") is not None
