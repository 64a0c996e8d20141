"""Kendall's τ-b and its p are scipy's, counted here since importing scipy.stats takes a second."""

import numpy as np
import pytest
from scipy.stats import kendalltau

from annoeval.statistics.calibration.concordance import tau_b


@pytest.mark.parametrize("n", [3, 5, 10, 33, 34, 500])
@pytest.mark.parametrize("levels", [2, 3, 1000])
def test_tau_and_p_are_scipys(n, levels):
    rng = np.random.default_rng([n, levels])
    for part in (0.0, 0.7, 1.0):
        x = rng.integers(0, levels, n).astype(float)
        y = np.where(rng.random(n) < part, x, rng.integers(0, 7, n))
        if np.ptp(x) and np.ptp(y):
            expected = kendalltau(x, y)
            assert tau_b(x, y) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("n", [2, 5, 20, 33, 40, 170])
def test_without_ties_orders_are_counted_as_scipy_does(n):
    rng = np.random.default_rng(n)
    ascending = np.arange(n, dtype=float)
    swapped = ascending.copy()
    swapped[:2] = 1, 0
    for y in (ascending, -ascending, swapped, -swapped, rng.permutation(n).astype(float)):
        expected = kendalltau(ascending, y)
        assert tau_b(ascending, y) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9, abs=1e-300)


def test_kendalls_example_of_ties():
    """Ten ranks with ties on both sides, S = 33, τ-b = 0.859 (Kendall 1970, Rank Correlation Methods, p. 35)."""
    x = np.array([1, 2.5, 2.5, 4.5, 4.5, 6.5, 6.5, 8, 9.5, 9.5])
    y = np.array([1, 2, 4.5, 4.5, 4.5, 4.5, 8, 8, 8, 10])
    assert tau_b(x, y)[0] == pytest.approx(0.859, abs=5e-4)


def test_sides_may_be_changed():
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 100, 300).astype(float), rng.integers(0, 4, 300).astype(float)
    assert tau_b(x, y) == tau_b(y, x)
