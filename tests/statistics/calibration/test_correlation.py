"""Correlations with intervals."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.calibration.correlation import kendall, over_clusters, pearson, spearman

# Anscombe's first quartet (1973): r = 0.81642 by construction
ANSCOMBE_X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
ANSCOMBE_Y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]


def test_anscombes_first_set():
    r = pearson(ANSCOMBE_X, ANSCOMBE_Y)
    assert r.estimate == pytest.approx(0.81642, abs=5e-6)
    assert r.p == pytest.approx(0.00217, abs=5e-6)
    assert (r.low, r.high) == pytest.approx((0.4244, 0.9507), abs=5e-5)


def test_spearman_and_kendall_see_order_only():
    assert spearman(ANSCOMBE_X, ANSCOMBE_Y).estimate == pytest.approx(0.818182, abs=1e-6)
    assert spearman(np.exp(ANSCOMBE_X), ANSCOMBE_Y).estimate == pytest.approx(0.818182, abs=1e-6)
    assert kendall(ANSCOMBE_X, ANSCOMBE_Y).estimate == pytest.approx(0.636364, abs=1e-6)


def test_rows_with_a_missing_side_are_left_out():
    assert pearson([1, 2, 3, 4, None], [2, 1, 4, 3, 9]).n_a == 4


@pytest.mark.parametrize("method", [pearson, spearman, kendall])
def test_what_does_not_vary_or_is_too_little_has_no_correlation(method):
    flat = method([1, 1, 1, 1], [1, 2, 3, 4])
    assert flat.estimate is None
    assert "does not vary" in flat.reason
    assert "three pairs" in method([1, 2], [2, 1]).reason
    assert method([], []).estimate is None


@pytest.mark.parametrize("method", [pearson, spearman])
def test_a_perfect_line_has_r_one(method):
    assert method([1, 2, 3, 4, 5], [2, 4, 6, 8, 10]).estimate == pytest.approx(1)
    assert method([1, 2, 3, 4, 5], [5, 4, 3, 2, 1]).estimate == pytest.approx(-1)


pairs = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=5, max_size=40)


@settings(max_examples=60, deadline=None)
@given(pairs, st.floats(0.5, 90), st.floats(-10, 10))
def test_scale_and_origin_do_not_matter(points, scale, origin):
    x, y = np.array(points, dtype=float).T
    for method in (pearson, spearman, kendall):
        plain, moved = method(x, y), method(x * scale + origin, y)
        if plain.estimate is None:
            assert moved.estimate is None
            continue
        assert plain.estimate == pytest.approx(moved.estimate, abs=1e-9)
        assert -1 <= plain.estimate <= 1
        if plain.low is not None:
            assert plain.low - 1e-9 <= plain.estimate <= plain.high + 1e-9


def test_pearsons_interval_covers():
    rng = np.random.default_rng(11)
    inside = 0
    for _ in range(800):
        x = rng.normal(size=30)
        r = pearson(x, 0.6 * x + 0.8 * rng.normal(size=30))
        inside += r.low <= 0.6 <= r.high
    assert 0.93 <= inside / 800 <= 0.97


def test_copies_of_pairs_do_not_shorten_the_interval_of_a_correlation():
    rng = np.random.default_rng(2)
    x = rng.normal(size=20)
    y = x + rng.normal(size=20)
    for method in ("pearson", "spearman", "kendall"):
        once = over_clusters(x, y, np.arange(20), method)
        copied = over_clusters(np.repeat(x, 4), np.repeat(y, 4), np.repeat(np.arange(20), 4), method)
        assert copied.estimate == pytest.approx(once.estimate, abs=0.05)  # τ-b counts the copies as ties
        assert copied.high - copied.low == pytest.approx(once.high - once.low, rel=0.1)
        assert copied.method == "jackknife over 20 clusters, t on Fisher's z"


def test_a_correlation_within_four_clusters_has_no_interval():
    found = over_clusters([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], [1, 1, 2, 3, 4], "spearman")
    assert found.estimate == pytest.approx(0.8)
    assert (found.low, found.p) == (None, None)
    assert found.reason == "an interval needs at least 5 clusters, and there are 4"
