"""Tests by whole clusters: what copies add is nothing, and few clusters are refused."""

from math import comb

import numpy as np
import pytest

from annoeval.statistics.comparison.over_clusters import (
    clustered_anova,
    clustered_differences,
    clustered_paired_permutation,
    clustered_paired_t,
    clustered_permutation,
    clustered_welch,
)
from annoeval.statistics.comparison.paired import paired_t
from annoeval.statistics.comparison.permutation import paired_permutation_test, permutation_test
from annoeval.statistics.comparison.two_groups import welch

RNG = np.random.default_rng(5)
X, Y = RNG.normal(size=6), RNG.normal(size=6) + 1
OF = np.repeat(np.arange(6), 4)


def test_copies_of_values_change_neither_t_nor_permutation():
    x, y = np.repeat(X, 4), np.repeat(Y, 4)
    assert clustered_welch(x, y, OF, OF + 6).p == pytest.approx(welch(X, Y).p)
    assert clustered_permutation(x, y, OF, OF + 6).p == pytest.approx(permutation_test(X, Y).p)
    assert clustered_paired_t(x, y, OF).p == pytest.approx(paired_t(X, Y).p)
    assert clustered_paired_permutation(x, y, OF).p == pytest.approx(paired_permutation_test(X, Y).p)


def test_five_clusters_that_lie_wholly_apart_have_the_least_p_that_252_arrangements_can_give():
    found = clustered_permutation([2.0] * 10, [1.0] * 10, np.arange(10) % 5, 5 + np.arange(10) % 5)
    assert found.p == pytest.approx(2 / comb(10, 5))
    assert "10 whole clusters" in found.method


def test_below_five_clusters_in_a_group_nothing_is_tested():
    for found in (
        clustered_welch(X, Y, np.arange(6) % 4, 4 + np.arange(6)),
        clustered_permutation(X, Y, np.arange(6) % 4, 4 + np.arange(6)),
        clustered_paired_t(X, Y, np.arange(6) % 4),
        clustered_paired_permutation(X, Y, np.arange(6) % 4),
        clustered_differences((X - Y)[:, None], np.arange(6) % 4, "hotelling"),
        clustered_anova([X, Y], [np.arange(6) % 4, 4 + np.arange(6)]),
    ):
        assert found.p is None
        assert found.low is None
        assert "at least 5 clusters, and there are 4" in found.reason


def test_clusters_of_both_groups_are_not_dealt_out_whole_but_have_t():
    both = np.arange(6)
    assert "values of both groups" in clustered_permutation(X, Y, both, both).reason
    assert clustered_welch(X, Y, both, both).p is not None


def test_pairs_by_t_and_clusters_that_hold_both_sides_come_to_the_same_error():
    x, y = np.repeat(X, 4), np.repeat(Y, 4)
    assert clustered_welch(x, y, OF, OF).se == pytest.approx(clustered_paired_t(x, y, OF).se)


def test_one_difference_by_hotelling_is_the_paired_t():
    found = clustered_differences((X - Y)[:, None], np.arange(6), "hotelling")
    assert found.p == pytest.approx(paired_t(X, Y).p)


def test_values_and_clusters_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="each value has a cluster"):
        clustered_welch(X, Y, OF, OF)
    with pytest.raises(ValueError, match="equally many"):
        clustered_paired_t(X, Y, OF)


def test_missing_values_take_their_clusters_with_them():
    x = np.append(X, np.nan)
    whole, less = (
        clustered_welch(x, Y, np.arange(7), 7 + np.arange(6)),
        clustered_welch(X, Y, np.arange(6), 7 + np.arange(6)),
    )
    assert whole.p == pytest.approx(less.p)
