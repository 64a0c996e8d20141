"""The truths that an interval is tried against: of every total the one under which the audit is most probable."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from annoeval.statistics.partial.stratum import Array, Profile, Stratum, profile


class Truths:
    """All totals T = Σ (v·M0 + M1) that an audit leaves possible, and the truths to try at each.

    `low` to `high` are the possible totals. v: 2 for a mean of a scale 0–2, 1 for a count, 4 and 2 for quadratic
    and linear κ.
    """

    def __init__(self, strata: Sequence[Stratum], v: int) -> None:
        self.strata, self.v = list(strata), v
        self._pool: Profile | None = None
        self.profiles = [profile(s, v) for s in strata]
        self.low = sum(p.start for p in self.profiles)
        self.high = self.low + sum(len(p.m0) - 1 for p in self.profiles)
        hulls = [p.rises for p in self.profiles]
        owner = np.concatenate([np.full(len(h), i) for i, h in enumerate(hulls)])
        rises = np.concatenate(hulls)
        order = np.argsort(-rises, kind="stable")
        self._owner = owner[order]
        self._rises = rises[order]

    def most_likely(self, total: int) -> list[tuple[int, int]]:
        """(M0, M1) of each stratum under which the audit is most probable, of all truths with this total."""
        taken = np.bincount(self._owner[: total - self.low], minlength=len(self.strata))
        return [(int(p.m0[k]), int(p.m1[k])) for p, k in zip(self.profiles, taken, strict=True)]

    def most_likely_sums(self, low: int, high: int) -> tuple[Array, Array]:
        """M0 and M1 over all strata of the most likely truth at every total from `low` to `high`."""
        m0, m1 = np.zeros((2, high - low + 1), dtype="int64")
        for i, p in enumerate(self.profiles):
            taken = np.concatenate([[0], np.cumsum(self._owner == i)])[low - self.low : high - self.low + 1]
            m0, m1 = m0 + p.m0[taken], m1 + p.m1[taken]
        return m0, m1

    def log_likelihoods(self) -> Array:
        """Of every total from `low` to `high`: ln likelihood of the most likely truth (never below the true one)."""
        first = sum(float(p.likelihood[0]) for p in self.profiles)
        return first + np.concatenate([[0.0], np.cumsum(self._rises)])

    def one_rate(self, total: int) -> list[tuple[int, int]]:
        """The most likely truth with this total if errors were equally frequent in all strata, in whole items.

        Without it the interval misses too often where one domain has all errors and the audit is equal there.
        """
        if self._pool is None:
            self._pool = profile(pooled(self.strata), self.v)
        k = min(max(total - self._pool.start, 0), len(self._pool.m0) - 1)
        sizes = [s.N for s in self.strata]
        zeros, ones = (_in_proportion(int(m[k]), sizes) for m in (self._pool.m0, self._pool.m1))
        return [(z, min(o, s.N - z)) for z, o, s in zip(zeros, ones, self.strata, strict=True)]


def pooled(strata: Sequence[Stratum]) -> Stratum:
    """All strata as one."""
    return Stratum(*(sum(getattr(s, k) for s in strata) for k in ("N", "n", "x0", "x1")))


def _in_proportion(total: int, sizes: list[int]) -> list[int]:
    """`total` whole items dealt out in proportion to sizes, the largest remainders first."""
    whole = sum(sizes) or 1
    shares = [total * size / whole for size in sizes]
    dealt = [int(s) for s in shares]
    for at in sorted(range(len(sizes)), key=lambda i: dealt[i] - shares[i])[: total - sum(dealt)]:
        dealt[at] += 1
    return dealt
