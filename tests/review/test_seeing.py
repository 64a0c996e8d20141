"""What seeing the AI's score does to people's answers, told from items of which it was hidden at random."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annoeval.review import rubric
from annoeval.review.hidden import hidden_from
from annoeval.review.rubric import Rubric
from annoeval.review.seeing import _difference, effects_of_seeing, words


def test_who_sees_what_follows_from_seed_person_and_item_alone():
    rules = Rubric(hidden_share=0.3, seed=4)
    drawn = [i for i in range(2000) if rules.hides("s", "Ana", f"f{i}")]
    assert 0.27 < len(drawn) / 2000 < 0.33
    assert drawn == [i for i in range(2000) if replace(rules, version=7).hides("s", "Ana", f"f{i}")]
    for other in (replace(rules, seed=5).hides, lambda s, p, i: rules.hides(s, "Ben", i)):
        assert drawn != [i for i in range(2000) if other("s", "Ana", f"f{i}")]
    assert not any(Rubric().hides("s", "Ana", f"f{i}") for i in range(50))


def test_what_is_hidden_at_random_is_hidden_in_tables_and_downloads_too(store, id):
    assert not hidden_from(store, id, "Ana")
    rubric.edit(store.database, id, replace(rubric.of(store.database, id), hidden_share=1.0), "Ana")
    assert hidden_from(store, id, "Ana").hides("f1", "caption")
    store.decide(id, "f1", "caption", 1, reviewer="Ana")
    assert not hidden_from(store, id, "Ana").hides("f1", "caption")


def test_the_difference_of_means_and_its_limits_are_those_of_a_hand_worked_example():
    # 20 items each: hidden 10 at distance 1 and 10 at 0; shown 5 at 1 and 15 at 0
    answers = [(f"h{n}", True, float(n < 10)) for n in range(20)] + [(f"s{n}", False, float(n < 5)) for n in range(20)]
    found = _difference("caption", answers, 2.0)
    # sandwich: sum of squared residuals 20 · 0.25 / 20² + 3.75 / 20², times 40 / 39; t(39) = 2.0227
    half = 2.0227 * ((5 + 3.75) / 400 * 40 / 39) ** 0.5
    assert found.difference == pytest.approx(0.25)
    assert (found.low, found.high) == pytest.approx((0.25 - half, 0.25 + half), abs=1e-4)
    assert (found.shown, found.hidden) == (20, 20)


def test_several_answers_to_one_item_count_as_one_cluster():
    few = [(f"h{n}", True, float(n < 10)) for n in range(20)] + [(f"s{n}", False, float(n < 5)) for n in range(20)]
    twice = _difference("caption", [*few, *few], 2.0)
    once = _difference("caption", few, 2.0)
    assert twice.difference == once.difference
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high))  # no surer than with each answer once


def test_no_limit_is_beyond_what_a_difference_can_be():
    hidden = [(f"i{n % 3}", True, float(n % 3 > 0)) for n in range(30)]  # three items alone: t is wide
    shown = [(f"i{n % 3}", False, float(n % 3 == 1)) for n in range(30)]
    found = _difference("label", [*hidden, *shown], 1.0)
    assert (found.low, found.high) == (pytest.approx(-1.0), 1.0)
    assert found.difference == pytest.approx(1 / 3)


def test_too_few_answers_have_no_difference_but_a_reason(study):
    found = _difference("caption", [("f1", True, 0.0), ("f2", False, 1.0)], 2.0)
    assert found.difference is None
    assert "can't be said yet: 1 answers with the AI's score and 1 without; 20 of each" in words(found, study)


def test_only_first_answers_to_items_that_chance_could_hide_count(store, id):
    assert effects_of_seeing(store, id) == []
    rubric.edit(store.database, id, replace(rubric.of(store.database, id), hidden_share=0.5), "Ana")
    rules = rubric.of(store.database, id)
    for item in store.base(id).items.index:
        hidden = rules.hides(id, "Ana", item)
        store.decide(id, item, "caption", 1, reviewer="Ana", visible=() if hidden else ("ai", "others"))
        store.decide(id, item, "caption", 2, reviewer="Ana", visible=("ai", "others"))
        store.decide(id, item, "caption", 0, reviewer="Ben")  # an audit hid the score of what chance would have shown
    (found,) = effects_of_seeing(store, id)
    scored = list(store.base(id).items.index)
    ben = sum(rules.hides(id, "Ben", i) for i in scored)
    assert found.shown + found.hidden <= len(scored) + ben
    assert found.difference is None
