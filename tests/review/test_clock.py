"""What is current is told by an event's number: a clock that was set back reverses no correction."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from annoeval.conclusions import resolve
from annoeval.review import ledger

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    """Sets the clock to so many seconds after noon."""

    def at(seconds):
        monkeypatch.setattr(ledger, "now", lambda: NOON + timedelta(seconds=seconds))

    return at


def final(store, id, item):
    found = resolve(store.study(id), "caption").set_index("item_id").loc[item]
    return found["value"], found["source"]


def test_a_correction_stands_though_the_clock_was_set_back_before_it(store, id, clock):
    clock(0)
    store.decide(id, "f1", "caption", 0, reviewer="Ana")
    clock(-60)
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    assert final(store, id, "f1") == (2, "reviewer")


def test_the_teams_last_word_stands_though_the_clock_was_set_back_before_it(store, id, clock):
    clock(0)
    store.decide(id, "f1", "caption", 0, reviewer="Ana", kind="decision")
    clock(-60)
    store.decide(id, "f1", "caption", 2, reviewer="Ben", kind="decision")
    assert final(store, id, "f1") == (2, "decision")


def test_what_undo_brings_back_is_the_answer_before_by_number(store, id, clock):
    for seconds, value in ((0, 0), (-60, 1), (-120, 2)):
        clock(seconds)
        store.decide(id, "f1", "caption", value, reviewer="Ana")
    store.undo(id, "Ana")
    assert final(store, id, "f1") == (1, "reviewer")


def test_the_history_keeps_the_time_that_the_clock_showed(store, id, clock):
    clock(0)
    store.decide(id, "f1", "caption", 0, reviewer="Ana")
    clock(-60)
    store.decide(id, "f1", "caption", 2, reviewer="Ana")
    assert store.events(id)["time"].tolist() == [NOON, NOON - timedelta(seconds=60)]
