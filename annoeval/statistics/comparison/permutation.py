"""Could chance alone have dealt the values out like this? Permutation tests, exact wherever the count allows."""

from __future__ import annotations

from collections.abc import Iterable
from math import lgamma, log, log10, sqrt
from typing import Any, Literal

import numpy as np

from annoeval.statistics.comparison.arrangements import exact_sign_sums, exact_sums, random_sign_sums, random_sums
from annoeval.statistics.outcome import Array, Outcome, complete_pairs, present

Alternative = Literal["two-sided", "less", "greater"]
LARGE = 5_000  # different numbers from which the normal limit stands for random draws


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
        p, how = _p(found, lambda: random_sums(values, n, draws, seed), values, float(x.sum()), centre,
                    _log_comb(n + m, n), alternative, draws, seed, exact)  # fmt: skip
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
        p, how = _p(found, lambda: random_sign_sums(moved, draws, seed), np.append(x, y), float(moved.sum()),
                    0.0, len(moved) * log10(2), alternative, draws, seed, exact)  # fmt: skip
    return Outcome("paired_permutation", n, n, difference, statistic=difference, p=p, method=how)


def _p(
    found: tuple[Array, Array] | None, draw: Any, values: Array, at: float, centre: float, digits: float,
    alternative: Alternative, draws: int, seed: int, exact: bool | None,
) -> tuple[float, str]:  # fmt: skip
    """p and how it was obtained, from the exact distribution where there is one, else from random draws.

    digits: the decimal logarithm of the number of arrangements.
    """
    tolerance = 1e-11 * max(float(np.abs(values).sum()), 1e-300)
    if found is not None:
        sums, chance = found
        p = min(1.0, float(chance[_extreme(sums, at, centre, tolerance, alternative)].sum()))
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
    return p, "normal limit of all arrangements"


def _log_comb(n: int, k: int) -> float:
    return (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) / log(10)


def _in_words(digits: float) -> str:
    return f"{round(10**digits):,}" if digits < 9 else f"about 10^{int(digits)}"
