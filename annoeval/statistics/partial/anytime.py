"""Limits that hold however often one looks, and whenever one stops."""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma, log, nan

import numpy as np

from annoeval.statistics.partial.limits import Limits
from annoeval.statistics.partial.stratum import Stratum
from annoeval.statistics.partial.truths import Truths

ZEROS, ONES, RIGHT = 0.3, 0.3, 5.0  # of the Dirichlet bet: errors are rare


def anytime_limits(strata: Sequence[Stratum], v: int = 2, level: float = 0.95) -> Limits:
    """Limits of T = Σ (v·M0 + M1) that hold at all looks together, under any rule when to stop and what to draw next.

    A total is kept while a bet that was fixed before looking has not won 1/(1 − level) times the stake against the
    most likely truth with this total: ½ on no error at all, ¼ on one Dirichlet(0.3, 0.3, 5) for all strata, ¼ on one
    for each. By Ville's (1939) inequality the truth ever loses with probability 1 − level at most.
    A stratum may be without an audited item; the estimate is then NaN.
    """
    strata = [s for s in strata if s.N]
    if not strata:
        return Limits(0, 0, 0.0)
    truths = Truths(strata, v)
    estimate = sum((s.N / s.n) * (v * s.x0 + s.x1) if s.n else nan for s in strata)
    stake = log(1 / (1 - level))
    # probabilities of the order in which the items came; the truth's ways to choose among them cancel nothing here
    orders = sum(_orders(s) for s in strata)
    likelihood = truths.log_likelihoods() - orders
    kept = np.flatnonzero(_bet(strata, v) - likelihood < stake) + truths.low
    return Limits(int(kept[0]), int(kept[-1]), estimate)


def _orders(s: Stratum) -> float:
    """ln of the number of orders in which the counts of an audit can come."""
    return lgamma(s.n + 1) - lgamma(s.x0 + 1) - lgamma(s.x1 + 1) - lgamma(s.n - s.x0 - s.x1 + 1)


def _bet(strata: Sequence[Stratum], v: int) -> float:
    """ln of what the bet gave the items in the order they came."""
    zeros, ones, n = (sum(getattr(s, k) for s in strata) for k in ("x0", "x1", "n"))
    parts = [log(0.25) + _dirichlet((zeros, ones, n - zeros - ones), v)]
    each = sum(_dirichlet((s.x0, s.x1, s.n - s.x0 - s.x1), v) for s in strata)
    parts.append(log(0.25) + each)
    if not zeros + ones:
        parts.append(log(0.5))
    return float(np.logaddexp.reduce(parts))


def _dirichlet(counts: tuple[int, int, int], v: int) -> float:
    """ln probability of items in one order when their shares are drawn from the Dirichlet first."""
    prior = (ZEROS, ONES, RIGHT)
    if v == 1:  # a count: errors are of one kind
        prior = (ZEROS + ONES, 0.0, RIGHT)
    total = lgamma(sum(prior)) - lgamma(sum(prior) + sum(counts))
    return total + sum(lgamma(a + c) - lgamma(a) for a, c in zip(prior, counts, strict=True) if a)
