"""Items are dealt out evenly, some to two people."""

from __future__ import annotations

import pytest

from annoeval.problem import AnnoevalError
from annoeval.review import assignments, history, rubric
from annoeval.review.queue import Rule

ITEMS = ["f1", "f2", "f3", "f4", "f5", "f6"]


def test_items_are_dealt_evenly_and_a_share_goes_to_a_second_reviewer(store, id):
    dealt = assignments.assign(store, id, ITEMS, ["Ana", "Ben"], "Ana", share=0.5)
    assert dealt[~dealt["second"]].groupby("reviewer").size().to_dict() == {"Ana": 3, "Ben": 3}
    assert dealt["second"].sum() == 3
    assert not dealt.duplicated(["item_id", "reviewer"]).any()


def test_dealing_again_leaves_what_is_already_someones(store, id):
    first = assignments.assign(store, id, ITEMS[:3], ["Ana"], "Ana")
    again = assignments.assign(store, id, ITEMS, ["Ben"], "Ana")
    assert set(again[again["reviewer"] == "Ana"]["item_id"]) == set(first["item_id"])
    assert len(assignments.assigned(store, id, "Ben")) == 3
    assert assignments.unassign(store, id, "Ben", "Ana") == 3


def test_a_second_opinion_needs_a_second_person(store, id):
    with pytest.raises(AnnoevalError, match="two reviewers"):
        assignments.assign(store, id, ITEMS, ["Ana", " Ana "], "Ana", share=0.2)


def test_a_queue_is_kept_under_its_name(store, id):
    rule = Rule("low", "caption", 0, {"domain": ("Biology",)})
    assignments.save_queue(store, id, "Biology first", Rule("all"), "Ana")
    assignments.save_queue(store, id, "Biology first", rule, "Ana")
    assert assignments.saved_queues(store, id) == {"Biology first": rule}
    assignments.forget_queue(store, id, "Biology first")
    assert assignments.saved_queues(store, id) == {}


def test_progress_counts_what_each_reviewer_did(store, id):
    for n, item in enumerate(ITEMS[:3]):
        store.decide(id, item, "caption", n, reviewer="Ana", seconds=n + 1)
    store.decide(id, "f1", "caption", 2, reviewer="Ana", seconds=9)
    store.decide(id, "f1", "caption", 2, reviewer="Ben")
    table = history.progress(store, id)
    assert table[["reviewer", "answers", "items", "changed"]].to_numpy().tolist() == [
        ["Ana", 3, 3, 1],
        ["Ben", 1, 1, 0],
    ]
    assert table["seconds"][0] == 2.5


def test_two_moments_are_compared(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    store.decide(id, "f2", "caption", 0, reviewer="Ana")
    changed = history.changed_between(store, id, 1)
    assert changed.to_numpy().tolist() == [["f2", "caption", 2, 0, "ai", "reviewer"]]


def test_decisions_know_the_rubric_they_were_made_under(store, id):
    from dataclasses import replace

    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    words = replace(
        rubric.of(store.database, id),
        definitions={"caption": {"1": "one thing is missing"}},
        tags=("Blurred",),
        blind=True,
    )
    rubric.edit(store.database, id, words, "Ana")
    store.decide(id, "f2", "caption", 2, reviewer="Ana")
    assert store.events(id).query("action == 'decide'")["rubric"].tolist() == [0, 1]
    assert store.study(id).dimensions["caption"].definitions == {1: "one thing is missing"}
    assert store.study(id).dimensions["caption"].names[1] == "Partial"
    assert (rubric.of(store.database, id).tags, rubric.of(store.database, id).blind) == (("Blurred",), True)
    assert rubric.of(store.database, id, at=0).tags != ("Blurred",)
