"""Krippendorff's alpha: labels, ranks, numbers, ratios or any distance, with any ratings missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd

from annoeval.statistics.agreement.coding import code, counts, distinct_rows
from annoeval.statistics.intervals import SEED, bootstrap

Metric = Literal["nominal", "ordinal", "interval", "ratio"]
METRICS: tuple[Metric, ...] = ("nominal", "ordinal", "interval", "ratio")
ROUNDING = 1e-14
_BLOCK = 2000  # values compared with all others at once under the ratio metric
_FLAT = 64  # labels beyond which ranks are taken from the list of ratings and not from a table


@dataclass(frozen=True)
class Alpha:
    """alpha = 1 − do / de, None with a reason where undefined.

    do, de: observed and expected disagreement in units of the metric (Krippendorff's D_o, D_e). n_pairable: ratings on
    units with two or more; n_units: those units. low, high: bootstrap over units or clusters, where asked for.
    """

    alpha: float | None
    do: float | None
    de: float | None
    n_pairable: int
    n_units: int
    low: float | None = None
    high: float | None = None
    method: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Draw:
    """Resamples for an interval, 0 for none. cluster: each unit's cluster as a code 0, 1, …, drawn as a whole.

    unit: what is drawn, in words.
    """

    replicates: int = 0
    seed: int = SEED
    cluster: np.ndarray | None = None
    unit: str = "units"


# how often each unit occurs (… × units) → observed and expected disagreement
Disagreement = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


def krippendorff(values: Any, level: Metric, categories: Sequence[Any] = (), draw: Draw | None = None) -> Alpha:
    """Krippendorff's alpha.

    Krippendorff (2011), Computing Krippendorff's Alpha-Reliability; (2019), Content Analysis, 4th ed., ch. 12.

    values: units × raters, missing as None/NaN. level, always to be named: `nominal`, `ordinal` (his metric: the
        ratings between two values), `interval` (squared difference) or `ratio` (squared difference over squared sum).
    categories: the order of labels for `ordinal`; they do not change the value otherwise.
    Raises ValueError for an unknown level, or for text under interval or ratio.
    """
    if level not in METRICS:
        raise ValueError(f"unknown level {level!r}; use one of {', '.join(METRICS)}")
    how = draw or Draw()
    if level in ("interval", "ratio"):
        return _of_numbers(_as_numbers(values), level, how)
    coded = code(values, categories)
    if coded.size > _FLAT and level == "ordinal":
        return _of_ranks(coded.codes, coded.size, how)
    return alpha_of_counts(counts(coded.codes, coded.size), level, draw=how)


def _as_numbers(values: Any) -> np.ndarray:
    table = values if isinstance(values, np.ndarray) else pd.DataFrame(values).to_numpy()
    table = table if table.ndim == 2 else table.reshape(len(table), -1)
    if table.dtype.kind in "fiu":
        return table.astype(float)
    try:
        return np.where(pd.isna(table), np.nan, table).astype(float)
    except (TypeError, ValueError) as error:
        raise ValueError("interval and ratio alpha need numbers") from error


def alpha_of_counts(
    table: np.ndarray, level: Metric = "nominal", distance: np.ndarray | None = None, draw: Draw | None = None
) -> Alpha:
    """Alpha from units × labels of counts: `nominal`, `ordinal` (columns in order), or any `distance`, labels × labels.

    Resampling draws distinct rows of the table as often as they would come up among the units.
    """
    n_ik, how = np.asarray(table), draw or Draw()
    per_unit = n_ik.sum(axis=1)
    keep = per_unit >= 2
    times = np.ones(int(keep.sum()))
    rows = n_ik[keep]
    if how.replicates and how.cluster is None and len(rows):
        rows, times = distinct_rows(rows, int(rows.max()) + 1)
    rows = rows.astype(float)
    m = rows.sum(axis=1)
    by_rank = level == "ordinal" and distance is None
    found = _ranked(rows, m) if by_rank else _distant(rows, m, distance)
    return _finish(found, times, int(per_unit[keep].sum()), keep, how)


def _distant(rows: np.ndarray, m: np.ndarray, distance: np.ndarray | None) -> Disagreement:
    if distance is None:
        apart = (m**2 - (rows**2).sum(axis=1)) / np.maximum(m - 1, 1)
    else:
        apart = (rows * (rows @ distance.T)).sum(axis=1) / np.maximum(m - 1, 1)

    def found(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        n_k = times @ rows
        n = n_k.sum(axis=-1)
        across = n**2 - (n_k**2).sum(axis=-1) if distance is None else ((n_k @ distance) * n_k).sum(axis=-1)
        return times @ apart / n, across / (n * (n - 1))

    return found


def _ranked(rows: np.ndarray, m: np.ndarray) -> Disagreement:
    """Krippendorff's ordinal metric is the squared difference of mid-ranks among all pairable ratings."""
    inside = rows / np.sqrt(np.maximum(m - 1, 1))[:, None]
    scaled = rows * (m / np.maximum(m - 1, 1))[:, None]

    def found(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        n_k = times @ rows
        n = n_k.sum(axis=-1)
        rank = np.cumsum(n_k, axis=-1) - n_k / 2
        rank = rank - ((n_k * rank).sum(axis=-1) / n)[..., None]  # centred: squares keep their digits
        ends = (n_k * rank**2).sum(axis=-1)
        # a unit adds (m Σx² − (Σx)²) / (m − 1), x its ranks
        within = ((times @ scaled) * rank**2).sum(axis=-1) - (times * (rank @ inside.T) ** 2).sum(axis=-1)
        return 2 * within / n, 2 * ends / (n - 1)

    return found


def _of_ranks(codes: np.ndarray, size: int, how: Draw) -> Alpha:
    """Ordinal alpha of many labels: ranks of the ratings as a list, never a table of units × labels."""
    keep = (codes >= 0).sum(axis=1) >= 2
    unit, rater = np.nonzero(codes[keep] >= 0)
    label = codes[keep][unit, rater]
    n_units = int(keep.sum())
    m = np.bincount(unit, minlength=n_units).astype(float)

    def one(times: np.ndarray) -> tuple[float, float]:
        weight = times[unit]
        n_k = np.bincount(label, weights=weight, minlength=size)
        n = n_k.sum()
        rank = np.cumsum(n_k) - n_k / 2
        x = (rank - (n_k @ rank) / n)[label]
        s, s2 = np.bincount(unit, weights=x, minlength=n_units), np.bincount(unit, weights=x**2, minlength=n_units)
        return float(2 * (times @ ((m * s2 - s**2) / (m - 1))) / n), float(2 * (times @ s2) / (n - 1))

    def found(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if times.ndim == 1:
            do, de = one(times)
            return np.asarray(do), np.asarray(de)
        both = np.array([one(row) for row in times])
        return both[:, 0], both[:, 1]

    return _finish(found, np.ones(n_units), len(unit), keep, how)


def _of_numbers(values: np.ndarray, level: Metric, how: Draw) -> Alpha:
    known = np.isfinite(values)
    keep = known.sum(axis=1) >= 2
    x, known = values[keep], known[keep]
    m = known.sum(axis=1).astype(float)
    if level == "ratio":
        levels, codes = np.unique(x[known], return_inverse=True)
        if len(levels) > _BLOCK:
            return _many_ratios(x, known, m, levels, codes)
        full = np.full(values.shape, -1)
        full[np.flatnonzero(keep)[np.nonzero(known)[0]], np.nonzero(known)[1]] = codes
        return alpha_of_counts(counts(full, len(levels)), distance=ratio_distance(levels, levels), draw=how)
    middle = x[known].mean() if known.any() else 0.0
    x = np.where(known, x - middle, 0.0)
    s, s2 = x.sum(axis=1), (x**2).sum(axis=1)
    parts = np.stack([m, s, s2, 2 * (m * s2 - s**2) / np.maximum(m - 1, 1)], axis=1)
    floor = (1e-14 * middle) ** 2  # a variance this small beside the values themselves is rounding

    def found(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        n, total, square, within = np.moveaxis(times @ parts, -1, 0)
        expected = 2 * (square - total**2 / n) / (n - 1)
        return within / n, np.where(expected > floor, expected, 0.0)

    return _finish(found, np.ones(len(m)), int(m.sum()), keep, how, least=0.0)


def _many_ratios(x: np.ndarray, known: np.ndarray, m: np.ndarray, levels: np.ndarray, codes: np.ndarray) -> Alpha:
    """Ratio alpha of more values than a table of all pairs should hold; it has no interval."""
    n = float(m.sum())
    n_k = np.bincount(codes).astype(float)
    across = sum(
        float(n_k[at : at + _BLOCK] @ ratio_distance(levels[at : at + _BLOCK], levels) @ n_k)
        for at in range(0, len(levels), _BLOCK)
    )
    within = 0.0
    for i in range(x.shape[1]):
        for j in range(i + 1, x.shape[1]):
            both = known[:, i] & known[:, j]
            a, b = x[both, i], x[both, j]
            total = np.where(a + b == 0, 1.0, a + b)
            within += float((2 * ((a - b) / total) ** 2 / (m[both] - 1)).sum())
    do, de = within / n, across / (n * (n - 1))
    return Alpha(1 - do / de, do, de, int(n), len(m), reason="no interval: too many different values to resample")


def ratio_distance(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Krippendorff's ratio metric ((c − k) / (c + k))² of every two values; 0 where their sum is 0."""
    total = a[:, None] + b[None, :]
    away = a[:, None] - b[None, :]
    return np.divide(away, total, out=np.zeros_like(away), where=total != 0) ** 2


def _finish(
    found: Disagreement, times: np.ndarray, n: int, keep: np.ndarray, how: Draw, least: float = ROUNDING
) -> Alpha:
    units = int(keep.sum())
    if not units:
        return Alpha(None, None, None, 0, 0, reason="no unit has two ratings, so there is nothing to compare")
    do, de = (float(v) for v in found(times))
    if de <= least:
        why = "every rating has the same value, so no disagreement was possible"
        return Alpha(None, do, 0.0, n, units, reason=why)
    alpha = 1 - do / de
    if not how.replicates:
        return Alpha(alpha, do, de, n, units)
    cluster = None if how.cluster is None else pd.factorize(how.cluster[keep])[0]

    def statistic(drawn: np.ndarray) -> np.ndarray:
        with np.errstate(divide="ignore", invalid="ignore"):
            o, e = found(drawn if cluster is None else drawn[..., cluster])
            return np.where(e > least, 1 - o / e, np.nan)[..., None]

    drawn_from = times if cluster is None else np.ones(int(cluster.max()) + 1)
    limit = bootstrap(None, statistic, drawn_from, replicates=how.replicates, seed=how.seed, unit=how.unit)[0]
    reason = f"no interval: {limit.reason}" if limit.reason else ""
    return Alpha(alpha, do, de, n, units, limit.low, limit.high, limit.method if limit.low is not None else "", reason)
