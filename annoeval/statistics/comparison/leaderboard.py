"""Who leads, and how sure: means of several models on the same documents, their ranks, and their differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from annoeval.statistics.comparison.multiple import adjust
from annoeval.statistics.comparison.permutation import paired_permutation_test
from annoeval.statistics.intervals import REPLICATES, SEED, resamples
from annoeval.statistics.outcome import Array

_BLOCK = 500
MANY = 5000  # documents from which resampling would only repeat the central limit theorem


@dataclass(frozen=True)
class Standing:
    """One model's mean on the shared documents with a 95 % interval, and its rank (1 is best) with one.

    low, high: percentile bootstrap over documents; None with fewer than two.
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
    """Model `a` minus model `b` on the documents both have; p by permutation of the pairs, adjusted by Holm."""

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


def standings(values: Array, replicates: int = REPLICATES, seed: int = SEED) -> list[Standing]:
    """Means and ranks of the models.

    values: documents × models, missing as NaN. Ranks are over the documents that all models have; equal means share
    the mean rank; rank_low and rank_high are the 2.5 % and 97.5 % points of the rank over bootstrap resamples of those
    documents, equal means taking the best rank at the low end and the worst at the high end.
    Source: Efron & Tibshirani (1993), An Introduction to the Bootstrap, ch. 13; ranks as in Hall & Miller (2009),
    Ann. Stat. 37.
    """
    m = values.shape[1]
    complete = ~np.isnan(values).any(axis=1)
    shared = values[complete] if m else values
    rank = low = high = drawn = None
    if len(shared):
        best, worst = _ranks(shared.mean(axis=0)[None, :])
        rank = (best + worst)[0] / 2
    if len(shared) > 1:
        drawn = _means(shared, replicates, seed)
        best, worst = _ranks(drawn)
        low = np.percentile(best, 2.5, axis=0, method="lower")
        high = np.percentile(worst, 97.5, axis=0, method="higher")
    out = []
    for j in range(m):
        own = values[~np.isnan(values[:, j]), j]
        reason = _reason(own)
        draws = None
        if not reason:
            alike = drawn is not None and len(own) == len(shared)
            draws = drawn[:, j] if alike and drawn is not None else _means(own[:, None], replicates, seed)[:, 0]
        out.append(
            Standing(
                n=len(own),
                mean=float(own.mean()) if len(own) else None,
                sd=float(own.std(ddof=1)) if len(own) > 1 else None,
                low=None if draws is None else float(np.percentile(draws, 2.5)),
                high=None if draws is None else float(np.percentile(draws, 97.5)),
                rank=None if rank is None else float(rank[j]),
                rank_low=None if low is None else int(low[j]),
                rank_high=None if high is None else int(high[j]),
                method="" if reason else _method(len(own), replicates),
                reason=reason,
            )
        )
    return out


def _reason(own: Array) -> str:
    if len(own) < 2:
        return "one scored document gives no interval" if len(own) else "no document is scored"
    return "all scores are equal, so resampling gives no interval" if np.ptp(own) == 0 else ""


def _method(n: int, replicates: int) -> str:
    way = "its normal limit" if n > MANY else "percentiles"
    return f"bootstrap over documents, {replicates:,} resamples, {way}"


def differences(values: Array, replicates: int = REPLICATES, seed: int = SEED, draws: int = 10_000) -> list[Difference]:
    """Every two models compared on the documents both have: mean difference with a 95 % percentile interval of the
    paired bootstrap, p of the paired permutation test (exact where possible), adjusted by Holm over all pairs.

    values: documents × models, missing as NaN.
    """
    found: list[Difference] = []
    for a, b in combinations(range(values.shape[1]), 2):
        both = ~np.isnan(values[:, a]) & ~np.isnan(values[:, b])
        d = values[both, a] - values[both, b]
        if len(d) < 2:
            reason = "no document is scored for both" if not len(d) else "one shared document gives no interval"
            estimate = float(d.mean()) if len(d) else None
            found.append(Difference(a, b, len(d), estimate, None, None, None, None, "", reason))
            continue
        drawn = _means(d[:, None], replicates, seed)[:, 0]
        test = paired_permutation_test(values[both, a], values[both, b], draws=draws, seed=seed)
        found.append(
            Difference(
                a,
                b,
                len(d),
                float(d.mean()),
                float(np.percentile(drawn, 2.5)),
                float(np.percentile(drawn, 97.5)),
                test.p,
                None,
                f"paired bootstrap, {replicates:,} resamples; {test.method}",
                test.reason,
            )
        )
    adjusted, _ = adjust([f.p for f in found])
    return [
        Difference(f.a, f.b, f.n, f.estimate, f.low, f.high, f.p, p, f.method, f.reason)
        for f, p in zip(found, adjusted, strict=True)
    ]


def indistinct(models: Sequence[int], pairs: Sequence[Difference], leader: int, level: float = 0.05) -> list[int]:
    """Those of the models whose difference from the leader is not significant at `level` after Holm's adjustment."""
    apart = {frozenset((d.a, d.b)): d.p_adjusted is not None and d.p_adjusted < level for d in pairs}
    return [m for m in models if m != leader and not apart.get(frozenset((m, leader)), False)]


def _means(values: Array, replicates: int, seed: int) -> Array:
    """Means over resampled rows: replicates × columns. Beyond `MANY` rows drawn from the normal limit, to which the
    bootstrap distribution of a mean converges (Bickel & Freedman 1981, Ann. Stat. 9)."""
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
