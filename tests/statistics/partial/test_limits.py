"""Limits from an audit of what the AI accepted."""

from math import comb

import numpy as np
import pytest

from annoeval.statistics.partial.anytime import anytime_limits
from annoeval.statistics.partial.kappa import kappa_bounds, kappa_limits
from annoeval.statistics.partial.levels import shortfall_limits
from annoeval.statistics.partial.limits import limits
from annoeval.statistics.partial.planning import audit_size
from annoeval.statistics.partial.stratum import Stratum


def exact_upper(N: int, n: int, x: int) -> int:
    """The largest M with P(X ≤ x) > 2.5 % when n of N are drawn and M are wrong: by adding up binomials."""
    return max(
        m
        for m in range(x, N - n + x + 1)
        if sum(comb(m, k) * comb(N - m, n - k) for k in range(x + 1)) / comb(N, n) > 0.025
    )


@pytest.mark.parametrize(("N", "n", "x"), [(30, 10, 0), (47, 15, 1), (100, 30, 3), (65, 64, 2), (12, 6, 6)])
def test_a_count_in_one_stratum_has_the_exact_hypergeometric_limits(N, n, x):
    found = limits([Stratum(N, n, x)], 1)
    assert found.high == exact_upper(N, n, x)
    assert found.low == N - exact_upper(N, n, n - x)


def test_where_everything_was_looked_at_the_interval_has_no_width():
    found = limits([Stratum(12, 12, 2, 3), Stratum(5, 5, 0, 1)], 2)
    assert (found.low, found.high, found.estimate) == (8, 8, 8.0)


def test_an_audit_without_errors_still_leaves_some_possible():
    found = limits([Stratum(100, 30)], 2)
    assert found.low == 0
    assert 2 * 3.69 / 30 * 100 > found.high > 0


def test_two_strata_audited_alike_are_limited_like_one_of_both():
    two = limits([Stratum(50, 10, 1), Stratum(50, 10, 0)], 1)
    one = limits([Stratum(100, 20, 1)], 1)
    assert abs(two.high - one.high) <= 1


def test_errors_mirrored_are_limits_mirrored():
    strata, right = [Stratum(40, 10, 3), Stratum(30, 8, 1)], [Stratum(40, 10, 7), Stratum(30, 8, 7)]
    wrong, whole = limits(strata, 1), limits(right, 1)
    assert (wrong.low, wrong.high) == (70 - whole.high, 70 - whole.low)


def test_more_audited_without_errors_is_never_wider():
    highs = [limits([Stratum(200, n)], 2).high for n in (5, 10, 20, 40, 80, 160, 200)]
    assert highs == sorted(highs, reverse=True)
    assert highs[-1] == 0


def test_a_stratum_nobody_looked_at_is_refused():
    with pytest.raises(ValueError, match="without an audited item"):
        limits([Stratum(10, 3), Stratum(4, 0)], 1)


def test_impossible_counts_are_refused():
    with pytest.raises(ValueError, match="no audit has these counts"):
        Stratum(10, 3, 2, 2)


@pytest.mark.parametrize(("zeros", "ones"), [(0, 0), (4, 6), (14, 0), (0, 14)])
def test_the_interval_holds_the_truth_in_19_of_20_audits(zeros, ones):
    rng = np.random.default_rng(7)
    truth, held = 2 * zeros + ones, 0
    for a, b, _ in rng.multivariate_hypergeometric([zeros, ones, 100 - zeros - ones], 30, size=300):
        found = limits([Stratum(100, 30, int(a), int(b))], 2)
        held += found.low <= truth <= found.high
    assert held / 300 >= 0.93


def test_looking_after_every_item_never_loses_the_truth_more_often_than_promised():
    rng, lost = np.random.default_rng(5), 0
    for _ in range(60):
        order = rng.permutation(np.r_[np.zeros(8, int), np.ones(4, int), np.full(68, 2)])
        for n in range(2, 60, 3):
            seen = order[:n]
            found = anytime_limits([Stratum(80, n, int((seen == 0).sum()), int((seen == 1).sum()))], 2)
            if not found.low <= 20 <= found.high:
                lost += 1
                break
    assert lost / 60 <= 0.1


def test_limits_at_any_time_before_looking_are_everything():
    found = anytime_limits([Stratum(20, 0)], 2)
    assert (found.low, found.high) == (0, 40)


KNOWN = [[20, 3, 1], [4, 25, 6]]


def test_kappa_of_a_whole_review_is_a_point():
    found = kappa_limits(KNOWN, [Stratum(30, 30, 1, 2)])
    assert found.low == found.high == pytest.approx(found.value)


@pytest.mark.parametrize("weights", ["quadratic", "linear"])
def test_the_limits_of_kappa_lie_within_what_the_unseen_allow(weights):
    found = kappa_limits(KNOWN, [Stratum(40, 12, 1, 1)], weights)
    bounds = kappa_bounds([*KNOWN, [1, 1, 10]], 28, weights)
    assert bounds.low <= found.low <= found.value <= found.high <= bounds.high


def test_bounds_of_kappa_hold_every_truth():
    bounds = kappa_bounds(KNOWN, 9)
    for a in range(10):
        for b in range(10 - a):
            k = kappa_limits(KNOWN, [Stratum(9, 9, a, b)]).value
            assert bounds.low - 1e-12 <= k <= bounds.high + 1e-12


def test_levels_put_together_are_no_narrower_than_the_three_step_limits():
    values = np.array([0.0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
    low, high, estimate = shortfall_limits([values], [60], 0.0, 2.0)
    best = limits([Stratum(60, 12, 1, 1)], 2)
    assert low <= best.low
    assert high >= best.high
    assert estimate == pytest.approx(best.estimate)


def test_a_plan_without_errors_needs_as_many_as_the_first_audit_that_is_narrow_enough():
    n = audit_size(100, 0.05, 1 / 200, errors=0.0)
    narrow = limits([Stratum(100, n)], 2)
    wide = limits([Stratum(100, n - 1)], 2)
    assert narrow.high / 200 / 2 <= 0.05 < wide.high / 200 / 2
