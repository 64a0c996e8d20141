"""Do two independent groups differ? Student's and Welch's t, and the Mann–Whitney U test."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any, Literal

import numpy as np

from annoeval.statistics.comparison.arrangements import grid_sums
from annoeval.statistics.comparison.effects import delta_of_counts
from annoeval.statistics.outcome import Array, Outcome, constant, one_of, present
from annoeval.statistics.ranks import joint_counts, middle_ranks

Alternative = Literal["two-sided", "less", "greater"]
ALTERNATIVES = ("two-sided", "less", "greater")
_SMALL = 40  # values up to which the arrangements of tied ranks are counted


def student(
    a: Iterable[Any], b: Iterable[Any], *, alternative: Alternative = "two-sided", level: float = 0.95
) -> Outcome:
    """Student's t test of two means, equal variances assumed: mean(a) − mean(b), its interval and p.

    a, b: values of each group; missing ones are left out. Undefined with one value only or without variation.
    Source: Student (1908), Biometrika 6; pooled variance, df = n_a + n_b − 2.
    """
    return _t_test(present(a), present(b), "student", alternative, level)


def welch(
    a: Iterable[Any], b: Iterable[Any], *, alternative: Alternative = "two-sided", level: float = 0.95
) -> Outcome:
    """Welch's t test of two means, variances free: mean(a) − mean(b), its interval and p.

    Undefined with fewer than two values in a group or without variation in both.
    Source: Welch (1947), Biometrika 34; df by Satterthwaite.
    """
    return _t_test(present(a), present(b), "welch", alternative, level)


def _t_test(x: Array, y: Array, test: str, alternative: Alternative, level: float) -> Outcome:
    one_of(alternative, ALTERNATIVES, "alternative")
    n, m = len(x), len(y)
    difference = float(x.mean() - y.mean()) if n and m else None
    few = n < 2 or m < 2 if test == "welch" else min(n, m) < 1 or n + m < 3
    if difference is None:
        return Outcome(test, n, m, reason="a group holds no value", level=level)
    if few or min(n, m) < 2:
        reason = f"a t test needs at least two values per group; there are {n} and {m}"
        return Outcome(test, n, m, difference, reason=reason, level=level)
    if constant(x) and constant(y):
        reason = "neither group varies, so a t test has no standard error to compare the difference with"
        return Outcome(test, n, m, _clean(difference, x, y), reason=reason, level=level)
    vx, vy = float(x.var(ddof=1)), float(y.var(ddof=1))
    if test == "student":
        df = float(n + m - 2)
        se = sqrt(((n - 1) * vx + (m - 1) * vy) / df * (1 / n + 1 / m))
    else:
        qx, qy = vx / n, vy / m
        se = sqrt(qx + qy)
        df = (qx + qy) ** 2 / (qx**2 / (n - 1) + qy**2 / (m - 1))
    return t_outcome(test, n, m, difference, se, df, alternative, level)


def t_outcome(
    test: str, n: int, m: int, estimate: float, se: float, df: float, alternative: Alternative, level: float
) -> Outcome:
    """An estimate with its standard error as a t test: statistic, p and interval (one-sided ones are open)."""
    from scipy.special import stdtr, stdtrit

    t = estimate / se
    low: float | None
    high: float | None
    if alternative == "two-sided":
        p = 2 * float(stdtr(df, -abs(t)))
        reach = float(stdtrit(df, (1 + level) / 2)) * se
        low, high = estimate - reach, estimate + reach
    else:
        p = float(stdtr(df, t if alternative == "less" else -t))
        reach = float(stdtrit(df, level)) * se
        low, high = (None, estimate + reach) if alternative == "less" else (estimate - reach, None)
    return Outcome(test, n, m, estimate, low, high, t, df, None, p, f"t interval, {level:.0%}", level=level, se=se)


def _clean(difference: float, x: Array, y: Array) -> float:
    """A difference of two constants, with the rounding noise of their means taken out."""
    return float(x[0] - y[0]) if abs(difference - (x[0] - y[0])) < 1e-9 else difference


def mann_whitney(
    a: Iterable[Any],
    b: Iterable[Any],
    *,
    alternative: Alternative = "two-sided",
    method: Literal["auto", "exact", "asymptotic"] = "auto",
    level: float = 0.95,
) -> Outcome:
    """The Mann–Whitney U test: does a value of one group tend to be the larger?

    `statistic` is U of the first group: the number of pairs in which a's value is the larger, ties a half.
    `estimate` is Cliff's δ = 2 U / (n_a n_b) − 1, from −1 (a always smaller) to 1, with its interval.
    method: `exact` counts arrangements of the (mid-)ranks, so it holds with ties as well; `asymptotic` is normal
    with tie and continuity corrections; `auto` is exact up to 40 values in all, and beyond without ties when a group
    has at most 8.
    Source: Mann & Whitney (1947), Ann. Math. Stat. 18.
    """
    one_of(alternative, ALTERNATIVES, "alternative")
    one_of(method, ("auto", "exact", "asymptotic"), "method")
    x, y = present(a), present(b)
    n, m = len(x), len(y)
    if not n or not m:
        return Outcome("mann_whitney", n, m, reason="a group holds no value", level=level)
    of_a, of_b = joint_counts(x, y)
    counts = of_a + of_b
    ranks = middle_ranks(counts)
    u = float(of_a @ ranks) - n * (n + 1) / 2
    delta = delta_of_counts(of_a, of_b, level)
    if len(counts) == 1:
        reason = "all values are equal, so no value can be the larger"
        return Outcome("mann_whitney", n, m, delta.estimate, statistic=u, reason=reason, level=level)
    few = n + m <= _SMALL or (len(counts) == n + m and min(n, m) <= 8)
    if method == "exact" or (method == "auto" and few):
        p = _exact_u(np.repeat(ranks, counts), n, u, alternative)
        how = "exact over all arrangements of the ranks"
    else:
        p = _normal_u(counts, n, m, u, alternative)
        how = "normal approximation with tie and continuity corrections"
    return Outcome("mann_whitney", n, m, delta.estimate, delta.low, delta.high, u, None, None, p, how, level=level)


def _exact_u(ranks: Array, n: int, u: float, alternative: Alternative) -> float:
    doubled = np.rint(2 * ranks).astype(np.int64)
    sums, chance = grid_sums(doubled, n)
    at = 2 * u + n * (n + 1)
    less, greater = float(chance[sums <= at].sum()), float(chance[sums >= at].sum())
    return min(1.0, {"less": less, "greater": greater, "two-sided": 2 * min(less, greater)}[alternative])


def _normal_u(counts: Array, n: int, m: int, u: float, alternative: Alternative) -> float:
    from scipy.special import ndtr

    total = n + m
    ties = float((counts.astype(float) ** 3 - counts).sum())
    sd = sqrt(n * m / 12 * (total + 1 - ties / (total * (total - 1))))
    if alternative == "two-sided":
        return min(1.0, 2 * float(ndtr(-(abs(u - n * m / 2) - 0.5) / sd)))
    larger = u if alternative == "greater" else n * m - u
    return float(ndtr(-(larger - n * m / 2 - 0.5) / sd))
