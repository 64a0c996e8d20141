"""What is said beside a judgement: confidences in tables of ratings, on one scale for a family of columns."""

from __future__ import annotations

import pandas as pd
import pytest

from annoeval import load
from annoeval.reading import ReadError
from annoeval.tables.beside import confidence_scale, confidences


def cells(*texts: str | None, name: str = "sure") -> pd.Series:
    return pd.Series(texts, index=pd.RangeIndex(2, len(texts) + 2), dtype="str", name=name)


def read(*texts: str | None, scale=None):
    problems: list = []
    column = cells(*texts)
    found = scale or confidence_scale([column], None, "f", problems)
    return confidences(column, found, "f", problems), problems


def test_a_confidence_column_has_one_scale_and_keeps_its_ends():
    got, problems = read("0", "1", "50", "100", "85%", "0.85")
    assert got.tolist()[:5] == [0.0, 0.01, 0.5, 1.0, 0.85]
    assert pd.isna(got.iloc[5])
    [said] = problems
    assert "ambiguous" in said.problem
    assert (said.row, said.value) == (7, "0.85")


def test_one_on_a_scale_from_0_to_1_is_certainty():
    assert read("0", "1", "0.5", "0,85")[0].tolist() == [0.0, 1.0, 0.5, 0.85]


def test_a_few_numbers_off_the_scale_do_not_change_it_for_the_others():
    got, problems = read(*["0.5"] * 99, "85")
    assert got.iloc[0] == 0.5
    assert pd.isna(got.iloc[99])
    assert "outside the scale from 0 to 1" in problems[0].problem


def test_noughts_and_ones_alone_leave_the_scale_open_and_that_is_said():
    got, problems = read("1", "0", "1")
    assert got.tolist() == [0.1, 0.0, 0.1]
    assert "ends of any scale" in problems[0].problem
    assert read("1", "0", scale=(0.0, 1.0))[0].tolist() == [1.0, 0.0]


def test_a_family_of_columns_shares_its_scale():
    low, high = cells("0", "1", "1"), cells("8", "9", "10")
    assert confidence_scale([low, high], None, "f", []) == (0, 10)
    assert confidence_scale([low, high], "0-100", "f", []) == (0, 100)


def test_a_scale_can_be_chosen_by_its_ends():
    assert confidence_scale([cells("1", "5")], "1-5", "f", []) == (1, 5)
    with pytest.raises(ReadError, match="no scale of confidence"):
        confidence_scale([cells("1")], "5", "f", [])


def test_words_are_read_and_said_once_with_their_number():
    got, problems = read("50", "high", "high", "n/a", "purple", None)
    assert got.tolist()[:3] == [0.5, 0.75, 0.75]
    assert got.isna().tolist()[3:] == [True] * 3
    assert [(p.value, p.action, p.count) for p in problems] == [
        ("high", "read as 75%", 2),
        ("n/a", "counts as missing", 1),
        ("purple", "counts as missing", 1),
    ]


@pytest.mark.parametrize(("mark", "sep"), [(".", ","), (",", ";")])
def test_a_table_of_ratings_has_its_confidences_as_shares(mark, sep):
    rows = [
        ["item_id", "rater", "label", "confidence"],
        ["a", "p", "x", f"0{mark}5"],
        ["a", "q", "x", f"0{mark}75"],
        ["b", "p", "y", "1"],
        ["b", "q", "x", "0"],
    ]
    s = load(("r.csv", "\n".join(sep.join(r) for r in rows).encode()))
    assert s.ratings["confidence"].tolist() == [0.5, 0.75, 1.0, 0.0]
