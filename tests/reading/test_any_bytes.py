"""Whatever the bytes are: a Reading or a sentence; never another exception, a hang, or a heap of memory."""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import xlsxwriter
import xlwt
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annoeval import load
from annoeval.problem import AnnoevalError
from annoeval.reading import ReadError, flat, read
from annoeval.reading.study_file import write_study
from annoeval.study import Study

SETTINGS = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
NAMES = st.sampled_from(["a.csv", "b.json", "c.xlsx", "d.xml", "e.zip", "f.jsonl", "g.parquet", "h.txt"])
CELL = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=12)


def tried(data: bytes, name: str) -> None:
    """Reads, and builds a study of what was read; anything but a result or a sentence fails the test."""
    said = ""
    try:
        for table in read(data, name).tables:
            assert table.frame.columns.is_unique
            assert table.frame.index.name == "row"
        assert isinstance(load((name, data)), Study)
    except AnnoevalError as error:
        said = str(error)
    assert not said or 10 < len(said) < 1000


def workbook() -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet("s")
        sheet.merge_range("B1:C1", "Rater")
        for r, row in enumerate([("id", "A", "B"), ("1", 1, 2.5), ("2", "x", True)], 1):
            sheet.write_row(r, 0, row)
    return out.getvalue()


def old_workbook() -> bytes:
    out = io.BytesIO()
    book = xlwt.Workbook()
    sheet = book.add_sheet("s")
    for r, row in enumerate([("id", "A", "B"), (1, 1, "x"), (2, 0.5, "y")]):
        for c, cell in enumerate(row):
            sheet.write(r, c, cell, xlwt.easyxf(num_format_str="000"))
    book.save(out)
    return out.getvalue()


def parquet() -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table({"id": ["1", "2"], "label": ["a", None], "n": [1, 2]}), out)
    return out.getvalue()


def packed(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


CVAT = b"""<annotations><version>1.1</version><image id="0" name="a.png" width="9" height="9">
<box label="c" xtl="1" ytl="1" xbr="3" ybr="3" rotation="10"/><polygon label="c" points="1,2;3,4;5,6"/><tag label="x"/>
</image><track id="1" label="c"><box frame="1" outside="0" xtl="1" ytl="1" xbr="2" ybr="2"/></track></annotations>"""
VOC = b"""<annotation><filename>a</filename><size><width>9</width></size><object><name>c</name>
<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox></object></annotation>"""
PLACE = {"x": 1, "y": 1, "width": 5, "height": 5, "rotation": 5, "rectanglelabels": ["a"]}
REGION = {"id": "r", "type": "rectanglelabels", "original_width": 10, "original_height": 10, "value": PLACE}
CHOICE = {"type": "choices", "from_name": "c", "value": {"choices": ["x", "y"]}}
TASK = {
    "id": 1,
    "data": {"image": "a.png"},
    "annotations": [{"completed_by": 1, "result": [REGION, CHOICE]}],
    "predictions": [{"result": []}],
}
BOX = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], "segmentation": [[1, 2, 3, 4, 5, 6]]}
COCO = {"images": [{"id": 1, "file_name": "a"}], "categories": [{"id": 1, "name": "c"}], "annotations": [BOX]}
RECORD = {
    "id": "1",
    "fields": {"t": "x"},
    "responses": {"q": [{"value": "a", "user_id": "u"}]},
    "suggestions": {"q": {"value": "b", "score": 0.5}},
}
ZIP = {"ann/a.csv": b"id,label\n1,x\n", "in.zip": packed({"annotations.xml": CVAT}), "labels/a.txt": b"0 .5 .5 .1 .1\n"}
SEEDS = {
    "a.csv": b'id;A1;A2\r\n1;"x;\r\ny";2,5\r\n2;x;"q""r"\r\n',
    "b.tsv": b"item_id\tannotator\tlabel\tconfidence\ttime\n1\ta\tx\t85%\t2026-01-01\n1\tb\ty\t50\t2026-01-02\n",
    "u.csv": "id,text\n1,Grüße\n".encode("utf-16"),
    "l.jsonl": b'{"id": 1, "text": "a", "label": ["x"]}\n{"id": 2, "text": "b", "label": []}\n',
    "p.jsonl": b'{"text": "a", "answer": "accept", "label": "L", "_task_hash": 1, "_input_hash": 2}\n',
    "r.jsonl": json.dumps(RECORD).encode(),
    "n.json": b'{"ann": {"1": "x", "2": "y"}, "ben": {"1": "x", "2": "x"}}',
    "s.json": json.dumps([TASK]).encode(),
    "o.json": json.dumps(COCO).encode(),
    "c.xml": CVAT,
    "v.xml": VOC,
    "y.txt": b"0 0.5 0.5 0.2 0.2\n1 0.1 0.1 0.2 0.2 0.3 0.3\n",
    "w.xlsx": workbook(),
    "w.xls": old_workbook(),
    "w.ods": packed(
        {
            "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": b'<d xmlns:office="o" xmlns:table="t" xmlns:text="x"><table:table table:name="s">'
            b"<table:table-row>"
            b'<table:table-cell office:value-type="string"><text:p>id</text:p></table:table-cell></table:table-row>'
            b'<table:table-row><table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p>'
            b"</table:table-cell></table:table-row></table:table></d>",
        }
    ),
    "q.parquet": parquet(),
    "z.zip": packed(ZIP),
    "e.zip": write_study(load(("s.csv", b"item_id,A1,A2\n1,x,x\n2,y,x\n"))),
}
WORDS = (
    "id", "label", "data", "annotations", "result", "value", "images", "image_id", "text", "answer", "responses",
    "fields", "_task_hash", "category_id", "bbox", "completed_by",
)  # fmt: skip
KEYS = st.sampled_from(WORDS) | st.text(max_size=5)
SPLINTERS = [b'"', b",", b"\n", b"\r", b"\0", b"{", b"]", b"<", b"\xff\xfe", b"null", b"1e999", b"NaN", b"-"]


