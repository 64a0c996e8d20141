"""How large is a difference? Cohen's d, Hedges' g and Cliff's δ, each with its interval."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, lgamma, log, pi, sqrt
from typing import Any, Literal

import numpy as np

from annoeval.statistics.comparison.power import spread_grid
from annoeval.statistics.outcome import Array, Outcome, complete_pairs, constant, present
from annoeval.statistics.ranks import joint_counts


def cohen_d(a: Iterable[Any], b: Iterable[Any], *, level: float = 0.95) -> Outcome:
    """Cohen's d: the difference of two means in units of the pooled standard deviation.

    The interval inverts the noncentral t distribution. Undefined with fewer than two values in a group or
    without variation within the groups.
    Source: Cohen (1988), Statistical Power Analysis, 2.2; Steiger & Fouladi (1997) for the interval.
    """
    x, y = present(a), present(b)
    n, m = len(x), len(y)
    if min(n, m) < 2:
        reason = f"d needs at least two values per group; there are {n} and {m}"
        return Outcome("cohen_d", n, m, reason=reason, level=level)
    if constant(x) and constant(y):
        return Outcome("cohen_d", n, m, reason="neither group varies, so there is no unit for d", level=level)
    df = n + m - 2
    pooled = ((n - 1) * float(x.var(ddof=1)) + (m - 1) * float(y.var(ddof=1))) / df
    d = float(x.mean() - y.mean()) / sqrt(pooled)
    low, high = _noncentral(d, sqrt(n * m / (n + m)), df, level)
    return Outcome("cohen_d", n, m, d, low, high, method="noncentral t interval", level=level)


def hedges_g(
    a: Iterable[Any], b: Iterable[Any], *, correction: Literal["exact", "approximate"] = "exact", level: float = 0.95
) -> Outcome:
    """Hedges' g: Cohen's d freed of its small-sample bias, with its interval.

    correction: `exact` uses gamma functions, `approximate` 1 − 3 / (4 df − 1).
    Source: Hedges (1981), J. Educ. Stat. 6, formulas 6e and 7.
    """
    d = cohen_d(a, b, level=level)
    if d.estimate is None:
        return Outcome("hedges_g", d.n_a, d.n_b, reason=d.reason.replace("d ", "g ", 1), level=level)
    j = small_sample_factor(d.n_a + d.n_b - 2, correction)
    low, high = (None if end is None else j * end for end in (d.low, d.high))
    return Outcome("hedges_g", d.n_a, d.n_b, j * d.estimate, low, high, method=d.method, level=level)


def small_sample_factor(df: float, correction: Literal["exact", "approximate"] = "exact") -> float:
    """Hedges' factor that takes the bias out of d: about 1 − 3 / (4 df − 1)."""
    if correction == "approximate" or df < 2:
        return 1 - 3 / (4 * df - 1)
    return exp(lgamma(df / 2) - log(df / 2) / 2 - lgamma((df - 1) / 2))


def paired_d(a: Iterable[Any], b: Iterable[Any], *, level: float = 0.95) -> Outcome:
    """Cohen's d_z of paired values: mean difference in units of the differences' standard deviation.

    Source: Cohen (1988), 2.3.5; interval by the noncentral t distribution.
    """
    x, y = complete_pairs(a, b)
    n = len(x)
    difference = x - y
    if n < 2:
        return Outcome("paired_d", n, n, reason=f"d needs at least two pairs; there is {n or 'none'}", level=level)
    if constant(difference) or float(difference.std()) <= 1e-12 * float(np.abs(np.append(x, y)).max()):
        return Outcome("paired_d", n, n, reason="the differences do not vary, so there is no unit for d", level=level)
    d = float(difference.mean() / difference.std(ddof=1))
    low, high = _noncentral(d, sqrt(n), n - 1, level)
    return Outcome("paired_d", n, n, d, low, high, method="noncentral t interval", level=level)


