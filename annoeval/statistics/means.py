"""How sure is a mean: Student's interval."""

from __future__ import annotations

import numpy as np

from annoeval.statistics.intervals import Interval
from annoeval.statistics.outcome import Array


def mean_interval(values: Array, level: float = 0.95, bounds: tuple[float, float] | None = None) -> Interval:
    """Student's t interval of a mean, cut at the scale's bounds; no interval, with the reason, for fewer than two
    values or for equal ones. values: without missing ones. Source: Student (1908), Biometrika 6."""
    from scipy.special import stdtrit

    n = len(values)
    if n < 2:
        return Interval(None, None, "", "one value has no interval" if n else "there is no value")
    if np.ptp(values) == 0:
        return Interval(None, None, "", "all values are equal, so t gives no interval")
    half = float(stdtrit(n - 1, (1 + level) / 2)) * float(np.std(values, ddof=1)) / float(np.sqrt(n))
    low, high = float(np.mean(values)) - half, float(np.mean(values)) + half
    return Interval(max(low, bounds[0]), min(high, bounds[1]), "t") if bounds else Interval(low, high, "t")
