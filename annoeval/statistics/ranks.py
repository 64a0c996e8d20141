"""Ranks and counts of values, equal values together."""

from __future__ import annotations

import numpy as np
import pandas as pd

from annoeval.statistics.outcome import Array


def mid_ranks(values: Array) -> Array:
    """Ranks from 1, equal values sharing the mean of their ranks."""
    codes, distinct = pd.factorize(values, sort=True)
    return middle_ranks(np.bincount(codes, minlength=len(distinct)))[codes]


def middle_ranks(counts: Array) -> Array:
    """The mid-rank of each distinct value, ascending, from how often each occurs."""
    ranks: Array = np.cumsum(counts) - (counts - 1) / 2
    return ranks


def joint_counts(x: Array, y: Array) -> tuple[Array, Array]:
    """How often each distinct value occurs in x and in y, values of both ascending."""
    codes, distinct = pd.factorize(np.concatenate([x, y]), sort=True)
    n, k = len(x), len(distinct)
    return np.bincount(codes[:n], minlength=k), np.bincount(codes[n:], minlength=k)
