"""The history tells everything that happened, and to a reviewer of a blind study nothing that would sway them."""

from __future__ import annotations

from dataclasses import replace

from annoeval.review import history, rubric


def test_the_log_holds_every_answer_with_what_it_replaced(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="Ana", note="cut off")
    store.decide(id, "f1", "caption", 1, reviewer="Ana")
    log = history.change_log(store, id)
    assert log[["number", "reviewer", "old", "new"]].to_numpy().tolist() == [[1, "Ana", None, 2], [2, "Ana", 2, 1]]
    assert log["note"].tolist() == ["cut off", None]


def test_others_answers_are_left_blank_to_a_blind_reviewer_until_the_own_answer(store, id):
    rubric.edit(store.database, id, replace(rubric.of(store.database, id), blind=True), "Ana")
    store.decide(id, "f1", "caption", 2, reviewer="Ana", note="faithful", tags=["Hard to read"])
    store.decide(id, "f2", "caption", 0, reviewer="Ana")
    store.undo(id, "Ana")
    store.decide(id, "f3", "caption", 1, reviewer="Ben")
    log = history.change_log(store, id, "Ben").iloc[1:]  # after the switch to blind
    assert log["new"].tolist() == [None, None, None, 1]
    assert log[["old", "note", "correction", "tags"]].iloc[:3].isna().all(axis=None)
    assert log["action"].tolist() == ["decide", "decide", "undo", "decide"]
    store.decide(id, "f1", "caption", 2, reviewer="Ben")
    assert history.change_log(store, id, "Ben")["new"].tolist()[1:] == [2, None, None, 1, 2]
    assert history.change_log(store, id, "Ana")["new"].tolist()[4] is None
