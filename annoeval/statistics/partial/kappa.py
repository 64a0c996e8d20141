"""κ between the AI and people on the whole file, when of what the AI accepted only an audit was looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from annoeval.statistics.partial.looks import ONCE, Looks, limits_at
from annoeval.statistics.partial.stratum import Array, Stratum
from annoeval.statistics.partial.truths import Truths


@dataclass(frozen=True)
class KappaLimits:
    """κ as estimated, and the least and the greatest that the data leave standing; None where κ is undefined."""

    value: float | None
    low: float | None
    high: float | None


STEP = {"quadratic": 4, "linear": 2}  # what a 0 counts of the disagreement with an accepted 2, a 1 counting 1


def kappa_limits(
    known: Sequence[Sequence[float]],
    strata: Sequence[Stratum],
    weights: str = "quadratic",
    level: float = 0.95,
    looks: Looks = ONCE,
    ends: bool = False,
) -> KappaLimits:
    """Weighted κ of AI (rows) and truth (columns) on a scale 0–2 with the AI's 2s audited.

    known: rows for the AI's other scores (and for 2s that are known otherwise), columns the truth 0, 1, 2.
    weights: `quadratic` or `linear`. The limits are the extremes of κ along the most likely truths between the limits
    of v·M0 + M1 (v = 4 or 2), the sum that the observed disagreement of the 2s is made of. looks: how often the audit
    was looked at. ends: of two labels, 0 and 2, so that no item is 1: κ is plain κ, it changes with one count only, and
    that count's limits are its own. Raises ValueError for a stratum without an audited item, except where limits at
    any time apply; κ itself is then None.
    """
    table, v = _whole(known), STEP[weights]
    strata = [s for s in strata if s.N]
    size = sum(s.N for s in strata)
    if not size:
        whole = _or_none(kappa_of(table, np.zeros(1), np.zeros(1), 0, weights)[0])
        return KappaLimits(whole, whole, whole)
    found = limits_at(strata, 1 if ends else v, looks, level)
    if ends:
        m0 = np.arange(found.low, found.high + 1)
        m1 = np.zeros_like(m0)
    else:
        m0, m1 = Truths(strata, v).most_likely_sums(found.low, found.high)
    limits = _extremes(kappa_of(table, m0, m1, size, weights))
    if not all(s.n for s in strata):
        return KappaLimits(None, *limits)
    zeros, ones = (np.array([sum(s.N * getattr(s, x) / s.n for s in strata)]) for x in ("x0", "x1"))
    return KappaLimits(_or_none(kappa_of(table, zeros, ones, size, weights)[0]), *limits)


def _extremes(values: Array) -> tuple[float | None, float | None]:
    return _or_none(np.nanmin(values, initial=np.inf)), _or_none(np.nanmax(values, initial=-np.inf))


def _or_none(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def kappa_bounds(
    known: Sequence[Sequence[float]], unseen: int, weights: str = "quadratic", ends: bool = False
) -> KappaLimits:
    """The least and greatest κ if nobody looked at `unseen` of the AI's 2s: over every truth of them.

    The extremes lie where all of them are 0, 1 or 2, or on an edge between; all truths of a grid along the edges are
    tried as well. ends: as of `kappa_limits`.
    """
    table = _whole(known)
    part = np.arange(unseen + 1)
    none = np.zeros_like(part)
    edges = [(part, none)] if ends else [(part, none), (none, part), (part, unseen - part)]
    values = np.concatenate([kappa_of(table, a, b, unseen, weights) for a, b in edges])
    return KappaLimits(None, *_extremes(values))


def _whole(known: Sequence[Sequence[float]]) -> Array:
    table = np.zeros((3, 3))
    for row, counts in enumerate(known):
        table[row] = counts
    return table


def kappa_of(known: Array, m0: Array, m1: Array, size: int, weights: str) -> Array:
    """κ of the table `known` with m0, m1 and size − m0 − m1 added to its last row, for each of several truths."""
    power = 2 if weights == "quadratic" else 1
    distance = (np.abs(np.subtract.outer(np.arange(3), np.arange(3))) / 2.0) ** power
    tables = np.repeat(known[None], len(m0), axis=0).astype("float64")
    tables[:, 2] += np.stack([m0, m1, size - m0 - m1], axis=1)
    total = tables.sum(axis=(1, 2))
    expected = np.einsum("ti,tj,ij->t", tables.sum(axis=2), tables.sum(axis=1), distance) / total
    observed = np.einsum("tij,ij->t", tables, distance)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > 0, 1 - observed / expected, np.nan)
