"""The chance level of a pairing: what shuffled guesses would score."""

import numpy as np
import pytest

from annoeval.statistics.comparison.pairing import chance


def test_four_distinct_right_pairs_are_one_order_in_twenty_four():
    found = chance([np.eye(4)])
    assert found.exact
    assert found.p == pytest.approx(1 / 24)
    assert (found.observed, found.expected) == (1.0, 0.25)


def test_groups_are_shuffled_apart():
    found = chance([np.eye(2), np.eye(3)])
    assert found.p == pytest.approx(1 / (2 * 6))
    assert found.expected == pytest.approx((1 + 1) / 5)


def test_a_score_that_any_pairing_gives_is_not_above_chance():
    assert chance([np.ones((4, 4))]).p == 1.0


def test_random_shuffles_agree_with_counting_all():
    rng = np.random.default_rng(4)
    table = rng.integers(0, 3, (8, 8)) / 2
    exact = chance([table])
    from annoeval.statistics.comparison import pairing

    sums = pairing._random([table], 40_000, 1)
    every = pairing._every([table])
    assert sums.mean() == pytest.approx(every.mean(), abs=0.03)
    assert sums.std() == pytest.approx(every.std(), rel=0.03)
    assert (sums >= np.trace(table)).mean() == pytest.approx(exact.p, abs=0.02)


def test_p_of_random_shuffles_is_never_zero_and_repeats_with_its_seed():
    table = np.eye(40)
    first, second = chance([table], draws=500), chance([table], draws=500)
    assert first.p == 1 / 501
    assert (first.low, first.high, first.p) == (second.low, second.high, second.p)
    assert "seed 0" in first.method


def test_scores_that_are_no_simple_fractions_are_shuffled_as_they_are():
    rng = np.random.default_rng(0)
    table = rng.random((30, 30))
    found = chance([table], draws=2000)
    assert found.expected == pytest.approx(table.mean())
    assert found.low < found.expected < found.high


def test_every_order_is_equally_likely():
    from annoeval.statistics.comparison import pairing

    orders = pairing._orders(np.random.default_rng(1), 30_000, 3)
    _, counts = np.unique(orders, axis=0, return_counts=True)
    assert len(counts) == 6
    assert counts == pytest.approx([5000] * 6, abs=300)


def test_one_trial_a_group_has_no_chance_level_to_test():
    found = chance([np.ones((1, 1)), np.zeros((1, 1))])
    assert (found.observed, found.p) == (0.5, None)
    assert found.reason
    assert chance([]).reason == "there is no trial"
