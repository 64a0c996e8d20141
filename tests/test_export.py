"""What is exported is read again as it was, and where a workbook can't hold a text, it says so."""

import csv
import io

import pandas as pd
import pytest

from annoeval.export import LONGEST, to_csv, to_xlsx
from annoeval.reading.formats import read

TEXTS = [
    "=1+1",
    "'=1+1",
    "''=1+1",
    "'-5",
    "-5",
    "-5 degrees",
    "+1 555",
    "@x",
    "\t=cmd",
    "\r=cmd",
    "a\rb",
    "'hello",
    "it's",
    "''",
]


def again(data: bytes, name: str) -> list[str]:
    return read(data, name).tables[0].frame["text"].tolist()


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_comes_back_as_it_was(text):
    frame = pd.DataFrame({"id": ["a", "b"], "text": [text, "other"]})
    assert again(to_csv(frame), "a.csv")[0] == text
    assert again(to_xlsx(frame), "a.xlsx")[0] == text


def test_no_cell_of_a_csv_begins_as_a_formula():
    data = to_csv(pd.DataFrame({"text": TEXTS})).decode("utf-8-sig")
    cells = [row[0] for row in csv.reader(io.StringIO(data, newline=""))]
    assert len(cells) == len(TEXTS) + 1
    assert [c for c in cells if c[:1] in ("=", "+", "-", "@", "\t", "\r")] == ["-5"]


def test_a_text_that_is_longer_than_a_cell_can_be_says_that_it_was_cut():
    whole, long = "x" * LONGEST, "x" * (LONGEST + 1)
    frame = pd.DataFrame({"id": ["a", "b"], "text": [whole, long]})
    kept, cut = again(to_xlsx(frame), "a.xlsx")
    assert kept == whole
    assert len(cut) == LONGEST
    assert cut.endswith("[cut: a cell of a workbook holds 32,767 characters]")
    assert again(to_csv(frame), "a.csv") == [whole, long]
