"""Thumbnails are there before the grid asks, and the team is told which pictures can't be read."""

import io
import time

import pytest
from PIL import Image

from annoeval.review import pictures
from annoeval.review.pictures import thumbnail
from annoeval.review.store import Store
from annoeval.ui.annotate.ahead import make_ahead, unread


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    opened = Store(home=tmp_path)
    yield opened
    opened.database.close()


def test_thumbnails_are_made_ahead_and_what_cannot_be_read_is_known(store, monkeypatch):
    out = io.BytesIO()
    Image.new("RGB", (900, 600), "teal").save(out, "PNG")
    files = [("1.png", out.getvalue()), ("2.png", out.getvalue()[:60])]
    id = store.add_study([("sampled_idioms.csv", b"id,idiom\n1,x\n2,y\n"), *files])
    make_ahead(store, id, [name for name, _ in files])
    for _ in range(100):
        if unread(id):
            break
        time.sleep(0.05)
    assert unread(id) == ["2.png"]
    monkeypatch.setattr(pictures, "picture", lambda *_: None)  # nothing is made from here on
    assert thumbnail(store, id, "1.png") is not None
