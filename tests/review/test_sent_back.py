"""What is sent back waits for its reviewer until all of it is decided again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from annoeval.problem import AnnoevalError
from annoeval.review import assignments
from annoeval.review.standing import KEPT
from annoeval.review.store import Store
from tests.review.conftest import small_study


def two_questions(*files, options=None, name=None):
    """The small study, asked about its captions and its descriptions, the latter for physics only."""
    study = small_study(*files, options=options, name=name)
    caption = study.dimensions["caption"]
    text = replace(caption, title="Description", applies={"domain": ("Physics",)})
    return replace(study, dimensions={"caption": caption, "text": text})


@pytest.fixture
def open_store(tmp_path, database_url) -> Callable[[], Store]:
    opened: list[Store] = []

    def again() -> Store:
        opened.append(Store(url=database_url, home=tmp_path, loader=two_questions))
        return opened[-1]

    yield again
    for store in opened:
        store.database.close()


@pytest.fixture
def decide(store, id):
    """Ben's answer to a question of an item."""

    def decide(item, question, value, **more):
        row = {"item_id": item, "dimension": question, "value": value, "reviewer": "Ben", **more}
        return store.decide_many(id, [row])[0]

    return decide


@pytest.fixture
def waits(store, id):
    """The questions of f1 that wait for Ben; none where the item is not in his queue either."""

    def waits() -> set[str]:
        waiting = store.standing(id).sent_back("Ben", "f1")
        assert ("f1" in set(assignments.sent_back_to(store, id, "Ben")["item_id"])) == bool(waiting)
        return waiting

    return waits


def test_an_item_sent_back_waits_until_its_reviewer_decides_it_again(store, id, decide, waits):
    decide("f1", "caption", 2)
    assignments.send_back(store, id, "f1", "Ben", "look at the legend", "Ana")
    waiting = assignments.sent_back_to(store, id, "Ben")
    assert waiting.to_numpy().tolist() == [["f1", "Ana sent it back: look at the legend"]]
    store.decide(id, "f1", "caption", 1, reviewer="Ana")
    assert waits() == {"caption"}
    decide("f1", "caption", 2)
    assert waits() == set()


def test_all_questions_that_the_reviewer_had_answered_are_decided_again(store, id, decide, waits):
    decide("f1", "caption", 2)
    decide("f1", "text", 0)
    assignments.send_back(store, id, "f1", "Ben", "look again", "Ana")
    assert waits() == {"caption", "text"}
    decide("f1", "caption", 1)
    assert waits() == {"text"}
    decide("f1", "text", 0)
    assert waits() == set()


def test_a_question_that_the_reviewer_had_not_answered_is_not_waited_for(store, id, decide, waits):
    decide("f1", "text", 0)
    assignments.send_back(store, id, "f1", "Ben", "look again", "Ana")
    assert waits() == {"text"}


def test_of_several_questions_those_named_are_sent_back(store, id, decide, waits):
    decide("f1", "caption", 2)
    decide("f1", "text", 0)
    assignments.send_back(store, id, "f1", "Ben", "the legend", "Ana", ["caption"])
    decide("f1", "text", 1)
    assert waits() == {"caption"}
    decide("f1", "caption", 1)
    assert waits() == set()


def test_to_a_reviewer_who_has_not_answered_all_that_applies_is_sent(store, id, waits):
    assignments.send_back(store, id, "f1", "Ben", "what do you think?", "Ana")
    assert waits() == {"caption", "text"}
    assignments.send_back(store, id, "f2", "Ben", "and this?", "Ana")
    assert store.standing(id).sent_back("Ben", "f2") == {"caption"}


def test_a_note_changed_beside_the_old_score_is_no_new_decision(store, id, decide, waits):
    decide("f1", "caption", 2)
    assignments.send_back(store, id, "f1", "Ben", "why?", "Ana")
    decide("f1", "caption", 2, note="the axis is named", detail={KEPT: "note"})
    assert waits() == {"caption"}
    decide("f1", "caption", 2, note="the axis is named")
    assert waits() == set()


def test_an_answer_withdrawn_is_no_new_decision(store, id, decide, waits):
    decide("f1", "caption", 2)
    assignments.send_back(store, id, "f1", "Ben", "why?", "Ana")
    decide("f1", "caption", None)
    assert waits() == {"caption"}


def test_the_teams_decision_is_not_the_reviewers(store, id, decide, waits):
    decide("f1", "caption", 2)
    assignments.send_back(store, id, "f1", "Ben", "why?", "Ana")
    decide("f1", "caption", 1, kind="decision")
    assert waits() == {"caption"}


def test_a_question_whose_new_decision_is_undone_waits_again(store, id, decide, waits):
    for question in ("caption", "text"):
        decide("f1", question, 1)
    assignments.send_back(store, id, "f1", "Ben", "look at the legend", "Ana")
    decide("f1", "caption", 2)
    decide("f1", "text", 2)
    for turn, left in (
        (store.undo, {"text"}),
        (store.redo, set()),
        (store.undo, {"text"}),
        (store.undo, {"caption", "text"}),
    ):
        turn(id, "Ben")
        assert waits() == left


def test_a_second_comment_asks_again_and_the_newest_is_shown(store, id, decide, waits):
    decide("f1", "caption", 2)
    decide("f1", "text", 2)
    assignments.send_back(store, id, "f1", "Ben", "the legend", "Ana", ["caption"])
    assignments.send_back(store, id, "f1", "Ben", "the months", "Cleo", ["text"])
    assert store.standing(id).returns_to("Ben")["f1"].note == "the months"
    decide("f1", "text", 1)
    assert store.standing(id).returns_to("Ben")["f1"].note == "the legend"
    assert waits() == {"caption"}


def test_what_waits_is_still_there_after_a_restart(store, id, decide, open_store):
    decide("f1", "caption", 2)
    decide("f1", "text", 2)
    assignments.send_back(store, id, "f1", "Ben", "look again", "Ana")
    decide("f1", "caption", 1)
    assert open_store().standing(id).sent_back("Ben", "f1") == {"text"}


def test_what_is_sent_back_needs_a_comment_and_an_item(store, id):
    with pytest.raises(AnnoevalError, match="comment"):
        assignments.send_back(store, id, "f1", "Ben", " ", "Ana")
    with pytest.raises(AnnoevalError, match="no item 'f9'"):
        assignments.send_back(store, id, "f9", "Ben", "look", "Ana")
