"""What is too wide or too long to be read is said at once, and nobody's file is read on for nobody."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import sys
import time
import tracemalloc
import zlib
from contextlib import suppress

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from annoeval import load
from annoeval.export import to_csv
from annoeval.reading import ReadError, read
from annoeval.reading.table import MOST_CHARACTERS, MOST_COLUMNS, MOST_ROWS
from annoeval.reading.values import number
from annoeval.waiting import NobodyWaits, go_on, while_wanted
from annoeval.web.api import send


def wide(columns: int) -> bytes:
    return (",".join(f"c{i}" for i in range(columns)) + "\n" + ",".join("1" * columns) + "\n").encode()


@pytest.mark.parametrize("name", ["wide.csv", "wide.json"])
def test_a_row_of_100_000_columns_is_refused_at_once(name):
    data = wide(100_000) if name == "wide.csv" else json.dumps([{f"c{i}": 1 for i in range(100_000)}]).encode()
    start = time.process_time()
    with pytest.raises(ReadError, match=r"2,000"):
        read(data, name)
    assert time.process_time() - start < 5


def test_a_table_of_as_many_columns_as_the_limit_is_read():
    assert read(wide(MOST_COLUMNS), "wide.csv").tables[0].frame.shape == (1, MOST_COLUMNS)


def test_columns_beyond_the_limit_without_a_word_in_them_do_not_count():
    data = b"id,label" + b"," * 3000 + b"\n1,x" + b"," * 3000 + b"\n"
    assert list(read(data, "t.csv").tables[0].frame.columns) == ["id", "label"]


def test_a_cell_of_a_million_characters_is_named():
    long = "é" * (MOST_CHARACTERS + 1)
    with pytest.raises(ReadError, match=r"1,000,001 characters \(row 3, column “text”\)"):
        read(f"id,text\n1,short\n2,{long}\n".encode(), "t.csv")
    assert read(f"id,text\n1,short\n2,{long[1:]}\n".encode(), "t.csv").tables


@pytest.mark.parametrize("part", ["9", "1.", ".", "1,", " ", "-", "1/", "2020-01-01T", "e", "(", "|-"])
def test_a_cell_of_many_characters_takes_no_longer_than_reading_it(part):
    """Patterns that try each way of dividing it take hours."""
    long = (part * 200_000)[:200_000] + "x"
    rows = "".join(f"{n},{rater},{long if n == 1 else 'no'}\n" for n in range(1, 4) for rater in ("Ana", "Ben"))
    began = time.process_time()
    study = load(("f.csv", ("item_id,rater,label\n" + rows.replace(long, f'"{long}"')).encode()))
    to_csv(study.ratings)
    assert time.process_time() - began < 5
    assert number(long) is None


def test_a_row_of_text_is_no_header():
    with pytest.raises(ReadError, match="put a row of names on top"):
        read(b"id," + b"9" * 20_000 + b",label\n1,2,x\n", "f.csv")


def test_work_that_nobody_waits_for_ends_at_its_next_step():
    go_on()
    with while_wanted(lambda: False), pytest.raises(NobodyWaits):
        read(b"id,label\n1,x\n", "t.csv")
    assert read(b"id,label\n1,x\n", "t.csv").tables


def test_a_file_is_not_read_on_once_its_sender_has_gone(monkeypatch):
    steps = []

    def slow(files, said_before):
        for step in range(200):
            steps.append(step)
            time.sleep(0.05)
            go_on()

    monkeypatch.setattr("annoeval.opening.open", slow)
    monkeypatch.setattr("annoeval.web.api.store", lambda: None)
    monkeypatch.setattr("annoeval.review.remembered.said_before", lambda store: None)

    class Sender:
        path_params = {"name": "t.csv"}  # noqa: RUF012
        query_params = headers = {}  # noqa: RUF012

        async def stream(self):
            yield b"id,label\n"

        async def is_disconnected(self):
            return True

    response = asyncio.run(send(Sender()))
    assert response.status_code == 499
    assert 0 < len(steps) < 100


def parquet(columns) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out, compression="zstd")
    return out.getvalue()


def held_while_refused(data: bytes, name: str, why: str) -> int:
    """Bytes of memory that it takes at most to refuse a file."""
    tracemalloc.start()
    before = pa.total_allocated_bytes()
    try:
        with pytest.raises(ReadError, match=why) as refused:
            read(data, name)
        assert str(refused.value).count(name) == 1
        return tracemalloc.get_traced_memory()[1] + pa.total_allocated_bytes() - before
    finally:
        tracemalloc.stop()


def test_more_rows_than_are_read_are_refused_before_they_are_read():
    rows = MOST_ROWS + 1
    few = parquet({"item": np.zeros(rows, np.int8), "score": np.zeros(rows, np.int8)})
    assert len(few) < 2**20
    assert held_while_refused(few, "rows.parquet", "2,000,000 rows") < 2**24


def test_a_long_text_that_a_dictionary_repeats_is_not_written_out():
    rows = MOST_ROWS - 1
    text = pa.DictionaryArray.from_arrays(np.zeros(rows, np.int32), ["x" * 2_000])
    assert held_while_refused(parquet({"item": text}), "texts.parquet", "1,024 MB of text") < 2**26


def test_a_gzip_bomb_takes_no_memory():
    assert held_while_refused(gzip.compress(bytes(2**27)), "zeros.csv.gz", "too tightly") < 2**24


@pytest.mark.parametrize("seed", range(40))
def test_a_parquet_file_whose_sizes_lie_is_refused_in_a_sentence(seed):
    data = bytearray(parquet({"item": ["a", "b", "c"], "score": [1, 2, 3]}))
    drawn = np.random.default_rng(seed)
    footer = int.from_bytes(data[-8:-4], "little")
    for place in drawn.integers(len(data) - 8 - footer, len(data) - 8, 3):
        data[place] = drawn.integers(256)
    with suppress(ReadError):  # or the change does no harm
        assert read(bytes(data), "lies.parquet").tables


def pdf(*things: bytes) -> bytes:
    """A PDF of these objects, the third of which is its only page."""
    pages = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 1/Kids[3 0 R]>>"]
    objects = b"".join(b"%d 0 obj\n%s\nendobj\n" % (n, o) for n, o in enumerate([*pages, *things], 1))
    return b"%PDF-1.7\n" + objects + b"trailer<</Root 1 0 R>>\n%%EOF"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows gives a process no limits")
def test_a_pdf_that_takes_all_memory_is_refused_and_the_server_lives():
    font = b"<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources" + font + b">>"
    packed = zlib.compress(b"BT /F 12 Tf (a) Tj ET\n" * 20_000_000, 1)
    bomb = pdf(page, b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(packed), packed))
    with pytest.raises(ReadError, match="2 GB of memory or 60 seconds"):
        read(bomb, "bomb.pdf")
    few = zlib.compress(b"BT /F 12 Tf (a) Tj ET\n")
    one = pdf(page, b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(few), few))
    assert read(one, "one.pdf").format == "pdf"
