"""Ids and labels of which a spreadsheet made numbers or dates are named, and such ids join nothing."""

from __future__ import annotations

import pandas as pd
import pytest

from annoeval import load
from annoeval.reading.spreadsheet_marks import MADE_DATE, ROUNDED, made_dates, rounded
from tests.tables.settled import likeliest


def cells(*texts: str | None) -> pd.Series:
    return pd.Series(texts, dtype="str")


@pytest.mark.parametrize("lost", ["1.58E+18", "1,58E+18", "1.58e+18", "1E+12"])
def test_an_id_in_scientific_notation_has_lost_its_digits(lost):
    assert rounded(cells(lost, "7310582219447731201", None)).tolist() == [True, False, False]


def test_ids_of_which_only_15_digits_are_left_are_told_by_their_zeros():
    assert rounded(cells("1580000000000000000", "1590000000000000000")).all()
    assert not rounded(cells("1580000000000000000", "1580000000000000123")).any()
    assert not rounded(cells("5E+3", "12", "e+10")).any()


def test_a_date_among_ranges_was_one_of_them():
    assert made_dates(cells("02-Jan", "1-3", "2-2")).tolist() == [True, False, False]
    assert made_dates(cells("2026-01-02", "1-3", "2-2")).tolist() == [True, False, False]
    assert made_dates(cells("01. Mrz", "SEPT2", "TP53", "BRCA1")).tolist() == [True, False, False, False]


def test_dates_among_dates_are_dates():
    assert not made_dates(cells("02-Jan", "03-Jan", "04-Feb")).any()
    assert not made_dates(cells("2026-01-02", "2026-01-03", "unknown")).any()


def table(*rows: str) -> bytes:
    return "\n".join(["item_id,rater,label", *rows]).encode()


def test_rounded_ids_are_not_joined_on():
    rows = [f"1.58E+18,{who},{label}" for who in "AB" for label in ("yes", "no", "no")]
    study = likeliest(("ids.csv", table(*rows, "x1,A,yes", "x1,B,yes")))
    assert len(study.items) == 7
    [problem] = [p for p in study.problems if p.problem == ROUNDED]
    assert (problem.column, problem.value, problem.count) == ("item_id", "1.58E+18", 6)
    assert "not joined" in problem.action
    assert not study.ratings.duplicated(["item_id"]).drop(study.ratings.index[-1]).any()


def test_dates_that_were_ids_are_not_joined_on_between_files_either():
    files = [(f"{who}.csv", table(*(f"{i},{who},yes" for i in ("02-Jan", "1-3", "2-2")))) for who in "ab"]
    first = load(*files, protocol="ratings")
    assert len(first.items) == 4
    assert sum(p.count for p in first.problems if p.problem == MADE_DATE) == 2


def test_the_order_of_rows_changes_no_id():
    rows = ["1.58E+18,A,yes", "1.58E+18,B,no", "x1,A,yes", "x1,B,no"]
    one, other = (load(("s.csv", table(*r)), protocol="ratings") for r in (rows, rows[::-1]))
    assert set(one.items.index) == set(other.items.index)


def test_a_date_among_labels_is_named():
    rows = [f"i{n},{who},{label}" for n, label in enumerate(["1-3", "02-Jan", "2-2", "1-3"]) for who in "AB"]
    study = load(("labels.csv", table(*rows)), protocol="ratings")
    assert [(p.column, p.value, p.count) for p in study.problems if p.problem == MADE_DATE] == [("label", "02-Jan", 2)]
