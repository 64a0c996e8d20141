"""What a decision changes is the same as computing agreement anew."""

from __future__ import annotations

import random

import numpy as np
import pytest

from annoeval.conclusions import resolve
from annoeval.rating_table import PEOPLE, ratings_table
from annoeval.review.effect import Effect
from annoeval.statistics.agreement.cohen import cohen

AI = {"f1": 0, "f2": 2, "f3": 1, "f4": 1, "f6": 2}


def anew(store, id):
    final = resolve(store.study(id), "caption").set_index("item_id")
    people = final.loc[final["source"].isin(PEOPLE), "value"].to_dict()
    both = [i for i in AI if i in people]
    table = np.zeros((3, 3))
    for i in both:
        table[AI[i], int(people[i])] += 1
    return cohen(table, "quadratic").kappa


def test_it_follows_decisions_undo_and_ties_as_a_computation_from_scratch_does(store, id, monkeypatch):
    monkeypatch.setattr("annoeval.review.effect.FEWEST", 2)
    running = Effect(store.base(id), "caption", store.standing(id))
    dice = random.Random(3)
    compared = 0
    for _ in range(60):
        who = dice.choice(("Ana", "Ben", "Cleo"))
        if dice.random() < 0.2:
            store.undo(id, who)
        else:
            kind = "decision" if dice.random() < 0.1 else "reviewer"
            store.decide(id, dice.choice(list(AI)), "caption", dice.choice((0, 1, 2)), reviewer=who, kind=kind)
        kappa = running.follow(store.standing(id))
        expected = anew(store, id)
        if kappa.n >= 2 and expected is not None:
            assert kappa.value == pytest.approx(expected, abs=1e-12)
            compared += 1
    assert compared > 30


def test_annotators_of_the_file_count_as_people(study):
    from annoeval.review.standing import Standing

    people = ratings_table(
        {"item_id": list(AI), "dimension": "caption", "rater": "Mia", "kind": "human", "value": list(AI.values())}
    )
    assert Effect(study.with_ratings(people), "caption", Standing()).kappa.value == pytest.approx(1)


def test_with_one_label_only_there_is_no_kappa(store, id):
    running = Effect(store.base(id), "caption", store.standing(id))
    store.decide(id, "f2", "caption", 2, reviewer="Ana")
    store.decide(id, "f6", "caption", 2, reviewer="Ana")
    kappa = running.follow(store.standing(id))
    assert (kappa.value, kappa.n) == (None, 2)
    assert kappa.reason == "2 items are too few for a coefficient"


def test_four_items_are_too_few_for_a_kappa(store, id):
    running = Effect(store.base(id), "caption", store.standing(id))
    for item, value in (("f1", 0), ("f2", 2), ("f3", 1), ("f4", 1)):
        store.decide(id, item, "caption", value, reviewer="Ana")
    assert running.follow(store.standing(id)).value is None
    store.decide(id, "f6", "caption", 2, reviewer="Ana")
    assert running.follow(store.standing(id)).value == pytest.approx(1)
