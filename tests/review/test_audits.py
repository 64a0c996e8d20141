"""An audit is drawn once, on record, before anyone looks; its items stand in the queue, blind among the others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from annoeval.evaluation.course import course
from annoeval.evaluation.coverage_of_review import coverage
from annoeval.evaluation.estimates import estimate
from annoeval.problem import AnnoevalError
from annoeval.review.audit_progress import progress_of
from annoeval.review.audits import draw, proportional, say_why
from annoeval.review.queue import DRAWN, TO_CHECK, Rule, queue
from annoeval.review.standing import Standing
from annoeval.review.store import Store
from annoeval.review.transfer import exported, imported
from annoeval.review.walk import open_walk

N = 60
AI = np.array([0] * 6 + [1] * 9 + [2] * 45)
TRUTH = np.where(np.arange(N) % 15 == 14, 1, AI)  # every fifteenth is really 1
DOMAINS = np.where(np.arange(N) % 3 == 0, "Physics", "Biology")


@pytest.fixture
def store(tmp_path):
    return Store(url=f"sqlite:///{tmp_path / 'reviews.db'}", home=tmp_path)


@pytest.fixture
def id(store):
    """Sixty items, the AI's 45 twos accepted, its fifteen others reviewed by the rule."""
    table = pd.DataFrame({"id": [f"i{n}" for n in range(N)], "domain": DOMAINS, "ai_caption": AI})
    study = store.add_study([("scores.csv", table.to_csv(index=False).encode())])
    for n in np.flatnonzero(AI < 2):
        store.decide(study, f"i{n}", "caption", int(TRUTH[n]), reviewer="Ana")
    return study


def answer(store, id, items, **more):
    for item in items:
        store.decide(id, item, "caption", int(TRUTH[int(item[1:])]), reviewer="Ana", because="audit", **more)


def test_an_audit_is_drawn_from_what_nobody_reviewed(store, id):
    audit = draw(store, id, "caption", 12, reviewer="Ana", half_width=0.1)
    assert sorted(audit.frame) == sorted(f"i{n}" for n in range(15, N))
    assert audit.items == audit.frame[:12]
    assert store.study(id).audit("caption").half_width == 0.1


def test_the_same_seed_draws_the_same_items(store, id, tmp_path):
    first = draw(store, id, "caption", 12, reviewer="Ana")
    again = replace(first, items=draw(store, id, "caption", 5, reviewer="Ana").items)
    assert again.items == first.frame[:17]


def test_values_that_are_drawn_from_apart_have_two_items_at_least(store, id):
    assert proportional({"a": 90, "b": 9, "c": 1}, 10) == {"a": 9, "b": 2, "c": 1}
    audit = draw(store, id, "caption", {"Physics": 3, "Biology": 7}, by="domain", reviewer="Ana")
    drawn = store.study(id).items["domain"].reindex(audit.items).value_counts()
    assert drawn.to_dict() == {"Biology": 7, "Physics": 3}
    assert coverage(store.study(id), "caption").by == "domain"


def test_nothing_is_drawn_twice(store, id):
    draw(store, id, "caption", 45, reviewer="Ana")
    with pytest.raises(AnnoevalError, match="Nothing is left to draw"):
        draw(store, id, "caption", 1, reviewer="Ana")


def test_a_rule_that_is_under_way_is_finished_and_not_drawn_from(store, id):
    store.decide(id, "i3", "caption", None, reviewer="Ana")
    audit = draw(store, id, "caption", 12, reviewer="Ana")
    assert "i3" not in audit.frame
    answer(store, id, audit.items)
    assert "isn't finished" in estimate(store.study(id), "caption")["reason"]
    store.decide(id, "i3", "caption", 0, reviewer="Ana")
    assert estimate(store.study(id), "caption")["valid"]