def _noncentral(d: float, scale: float, df: float, level: float) -> tuple[float, float]:
    """The standardised effects whose noncentral t distribution has the observed t at either tail: both roots at once
    by Newton's steps, halving where one would leave what is still possible."""
    from scipy.special import ndtr, ndtri

    t = d * scale
    spread, weight = spread_grid(df)
    keep = weight > 1e-18 * weight.max()
    at, weight = t * spread[keep], weight[keep]
    tail = np.array([(1 + level) / 2, (1 - level) / 2])
    reach = 10 + 10 * abs(t)
    low, high = np.full(2, t - reach), np.full(2, t + reach)
    root = t - ndtri(tail) * sqrt(1 + t**2 / (2 * df))
    for _ in range(100):
        away = at - root[:, None]
        gap = ndtr(away) @ weight - tail  # falls as the noncentrality grows
        low, high = np.where(gap > 0, root, low), np.where(gap > 0, high, root)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            newton = root + gap * sqrt(2 * pi) / (np.exp(-(away**2) / 2) @ weight)
        inside = (newton > low) & (newton < high)
        step = np.where(inside, newton, (low + high) / 2) - root
        root = root + step
        # a step of Newton's squares the error, so that the one after it would be lost in rounding
        if (np.abs(step) <= np.where(inside, 1e-7, 1e-12) * np.maximum(1, np.abs(root))).all():
            break
    return float(root[0]) / scale, float(root[1]) / scale


def cliff_delta(a: Iterable[Any], b: Iterable[Any], *, level: float = 0.95) -> Outcome:
    """Cliff's δ: how much likelier a's value is the larger than the smaller, −1 to 1.

    The interval is the asymmetric one for δ's consistent variance; where the groups do not overlap (|δ| = 1) its
    inner end comes from the smaller group's size.
    Source: Cliff (1993), Psychol. Bull. 114; Feng & Cliff (2004), J. Mod. Appl. Stat. Methods 3.
    """
    x, y = present(a), present(b)
    return delta_of_counts(*joint_counts(x, y), level)


def delta_of_counts(of_a: Array, of_b: Array, level: float = 0.95) -> Outcome:
    """`cliff_delta` from how often each distinct value, ascending, occurs in a and in b."""
    from scipy.special import ndtri

    n, m = int(of_a.sum()), int(of_b.sum())
    if not n or not m:
        return Outcome("cliff_delta", n, m, reason="a group holds no value", level=level)
    by_a, by_b = _dominance(of_b), -_dominance(of_a)  # of each value, were it in a; in b
    delta = float(of_a @ by_a) / n
    if min(n, m) < 2:
        return Outcome("cliff_delta", n, m, delta, reason="no interval from a group of one", level=level)
    z = float(ndtri((1 + level) / 2))
    how = "asymmetric interval of Feng and Cliff"
    if abs(delta) == 1:
        least = min(n, m)
        inner = (least - z**2) / (least + z**2)
        low, high = (inner, 1.0) if delta > 0 else (-1.0, -inner)
        return Outcome("cliff_delta", n, m, delta, low, high, method=how, level=level)
    untied = 1 - float(of_a @ of_b) / (n * m)
    variance = (
        m**2 * float(of_a @ (by_a - delta) ** 2)
        + n**2 * float(of_b @ (by_b - delta) ** 2)
        - n * m * (untied - delta**2)
    ) / (n * m * (n - 1) * (m - 1))
    variance = max(variance, (1 - delta**2) / (n * m - 1))
    middle = delta - delta**3
    reach = z * sqrt(variance) * sqrt((1 - delta**2) ** 2 + z**2 * variance)
    below = 1 - delta**2 + z**2 * variance
    low, high = (middle - reach) / below, (middle + reach) / below
    return Outcome("cliff_delta", n, m, delta, max(-1.0, low), min(1.0, high), method=how, level=level)


def _dominance(counts: Array) -> Array:
    """For each distinct value, ascending: the share of the counted values below it minus the share above it."""
    total = counts.sum()
    up_to = np.cumsum(counts)
    dominance: Array = (2 * up_to - counts - total) / total
    return dominance
