"""Do two measurements of the same things differ? The paired t test and the sign test."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any

import numpy as np

from annoeval.statistics.comparison.two_groups import ALTERNATIVES, Alternative, t_outcome
from annoeval.statistics.outcome import Outcome, complete_pairs, one_of


def paired_t(
    a: Iterable[Any], b: Iterable[Any], *, alternative: Alternative = "two-sided", level: float = 0.95
) -> Outcome:
    """The paired t test: mean of a − b over the pairs, its interval and p.

    a, b: equally long; pairs with a missing side are left out. Undefined with fewer than two pairs, or when all
    differences are equal. Source: Student (1908), Biometrika 6.
    """
    one_of(alternative, ALTERNATIVES, "alternative")
    x, y = complete_pairs(a, b)
    n = len(x)
    if not n:
        return Outcome("paired_t", 0, 0, reason="no item has both values", level=level)
    d = x - y
    mean = float(d.mean())
    if n < 2:
        return Outcome("paired_t", 1, 1, mean, reason="a t test needs at least two pairs; there is one", level=level)
    if float(np.ptp(d)) <= 1e-12 * max(1e-300, float(np.abs(np.append(x, y)).max())):
        reason = "the differences do not vary, so a t test has no standard error to compare them with"
        return Outcome("paired_t", n, n, mean, reason=reason, level=level)
    return t_outcome("paired_t", n, n, mean, float(d.std(ddof=1)) / sqrt(n), n - 1.0, alternative, level)


def sign_test(
    a: Iterable[Any], b: Iterable[Any], *, alternative: Alternative = "two-sided", level: float = 0.95
) -> Outcome:
    """The sign test: of the pairs that differ, is a the larger more often than half the time?

    `statistic` counts the pairs in which a is the larger; `estimate` is their share among the pairs that differ, with
    the Clopper–Pearson interval. p is exact; without a pair that differs it is 1 and there is no share.
    Source: Arbuthnott (1710); Dixon & Mood (1946), JASA 41.
    """
    from scipy.special import bdtr

    from annoeval.statistics.intervals import share_interval

    one_of(alternative, ALTERNATIVES, "alternative")
    x, y = complete_pairs(a, b)
    n = len(x)
    if not n:
        return Outcome("sign", 0, 0, reason="no item has both values", level=level)
    larger, smaller = int((x > y).sum()), int((x < y).sum())
    m = larger + smaller
    how = f"exact binomial over the {m:,} pairs that differ"
    if not m:
        reason = "no pair differs, so there is no share of pairs in which one is the larger"
        return Outcome("sign", n, n, statistic=0.0, p=1.0, method=how, reason=reason, level=level)
    below, above = float(bdtr(larger, m, 0.5)), float(bdtr(smaller, m, 0.5))
    p = {"less": below, "greater": above, "two-sided": min(1.0, 2 * min(below, above))}[alternative]
    ends = share_interval(larger, m, level)
    return Outcome("sign", n, n, larger / m, ends.low, ends.high, float(larger), p=p, method=how, level=level)
