"""How sure is a mean: Student's interval, that of a bounded scale, and both over clusters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from annoeval.statistics.clustered import FEWEST, cluster_means, too_few
from annoeval.statistics.intervals import Interval, share_interval
from annoeval.statistics.outcome import Array, constant


@dataclass(frozen=True)
class Mean:
    """A mean's standard error with its degrees of freedom, or the reason for none. clusters: how many, 0 without."""

    se: float
    df: float
    clusters: int = 0
    reason: str = ""


def mean_error(values: Array, clusters: Iterable[Any] | None = None, fewest: int = FEWEST) -> Mean:
    """The standard error of a mean, of independent values or of values in clusters (CR2, Satterthwaite's degrees of
    freedom; `annoeval.statistics.clustered`). clusters: one name a value. fewest: clusters below which it is refused.
    """
    n = len(values)
    if n < 2:
        return Mean(0.0, 0.0, reason="one value has no interval" if n else "there is no value")
    if clusters is None:
        if constant(values):
            return Mean(0.0, n - 1.0, reason="all values are equal, so t gives no interval")
        return Mean(float(np.std(values, ddof=1)) / sqrt(n), n - 1.0)
    found = cluster_means(values, clusters)
    k = int(found.clusters[0])
    if k < fewest:
        return Mean(0.0, 0.0, k, f"an interval {too_few(k)}" if fewest == FEWEST else "one item has no interval")
    _, se, df = found.contrast([1.0])
    if se <= 1e-12 * max(1e-300, float(np.abs(values).max())):
        return Mean(0.0, k - 1.0, k, "all values are equal, so t gives no interval")
    return Mean(se, df, k)


def mean_interval(
    values: Array,
    level: float = 0.95,
    bounds: tuple[float, float] | None = None,
    clusters: Iterable[Any] | None = None,
    fewest: int = FEWEST,
) -> Interval:
    """An interval of a mean; none, with the reason, for fewer than two values, equal ones or fewer than five clusters.

    values: without missing ones. bounds: what a value can be; clusters, fewest: as in `mean_error`.
    Without bounds Student's t (1908, Biometrika 6). On a bounded scale t is too short where means lie near an end and
    values are few (it held 90 % at twenty values of 0 to 2 about 1.84), so there the limits are Clopper & Pearson's of
    a share with the same variance: the size is mean · (1 − mean) / se², on the scale 0–1, times (z / t)² for the
    variance being estimated. Source: Korn & Graubard (1998), Surv. Methodol. 24, 193–201.
    """
    from scipy.special import ndtri, stdtrit

    found = mean_error(values, clusters, fewest)
    if found.reason:
        return Interval(None, None, "", found.reason)
    over = f" over {found.clusters:,} clusters" if found.clusters else ""
    mean, t = float(np.mean(values)), float(stdtrit(found.df, (1 + level) / 2))
    if bounds is None:
        return Interval(mean - t * found.se, mean + t * found.se, f"t{over}")
    span = bounds[1] - bounds[0]
    share = min(1.0, max(0.0, (mean - bounds[0]) / span))
    size = share * (1 - share) / (found.se / span) ** 2 * (float(ndtri((1 + level) / 2)) / t) ** 2
    limit = share_interval(share * size, size, level)
    ends = [bounds[0] + span * float(end or 0.0) for end in (limit.low, limit.high)]
    return Interval(ends[0], ends[1], f"t on a bounded scale (Korn–Graubard){over}")


def clustered_share(values: Array, clusters: Iterable[Any], level: float = 0.95) -> Interval:
    """Korn & Graubard's interval of a share over clusters: Clopper & Pearson's for as many independent values as have
    the same variance. values: 0 and 1; where all are equal, the clusters count, not the values."""
    from scipy.special import stdtrit

    n = len(values)
    found = cluster_means(np.asarray(values, float), clusters) if n else None
    k = int(found.clusters[0]) if found else 0
    if found is None or k < FEWEST:
        return Interval(None, None, "", f"an interval {too_few(k)}")
    share, se, df = found.contrast([1.0])
    tail = (1 + level) / 2
    if share in (0.0, 1.0):
        size = float(k)
    elif se < 1e-12:
        size = float(n)
    else:
        size = min(
            float(n), share * (1 - share) / se**2 * (float(stdtrit(n - 1, tail)) / float(stdtrit(df, tail))) ** 2
        )
    limit = share_interval(share * size, size, level)
    return Interval(limit.low, limit.high, f"Korn–Graubard over {k:,} clusters")
