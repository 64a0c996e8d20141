"""Small audits worked out by listing everything that can happen."""

from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from annoeval.statistics.partial.kappa import kappa_limits, kappa_of
from annoeval.statistics.partial.limits import Chance, limits
from annoeval.statistics.partial.stratum import Stratum, profile
from annoeval.statistics.partial.truths import Truths

KNOWN = [[6, 1, 0], [1, 5, 1]]


def truths_of(N):
    """Every (zeros, ones) that N items can hold."""
    return [(a, b) for a in range(N + 1) for b in range(N + 1 - a)]


@cache
def chance(N, n, m0, m1, x0, x1):
    """P(x0 zeros and x1 ones among n of N), in binomials."""
    rest = n - x0 - x1
    if rest < 0:
        return 0.0
    return comb(m0, x0) * comb(m1, x1) * comb(N - m0 - m1, rest) / comb(N, n)


def audits(strata):
    """Every outcome of audits of (N, n)."""
    return product(*(truths_of(n) for _, n in strata))


@pytest.mark.parametrize("v", [1, 2, 3, 4])
@pytest.mark.parametrize(("N", "n", "x0", "x1"), [(9, 4, 1, 1), (7, 6, 0, 2), (8, 3, 0, 0), (6, 6, 1, 2), (5, 4, 2, 0)])
def test_a_profile_holds_the_best_pair_of_every_total(v, N, n, x0, x1):
    if v == 1:
        x1 = 0
    best = {}
    for m0, m1 in truths_of(N):
        p = chance(N, n, m0, m1, x0, x1)
        if p and not (v == 1 and m1):
            best[v * m0 + m1] = max(best.get(v * m0 + m1, 0), p)
    found = profile(Stratum(N, n, x0, x1), v)
    for k, (a, b, ln) in enumerate(zip(found.m0, found.m1, found.likelihood, strict=True)):
        total = found.start + k
        assert np.exp(ln) == pytest.approx(chance(N, n, int(a), int(b), x0, x1))
        if total in best:
            assert v * a + b == total
            assert np.exp(ln) == pytest.approx(best[total])
        else:  # no pair has this total: that of the one below stands
            assert v * a + b < total


@pytest.mark.parametrize(
    "strata", [[Stratum(7, 3, 1, 1), Stratum(5, 2, 0, 1)], [Stratum(6, 2, 0, 0), Stratum(6, 4, 1, 0)]]
)
@pytest.mark.parametrize("v", [1, 2])
def test_the_joint_truth_of_a_total_is_nearly_the_best_and_never_above_the_bound(strata, v):
    if v == 1:
        strata = [Stratum(s.N, s.n, s.x0) for s in strata]
    best = {}
    for pairs in product(*(truths_of(s.N) for s in strata)):
        if v == 1 and any(b for _, b in pairs):
            continue
        p = np.prod([chance(s.N, s.n, *m, s.x0, s.x1) for s, m in zip(strata, pairs, strict=True)])
        total = sum(v * a + b for a, b in pairs)
        best[total] = max(best.get(total, 0), p)
    truths = Truths(strata, v)
    bound = np.exp(truths.log_likelihoods())
    for total in range(truths.low, truths.high + 1):
        pairs = truths.most_likely(total)
        assert sum(v * a + b for a, b in pairs) == total
        own = np.prod([chance(s.N, s.n, *m, s.x0, s.x1) for s, m in zip(strata, pairs, strict=True)])
        assert own <= best[total] * (1 + 1e-9) <= bound[total - truths.low] * (1 + 1e-8)
        assert own >= 0.5 * best[total]  # within a pooled block the path goes through neighbours of the best


