"""Do two groups differ in a share? Fisher's exact test, and Newcombe's interval of the difference."""

from __future__ import annotations

from collections.abc import Iterable
from math import asin, sqrt
from typing import Any, Literal

import numpy as np

from annoeval.statistics.comparison.arrangements import hypergeometric
from annoeval.statistics.intervals import wilson
from annoeval.statistics.outcome import Array, Outcome, one_of, present


def fisher(
    a: Iterable[Any], b: Iterable[Any], *, method: Literal["exact", "mid_p"] = "exact", level: float = 0.95
) -> Outcome:
    """Fisher's exact test of two shares: share of ones in a minus that in b, its interval and the two-sided p.

    a, b: 0 and 1 of each group; missing ones are left out. method: `mid_p` takes half of the observed table's own
    chance off, since the exact p is conservative. p sums the tables with the same margins that are no likelier than
    the observed one. The interval is Newcombe's of two Wilson intervals.
    Raises ValueError for values other than 0 and 1.
    Source: Fisher (1935), J. R. Stat. Soc. 98; Lancaster (1961), JASA 56, for mid-p; Newcombe (1998), Stat. Med. 17,
    873–890, method 10.
    """
    one_of(method, ("exact", "mid_p"), "method")
    x, y = _binary(a), _binary(b)
    n, m = len(x), len(y)
    test = "fisher" if method == "exact" else "fisher_mid_p"
    if not n or not m:
        return Outcome(test, n, m, reason="a group holds no value", level=level)
    ones, others = float(x.sum()), float(y.sum())
    low, high = newcombe(ones, n, others, m, level)
    taken, chance = hypergeometric(n, m, int(ones + others))
    own = chance[int(ones) - int(taken[0])]
    p = float(chance[chance <= own * (1 + 1e-9)].sum())
    if method == "mid_p":
        p -= float(own) / 2
    how = ("mid-p" if method == "mid_p" else "exact") + " over all tables with these margins; Newcombe's interval"
    return Outcome(test, n, m, ones / n - others / m, low, high, p=min(1.0, p), method=how, level=level)


def newcombe(ones: float, n: int, others: float, m: int, level: float = 0.95) -> tuple[float, float]:
    """Newcombe's interval of a difference of two independent shares ones/n − others/m (1998, method 10)."""
    p, q = ones / n, others / m
    (a_low, a_high), (b_low, b_high) = wilson(ones, n, level), wilson(others, m, level)
    low = p - q - sqrt(float((p - a_low) ** 2 + (b_high - q) ** 2))
    high = p - q + sqrt(float((a_high - p) ** 2 + (q - b_low) ** 2))
    return max(-1.0, low), min(1.0, high)


def cohen_h(a: Iterable[Any], b: Iterable[Any]) -> Outcome:
    """Cohen's h of two shares, 2 asin √a − 2 asin √b. Source: Cohen (1988), Statistical Power Analysis, 6.2."""
    x, y = _binary(a), _binary(b)
    if not len(x) or not len(y):
        return Outcome("cohen_h", len(x), len(y), reason="a group holds no value")
    size = 2 * asin(sqrt(float(x.mean()))) - 2 * asin(sqrt(float(y.mean())))
    return Outcome("cohen_h", len(x), len(y), size)


def _binary(values: Iterable[Any]) -> Array:
    found = present(values)
    if not np.isin(found, (0.0, 1.0)).all():
        raise ValueError("a share needs values 0 and 1")
    return found
