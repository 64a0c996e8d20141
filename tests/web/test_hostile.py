"""Files made to harm: each is refused or stays text, in a sentence and at once."""

import io
import time
import zipfile

import pandas as pd
import pytest

from annoeval import load
from annoeval.export import to_csv
from annoeval.problem import AnnoevalError
from annoeval.reading import read

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
XML_BOMB = f'<?xml version="1.0"?><!DOCTYPE b [<!ENTITY l0 "lol">{LAUGHS}]><annotations>&l9;</annotations>'.encode()
XXE = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><annotations>&x;</annotations>'


def zipped(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name.replace("__", "."), data)
    return out.getvalue()


@pytest.mark.parametrize("data", [XML_BOMB, XXE], ids=["a billion laughs", "a file of the server"])
def test_xml_with_entities_is_refused_at_once(data):
    began = time.process_time()
    with pytest.raises(AnnoevalError) as refused:
        load(("a.xml", data))
    assert "root:" not in str(refused.value)
    assert time.process_time() - began < 5


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    bomb = zipped(a__csv=b"0" * 2**28)  # a quarter of a gigabyte in 260 KB
    assert len(bomb) < 2**20
    with pytest.raises(AnnoevalError):
        load(("bomb.zip", zipped(b__zip=bomb, c__zip=bomb, d__zip=bomb, e__zip=bomb, f__zip=bomb)))


def test_a_name_that_climbs_out_of_its_archive_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("../../escaped.csv", "item_id,rater,label\n1,Ana,x\n1,Ben,x\n2,Ana,y\n2,Ben,x\n")
    try:
        study = load(("a.zip", out.getvalue()))
        assert len(study.items) == 2
    except AnnoevalError:
        pass
    assert not list(tmp_path.parent.rglob("escaped.csv"))


def test_what_a_file_is_goes_by_its_content_not_its_name():
    assert read(b"id,label\n1,x\n2,y\n", "picture.png.csv").tables
    with pytest.raises(AnnoevalError):
        load(("labels.csv", b"\x7fELF" + bytes(range(256)) * 40))


@pytest.mark.parametrize("cell", ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_formula_leaves_as_text(cell):
    written = to_csv(pd.DataFrame({"label": [cell]}), mark=False).decode().splitlines()
    assert "'" in written[1][:2]
