"""The order of labels as it is typed on the mapping screen."""

from __future__ import annotations

import pytest

from annoeval.scale import Scale
from annoeval.ui.order import ORDERED, WITHOUT, order_rows, scales_from


def said(labels: tuple[str, ...], line: str | None = None, level: str = "nominal"):
    asked = {"q": Scale(level, labels)}
    more = {} if line is None else {"labels": line}
    return scales_from([row | {"level": ORDERED} | more for row in order_rows(asked)], asked)["q"]["categories"]


def test_labels_that_hold_the_mark_of_the_order_keep_their_place():
    ages = ("<5 years", "5 to 10 years", ">10 years")
    assert said(ages) == list(ages)
    assert said(ages, ">10 years < 5 to 10 years < <5 years") == list(reversed(ages))


@pytest.mark.parametrize("line", ["poor < fair < good", "poor<fair<good", "poor · fair · good", "poor < fair"])
def test_a_line_may_be_typed_with_or_without_spaces(line):
    assert said(("fair", "good", "poor"), line) == ["poor", "fair", "good"]


def test_spellings_of_one_label_stay_side_by_side():
    spelled = ("Fair", "Good", "Poor", "poor ")
    assert said(spelled, "Poor < poor  < Fair < Good") == ["Poor", "poor ", "Fair", "Good"]
    assert said(spelled, "Poor < Fair < Good") == ["Poor", "poor ", "Fair", "Good"]


def test_an_order_that_is_taken_away_leaves_no_categories_behind():
    asked = {"q": Scale("ordinal", ("a", "b", "c"))}
    assert scales_from([row | {"level": WITHOUT} for row in order_rows(asked)], asked) == {"q": {"level": "nominal"}}