def test_before_any_review_an_audit_is_a_random_sample_of_everything(store):
    table = pd.DataFrame({"id": [f"i{n}" for n in range(N)], "ai_caption": AI})
    id = store.add_study([("scores.csv", table.to_csv(index=False).encode())])
    audit = draw(store, id, "caption", 30, reviewer="Ana")
    assert len(audit.frame) == N
    answer(store, id, audit.items)
    row = estimate(store.study(id), "caption")
    assert row["valid"]
    assert row["low"] <= TRUTH.mean() <= row["high"]
    assert estimate(store.study(id), "caption", "accuracy")["valid"]


def test_the_audits_items_stand_among_the_others_of_one_queue(store, id):
    audit = draw(store, id, "caption", 5, reviewer="Ana")
    found = queue(store.study(id), Rule("low"))
    assert len(found) == 20
    drawn = found[found["because"] == "audit"]
    assert drawn["item_id"].tolist() == list(audit.items)
    assert set(drawn["why"]) == {DRAWN}
    assert (np.diff(np.flatnonzero(found["because"] == "audit")) == 4).all()
    assert queue(store.study(id), Rule("audit"))["item_id"].tolist() == list(audit.items)


def test_nothing_in_a_blind_queue_tells_the_audits_items_from_the_others(store, id):
    draw(store, id, "caption", 5, reviewer="Ana")
    assert set(queue(store.study(id), Rule("low"), blind=True)["why"]) == {TO_CHECK}


def test_an_item_is_asked_what_it_was_drawn_for(store):
    table = pd.DataFrame({"id": [f"i{n}" for n in range(N)], "ai_caption": AI, "ai_table": AI})
    id = store.add_study([("scores.csv", table.to_csv(index=False).encode())])
    draw(store, id, "caption", 5, reviewer="Ana")
    walk = open_walk(store.study(id), Rule("low"))
    brought = [needs for needs, why in zip(walk.needs, walk.reasons, strict=True) if why == "audit"]
    assert brought
    assert set(brought) == {frozenset({"caption"})}


def test_while_items_are_open_the_limits_are_those_at_any_time(store, id):
    audit = draw(store, id, "caption", 20, reviewer="Ana")
    answer(store, id, audit.items[:10])
    half = estimate(store.study(id), "caption")
    assert half["valid"]
    assert "at any time" in half["method"]
    assert "first 10 of 20" in half["method"]
    answer(store, id, audit.items[10:])
    whole = estimate(store.study(id), "caption")
    assert "profile-exact" in whole["method"]
    assert half["low"] <= whole["low"] <= whole["high"] <= half["high"]


def test_an_answer_out_of_turn_counts_when_those_before_it_are_given(store, id):
    audit = draw(store, id, "caption", 20, reviewer="Ana")
    answer(store, id, [*audit.items[:4], *audit.items[5:9]])  # the fifth is skipped: it may be a hard one
    assert estimate(store.study(id), "caption")["n_audited"] == 4
    answer(store, id, audit.items[4:5])
    assert estimate(store.study(id), "caption")["n_audited"] == 9


def test_an_audit_that_was_looked_at_and_enlarged_has_limits_at_any_time(store, id):
    first = draw(store, id, "caption", 10, reviewer="Ana")
    answer(store, id, first.items)
    more = draw(store, id, "caption", 10, reviewer="Ana")
    answer(store, id, more.items[10:])
    assert "at any time" in estimate(store.study(id), "caption")["method"]


def test_an_audit_that_is_enlarged_before_anyone_answered_was_looked_at_once(store, id):
    draw(store, id, "caption", 10, reviewer="Ana")
    both = draw(store, id, "caption", 10, reviewer="Ana")
    answer(store, id, both.items)
    assert "profile-exact" in estimate(store.study(id), "caption")["method"]


def test_planned_looks_come_after_equal_parts(store, id):
    audit = draw(store, id, "caption", 20, reviewer="Ana", looks=2)
    answer(store, id, audit.items[:9])
    assert "first of 2 planned looks" in estimate(store.study(id), "caption")["reason"]
    answer(store, id, audit.items[9:15])
    row = estimate(store.study(id), "caption")
    assert row["n_audited"] == 10
    assert "2 planned looks" in row["method"]


