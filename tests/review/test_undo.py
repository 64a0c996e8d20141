"""Undo takes back one's own last action, redo brings it back, and both stay in the history."""

from __future__ import annotations

from annoeval.conclusions import resolve


def people(store, id):
    final = resolve(store.study(id), "caption")
    return {r.item_id: r.value for r in final.itertuples() if r.source == "reviewer"}


def test_undo_and_redo_step_through_ones_own_actions_only(store, id):
    store.decide(id, "f1", "caption", 1, reviewer="R1")
    store.decide(id, "f3", "caption", 2, reviewer="R1")
    store.decide(id, "f4", "caption", 0, reviewer="R2")
    store.undo(id, "R1")
    store.undo(id, "R1")
    assert people(store, id) == {"f4": 0}
    store.redo(id, "R1")
    assert people(store, id) == {"f1": 1, "f4": 0}
    store.exclude(id, "f6", "R1")
    assert "f6" not in store.study(id).items.index
    before = store.study(id, at=0).items
    store.undo(id, "R1")
    assert store.study(id).items.equals(before)
    assert people(store, id) == {"f1": 1, "f4": 0}


def test_a_new_decision_ends_redo(store, id):
    store.decide(id, "f1", "caption", 1, reviewer="R1")
    store.undo(id, "R1")
    store.decide(id, "f2", "caption", 1, reviewer="R1")
    assert store.redo(id, "R1") == []
    assert people(store, id) == {"f2": 1}


def test_undo_brings_back_the_answer_before(store, id):
    store.decide(id, "f1", "caption", 1, reviewer="R1")
    store.decide(id, "f1", "caption", 2, reviewer="R1")
    store.undo(id, "R1")
    assert people(store, id) == {"f1": 1}
    undo = store.events(id).iloc[-1]
    assert (undo["action"], undo["old"], undo["value"], undo["refers"]) == ("undo", 2, 1, 2)


def test_undo_of_a_withdrawal_brings_the_answer_back(store, id):
    store.decide(id, "f1", "caption", 1, reviewer="R1")
    store.decide(id, "f1", "caption", None, reviewer="R1")
    store.undo(id, "R1")
    assert people(store, id) == {"f1": 1}


def test_many_rows_set_at_once_are_undone_at_once(store, id):
    rows = [{"item_id": i, "dimension": "caption", "value": 1, "reviewer": "R1"} for i in ("f1", "f2", "f3")]
    store.decide_many(id, rows)
    assert len(people(store, id)) == 3
    assert len(store.undo(id, "R1")) == 3
    assert people(store, id) == {}
    assert len(store.redo(id, "R1")) == 3
    assert people(store, id) == {"f1": 1, "f2": 1, "f3": 1}


def test_with_nothing_to_undo_nothing_is_written(store, id):
    assert store.undo(id, "R1") == []
    assert store.version(id) == 0


def test_undo_after_a_restart(store, id, open_store):
    store.decide(id, "f1", "caption", 1, reviewer="R1")
    again = open_store()
    again.undo(id, "R1")
    assert people(store, id) == people(again, id) == {}
