"""Could chance alone have dealt the values out like this? Permutation tests, exact wherever the count allows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from math import lgamma, log, log10, sqrt
from typing import Any, Literal

import numpy as np

from annoeval.statistics.comparison.arrangements import exact_sign_sums, exact_sums, random_sign_sums, random_sums
from annoeval.statistics.intervals import Interval
from annoeval.statistics.outcome import Array, Outcome, complete_pairs, constant, one_of, present

Alternative = Literal["two-sided", "less", "greater"]
LARGE = 5_000  # different numbers from which the normal limit stands for random draws
_LEAST = float(np.finfo(float).tiny)  # a p below what floating point holds is not 0
_DRAWN = 2_000  # rearrangements behind an interval
_MANY = 1_000  # values from which the interval is that of the normal limit
_ENUMERABLE = 12  # pairs up to which all subsets are counted


def permutation_test(
    a: Iterable[Any],
    b: Iterable[Any],
    *,
    alternative: Alternative = "two-sided",
    draws: int = 10_000,
    seed: int = 0,
    exact: bool | None = None,
) -> Outcome:
    """Permutation test of the difference of two means, the groups being dealt out anew.

    exact: None takes the exact distribution where affordable; False forces random arrangements; True raises
    ValueError when exactness is out of reach. More than 5,000 different numbers, none of which weighs much, have the
    normal distribution that all arrangements tend to instead of draws. Two-sided p: the share of arrangements whose
    difference is at least as large as the observed one, either way; random arrangements count as
    (hits + 1) / (draws + 1), so p is never 0. `method` states the seed, and the smallest p so few values can give.
    Source: Fisher (1935), The Design of Experiments; Phipson & Smyth (2010), Stat. Appl. Genet. Mol.
    Biol. 9; Hájek (1960), Publ. Math. Inst. Hung. Acad. Sci. 5, for the limit.
    """
    one_of(alternative, ("two-sided", "less", "greater"), "alternative")
    x, y = present(a), present(b)
    n, m = len(x), len(y)
    if not n or not m:
        return Outcome("permutation", n, m, reason="a group holds no value")
    values = np.concatenate([x, y])
    difference, centre = float(x.mean() - y.mean()), float(values.sum()) * n / (n + m)
    found = None if exact is False else exact_sums(values, n)
    spread = values - values.mean()
    if found is None and exact is None and _normal(spread):
        sd = sqrt(n * m / ((n + m) * (n + m - 1)) * float((spread**2).sum()))
        p, how = _in_the_limit((float(x.sum()) - centre) / sd, alternative)
    else:
        p, how = _p(
            found,
            lambda: random_sums(values, n, draws, seed),
            values,
            float(x.sum()),
            centre,
            _log_comb(n + m, n),
            alternative,
            draws,
            seed,
            exact,
        )
    return Outcome("permutation", n, m, difference, statistic=difference, p=p, method=how)


def paired_permutation_test(
    a: Iterable[Any],
    b: Iterable[Any],
    *,
    alternative: Alternative = "two-sided",
    draws: int = 10_000,
    seed: int = 0,
    exact: bool | None = None,
) -> Outcome:
    """Permutation test of paired values: within each pair the two change places at random (sign flips).

    a, b: equally long; rows with a missing side are left out. `exact`, p and `method` as in `permutation_test`.
    Source: Fisher (1935), The Design of Experiments, on Darwin's maize.
    """
    one_of(alternative, ("two-sided", "less", "greater"), "alternative")
    x, y = complete_pairs(a, b)
    n = len(x)
    if not n:
        return Outcome("paired_permutation", 0, 0, reason="no item has both values")
    d = x - y
    moved = d[d != 0]
    difference = float(d.mean())
    found = None if exact is False else exact_sign_sums(moved)
    if found is None and exact is None and _normal(moved):
        p, how = _in_the_limit(float(moved.sum()) / sqrt(float((moved**2).sum())), alternative)
    else:
        p, how = _p(
            found,
            lambda: random_sign_sums(moved, draws, seed),
            np.append(x, y),
            float(moved.sum()),
            0.0,
            len(moved) * log10(2),
            alternative,
            draws,
            seed,
            exact,
        )
    return Outcome("paired_permutation", n, n, difference, statistic=difference, p=p, method=how)


def permutation_interval(a: Iterable[Any], b: Iterable[Any], *, level: float = 0.95, seed: int = 0) -> Interval:
    """The differences of means that the permutation test of two groups would not reject, by test inversion.

    If a were moved by δ, exchanging some of a for as many of b gives a difference at least as large exactly where the
    mean of those of a less the mean of those of b is at most δ; so the limits are quantiles of such differences over
    random exchanges. Beyond 1,000 values they are those of the normal limit.
    Source: Garthwaite (1996), Biometrics 52, 1387–1393, for the inversion.
    """
    x, y = present(a), present(b)
    n, m = len(x), len(y)
    if not n or not m:
        return Interval(None, None, "", "a group holds no value")
    if n + m > _MANY:
        return _around(float(x.mean() - y.mean()), sqrt(float(x.var(ddof=1)) / n + float(y.var(ddof=1)) / m), level)
    digits = _log_comb(n + m, n)
    if few := _too_few(digits, level):
        return few
    rng = np.random.default_rng(seed)
    moved = rng.hypergeometric(n, m, min(n, m), size=_DRAWN)
    size = (min(n, m) - moved) if n <= m else moved  # how many of a change places with as many of b
    return inversion_limits((_means(x, size, rng) - _means(y, size, rng))[size > 0], digits, level, seed)


def paired_permutation_interval(a: Iterable[Any], b: Iterable[Any], *, level: float = 0.95, seed: int = 0) -> Interval:
    """The mean differences of pairs that the permutation test would not reject, by test inversion.

    Flipping the signs of some pairs' differences less δ gives a sum at least as large exactly where the mean of those
    pairs is at most δ; so the limits are quantiles of the means of random subsets of pairs (all of them up to twelve
    pairs). Beyond 1,000 pairs they are those of the normal limit.
    Source: Hartigan (1969), JASA 64, 1303–1317.
    """
    x, y = complete_pairs(a, b)
    d = x - y
    n = len(d)
    if not n:
        return Interval(None, None, "", "no item has both values")
    if n > _MANY:
        return _around(float(d.mean()), float(d.std(ddof=1)) / sqrt(n), level)
    if constant(d):
        return inversion_limits(d[:1], n * log10(2), level, seed)
    if n <= _ENUMERABLE:
        chosen = ((np.arange(2**n)[:, None] >> np.arange(n)) & 1).astype(float)
    else:
        chosen = np.unpackbits(_subsets(n, seed), axis=1, count=n).astype(float)
    size = chosen.sum(axis=1)
    return inversion_limits((chosen @ d / np.maximum(size, 1))[size > 0], n * log10(2), level, seed)


@lru_cache(maxsize=16)  # fields of one table have pairs in equal numbers
def _subsets(n: int, seed: int) -> np.ndarray:
    """Random subsets of n, one a row, as packed bits."""
    return np.packbits(np.random.default_rng(seed).integers(0, 2, size=(_DRAWN, n)).astype(bool), axis=1)


def with_interval(permutation: Outcome, interval: Interval) -> Outcome:
    """A permutation test with the interval that the same rearrangements give, and its method saying so."""
    if interval.low is None or permutation.p is None:
        reason = permutation.reason or f"no interval: {interval.reason}"
        return replace(permutation, reason=reason)
    how = f"{permutation.method}; {interval.method}"
    return replace(permutation, low=interval.low, high=interval.high, method=how)


def _means(values: Array, size: Array, rng: np.random.Generator) -> Array:
    """The mean of `size` random values, one draw an entry; 0 of none."""
    if constant(values):
        return np.where(size > 0, values[0], 0.0)
    dealt = values[rng.random((len(size), len(values))).argsort(axis=1)]
    sums = np.concatenate([np.zeros((len(size), 1)), dealt.cumsum(axis=1)], axis=1)
    found: Array = sums[np.arange(len(size)), size] / np.maximum(size, 1)
    return found


def _around(middle: float, se: float, level: float) -> Interval:
    from scipy.special import ndtri

    if se == 0:
        return Interval(None, None, "", "no value varies")
    reach = float(ndtri((1 + level) / 2)) * se
    return Interval(middle - reach, middle + reach, "interval in the normal limit")


def inversion_limits(means: Array, digits: float, level: float, seed: int) -> Interval:
    """Limits at which the one-sided p is (1 − level) / 2; the arrangement that changes nothing always counts.

    means: of every other arrangement, the difference from which on it is at least as large as the observed one.
    digits: the decimal logarithm of the number of arrangements.
    """
    if few := _too_few(digits, level):
        return few
    means = np.sort(means)
    tail = (1 - level) / 2
    if not len(means) or np.ptp(means) <= 1e-12 * max(1e-300, float(np.abs(means).max())):
        return Interval(None, None, "", "every rearrangement gives the same difference")
    place = int(np.floor(tail * (len(means) + 1) + 1e-9)) - 1  # the last place at which the limit is still rejected
    if place < 0:
        return Interval(None, None, "", "too few rearrangements")
    how = f"interval by inverting the test, {len(means):,} rearrangements, seed {seed}"
    return Interval(float(means[place]), float(means[-1 - place]), how)


def _too_few(digits: float, level: float) -> Interval | None:
    """No interval, where even the rarest arrangement is too likely for a limit."""
    if 10**-digits <= (1 - level) / 2:
        return None
    return Interval(None, None, "", f"so few values have only {_in_words(digits)} arrangements")


def _p(
    found: tuple[Array, Array] | None,
    draw: Any,
    values: Array,
    at: float,
    centre: float,
    digits: float,
    alternative: Alternative,
    draws: int,
    seed: int,
    exact: bool | None,
) -> tuple[float, str]:
    """p and how it was obtained, from the exact distribution where there is one, else from random draws.

    digits: the decimal logarithm of the number of arrangements.
    """
    tolerance = 1e-11 * max(float(np.abs(values).sum()), 1e-300)
    if found is not None:
        sums, chance = found
        p = min(1.0, max(_LEAST, float(chance[_extreme(sums, at, centre, tolerance, alternative)].sum())))
        how = f"exact over all {_in_words(digits)} arrangements"
        if digits <= 4:
            least = [chance[_extreme(sums, e, centre, tolerance, alternative)].sum() for e in (sums.min(), sums.max())]
            how += f"; the smallest p that so few values can give is {min(1.0, float(min(least))):.3g}"
        return p, how
    if exact:
        raise ValueError(f"{_in_words(digits)} arrangements are too many to be counted; leave `exact` out")
    sums = draw()
    hits = int(_extreme(sums, at, centre, tolerance, alternative).sum())
    return (hits + 1) / (len(sums) + 1), f"{draws:,} random arrangements, seed {seed}"


def _extreme(sums: Array, at: float, centre: float, tolerance: float, alternative: Alternative) -> Array:
    """Which sums are at least as extreme as the observed one; equal but for rounding counts."""
    if alternative == "greater":
        return sums >= at - tolerance
    if alternative == "less":
        return sums <= at + tolerance
    return np.abs(sums - centre) >= abs(at - centre) - tolerance


def _normal(spread: Array) -> bool:
    """Whether a sum of these numbers about 0 is as good as normal: many, different, none weighing much."""
    squares = spread**2
    many = len(spread) > LARGE and float(squares.max()) <= 0.01 * float(squares.sum())
    return many and len(np.unique(spread)) > len(spread) // 20


def _in_the_limit(z: float, alternative: Alternative) -> tuple[float, str]:
    from scipy.special import ndtr

    p = {"greater": float(ndtr(-z)), "less": float(ndtr(z)), "two-sided": 2 * float(ndtr(-abs(z)))}[alternative]
    return max(p, _LEAST), "normal limit of all arrangements"


def _log_comb(n: int, k: int) -> float:
    return (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) / log(10)


def _in_words(digits: float) -> str:
    return f"{round(10**digits):,}" if digits < 9 else f"about 10^{int(digits)}"
