"""Who leads, and how sure: means of several models on the same documents, their ranks, and their differences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from annoeval.statistics.clustered import FEWEST, codes_of
from annoeval.statistics.comparison.multiple import adjust
from annoeval.statistics.comparison.over_clusters import clustered_paired_permutation
from annoeval.statistics.comparison.permutation import (
    paired_permutation_interval,
    paired_permutation_test,
    with_interval,
)
from annoeval.statistics.intervals import REPLICATES, SEED, resamples
from annoeval.statistics.means import mean_interval
from annoeval.statistics.outcome import Array

_BLOCK = 500
MOST_MODELS = 20  # up to here every two models are compared, beyond it each with the first
MANY = 5000  # documents from which resampling would only repeat the central limit theorem


@dataclass(frozen=True)
class Standing:
    """One model's mean on its documents with a 95 % interval, and its rank (1 is best) with one.

    low, high: by t (`annoeval.statistics.means.mean_interval`); None, with the reason, where there is none.
    """

    n: int
    mean: float | None
    sd: float | None
    low: float | None
    high: float | None
    rank: float | None
    rank_low: int | None
    rank_high: int | None
    method: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Difference:
    """Model `a` minus model `b` on the documents both have; p and limits by permutation, p adjusted by Holm."""

    a: int
    b: int
    n: int
    estimate: float | None
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None
    method: str
    reason: str = ""


def standings(
    values: Array,
    replicates: int = REPLICATES,
    seed: int = SEED,
    bounds: tuple[float, float] | None = None,
    clusters: Iterable[Any] | None = None,
) -> list[Standing]:
    """Means and ranks of the models.

    values: documents × models, missing as NaN. bounds: what a score can be. clusters: each document's cluster; below
    five of them there are no limits. Ranks are over the documents that all models have; equal means share
    the mean rank; rank_low and rank_high are the 2.5 % and 97.5 % points of the rank over bootstrap resamples of those
    documents (clusters), equal means taking the best rank at the low end and the worst at the high end.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, ch. 13; ranks as in Hall & Miller (2009),
    Ann. Stat. 37.
    """
    m = values.shape[1]
    codes = None if clusters is None else codes_of(clusters)
    complete = ~np.isnan(values).any(axis=1)
    shared = values[complete] if m else values
    rank = low = high = None
    if len(shared):
        best, worst = _ranks(shared.mean(axis=0)[None, :])
        rank = (best + worst)[0] / 2
    if len(shared) > 1 and (codes is None or len(set(codes[complete])) >= FEWEST):
        best, worst = _ranks(_means(shared, replicates, seed, None if codes is None else codes[complete]))
        low = np.percentile(best, 2.5, axis=0, method="lower")
        high = np.percentile(worst, 97.5, axis=0, method="higher")
    out = []
    for j in range(m):
        known = ~np.isnan(values[:, j])
        own = values[known, j]
        limit = mean_interval(own, bounds=bounds, clusters=None if codes is None else codes[known])
        out.append(
            Standing(
                n=len(own),
                mean=float(own.mean()) if len(own) else None,
                sd=float(own.std(ddof=1)) if len(own) > 1 else None,
                low=limit.low,
                high=limit.high,
                rank=None if rank is None else float(rank[j]),
                rank_low=None if low is None else int(low[j]),
                rank_high=None if high is None else int(high[j]),
                method=limit.method,
                reason=_reason(own) or limit.reason,
            )
        )
    return out


def _reason(own: Array) -> str:
    if len(own) < 2:
        return "one scored document gives no interval" if len(own) else "no document is scored"
    return "all scores are equal, so they give no interval" if np.ptp(own) == 0 else ""


def differences(values: Array, clusters: Iterable[Any] | None = None) -> list[Difference]:
    """Every two models (of more than 20, each with the first) compared on the documents both have: p of the paired
    permutation test (exact where possible), adjusted by Holm over all pairs, and the differences it would not reject.

    values: documents × models, missing as NaN. clusters: each document's cluster; whole clusters then change places.
    """
    codes = None if clusters is None else codes_of(clusters)
    found: list[Difference] = []
    pairs = combinations(range(values.shape[1]), 2)
    for a, b in pairs if values.shape[1] <= MOST_MODELS else ((0, b) for b in range(1, values.shape[1])):
        both = ~np.isnan(values[:, a]) & ~np.isnan(values[:, b])
        x, y = values[both, a], values[both, b]
        if len(x) < 2:
            reason = "no document is scored for both" if not len(x) else "one shared document gives no interval"
            estimate = float((x - y).mean()) if len(x) else None
            found.append(Difference(a, b, len(x), estimate, None, None, None, None, "", reason))
            continue
        if codes is None:
            test = with_interval(paired_permutation_test(x, y), paired_permutation_interval(x, y))
        else:
            test = clustered_paired_permutation(x, y, codes[both])
        mean = float((x - y).mean())
        found.append(Difference(a, b, len(x), mean, test.low, test.high, test.p, None, test.method, test.reason))
    adjusted, _ = adjust([f.p for f in found])
    return [
        Difference(f.a, f.b, f.n, f.estimate, f.low, f.high, f.p, p, f.method, f.reason)
        for f, p in zip(found, adjusted, strict=True)
    ]


def indistinct(models: Sequence[int], pairs: Sequence[Difference], leader: int, level: float = 0.05) -> list[int]:
    """Those of the models whose difference from the leader is not significant at `level` after Holm's adjustment."""
    apart = {frozenset((d.a, d.b)): d.p_adjusted is not None and d.p_adjusted < level for d in pairs}
    return [m for m in models if m != leader and not apart.get(frozenset((m, leader)), False)]


def _means(values: Array, replicates: int, seed: int, codes: Array | None = None) -> Array:
    """Means over resampled rows: replicates × columns. Beyond `MANY` rows drawn from the normal limit, to which the
    bootstrap distribution of a mean converges (Bickel & Freedman 1981, Ann. Stat. 9)."""
    if codes is not None:
        codes = codes_of(codes)
        ones = np.ones(int(codes.max()) + 1)
        starts = range(0, replicates, _BLOCK)
        drawn = np.concatenate([resamples(ones, min(_BLOCK, replicates - at), seed, at) for at in starts])
        sums = np.column_stack([np.bincount(codes, column) for column in values.T])
        found: Array = (drawn @ sums) / (drawn @ np.bincount(codes))[:, None]
        return found
    if len(values) > MANY:
        covariance = np.atleast_2d(np.cov(values, rowvar=False, ddof=0)) / len(values)
        rng = np.random.default_rng(seed)
        return rng.multivariate_normal(values.mean(axis=0), covariance, size=replicates, method="eigh")
    ones = np.ones(len(values))
    blocks = [
        resamples(ones, min(_BLOCK, replicates - start), seed, start) @ values / len(values)
        for start in range(0, replicates, _BLOCK)
    ]
    return np.concatenate(blocks)


def _ranks(means: Array) -> tuple[Array, Array]:
    """Best and worst rank of each mean in its row (they differ where means are equal)."""
    above = (means[:, None, :] > means[:, :, None] + 1e-12).sum(axis=2)
    equal = (np.abs(means[:, None, :] - means[:, :, None]) <= 1e-12).sum(axis=2)
    return above + 1, above + equal
