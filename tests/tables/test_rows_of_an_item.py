"""Rows that repeat the items, with nobody named: unnamed people, one who judged again, or items of their own."""

from __future__ import annotations

import random

import pytest

from annoeval import load
from annoeval.ratings import of_dimension
from annoeval.tables.build import LAST_ROW, LATEST
from tests.tables.settled import load_asked, of_rows, of_text, value

HEADERS = ["item,label", "doc_id,label", "id,score"]
ROWS = [("a", 1), ("a", 2), ("a", 2), ("b", 1), ("b", 1), ("b", 1), ("c", 3), ("c", 3), ("c", 2), ("d", 1), ("d", 2)]
ROWS += [("d", 3), ("e", 2), ("e", 2), ("e", 2), ("f", 3), ("f", 3), ("f", 1)]
SAID = {"item": "item", "label": {"role": "label", "rater": "anonymous"}}


def whose(question, column):
    """By whom each offered reading takes a column's labels to be."""
    return [(way.mapping or {})[column].get("rater", "") for way in question.ways]


@pytest.mark.parametrize("header", HEADERS)
def test_where_every_item_has_as_many_rows_they_may_be_unnamed_raters(header):
    assert "anonymous" in whose(load_asked(header, ROWS), header.split(",")[1])


@pytest.mark.parametrize("header", HEADERS)
def test_where_items_have_now_more_rows_now_fewer_one_rater_may_have_judged_again(header):
    assert whose(load_asked(header, ROWS[:-1]), header.split(",")[1]) == ["", "file"]


def test_times_make_it_likelier_that_one_rater_judged_again():
    rows = [(i, v, f"2024-03-{n + 1:02d}") for n, (i, v) in enumerate(ROWS[:-1])]
    assert whose(load_asked("doc_id,label,time", rows), "label")[0] == "file"


def test_rows_that_a_condition_tells_apart_are_no_raters():
    rows = [(f"c{n}", c, n % 3) for n in range(8) for c in ("control", "treated")]
    assert len(of_rows("item,condition,label", rows).raters) == 1


def test_unnamed_raters_count_where_raters_may_be_exchanged_whatever_the_order_of_rows():
    found = []
    for seed in (1, 2):
        rows = random.Random(seed).sample(ROWS, len(ROWS))
        text = "item,label\n" + "\n".join(f"{i},{v}" for i, v in rows)
        study = of_text(text, mapping=SAID, scales={"label": {"level": "nominal"}})
        assert set(study.raters["kind"]) == {"anonymous"}
        assert (len(study.items), len(study.raters)) == (6, 3)
        found.append(value(study, "fleiss_kappa"))
    # shares of agreeing pairs: 1/3, 1, 1/3, 0, 1, 1/3, so 1/2; labels 1, 2, 3 stand 6, 7, 5 times of 18
    chance = (6**2 + 7**2 + 5**2) / 18**2
    assert found == pytest.approx([(0.5 - chance) / (1 - chance)] * 2)


@pytest.mark.parametrize(("times", "done"), [(False, LAST_ROW), (True, LATEST)])
def test_of_one_rater_who_judged_again_one_answer_counts(times, done):
    rows = [f"{i},{v}" + (f",2024-03-{n + 1:02d}" if times else "") for n, (i, v) in enumerate(ROWS)]
    said = {"item": "item", "label": {"role": "label", "rater": "file"}, **({"time": "time"} if times else {})}
    text = f"item,label{',time' if times else ''}\n" + "\n".join(rows)
    study = load(("ann.csv", text.encode()), options={"mapping": said})
    assert study.raters["name"].tolist() == ["ann"]
    assert [p.action for p in study.problems if "more than once" in p.problem] == [done]
    now = of_dimension(study, "label").set_index("item_id")["value"]
    assert now.to_dict() == {"a": 2, "b": 1, "c": 2, "d": 3, "e": 2, "f": 1}
