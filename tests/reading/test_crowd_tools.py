"""Crowd platforms say themselves who judged what; an assignment that was turned down is no answer."""

from __future__ import annotations

import pytest

from annoeval import load
from annoeval.reading import read
from annoeval.reading.tools import GENERIC_NAMES, TOOLS, rater_from

HEAD = "INPUT:image,OUTPUT:animal,GOLDEN:animal,HINT:text,ASSIGNMENT:task_id,ASSIGNMENT:worker_id,ASSIGNMENT:status"


def pool(sep="\t", status=("APPROVED", "REJECTED")):
    rows = [HEAD.split(",")]
    for n in range(8):
        for w in ("w1", "w2", "w3"):
            thrown = (n, w) in {(0, "w3"), (1, "w2"), (5, "w1")}
            said, known = "dog" if thrown or n % 3 == 0 else "cat", "cat" if n == 0 else ""
            rows.append([f"img/{n}.jpg", said, known, "", f"t{n}", w, status[thrown]])
    return "\n".join(sep.join(r) for r in rows).encode()


@pytest.mark.parametrize(("name", "data"), [("a.tsv", pool()), ("a.csv", pool(","))])
def test_rejected_assignments_of_toloka_are_left_out_counted_and_named(name, data):
    s = load((name, data))
    people = s.ratings[s.ratings["kind"] == "human"]
    assert people["rater"].value_counts().to_dict() == {"w1": 7, "w2": 7, "w3": 7}
    assert set(s.dimensions) == {"animal"}
    assert len(s.items) == 8
    assert ("rejected assignments", 3) in [(p.problem, p.count) for p in s.problems]


def test_answers_known_before_are_a_reference_once_a_task():
    s = load(("a.tsv", pool()))
    golden = s.ratings[s.ratings["kind"] == "reference"]
    assert golden[["item_id", "rater", "value"]].values.tolist() == [["t0", "golden", "cat"]]


def test_a_survey_is_recognised_and_asked_about():
    rows = ["Timestamp,Email Address,Q1,Q2", *(f"2025-01-0{n} 10:00:00,p{n}@x.org,yes,{n % 2}" for n in range(1, 9))]
    table = read("\n".join(rows).encode(), "form.csv").tables[0]
    assert table.roles["Email Address"]["role"] == "rater"
    assert table.roles["Q1"]["role"] == "answer"
    assert not table.certain


def test_names_that_tools_give_every_export_are_no_raters():
    assert rater_from("anna/instances_default.json") == "anna"
    assert rater_from("results.json", "file") == "file"
    assert all(name == name.casefold() for name in GENERIC_NAMES)
    assert len({t.name for t in TOOLS}) == len(TOOLS)
