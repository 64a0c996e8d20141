"""The queue can be narrowed to one AI's answers, and to kinds of answers that the ratings' notes name."""

import json

import pytest

from annoeval.opening import load
from annoeval.review.queue import queue
from annoeval.review.rule import Rule, noted, scorers

LABELS = [
    {"id": "p1", "title": "Kitten"},
    {"id": "p2", "title": "Truck"},
    {"id": "p3", "title": "A long name of a paper"},
]
GOOD = [{"id": "p1", "title": "Kitten"}, {"id": "p2", "title": "truck"}, {"id": "p3", "title": ""}]
WEAK = [{"id": "p1", "title": ""}, {"id": "p2", "title": "Trout"}, {"id": "p3", "title": "A long name of a paper"}]


@pytest.fixture(scope="module")
def papers():
    files = [("labels.json", LABELS), ("good.json", GOOD), ("weak.json", WEAK)]
    return load(*[(name, json.dumps(records).encode()) for name, records in files], protocol="extraction")


def ids(study, **rule):
    return queue(study, Rule("unreviewed", **rule))["item_id"].tolist()


def test_one_models_answers_decide_what_is_worst(papers):
    assert ids(papers, rater="good") == ["p3", "p1", "p2"] or ids(papers, rater="good") == ["p3", "p2", "p1"]
    assert ids(papers, rater="weak")[0] == "p1"
    why = queue(papers, Rule("unreviewed", rater="weak"))["why"].iloc[0]
    assert why == "Nobody has reviewed it yet; lowest: title 0.00 by weak"


def test_a_kind_of_match_is_looked_for_in_any_models_answers(papers):
    assert set(ids(papers, notes=("not found",))) == {"p1", "p3"}
    assert set(ids(papers, notes=("case", "wrong"))) == {"p2"}
    assert ids(papers, notes=("almost",)) == []


def test_model_and_kind_hold_of_the_same_answer(papers):
    assert ids(papers, rater="good", notes=("not found",)) == ["p3"]
    assert ids(papers, rater="weak", notes=("exact",)) == ["p3"]
    assert ids(papers, rater="weak", notes=("case",)) == []


def test_every_queue_can_be_narrowed_to_a_kind(papers):
    found = queue(papers, Rule("all", rater="weak", notes=("wrong",)))
    assert found["item_id"].tolist() == ["p2"]
    assert found["why"].tolist() == ["title: wrong by weak"]
    assert queue(papers, Rule("chosen", items=("p1", "p2"), notes=("wrong",)))["item_id"].tolist() == ["p2"]


def test_a_blind_reason_names_no_kind(papers):
    assert "wrong" not in queue(papers, Rule("all", notes=("wrong",)), blind=True)["why"].iloc[0]


def test_doubtful_scores_of_a_reference_are_those_of_its_field(papers):
    found = queue(papers, Rule("low", rater="weak", threshold=0.7))
    assert found["item_id"].tolist() == ["p1", "p2"]
    assert found["why"].iloc[0] == "weak said 0"


def test_the_rule_stands_in_the_link(papers):
    rule = Rule("unreviewed", "title reference", rater="good", notes=("found though absent", "wrong"))
    assert Rule.from_query(rule.query()) == rule
    assert rule.words(papers) == "Not yet reviewed · good · found though absent, wrong"


def test_models_and_kinds_that_occur_are_offered(papers):
    assert scorers(papers, None) == ["good", "weak"]
    assert noted(papers, None, "weak") == {"not found": 1, "wrong": 1, "exact": 1}
    assert noted(papers, "title reference", None)["not found"] == 2


def test_remarks_are_no_kinds(study):
    remarks = study.ratings.assign(note=[f"remark {i}" for i in range(len(study.ratings))])
    long = study.ratings.assign(note="a whole sentence that says why the score was given")
    from dataclasses import replace

    assert noted(replace(study, ratings=long), None, None) == {}
    assert len(noted(replace(study, ratings=remarks), None, None)) <= 12
