"""Where a rater judged an item again, a time says which counts, or the order of rows does, and that is said."""

from __future__ import annotations

import pytest

from annoeval import load
from annoeval.ratings import latest, of_dimension
from annoeval.tables.build import OPEN_ORDER


@pytest.mark.parametrize(
    ("first", "second", "begins", "counts"),
    [
        ("2024-01-02", "2024-01-01", "the latest counts", "x"),
        ("2024-01-01", "2024-01-02", "the latest counts", "y"),
        ("2024-01-01", "2024-01-01", "no time says which is later, so the last row counts", "y"),
        ("2024-01-01", "", "only some have a time", "x"),
        ("", "", "no time says", "y"),
    ],
)
def test_a_remark_says_whether_a_time_or_the_order_of_rows_decides(first, second, begins, counts):
    text = f"item,rater,label,time\na,ann,x,{first}\na,ann,y,{second}\na,ben,x,2024-01-01\nb,ann,x,2024-01-03\n"
    study = load(("a.csv", text.encode()))
    said = [p.action for p in study.problems if "more than once" in p.problem]
    assert len(said) == 1
    assert said[0].startswith(begins)
    now = latest(study.ratings).set_index(["item_id", "rater"])["value"]
    assert now["a", "ann"] == counts


DATED = "item,rater,label,time\na,ann,x,05/02/2024\na,ann,y,03/04/2024\nb,ann,x,05/02/2024\na,ben,x,\nc,ben,y,\n"


def test_answers_whose_order_rests_on_dates_that_read_two_ways_are_missing():
    study = load(("a.csv", DATED.encode()))
    now = of_dimension(study, "label").set_index(["item_id", "rater"])["value"]
    assert now.to_dict() == {("b", "ann"): "x", ("a", "ben"): "x", ("c", "ben"): "y"}
    assert study.ratings["response"].tolist() == ["x", "y", "x", "x", "y"]
    said = [(p.value, p.action) for p in study.problems if "more than once" in p.problem]
    assert said == [("a", OPEN_ORDER)]


@pytest.mark.parametrize(("dates", "counts"), [("day_first", "y"), ("month_first", "x")])
def test_the_order_of_day_and_month_says_which_answer_counts(dates, counts):
    study = load(("a.csv", DATED.encode()), options={"dates": dates})
    assert latest(study.ratings).set_index(["item_id", "rater"])["value"]["a", "ann"] == counts


def test_two_answers_alike_need_no_order():
    study = load(("a.csv", DATED.replace("ann,y", "ann,x").encode()))
    assert latest(study.ratings).set_index(["item_id", "rater"])["value"]["a", "ann"] == "x"
