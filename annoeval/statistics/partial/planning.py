"""How many items an audit has to look at to know a figure to a given half-width."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from annoeval.statistics.intervals import SEED
from annoeval.statistics.partial.looks import ONCE, Looks, limits_at
from annoeval.statistics.partial.stratum import Stratum

REACHED = 0.85  # share of simulated audits that are to reach the half-width
RUNS = 1000


def audit_size(
    accepted: int,
    half_width: float,
    unit: float,
    errors: float = 0.05,
    zeros: float = 0.3,
    v: int = 2,
    seen: tuple[int, int, int] = (0, 0, 0),
    looks: Looks = ONCE,
    seed: int = SEED,
) -> int:
    """The fewest items to look at, of `accepted`, so that 85 % of 1,000 simulated audits reach the half-width.

    half_width: of the figure; unit: what one step of T changes of it (1/all for a mean of a scale with steps of 1).
    errors: share of the accepted that is expected to be wrong; zeros: how many of these are 0 and not 1.
    seen: (n, x0, x1) already audited, which the audit goes on from. The size includes these.
    looks: at the audit, that of the result included: which limits are to reach the half-width.
    """
    rng = np.random.default_rng(seed)
    n0, x0, x1 = seen
    rest = accepted - n0
    m0 = min(round(rest * errors * (zeros if v > 1 else 1)), rest)
    m1 = min(round(rest * errors) - m0, rest - m0) if v > 1 else 0
    widths: dict[tuple[int, int, int], bool] = {}

    def narrow(n: int, a: int, b: int) -> bool:
        if (n, a, b) not in widths:
            found = limits_at((Stratum(accepted, n, a, b),), v, looks)
            widths[n, a, b] = (found.high - found.low) * unit / 2 <= half_width
        return widths[n, a, b]

    def enough(n: int) -> bool:
        drawn = rng.multivariate_hypergeometric([m0, m1, rest - m0 - m1], n - n0, size=RUNS)[:, :2]
        pairs, times = np.unique(drawn, axis=0, return_counts=True)
        good = bad = 0
        for at in np.argsort(-times):  # the frequent ones first: mostly few decide
            a, b = pairs[at].tolist()
            good, bad = (good + times[at], bad) if narrow(n, x0 + a, x1 + b) else (good, bad + times[at])
            if good >= REACHED * RUNS or bad > (1 - REACHED) * RUNS:
                break
        return bool(good >= REACHED * RUNS)

    return _fewest(max(n0, 1), accepted, enough)


def _fewest(least: int, most: int, enough: Callable[[int], bool]) -> int:
    """The least size that is enough: grown by half until it is, then bisected."""
    size, short = min(max(least, 8), most), least - 1
    while size < most and not enough(size):
        short, size = size, min(most, size + size // 2)
    while size - short > 1:
        middle = (size + short) // 2
        if enough(middle):
            size = middle
        else:
            short = middle
    return size
