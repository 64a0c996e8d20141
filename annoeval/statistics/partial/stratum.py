"""One stratum of items that nobody looked at but a random audit: what is known, and how likely each truth is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

Array = np.ndarray
KEPT = 2000  # items of a stratum whose profile is kept
SPARSE = 32  # every so many-th total is searched from scratch, those between from their neighbours


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


@dataclass(frozen=True)
class Profile:
    """The most likely truth of a stratum at every total t = v·M0 + M1 from `start` on, and how likely it is.

    rises: how the ln likelihood changes from one total to the next, neighbours pooled so that it never rises again
    (pool adjacent violators): the increments of its least concave majorant.
    """

    start: int
    m0: Array
    m1: Array
    likelihood: Array
    rises: Array


def profile(s: Stratum, v: int) -> Profile:
    """The stratum's profile; those of strata up to KEPT items are kept for the next audit with these counts."""
    return _kept_profile(s, v) if s.N <= KEPT else _profile(s, v)


@lru_cache(maxsize=512)
def _kept_profile(s: Stratum, v: int) -> Profile:
    return _profile(s, v)


def _profile(s: Stratum, v: int) -> Profile:
    """For every total the pair (M0, M1) under which the audit's counts are most probable (multivariate hypergeometric).

    v: what an item that is truly 0 counts, one that is truly 1 counting 1; v = 1 is a count (x1 = 0, M1 = 0).
    The likelihood is concave in M0 along a total, so the best M0 is found by bisection. From v = 3 on a few totals
    have no pair (one unseen item is 0, 1 or v); there the pair of the total below stands.
    """
    right, lf = s.n - s.x0 - s.x1, log_factorials(1 << s.N.bit_length())
    ways0, ways1, ways2 = (_ways(s.N, x, lf) for x in (s.x0, s.x1, right))
    t = np.arange(v * s.unseen + 1, dtype="int64")  # above what was seen
    if v == 1:
        zeros = t
    else:
        t = np.maximum.accumulate(np.where(-(-(t - s.unseen) // (v - 1)) <= t // v, t, 0))
        zeros = _best_zeros(s, v, t, ways0, ways1, ways2)
    m0, m1 = zeros + s.x0, t - v * zeros + s.x1
    seen = lf[s.x0] + lf[s.x1] + lf[right] + lf[s.N] - lf[s.n] - lf[s.unseen]
    likelihood = ways0[m0] + ways1[m1] + ways2[s.N - m0 - m1] - seen
    return Profile(v * s.x0 + s.x1, m0, m1, likelihood, _concave(np.diff(likelihood)))


def _concave(rises: Array) -> Array:
    if not (np.diff(rises) > 0).any():
        return rises
    from scipy.optimize import isotonic_regression

    return np.asarray(isotonic_regression(rises, increasing=False).x)


def _ways(N: int, x: int, lf: Array) -> Array:
    """ln of m! / (m − x)! for m = 0 … N; −∞ where x of m can't be drawn."""
    out = np.full(N + 1, -np.inf)
    out[x:] = lf[x : N + 1] - lf[: N + 1 - x]
    return out


def _best_zeros(s: Stratum, v: int, t: Array, ways0: Array, ways1: Array, ways2: Array) -> Array:
    """How many zeros above those seen are most likely at every total t above what was seen."""
    low, high = np.maximum(0, -(-(t - s.unseen) // (v - 1))), t // v
    if not (low < high).any():
        return low
    # what one more zero in place of v ones changes, by what there is of each before
    more0, fewer1 = np.diff(ways0[s.x0 :]), ways1[s.x1 : s.N + 1 - v] - ways1[s.x1 + v :]
    right = s.n - s.x0 - s.x1
    more2 = ways2[right + v - 1 :] - ways2[right : s.N + 2 - v]

    def gains(t: Array, zeros: Array, possible: Array) -> Array:
        """Where another zero is possible, so v ones are left: whether it makes the audit more probable."""
        z, ones = np.where(possible, zeros, 0), np.where(possible, t - v * zeros, v)
        rest = np.where(possible, s.unseen - z - ones, 0)
        return possible & (more0[z] + fewer1[ones - v] + more2[rest] > 0)

    coarse = t[::SPARSE]
    least, most = low[::SPARSE], high[::SPARSE]
    while (least < most).any():
        middle = (least + most) // 2
        up = gains(coarse, middle, least < most)
        least, most = np.where(up, middle + 1, least), np.where(up, most, np.minimum(middle, most))
    zeros = np.clip(np.interp(t, coarse, least).astype("int64"), low, high)
    while True:  # one by one to the place from which no step gains
        up = gains(t, zeros, zeros < high)
        down = ~up & (zeros > low) & ~gains(t, zeros - 1, zeros > low)
        if not (up | down).any():
            return zeros
        zeros = zeros + up - down
