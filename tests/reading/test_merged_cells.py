"""Cells that were merged in a spreadsheet leave gaps in its CSV: names that span, values over blanks."""

from __future__ import annotations

import pytest

from annoeval import load
from annoeval.reading import read
from annoeval.reading.grid import GAPS
from annoeval.tables.repairs import applied, repairs_for

LONG = b"item_id,rater,label\ni1,A,x\n,B,y\n,C,x\ni2,A,y\n,B,y\n,C,x\n"


@pytest.mark.parametrize(
    "head",
    [
        ",Rater A,,Rater B,\nitem_id,caption,table,caption,table",
        "item_id,Rater A,,Rater B,\n,caption,table,caption,table",
    ],
)
def test_names_that_span_columns_tell_the_columns_below_them_apart(head):
    frame = read(f"{head}\ni1,1,2,2,2\ni2,0,1,1,1\ni3,2,2,2,2\n".encode(), "m.csv").tables[0].frame
    names = ["Rater A / caption", "Rater A / table", "Rater B / caption", "Rater B / table"]
    assert list(frame.columns) == ["item_id", *names]


def test_a_gap_in_a_header_of_one_row_is_told_with_the_name_beside_it():
    reading = read(b"item_id,Rater A,,Rater B,\ni1,good,bad,bad,good\ni2,bad,good,bad,bad\n", "m.csv")
    gaps = [(p.column, p.value) for p in reading.problems if p.problem == "a column without a name"]
    assert gaps == [("column 3", "Rater A"), ("column 5", "Rater B")]


def test_values_over_blank_cells_are_told_and_filled_when_asked():
    [problem] = [p for p in read(LONG, "m.csv").problems if p.problem == GAPS]
    assert (problem.column, problem.count) == ("item_id", 4)
    filled = read(LONG, "m.csv", {"gaps": "fill"}).tables[0].frame
    assert filled["item_id"].tolist() == ["i1"] * 3 + ["i2"] * 3


def test_blank_cells_elsewhere_are_no_merged_ones():
    for rows in ("i1,A,x\n,B,y\n", "i1,A,\ni2,A,x\ni3,A,\n", ",A,x\n,B,y\ni2,A,x\ni3,A,y\n"):
        assert not [p for p in read(f"item_id,rater,label\n{rows}".encode(), "m.csv").problems if p.problem == GAPS]


def test_filling_is_offered_as_a_repair():
    study = load(("m.csv", LONG), protocol="ratings")
    [repair] = [r for r in repairs_for(study) if "reading" in r.option]
    assert repair.changes == 4
    better = load(("m.csv", LONG), protocol="ratings", options=applied(study.options, repair))
    assert len(better.ratings) == 6
    assert set(better.items.index) == {"i1", "i2"}