@pytest.mark.parametrize("v", [1, 2, 4])
@pytest.mark.parametrize("sizes", [((7, 3), (5, 2)), ((8, 4), (6, 3)), ((6, 2), (4, 3))])
def test_the_chance_of_an_outcome_as_extreme_is_exact_or_on_the_safe_side(sizes, v):
    rng = np.random.default_rng(v)
    for _ in range(6):
        seen, truth = [], []
        for N, n in sizes:
            m0 = int(rng.integers(0, N // 2 + 1))
            m1 = int(rng.integers(0, N - m0 + 1)) if v > 1 else 0
            x0, x1, _ = rng.multivariate_hypergeometric([m0, m1, N - m0 - m1], n)
            seen.append(Stratum(N, n, int(x0), int(x1)))
            truth.append((m0, m1))
        value = lambda x: sum(N / n * (v * a + b) for (N, n), (a, b) in zip(sizes, x, strict=True))  # noqa: E731
        s = value([(t.x0, t.x1) for t in seen])
        below = above = 0.0
        for x in audits(sizes):
            p = np.prod([chance(N, n, *m, *y) for (N, n), m, y in zip(sizes, truth, x, strict=True)])
            below += p * (value(x) <= s + 1e-9)
            above += p * (value(x) >= s - 1e-9)
        found = Chance(seen, v)
        equal = sizes[0][0] * sizes[1][1] == sizes[1][0] * sizes[0][1]
        for exact, ours in ((below, found.tail(truth, True)), (above, found.tail(truth, False))):
            assert ours >= exact - 1e-9
            assert ours == pytest.approx(exact, abs=1e-9 if equal else 0.05)


def covered(sizes, pairs, hold):
    """The exact chance that an interval holds the truth of `pairs`."""
    return sum(
        np.prod([chance(N, n, *m, *y) for (N, n), m, y in zip(sizes, pairs, x, strict=True)])
        for x in audits(sizes)
        if all(chance(N, n, *m, *y) for (N, n), m, y in zip(sizes, pairs, x, strict=True)) and hold(x)
    )


@pytest.mark.parametrize("v", [1, 2])
@pytest.mark.parametrize("sizes", [((12, 5),), ((9, 7),), ((6, 3), (4, 2)), ((5, 2), (5, 3))])
def test_every_truth_of_a_small_file_is_held_with_the_chance_promised(sizes, v):
    @cache
    def interval(x):
        return limits([Stratum(N, n, *y) for (N, n), y in zip(sizes, x, strict=True)], v)

    for pairs in product(*(truths_of(N) for N, _ in sizes)):
        if v == 1 and any(b for _, b in pairs):
            continue  # a count has one kind of errors
        total = sum(v * a + b for a, b in pairs)
        assert covered(sizes, pairs, lambda x: interval(x).low <= total <= interval(x).high) >= 0.95  # noqa: B023


@pytest.mark.parametrize("sizes", [((12, 5),), ((6, 3), (4, 2))])
def test_kappa_is_held_for_nearly_every_truth_of_a_small_file(sizes):
    @cache
    def interval(x):
        return kappa_limits(KNOWN, [Stratum(N, n, *y) for (N, n), y in zip(sizes, x, strict=True)])

    table = np.array([*KNOWN, [0, 0, 0]])
    found = []
    for pairs in product(*(truths_of(N) for N, _ in sizes)):
        m0, m1 = (np.array([sum(p[i] for p in pairs)]) for i in (0, 1))
        true = kappa_of(table, m0, m1, sum(N for N, _ in sizes), "quadratic")[0]
        hold = lambda x: interval(x).low - 1e-9 <= true <= interval(x).high + 1e-9  # noqa: B023, E731
        found.append(covered(sizes, pairs, hold))
    assert np.mean(np.array(found) >= 0.93) > 0.9


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("v", [1, 2])
def test_limits_are_the_outermost_totals_that_are_kept(v, seed):
    rng, strata = np.random.default_rng(seed), []
    for _ in range(1 + seed % 3):
        n = int(rng.integers(2, 12))
        x0, x1 = rng.multinomial(n, (0.1, 0.2, 0.7))[:2].tolist()
        strata.append(Stratum(n + int(rng.integers(0, 20)), n, x0, x1 if v == 2 else 0))
    truths, tail = Truths(strata, v), Chance(strata, v).tail
    totals = range(truths.low, truths.high + 1)
    tried = {t: (truths.most_likely(t), truths.one_rate(t)) for t in totals}
    found = limits(strata, v)
    assert found.low == min(t for t in totals if max(tail(m, False) for m in tried[t]) > 0.025)
    assert found.high == max(t for t in totals if max(tail(m, True) for m in tried[t]) > 0.025)
