"""Kendall's τ-b: how many pairs are in the same order on both sides, and how likely so many are by chance."""

from __future__ import annotations

from math import exp, log, log1p, sqrt

import numpy as np
import pandas as pd

from annoeval.statistics.outcome import Array

COUNTED = 33  # values without ties up to which all orders are counted


def tau_b(x: Array, y: Array) -> tuple[float, float]:
    """Kendall's τ-b of two columns without missing values, both of which vary, and its two-sided p.

    p counts all orders of up to 33 values without ties, and where one pair at most goes against the rest; else it is
    the normal one with Kendall's variance under ties. Pairs are counted in n log n steps.
    Source: Kendall (1945), Biometrika 33, and (1970), Rank Correlation Methods, 4th ed., pp. 55–56; Knight (1966),
    JASA 61.
    """
    first, second = (pd.factorize(side, sort=True)[0].astype("int64") for side in (x, y))
    if second.max() > first.max():
        first, second = second, first  # the side with fewer values is sorted through
    n, wide = len(first), int(second.max()) + 1
    both = first * wide + second
    order = np.argsort(both, kind="stable")
    against = _inversions(second[order])
    pairs = n * (n - 1) // 2
    ties, other = (np.bincount(codes).astype(float) for codes in (first, second))
    alike = np.unique(both, return_counts=True)[1].astype(float)
    tied, of_other, in_both = (float((t * (t - 1)).sum()) / 2 for t in (ties, other, alike))
    balance = pairs - tied - of_other + in_both - 2 * against
    tau = max(-1.0, min(1.0, balance / sqrt(pairs - tied) / sqrt(pairs - of_other)))
    fewer = min(against, pairs - against)
    if not tied and not of_other and (n <= COUNTED or fewer <= 1):
        return tau, _counted(n, fewer)
    return tau, _normal(n, balance, ties, other)


def _inversions(codes: Array) -> int:
    """How many pairs stand in falling order: bit by bit from the highest, among those equal in all higher bits."""
    found = 0
    for bit in reversed(range(int(codes.max()).bit_length())):
        higher, one = codes >> (bit + 1), codes >> bit & 1
        before = np.cumsum(one) - one
        starts = np.flatnonzero(np.diff(higher, prepend=-1))
        before -= np.repeat(before[starts], np.diff(starts, append=len(codes)))
        found += int(before[one == 0].sum())
        codes = codes[np.argsort(codes >> bit, kind="stable")]
    return found


def _counted(n: int, fewer: int) -> float:
    """The share of the orders of n values with so few pairs in the rarer direction, or fewer, on either side."""
    if 4 * fewer >= n * (n - 1):
        return 1.0
    if fewer <= 1:
        logs = log1p(fewer * (n - 1)) - float(np.log(np.arange(2, n + 1)).sum())
        return min(1.0, exp(log(2) + logs))
    share = np.zeros(fewer + 1)  # of the orders of j values those with k inversions
    share[0] = 1.0
    for j in range(2, n + 1):
        sums = np.cumsum(share)
        sums[j:] -= sums[:-j].copy()
        share = sums / j
    return min(1.0, 2 * float(share.sum()))


def _normal(n: int, balance: float, ties: Array, other: Array) -> float:
    from scipy.special import ndtr

    m = float(n) * (n - 1)
    (two, three, spread), (two_o, three_o, spread_o) = (
        (float((t * (t - 1)).sum()), float((t * (t - 1) * (t - 2)).sum()), float((t * (t - 1) * (2 * t + 5)).sum()))
        for t in (ties, other)
    )
    variance = (m * (2 * n + 5) - spread - spread_o) / 18 + two * two_o / (2 * m) + three * three_o / (9 * m * (n - 2))
    return 2 * float(ndtr(-abs(balance) / sqrt(variance)))
