"""One stratum of items that nobody looked at but a random audit: what is known, and how likely each truth is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

Array = np.ndarray


@dataclass(frozen=True)
class Stratum:
    """N items of which n were drawn at random and looked at; x0 of these are truly 0 (wrong), x1 truly 1.

    The others of the n are right (2 on a scale 0–2). For a count of yes and no, x1 is 0.
    """

    N: int
    n: int
    x0: int = 0
    x1: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.n <= self.N or min(self.x0, self.x1) < 0 or self.x0 + self.x1 > self.n:
            raise ValueError(f"no audit has these counts: {self.N} items, {self.n} looked at, {self.x0} + {self.x1}")

    @property
    def unseen(self) -> int:
        """How many nobody looked at."""
        return self.N - self.n


@lru_cache(maxsize=8)
def log_factorials(up_to: int) -> Array:
    """ln k! for k = 0 … up_to."""
    out = np.zeros(up_to + 1)
    out[1:] = np.cumsum(np.log(np.arange(1, up_to + 1, dtype="float64")))
    return out


def factorials_for(strata: Sequence[Stratum]) -> Array:
    """The table of ln k! that all computations on these strata share; its size is a power of two, so it is reused."""
    most = max((s.N for s in strata), default=1)
    return log_factorials(1 << max(most, 1).bit_length())


def log_likelihood(s: Stratum, m0: Array, m1: Array, lf: Array) -> Array:
    """ln probability of the audit's counts if m0 of the N are truly 0 and m1 truly 1 (multivariate hypergeometric).

    m0, m1: possible truths (at least what was seen, at most what that leaves room for).
    """
    rest, seen = s.N - m0 - m1, s.n - s.x0 - s.x1
    ways = lf[m0] - lf[m0 - s.x0] - lf[s.x0] + lf[m1] - lf[m1 - s.x1] - lf[s.x1]
    ways = ways + lf[rest] - lf[rest - seen] - lf[seen]
    return ways - (lf[s.N] - lf[s.n] - lf[s.unseen])


@dataclass(frozen=True)
class Profile:
    """The most likely truth of a stratum at every total t = v·M0 + M1 from `start` on, and how likely it is."""

    start: int
    m0: Array
    m1: Array
    likelihood: Array


def profile(s: Stratum, v: int, lf: Array) -> Profile:
    """For every total the pair (M0, M1) under which the audit's counts are most probable.

    v: what an item that is truly 0 counts, one that is truly 1 counting 1; v = 1 is a count (x1 = 0, M1 = 0).
    The likelihood is concave in M0 along a total, so the best M0 is found by bisection.
    """
    start = v * s.x0 + s.x1
    t = np.arange(v * s.unseen + 1, dtype="int64")  # above `start`
    if v == 1:
        low = high = t
    else:
        low, high = np.maximum(0, -(-(t - s.unseen) // (v - 1))), t // v
        while (low < high).any():
            middle = (low + high) // 2
            better = _at(s, v, t, middle + 1, lf, low < high) > _at(s, v, t, middle, lf, low < high)
            open_ = low < high
            low = np.where(open_ & better, middle + 1, low)
            high = np.where(open_ & ~better, middle, high)
    m0 = low + s.x0
    m1 = t - v * low + s.x1
    return Profile(start, m0, m1, log_likelihood(s, m0, m1, lf))


def _at(s: Stratum, v: int, t: Array, extra: Array, lf: Array, wanted: Array) -> Array:
    """ln likelihood at `extra` zeros above those seen, where `wanted`; 0 elsewhere."""
    out = np.zeros(len(t))
    e = extra[wanted]
    out[wanted] = log_likelihood(s, e + s.x0, t[wanted] - v * e + s.x1, lf)
    return out