@SETTINGS
@given(data=st.binary(max_size=400), name=NAMES)
def test_any_bytes_give_a_reading_or_a_sentence(data, name):
    tried(data, name)


@SETTINGS
@given(text=st.text(max_size=300), name=NAMES, codec=st.sampled_from(["utf-8", "utf-16", "cp1252", "utf-32"]))
def test_any_text_gives_a_reading_or_a_sentence(text, name, codec):
    tried(text.encode(codec, "replace"), name)


@SETTINGS
@given(
    value=st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
        max_leaves=25,
    )
)
def test_any_json_gives_a_reading_or_a_sentence(value):
    tried(json.dumps(value).encode(), "v.json")


def spoiled(data: bytes, rng: random.Random) -> bytes:
    """A file with a few bytes changed, cut, doubled or moved, as transfers and editors leave it."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        i, j = sorted((rng.randrange(len(out) + 1), rng.randrange(len(out) + 1)))
        way = rng.randrange(5)
        if way == 0 and out:
            out[rng.randrange(len(out))] = rng.randrange(256)
        elif way == 1:
            del out[i : min(j, i + 20)]
        elif way == 2:
            out[i:i] = out[i : min(j, i + 40)]
        elif way == 3:
            out[i:i] = rng.choice(
                [b'"', b",", b"\n", b"\r", b"\0", b"{", b"]", b"<", b"\xff\xfe", b"null", b"1e999", b"NaN", b"-"]
            )
        else:
            del out[max(i, 1) :]
    return bytes(out)


@pytest.mark.parametrize("name", SEEDS)
def test_spoiled_files_of_every_format_give_a_reading_or_a_sentence(name):
    rng = random.Random(name)
    tried(SEEDS[name], name)
    for _ in range(8):
        tried(spoiled(SEEDS[name], rng), name)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEEDS)
def test_many_spoiled_files_of_every_format(name):
    rng = random.Random(f"long {name}")
    for _ in range(1500):
        tried(spoiled(SEEDS[name], rng), name)


@SETTINGS
@given(
    rows=st.lists(st.lists(CELL, min_size=2, max_size=4), min_size=2, max_size=8).filter(
        lambda rows: len({len(r) for r in rows}) == 1
    ),
    mark=st.sampled_from([",", ";", "\t", "|"]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_what_a_csv_writer_writes_is_read_cell_for_cell(rows, mark, end):
    rows = [[f"name {i}" for i in range(len(rows[0]))], *[[c.replace("\r", "") for c in r] for r in rows]]
    out = io.StringIO()
    csv.writer(out, delimiter=mark, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    try:
        frame = read(out.getvalue().encode(), "t.csv", {"totals": "keep", "delimiter": mark}).tables[0].frame
    except ReadError:
        assert all(not c.strip() or c.isspace() for r in rows[1:] for c in r)
        return
    kept = [r for r in rows[1:] if any(c.strip() for c in r)]
    protected = {f"'{c}" for c in "=+-@\t\r"}
    expected = [[None if not c.strip() else c[1:] if c[:2] in protected else c for c in r] for r in kept]
    got = [[None if pd.isna(c) else c for c in r] for r in frame.to_numpy().tolist()]
    assert got == expected


@SETTINGS
@given(
    st.lists(
        st.dictionaries(st.sampled_from(["id", "x", "a b"]), CELL.filter(str.strip), min_size=1), min_size=1, max_size=6
    )
)
def test_records_are_read_cell_for_cell(rows):
    frame = read(json.dumps(rows).encode(), "t.json").tables[0].frame
    got = [{c: v for c, v in r.items() if not pd.isna(v)} for r in frame.to_dict("records")]
    assert got == rows


@pytest.mark.slow
def test_memory_stays_near_the_size_of_a_file():
    """Peak of Arrow's and Python's memory while 8 MB are read, against five times the file."""
    import tracemalloc

    rng = np.random.default_rng(0)
    data = pd.DataFrame({f"c{i}": rng.integers(0, 10**6, 100_000) for i in range(12)}).to_csv(index=False).encode()
    for text in (data, data + b'1,"a\nb"' + b",1" * 10 + b"\n"):
        pool = pa.default_memory_pool()
        before = pool.bytes_allocated()
        tracemalloc.start()
        frame = read(text, "t.csv").tables[0].frame
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert len(frame) >= 100_000
        assert peak + pool.bytes_allocated() - before < 5 * len(text) + 2e8


def test_an_archives_parts_are_read_one_by_one():
    parts = flat([read(SEEDS["z.zip"], "z.zip")])
    assert sorted(p.format for p in parts) == ["csv", "cvat", "yolo"]