def test_an_item_chosen_by_hand_leaves_the_audit_as_it_is(store, id):
    audit = draw(store, id, "caption", 20, reviewer="Ana")
    answer(store, id, audit.items)
    before = estimate(store.study(id), "caption")
    store.decide(id, audit.frame[-1], "caption", 0, reviewer="Ben", because="chosen")
    after = estimate(store.study(id), "caption")
    assert after[["low", "estimate", "high"]].tolist() == before[["low", "estimate", "high"]].tolist()
    assert after["bound_high"] < before["bound_high"]


def test_an_audit_goes_out_with_the_study(store, id, tmp_path):
    audit = draw(store, id, "caption", 20, reviewer="Ana")
    answer(store, id, audit.items)
    data = exported(store, id)
    other = Store(url=f"sqlite:///{tmp_path / 'other.db'}", home=tmp_path / "other")
    there = imported(other, "study.zip", data)
    assert other.study(there).audit("caption") == audit
    assert estimate(other.study(there), "caption")["low"] == estimate(store.study(id), "caption")["low"]


def test_a_file_that_does_not_say_why_can_be_told(store):
    human = pd.Series(TRUTH).where((AI < 2) | (np.arange(N) % 2 == 0)).astype("Int64")
    table = pd.DataFrame({"id": [f"i{n}" for n in range(N)], "ai_caption": AI, "human_caption": human})
    id = store.add_study([("scores.csv", table.to_csv(index=False).encode())])
    assert coverage(store.study(id), "caption").asked
    say_why(store, id, "caption", "random", "Ana")
    assert estimate(store.study(id), "caption")["valid"]
    say_why(store, id, "caption", "chosen", "Ana")
    assert not estimate(store.study(id), "caption")["valid"]


def test_a_part_of_the_study_has_no_complete_audit_of_its_own(store, id):
    audit = draw(store, id, "caption", 20, reviewer="Ana")
    items = store.study(id).items
    answer(store, id, [i for i in audit.items if items.at[i, "domain"] == "Physics"])
    part = store.study(id).subset(items.index[items["domain"] == "Physics"])
    assert "at any time" in estimate(part, "caption")["method"]


def test_progress_says_how_narrow_it_is_and_how_many_are_left(store, id):
    audit = draw(store, id, "caption", 20, reviewer="Ana", half_width=0.06)
    (before,) = progress_of(store.base(id), store.standing(id))
    assert before.words == "20 more to ± 0.06"
    answer(store, id, audit.items[:10])
    (now,) = progress_of(store.base(id), store.standing(id))
    row = estimate(store.study(id), "caption")
    assert now.now == pytest.approx((row["high"] - row["low"]) / 2)  # the number that Scores shows
    assert now.words == f"± {now.now:.2f} now, 10 more to ± 0.06"
    answer(store, id, audit.items[10:])
    assert progress_of(store.base(id), store.standing(id)) == []


def test_the_course_of_an_audit_ends_at_its_interval(store, id):
    audit = draw(store, id, "caption", 20, reviewer="Ana")
    answer(store, id, audit.items[:12])
    found = course(store.study(id), "caption")
    row = estimate(store.study(id), "caption")
    assert found["n"].tolist() == list(range(1, 13))
    assert found.iloc[-1][["estimate", "low", "high"]].tolist() == row[["estimate", "low", "high"]].tolist()
    assert found["low"].iloc[0] < found["low"].iloc[-1]


def test_two_people_cannot_draw_at_once(store, id, monkeypatch):
    study = store.study(id)
    before = Standing(event for answers in store.standing(id).answers.values() for event in answers)
    draw(store, id, "caption", 5, reviewer="Ana")
    monkeypatch.setattr(store, "study", lambda _: study)
    monkeypatch.setattr(store, "standing", lambda _: before)
    with pytest.raises(AnnoevalError, match="has just drawn"):
        draw(store, id, "caption", 5, reviewer="Ben")
