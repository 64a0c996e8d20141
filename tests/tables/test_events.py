"""Rows that are errors are no corrections of one another: they are weighted and added up."""

from __future__ import annotations

import pytest

from annoeval import load
from annoeval.problem import AnnoevalError
from annoeval.tables.events import UNWEIGHTED

SAID = {"system": "judged", "seg": "item", "rater": "rater", "category": "error", "severity": "severity"}
ROWS = (
    "X,1,ann,Fluency,Major",
    "X,1,ann,Accuracy,Minor",
    "X,1,ben,No-error,No-error",
    "X,2,ann,Style,Minor",
    "X,2,ben,Accuracy,Critical",
    "X,2,ben,Accuracy,Critical",
)


def study(*rows: str, header: str = "system,seg,rater,category,severity", **options):
    text = "\n".join([header, *rows]) + "\n"
    said = {c: r for c, r in SAID.items() if c in header.split(",")}
    return load(("errors.csv", text.encode()), options={"mapping": said, **options})


def penalties(found) -> dict[tuple[str, str], float | None]:
    r = found.ratings
    return dict(zip(zip(r["item_id"], r["rater"], strict=True), r["value"], strict=True))


def test_errors_are_weighted_and_added_up_for_each_rater_and_item():
    """Minor 1, major 5, critical 10, and nothing for an item on which no error was found."""
    assert penalties(study(*ROWS)) == {
        ("1", "ann"): 6.0,
        ("1", "ben"): 0.0,
        ("2", "ann"): 1.0,
        ("2", "ben"): 20.0,
    }


def test_two_errors_are_no_correction_of_one_another():
    assert not [p for p in study(*ROWS).problems if "more than once" in p.problem]


def test_what_was_found_stays_as_written():
    assert study(*ROWS).ratings["response"].iloc[0] == "Fluency: Major; Accuracy: Minor"


def test_weights_can_be_chosen():
    found = penalties(study(*ROWS, weights={"major": 25, "Critical": 0.5}))
    assert found["1", "ann"] == 26.0
    assert found["2", "ben"] == 1.0


def test_severities_that_are_numbers_are_the_weights():
    assert penalties(study("X,1,ann,Fluency,25", "X,1,ann,Style,0.1", "X,2,ann,No-error,"))["1", "ann"] == 25.1


def test_a_severity_without_a_weight_leaves_no_sum():
    found = study("X,1,ann,Fluency,Grave", "X,1,ann,Style,Minor", "X,2,ann,Style,Minor")
    assert penalties(found) == {("1", "ann"): None, ("2", "ann"): 1.0}
    assert [p.value for p in found.problems if p.problem == UNWEIGHTED] == ["Grave"]


def test_a_blank_row_is_not_taken_for_one_without_error():
    assert penalties(study("X,1,ann,,", "X,2,ann,No-error,No-error"))["1", "ann"] is None
    assert penalties(study("X,1,ann,,", "X,2,ann,Style,Minor", weights={"(blank)": 0}))["1", "ann"] == 0.0


def test_errors_without_severities_are_counted():
    found = study("X,1,ann,Style", "X,1,ann,Fluency", "X,1,ben,no error", header="system,seg,rater,category")
    assert list(found.dimensions) == ["errors"]
    assert penalties(found) == {("1", "ann"): 2.0, ("1", "ben"): 0.0}


def test_a_file_without_any_row_for_no_error_says_what_it_leaves_out():
    assert any(p.problem == "no row says that there was no error" for p in study("X,1,ann,Style,Minor").problems)


def test_a_file_of_one_rater_needs_no_column_for_the_rater():
    found = study("X,1,Style,Minor", "X,1,Style,Major", "X,2,No-error,", header="system,seg,category,severity")
    assert penalties(found) == {("1", "errors"): 6.0, ("2", "errors"): 0.0}


def test_a_weight_that_is_no_number_says_so():
    with pytest.raises(AnnoevalError, match="The weight of “Minor”"):
        study(*ROWS, weights={"Minor": "much"})
