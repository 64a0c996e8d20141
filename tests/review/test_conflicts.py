"""When two people answer the same question at once, both answers are kept and the later one is told."""

from __future__ import annotations

import threading


def test_a_stale_answer_is_kept_and_returned_with_both(store, id):
    seen = store.seen(id, "f1", "caption")
    store.decide(id, "f1", "caption", 2, reviewer="R2", seen_version=seen)
    late = store.decide(id, "f1", "caption", 0, reviewer="R1", seen_version=seen)
    assert late.conflict is not None
    assert (late.conflict.yours.value, late.conflict.theirs.value, late.conflict.theirs.reviewer) == (0, 2, "R2")
    assert store.events(id)[["reviewer", "value"]].to_numpy().tolist() == [["R2", 2], ["R1", 0]]


def test_answers_to_different_items_do_not_conflict(store, id):
    seen = store.seen(id, "f3", "caption")
    store.decide(id, "f4", "caption", 2, reviewer="R2")
    assert store.decide(id, "f3", "caption", 1, reviewer="R1", seen_version=seen).conflict is None


def test_ones_own_earlier_answer_is_no_conflict(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="R1", seen_version=0)
    assert store.decide(id, "f1", "caption", 1, reviewer="R1", seen_version=0).conflict is None


def test_an_answer_that_was_seen_is_no_conflict(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="R2")
    seen = store.seen(id, "f1", "caption")
    assert store.decide(id, "f1", "caption", 0, reviewer="R1", seen_version=seen).conflict is None


def test_an_answer_that_was_undone_meanwhile_is_no_conflict(store, id):
    store.decide(id, "f1", "caption", 2, reviewer="R2")
    store.undo(id, "R2")
    assert store.decide(id, "f1", "caption", 0, reviewer="R1", seen_version=0).conflict is None


def test_many_threads_on_one_item_lose_nothing(store, id):
    def work(who: str) -> None:
        for value in (0, 1, 2):
            store.decide(id, "f1", "caption", value, reviewer=who)

    threads = [threading.Thread(target=work, args=(f"R{n}",)) for n in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    events = store.events(id)
    assert events["number"].tolist() == list(range(1, 19))
    assert events["version"].tolist() == list(range(1, 19))
    assert {who: e.value for who, e in store.standing(id).standing("f1", "caption").items()} == {
        f"R{n}": 2 for n in range(6)
    }
