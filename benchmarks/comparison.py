"""Tests of differences, correlation and calibration against SciPy and scikit-learn."""

from __future__ import annotations

import numpy as np

from annoeval.statistics.calibration.confidence import auroc, brier
from annoeval.statistics.calibration.correlation import spearman
from annoeval.statistics.comparison.effects import cliff_delta
from annoeval.statistics.comparison.permutation import paired_permutation_test, permutation_test
from annoeval.statistics.comparison.two_groups import mann_whitney
from benchmarks.timing import Row, best


def main() -> list[Row]:
    """All rows of this module."""
    rng = np.random.default_rng(0)
    return [*permutation(rng), *ranks(rng), *calibration(rng)]


def close(p: float, q: float, draws: int = 10_000) -> bool:
    """Whether two drawn p values differ by no more than chance allows (four standard errors of the difference)."""
    return abs(p - q) <= 4 * np.sqrt(2 * max(p, 1 / draws) * (1 - p) / draws)


def permutation(rng: np.random.Generator) -> list[Row]:
    """10,000 arrangements; SciPy in its fastest form, vectorised and in batches."""
    from scipy import stats

    def scipy_two(x: np.ndarray, y: np.ndarray) -> float:
        def mean_difference(a: np.ndarray, b: np.ndarray, axis: int) -> np.ndarray:
            return a.mean(axis=axis) - b.mean(axis=axis)

        options = {"n_resamples": 9_999, "vectorized": True, "batch": 100, "rng": 1}
        return float(stats.permutation_test((x, y), mean_difference, **options).pvalue)

    def scipy_paired(d: np.ndarray) -> float:
        options = {"n_resamples": 9_999, "vectorized": True, "batch": 100, "rng": 1, "permutation_type": "samples"}
        return float(stats.permutation_test((d,), lambda a, axis: a.mean(axis=axis), **options).pvalue)

    rows = []
    x, y = rng.normal(0.03, 1, 1000), rng.normal(0, 1, 1000)
    ours, p = best(lambda: permutation_test(x, y, draws=10_000).p)
    theirs, q = best(lambda: scipy_two(x, y), 3)
    rows.append(
        Row(
            "permutation test, 1,000 v 1,000 real values, 10,000 draws",
            ours,
            "scipy.stats.permutation_test",
            theirs,
            2,
            close(p, q),
        )
    )
    u, v = rng.integers(0, 9, 1000) / 8, rng.integers(0, 9, 1000) / 8
    ours, p = best(lambda: permutation_test(u, v, draws=10_000).p)
    theirs, q = best(lambda: scipy_two(u, v), 3)
    rows.append(Row("the same on scores of nine values", ours, "scipy.stats.permutation_test", theirs, 10, close(p, q)))
    a, b = rng.integers(0, 9, 40) / 8, rng.integers(1, 9, 40) / 8
    ours, p = best(lambda: permutation_test(a, b).p)
    theirs, q = best(lambda: scipy_two(a, b), 3)
    rows.append(
        Row(
            "the same, 40 v 40 (ours exact over 10^23)",
            ours,
            "scipy.stats.permutation_test, drawn",
            theirs,
            1,
            close(p, q),
        )
    )
    d = rng.normal(0.03, 1, 1000)
    ours, p = best(lambda: paired_permutation_test(d, np.zeros(1000), draws=10_000).p)
    theirs, q = best(lambda: scipy_paired(d), 3)
    rows.append(
        Row(
            "paired permutation test, 1,000 pairs, 10,000 draws",
            ours,
            "scipy.stats.permutation_test",
            theirs,
            10,
            close(p, q),
        )
    )
    return rows


def ranks(rng: np.random.Generator) -> list[Row]:
    """Rank statistics on 100,000 scores."""
    from scipy import stats

    x, y = rng.integers(0, 9, 50_000) / 8, rng.integers(0, 9, 50_000) / 8
    ours, p = best(lambda: mann_whitney(x, y).p)
    theirs, q = best(lambda: float(stats.mannwhitneyu(x, y).pvalue))
    rows = [
        Row(
            "Mann–Whitney with δ and interval, 50,000 v 50,000",
            ours,
            "scipy.stats.mannwhitneyu (no interval)",
            theirs,
            None,
            abs(p - q) < 1e-9,
        )
    ]
    ours, r = best(lambda: spearman(x, y).estimate)
    theirs, s = best(lambda: float(stats.spearmanr(x, y).statistic))
    rows.append(
        Row(
            "Spearman with interval, 50,000 pairs",
            ours,
            "scipy.stats.spearmanr (no interval)",
            theirs,
            None,
            abs(r - s) < 1e-9,
        )
    )
    a, b = x[:2000], y[:2000]
    ours, delta = best(lambda: cliff_delta(a, b).estimate)
    theirs, other = best(lambda: float(np.sign(np.subtract.outer(a, b)).mean()))
    rows.append(
        Row("Cliff's δ with interval, 2,000 v 2,000", ours, "numpy, all pairs", theirs, 10, abs(delta - other) < 1e-12)
    )
    return rows


def calibration(rng: np.random.Generator) -> list[Row]:
    """AUROC and Brier score of 100,000 answers."""
    from sklearn.metrics import brier_score_loss, roc_auc_score

    p = rng.integers(0, 101, 100_000) / 100
    y = (rng.random(100_000) < p).astype(float)
    ours, area = best(lambda: auroc(p, y).estimate)
    theirs, other = best(lambda: float(roc_auc_score(y, p)))
    rows = [
        Row(
            "AUROC with interval, 100,000 answers",
            ours,
            "sklearn roc_auc_score (no interval)",
            theirs,
            None,
            abs(area - other) < 1e-9,
        )
    ]
    ours, score = best(lambda: brier(p, y))
    theirs, other = best(lambda: float(brier_score_loss(y, p)))
    rows.append(
        Row("Brier score, 100,000 answers", ours, "sklearn brier_score_loss", theirs, 2, abs(score - other) < 1e-12)
    )
    return rows
