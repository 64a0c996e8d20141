"""Limits of a total from an audit whose size was fixed beforehand: inversion of exact tests along likely truths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log, sqrt

import numpy as np

from annoeval.statistics.partial.stratum import Array, Stratum, log_factorials
from annoeval.statistics.partial.truths import Truths

STEPS = 400  # of the lattice on which weighted counts are added up
UNLIKELY = 1e-10  # counts less likely than this together are left out, which moves a limit's p by no more


@dataclass(frozen=True)
class Limits:
    """Totals that the data leave standing, `low` to `high`, and the estimate Σ N·x/n."""

    low: int
    high: int
    estimate: float


def limits(strata: Sequence[Stratum], v: int = 2, level: float = 0.95) -> Limits:
    """Limits of T = Σ (v·M0 + M1) over strata of which each was audited at random, sizes fixed before looking.

    v: 2 for the mean of a scale 0–2 (T is what is missing to all right), 1 for a count, 4 or 2 for κ.
    A truth is kept while the statistic S = Σ (N/n)(v·X0 + X1) is at least as extreme as seen with more than
    (1 − level)/2; of every total two truths are tried: the most likely one, and the most likely with one error rate.
    With one stratum and a count these are the exact hypergeometric limits. Raises ValueError for a stratum without
    an audited item.
    """
    return _limits(tuple(s for s in strata if s.N), v, level)


@lru_cache(maxsize=4096)
def _limits(strata: tuple[Stratum, ...], v: int, level: float) -> Limits:
    if any(not s.n for s in strata):
        raise ValueError("a stratum without an audited item has no limits but the widest; merge it with another")
    estimate = sum((s.N / s.n) * (v * s.x0 + s.x1) for s in strata)
    if not strata:
        return Limits(0, 0, 0.0)
    truths = Truths(strata, v)
    if truths.low == truths.high:
        return Limits(truths.low, truths.high, estimate)
    alpha = (1 - level) / 2
    chance = Chance(strata, v)

    def kept(total: int, upper: bool) -> bool:
        return any(chance.tail(truth(total), upper) > alpha for truth in (truths.most_likely, truths.one_rate))

    at, step = min(max(int(estimate), truths.low), truths.high), max(1, (truths.high - truths.low) // 10)
    low = _farthest(at if kept(at, False) else truths.high, truths.low, step, lambda t: kept(t, False))
    high = _farthest(at if kept(at, True) else truths.low, truths.high, step, lambda t: kept(t, True))
    return Limits(low, high, estimate)


def _farthest(inside: int, outside: int, step: int, kept: Callable[[int], bool]) -> int:
    """The total towards `outside` at which truths cease to be kept: steps from one that is, then bisection.

    Totals near the end may be kept and not in turn, by which pairs (M0, M1) they are made of (v = 4); the bisection
    then ends at one of the changes.
    """
    way = 1 if outside >= inside else -1
    while inside != outside:
        beyond = inside + way * min(step, abs(outside - inside))
        if not kept(beyond):
            break
        inside = beyond
    else:
        return outside
    while abs(beyond - inside) > 1:
        middle = (inside + beyond) // 2
        if kept(middle):
            inside = middle
        else:
            beyond = middle
    return inside


class Chance:
    """The exact chance that the statistic comes out as extreme as it did, under any truth.

    Equal fractions give whole numbers; otherwise weighted counts are rounded to a lattice of STEPS from 0 to what was
    seen, to the side that makes the chance larger.
    """

    def __init__(self, strata: Sequence[Stratum], v: int) -> None:
        self.strata, self.v = strata, v
        seen = [v * s.x0 + s.x1 for s in strata]
        if all(s.N * strata[0].n == strata[0].N * s.n for s in strata):
            self.weights, self.seen = [1.0] * len(strata), sum(seen)
        else:
            weights = [s.N / s.n for s in strata]
            total = sum(w * c for w, c in zip(weights, seen, strict=True))
            self.weights, self.seen = [w * STEPS / (total or 1.0) for w in weights], STEPS if total else 0

    def tail(self, truth: Sequence[tuple[int, int]], upper: bool) -> float:
        """P(S ≤ s) for an upper limit, P(S ≥ s) for a lower one."""
        most = self.seen if upper else self.seen - 1  # P(S ≥ s) = 1 − P(S < s)
        if most < 0:
            return 1.0
        chance = np.ones(1)
        for i, (m0, m1) in enumerate(truth):
            first, own = counts(self.strata[i].N, self.strata[i].n, m0, m1, self.v)
            places = np.arange(first, first + len(own)) * self.weights[i]
            steps = (np.floor(places + 1e-9) if upper else np.ceil(places - 1e-9)).astype("int64")
            near = steps <= most
            if not near.any():
                return 0.0 if upper else 1.0
            chance = np.convolve(chance, np.bincount(steps[near], own[near]))[: most + 1]
        within = float(chance.sum())
        return within if upper else 1 - within


@lru_cache(maxsize=1 << 13)
def counts(N: int, n: int, m0: int, m1: int, v: int) -> tuple[int, Array]:
    """P(v·X0 + X1 = c) when n of N are drawn, m0 of the N being 0 and m1 being 1: the first c, and the chances."""
    lf, rest = log_factorials(1 << N.bit_length()), N - m0 - m1
    a0, a1 = _likely(N, n, m0)
    b0, b1 = _likely(N, n, m1)
    a, b = np.arange(a0, a1 + 1)[:, None], np.arange(b0, b1 + 1)[None, :]
    c = n - a - b
    possible = (c >= 0) & (c <= rest)
    c = np.where(possible, c, 0)
    ways = (lf[m0] - lf[a] - lf[m0 - a]) + (lf[m1] - lf[b] - lf[m1 - b]) + (lf[rest] - lf[c] - lf[rest - c])
    chance = np.where(possible, np.exp(ways - (lf[N] - lf[n] - lf[N - n])), 0.0)
    first = int(v * a0 + b0)
    return first, np.bincount((v * a + b - first).ravel(), chance.ravel())


def _likely(N: int, n: int, m: int) -> tuple[int, int]:
    """How many of m are drawn, at least and at most, all but UNLIKELY sure (Bernstein 1946; Hoeffding 1963, th. 4)."""
    least, most = max(0, n - (N - m)), min(m, n)
    share, bits = m / N, log(2 / UNLIKELY)
    reach = bits / 3 + sqrt((bits / 3) ** 2 + 2 * n * share * (1 - share) * bits)
    return max(least, floor(n * share - reach)), min(most, ceil(n * share + reach))
