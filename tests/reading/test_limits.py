"""What is too wide or too long to be read is said at once, and nobody's file is read on for nobody."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from annoeval import load
from annoeval.export import to_csv
from annoeval.reading import ReadError, read
from annoeval.reading.table import MOST_CHARACTERS, MOST_COLUMNS
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
