"""Who leads: means, ranks and differences of models on shared documents."""

import numpy as np
import pytest

from annoeval.statistics.comparison.leaderboard import differences, indistinct, standings
from annoeval.statistics.comparison.permutation import paired_permutation_interval


def test_means_spread_and_ranks_by_hand():
    values = np.array([[1.0, 0.0], [0.5, 0.5], [0.6, 0.1]])
    first, second = standings(values)
    assert (first.n, first.mean, first.sd) == (3, pytest.approx(0.7), pytest.approx(0.26457513))
    assert (first.rank, second.rank) == (1, 2)
    assert first.low <= first.mean <= first.high


def test_equal_models_share_their_rank():
    a, b = standings(np.array([[0.2, 0.2], [0.9, 0.9], [0.5, 0.5]]))
    assert a.rank == b.rank == 1.5
    assert (a.rank_low, a.rank_high) == (1, 2)


def test_ranks_of_close_models_have_wide_intervals_and_of_a_clear_leader_none():
    rng = np.random.default_rng(3)
    noise = rng.normal(0, 0.2, (60, 2))
    values = np.column_stack([0.9 + 0.02 * rng.random(60), 0.5 + noise])
    lead, b, c = standings(values)
    assert (lead.rank_low, lead.rank_high) == (1, 1)
    assert (b.rank_low, b.rank_high) == (c.rank_low, c.rank_high) == (2, 3)


def test_scores_without_spread_have_no_interval():
    (one,) = standings(np.array([[1.0], [1.0], [1.0]]))
    assert one.low is None
    assert "equal" in one.reason
    (none,) = standings(np.full((2, 1), np.nan))
    assert (none.n, none.mean, none.reason) == (0, None, "no document is scored")


def test_a_consistent_difference_is_found_and_adjusted_over_all_pairs():
    rng = np.random.default_rng(1)
    base = rng.random(30)
    values = np.column_stack([base + 0.3, base + rng.normal(0, 0.02, 30), base])
    pairs = {(d.a, d.b): d for d in differences(values)}
    assert pairs[0, 1].p_adjusted < 0.001
    assert pairs[1, 2].p_adjusted >= pairs[1, 2].p
    assert pairs[0, 2].estimate == pytest.approx(0.3)
    assert indistinct(range(3), list(pairs.values()), leader=0) == []
    assert indistinct(range(3), list(pairs.values()), leader=1) == [2]


def test_five_pairs_give_the_exact_permutation_p():
    values = np.array([[0.9, 0.5], [0.8, 0.5], [0.7, 0.5], [0.9, 0.6], [0.8, 0.4]])
    (d,) = differences(values)
    assert d.p == pytest.approx(2 / 32)


def test_models_without_shared_documents_are_not_compared():
    (d,) = differences(np.array([[1.0, np.nan], [np.nan, 1.0]]))
    assert d.p is None
    assert d.reason == "no document is scored for both"


def test_the_interval_of_a_mean_over_many_documents_is_that_of_t():
    rng = np.random.default_rng(2)
    values = rng.random((6000, 1))
    (many,) = standings(values)
    half = 1.96 * values.std() / np.sqrt(6000)
    assert many.high - many.low == pytest.approx(2 * half, rel=0.08)
    assert many.method == "t"


def test_five_documents_have_the_interval_of_t_which_a_percentile_bootstrap_falls_short_of():
    (place,) = standings(np.array([[1.0], [2], [3], [4], [5]]))
    half = 2.7764451 * 2.5**0.5 / 5**0.5  # t with 4 degrees of freedom
    assert (place.low, place.high) == pytest.approx((3 - half, 3 + half))


def test_a_difference_has_the_limits_that_its_own_test_would_not_reject():
    values = np.random.default_rng(3).random((40, 2))
    (pair,) = differences(values)
    limits = paired_permutation_interval(values[:, 0], values[:, 1])
    assert (pair.low, pair.high) == (limits.low, limits.high)
    (few,) = differences(values[:5])
    assert (few.low, few.high) == (None, None)
    assert "32 arrangements" in few.reason


def test_of_many_models_each_is_compared_with_the_first():
    found = differences(np.random.default_rng(4).random((8, 21)))
    assert [(d.a, d.b) for d in found] == [(0, b) for b in range(1, 21)]


def test_documents_of_four_collections_have_means_and_no_limits():
    values = np.random.default_rng(0).random((12, 2))
    first, _ = standings(values, clusters=np.arange(12) % 4)
    assert first.low is None
    assert first.rank_low is None
    assert "at least 5 clusters" in first.reason
    (pair,) = differences(values, clusters=np.arange(12) % 4)
    assert pair.p is None


def test_whole_collections_are_drawn():
    values = np.random.default_rng(0).random((10, 2))
    copied = standings(np.repeat(values, 5, axis=0), clusters=np.repeat(np.arange(10), 5))
    for one, five in zip(standings(values), copied, strict=True):
        assert (five.low, five.high, five.rank_low) == pytest.approx((one.low, one.high, one.rank_low))
