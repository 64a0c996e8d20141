"""Means of values that hang together: with each value its own cluster they are Student's and Welch's, and what copies
of a value add is nothing."""

import numpy as np
import pytest

from annoeval.statistics.clustered import cluster_means, codes_of
from annoeval.statistics.comparison.two_groups import welch
from annoeval.statistics.means import clustered_share, mean_interval

RNG = np.random.default_rng(3)
X, Y = RNG.normal(size=9), 3 * RNG.normal(size=14) + 1


def test_with_each_value_its_own_cluster_a_difference_is_welchs():
    groups = np.repeat([0, 1], [9, 14])
    estimate, se, df = cluster_means(np.concatenate([X, Y]), np.arange(23), groups).contrast([1, -1])
    known = welch(X, Y)
    assert (estimate, se, df) == pytest.approx((known.estimate, known.se, known.df))


def test_with_each_value_its_own_cluster_a_mean_is_students():
    assert mean_interval(X, clusters=np.arange(9)).low == pytest.approx(mean_interval(X).low)
    assert mean_interval(X, clusters=np.arange(9)).high == pytest.approx(mean_interval(X).high)


def test_equal_values_in_a_cluster_tell_no_more_than_one_of_them():
    six = mean_interval(np.repeat(X, 6), clusters=np.repeat(np.arange(9), 6))
    assert six.low == pytest.approx(mean_interval(X).low)
    assert six.method == "t over 9 clusters"


def test_equally_large_clusters_have_as_many_degrees_of_freedom_as_there_are_less_one():
    _, _, df = cluster_means(RNG.normal(size=30), np.arange(30) % 6).contrast([1.0])
    assert df == pytest.approx(5)


def test_two_groups_are_compared_at_once_as_by_welch():
    groups = np.repeat([0, 1], [9, 14])
    found = cluster_means(np.concatenate([X, Y]), np.arange(23), groups).wald()
    known = welch(X, Y)
    assert found is not None
    f, df, rest = found
    assert (f, df, rest) == pytest.approx((known.statistic**2, 1, known.df))


def test_below_five_clusters_there_is_no_interval_and_the_reason_says_so():
    found = mean_interval(X[:8], clusters=np.arange(8) % 4)
    assert found.low is None
    assert found.reason == "an interval needs at least 5 clusters, and there are 4"
    assert clustered_share(np.ones(8), np.arange(8) % 4).low is None


def test_where_all_agree_the_clusters_count_and_not_the_items():
    found = clustered_share(np.ones(60), np.arange(60) % 6)
    assert (found.low, found.high) == pytest.approx((0.025 ** (1 / 6), 1.0))  # Clopper & Pearson, 6 of 6
    assert found.method == "Korn–Graubard over 6 clusters"


def test_a_value_without_a_cluster_is_one_of_its_own():
    assert codes_of(np.array(["a", None, "a", None], dtype=object)).tolist() == [0, 1, 0, 2]


def test_a_mean_on_a_bounded_scale_has_limits_within_it():
    found = mean_interval(np.array([2, 2, 2, 2, 1.0]), bounds=(0, 2))
    assert 0 <= found.low < 1.8 < found.high <= 2
    assert "bounded" in found.method


def test_a_bounded_mean_in_the_middle_of_many_values_has_students_interval():
    many = RNG.random(4000)
    bounded, free = mean_interval(many, bounds=(0, 1)), mean_interval(many)
    assert (bounded.low, bounded.high) == pytest.approx((free.low, free.high), abs=3e-4)
