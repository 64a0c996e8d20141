"""What other methods give as 95 % interval for the same audit: of the mean, the share of right ones, and κ."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from annoeval.statistics.partial.kappa import kappa_of
from annoeval.statistics.partial.stratum import Array, Stratum

DRAWS = 300
Intervals = dict[str, tuple[float, float]]


def peers(strata: Sequence[Stratum], known: Array, seed: int) -> dict[str, Intervals]:
    """By method, then by figure: `mean` (points of all items), `share` (how many accepted ones are wrong), `kappa`.

    known: reviewed items by the AI's score 0, 1, 2 (rows) and truth; the accepted of `strata` the AI scored 2.
    """
    rng = np.random.default_rng(seed)
    return {
        "normal": _normal(strata, known),
        "posterior": _of_draws(*_posterior(strata, rng), strata, known),
        "bootstrap": _of_draws(*_bootstrap(strata, rng), strata, known),
        "PPI++": _prediction_powered(strata, known),
        "truescore": _all_reviewed(strata, known),
    }


def _points(known: Array) -> float:
    return float((known * np.arange(3)).sum())


def _normal(strata: Sequence[Stratum], known: Array) -> Intervals:
    """Stratified mean ± 1.96 standard errors with finite population correction (Cochran 1977, ch. 5)."""
    ends: Intervals = {}
    for name, v in (("mean", 2), ("share", 1)):
        total = variance = 0.0
        for s in strata:
            mean, square = (v * s.x0 + s.x1) / s.n, (v * v * s.x0 + s.x1) / s.n
            total += s.N * mean
            variance += s.N**2 * (square - mean**2) / max(s.n - 1, 1) * (1 - s.n / s.N)
        ends[name] = (total - 1.96 * variance**0.5, total + 1.96 * variance**0.5)
    return _as_points(ends, strata, known)


def _as_points(ends: Intervals, strata: Sequence[Stratum], known: Array) -> Intervals:
    top = _points(known) + 2 * sum(s.N for s in strata)
    return {**ends, "mean": (top - ends["mean"][1], top - ends["mean"][0])}


def _posterior(strata: Sequence[Stratum], rng: np.random.Generator) -> tuple[Array, Array]:
    """Uniform prior on the shares of each stratum, the unseen items drawn from the posterior, summed."""
    m0, m1 = np.zeros((2, DRAWS))
    for s in strata:
        p = rng.dirichlet((s.x0 + 1, s.x1 + 1, s.n - s.x0 - s.x1 + 1), DRAWS)
        unseen = rng.multinomial(s.unseen, p)
        m0, m1 = m0 + s.x0 + unseen[:, 0], m1 + s.x1 + unseen[:, 1]
    return m0, m1


def _bootstrap(strata: Sequence[Stratum], rng: np.random.Generator) -> tuple[Array, Array]:
    """The audited items of each stratum drawn again, percentiles."""
    m0, m1 = np.zeros((2, DRAWS))
    for s in strata:
        again = rng.multinomial(s.n, [s.x0 / s.n, s.x1 / s.n, (s.n - s.x0 - s.x1) / s.n], DRAWS) * (s.N / s.n)
        m0, m1 = m0 + again[:, 0], m1 + again[:, 1]
    return m0, m1


def _of_draws(m0: Array, m1: Array, strata: Sequence[Stratum], known: Array) -> Intervals:
    kappa = kappa_of(known, m0, m1, sum(s.N for s in strata), "quadratic")
    ends: Intervals = {}
    for name, drawn in (("mean", 2 * m0 + m1), ("share", m0 + m1), ("kappa", kappa[np.isfinite(kappa)])):
        ordered, n = np.sort(drawn), len(drawn)
        if n:
            ends[name] = (float(ordered[int(0.025 * n)]), float(ordered[int(np.ceil(0.975 * n)) - 1]))
    return _as_points(ends, strata, known)


def _prediction_powered(strata: Sequence[Stratum], known: Array) -> Intervals:
    """PPI++ within what the AI accepted, the audit as the judged sample."""
    x0, x1, n, N = (sum(getattr(s, k) for s in strata) for k in ("x0", "x1", "n", "N"))
    audit = np.array([[0, 0, 0], [0, 0, 0], [x0, x1, n - x0 - x1]])
    low, high = ppi(audit, N - n, np.arange(3.0))
    fewest, most = ppi(audit, N - n, np.array([1.0, 1.0, 0.0]))
    return {"mean": (_points(known) + N * low, _points(known) + N * high), "share": (N * fewest, N * most)}


def _all_reviewed(strata: Sequence[Stratum], known: Array) -> Intervals:
    """The AI's score calibrated on every reviewed item as if they were drawn at random: PPI++ on the whole file.

    So truescore 0.7 takes a file whose reviewed column is partly filled.
    """
    x0, x1, n, N = (sum(getattr(s, k) for s in strata) for k in ("x0", "x1", "n", "N"))
    table = known + np.array([[0, 0, 0], [0, 0, 0], [x0, x1, n - x0 - x1]])
    whole = known.sum() + N
    wrong = known[:, :2].sum()  # of the items reviewed by rule
    low, high = ppi(table, N - n, np.arange(3.0))
    fewest, most = ppi(table, N - n, np.array([1.0, 1.0, 0.0]))
    return {"mean": (whole * low, whole * high), "share": (whole * fewest - wrong, whole * most - wrong)}


def ppi(reviewed: Array, rest: int, worth: Array) -> tuple[float, float]:
    """PPI++ interval of the mean worth of the truth, from counts by AI score (rows) and truth; all of `rest` are 2s.

    As `prediction_powered_mean(…, trust=None, small_sample=False)` on the items themselves.
    """
    n, said, true = reviewed.sum(), reviewed.sum(axis=1), reviewed.sum(axis=0)
    truth, ai = true @ worth / n, said @ worth / n
    everything = said + np.array([0, 0, rest])
    pooled = everything @ (worth - everything @ worth / (n + rest)) ** 2 / (n + rest - 1)
    together = (worth - ai) @ reviewed @ (worth - truth) / n
    trust = min(1.0, max(0.0, together / ((1 + n / rest) * pooled))) if pooled > 0 else 0.0
    difference = worth[None, :] - trust * worth[:, None]
    mean = (reviewed * difference).sum() / n
    reach = 1.959964 * ((reviewed * (difference - mean) ** 2).sum() / n / n) ** 0.5
    centre = trust * worth[2] + mean
    return float(centre - reach), float(centre + reach)
