"""Do recommended tests err in 5 %, and do recommended intervals hold the truth in 95 %? By size, scale and clusters.

`python -m benchmarks.levels [RUNS]` prints the table; the short form in the tests takes few cells and runs.
Values of a cluster share a normal quantity (intra-class correlation 0.3) and go to the scale by its quantiles; clusters
have random sizes. A run in which a figure is refused, with its reason, does not count; `given` is the share that does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from annoeval.evaluation.calibration import figures_of
from annoeval.evaluation.compare_groups import clustered_group_rows, two_group_rows
from annoeval.evaluation.compare_pairs import clustered_pair_rows, pair_rows
from annoeval.evaluation.scores import summary
from annoeval.scale import Scale
from annoeval.statistics.agreement.panel import Resampling, panel
from annoeval.statistics.calibration.correlation import over_clusters, spearman

SEED = 20260101
SIZES = (5, 10, 20, 50, 200)
CLUSTERS = (0, 2, 5, 10, 20)  # 0: independent values
INTRACLASS = 0.3
Array = np.ndarray

SCALES = {
    "0/1": Scale("ordinal", (0, 1)),
    "0–2": Scale("ordinal", (0, 1, 2)),
    "0–1": Scale("interval", bounds=(0.0, 1.0)),
    "continuous": Scale("interval"),
}
MEANS = {"0/1": 0.8, "0–2": 1.45, "0–1": 2 / 3, "continuous": 0.0}
CUTS = {"0/1": (0.2,), "0–2": (0.15, 0.4)}


@dataclass(frozen=True)
class Cell:
    """A figure of n values on a scale, in so many clusters (0: independent)."""

    figure: str
    scale: str
    n: int
    clusters: int


@dataclass(frozen=True)
class Found:
    """Shares of the runs in which the figure was given: tests that erred, intervals that held the truth."""

    cell: Cell
    given: float
    errors: float | None
    coverage: float | None


def draw(rng: np.random.Generator, n: int, clusters: int) -> tuple[Array, Array]:
    """Normal quantities and their clusters, each cluster holding one or more."""
    if not clusters:
        return rng.normal(size=n), np.arange(n)
    of = np.concatenate([np.arange(clusters), rng.integers(0, clusters, n - clusters)])
    shared = np.sqrt(INTRACLASS) * rng.normal(size=clusters)[of]
    return shared + np.sqrt(1 - INTRACLASS) * rng.normal(size=n), of


def scaled(z: Array, scale: str) -> Array:
    """Normal quantities on a scale."""
    from scipy.special import ndtr

    if scale == "continuous":
        return z
    u = ndtr(z)
    return np.sqrt(u) if scale == "0–1" else np.searchsorted(CUTS[scale], u).astype(float)


Result = tuple[float | None, float | None, float | None, float]  # p, low, high, truth
Work = Callable[[np.random.Generator, str, int, int], Result]


def mean(rng: np.random.Generator, scale: str, n: int, clusters: int) -> Result:
    """The mean of `scores`."""
    z, of = draw(rng, n, clusters)
    row = summary(scaled(z, scale), SCALES[scale], None, of if clusters else None)
    return None, row["low"], row["high"], MEANS[scale]


def two_groups(rng: np.random.Generator, scale: str, n: int, clusters: int) -> Result:
    """The recommended test of two groups that do not differ, n in each, and its interval."""
    (x, of), (y, other) = draw(rng, n, clusters), draw(rng, n, clusters)
    a, b = scaled(x, scale), scaled(y, scale)
    if clusters:
        return recommended(clustered_group_rows("a", "b", a, b, of, other + clusters, SCALES[scale]))
    return recommended(two_group_rows("a", "b", a, b, SCALES[scale]))


def pairs(rng: np.random.Generator, scale: str, n: int, clusters: int) -> Result:
    """The recommended test of two raters of the same items who do not differ, and its interval."""
    z, of = draw(rng, n, clusters)
    a, b = (pd.Series(scaled((z + rng.normal(size=n)) / np.sqrt(2), scale)) for _ in range(2))
    if clusters:
        return recommended(clustered_pair_rows("a", "b", a, b, SCALES[scale], pd.Series(of)))
    return recommended(pair_rows("a", "b", a, b, SCALES[scale]))


def recommended(rows: Iterator[dict[str, object]]) -> Result:
    """p and limits of the recommended row, where nothing differs."""
    row = next(r for r in rows if r["recommended"])
    return row["p"], row["low"], row["high"], 0.0  # type: ignore[return-value]


def rank_correlation(rng: np.random.Generator, scale: str, n: int, clusters: int) -> Result:
    """Spearman's ρ of quantities that have nothing to do with each other."""
    (x, of), y = draw(rng, n, clusters), rng.normal(size=n)
    if clusters:  # both sides share their clusters
        y = np.sqrt(INTRACLASS) * rng.normal(size=clusters)[of] + np.sqrt(1 - INTRACLASS) * y
    a, b = scaled(x, scale), scaled(y, scale)
    found = over_clusters(a, b, of, "spearman") if clusters else spearman(a, b)
    return found.p, found.low, found.high, 0.0


def agreement(rng: np.random.Generator, scale: str, n: int, clusters: int) -> Result:
    """α of two raters; the truth is that of 200,000 items."""
    level = {"0/1": "nominal", "0–2": "ordinal"}.get(scale, "interval")
    z, of = draw(rng, n, clusters)
    table = pd.DataFrame({r: scaled((2 * z + rng.normal(size=n)) / np.sqrt(5), scale) for r in "ab"})
    how = Resampling(of if clusters else None, replicates=0 if n == ALL else 400)
    found = panel(table, level, SCALES[scale].categories, how, ("krippendorff_alpha",)).estimate("krippendorff_alpha")  # type: ignore[arg-type]
    if n == ALL:
        return None, None, None, found.value or 0.0
    return None, found.low, found.high, truth_of(scale)


ALL = 200_000
_TRUTHS: dict[str, float] = {}


def truth_of(scale: str) -> float:
    """α of so many items that chance does not show."""
    if scale not in _TRUTHS:
        _TRUTHS[scale] = agreement(np.random.default_rng(SEED), scale, ALL, 0)[3]
    return _TRUTHS[scale]


def calibration(figure: str) -> Work:
    """A figure of calibrated confidence."""

    def work(rng: np.random.Generator, scale: str, n: int, clusters: int) -> Result:
        from scipy.special import ndtri

        p = rng.beta(3, 1.2, n)
        z, of = draw(rng, n, clusters)
        known = pd.DataFrame({"confidence": p, "correct": (z < ndtri(p)).astype(float)})
        found = figures_of(known.assign(cluster=of) if clusters else known, names=(figure,))[figure][0]
        truth = {"ece": 0.0, "brier": 3 * 1.2 / (4.2 * 5.2), "auroc": AREA}[figure]
        return None, found.low, found.high, truth

    return work


AREA = 0.7716  # of calibrated confidence with the distribution Beta(3, 1.2), by 4 million answers
FIGURES: dict[str, tuple[Work, tuple[str, ...]]] = {
    "mean": (mean, tuple(SCALES)),
    "two groups": (two_groups, tuple(SCALES)),
    "pairs": (pairs, tuple(SCALES)),
    "Spearman": (rank_correlation, ("0–2", "0–1", "continuous")),
    "α": (agreement, ("0/1", "0–2", "continuous")),
    "ECE": (calibration("ece"), ("0/1",)),
    "Brier": (calibration("brier"), ("0/1",)),
    "AUROC": (calibration("auroc"), ("0/1",)),
}


def cells() -> Iterator[Cell]:
    """The whole grid, clusters with two values each or more."""
    for figure, (_, scales) in FIGURES.items():
        for scale in scales:
            for clusters in CLUSTERS:
                for n in SIZES:
                    if not clusters or 2 * clusters <= n:
                        yield Cell(figure, scale, n, clusters)


def run(cell: Cell, runs: int, seed: int = SEED) -> Found:
    """One cell of the table."""
    key = [seed, list(FIGURES).index(cell.figure), list(SCALES).index(cell.scale), cell.n, cell.clusters]
    rng, work = np.random.default_rng(key), FIGURES[cell.figure][0]
    found = [work(rng, cell.scale, cell.n, cell.clusters) for _ in range(runs)]
    tested = [p for p, *_ in found if p is not None]
    limited = [
        low - 1e-9 <= truth <= high + 1e-9 for _, low, high, truth in found if low is not None and high is not None
    ]
    given = max(len(tested), len(limited)) / runs
    errors = sum(p <= 0.05 for p in tested) / len(tested) if tested else None
    return Found(cell, given, errors, sum(limited) / len(limited) if limited else None)


def line(found: Found) -> str:
    """A cell as the table prints it."""
    c = found.cell
    shown = ["–" if v is None else f"{v:.1%}" for v in (found.errors, found.coverage)]
    return f"{c.figure:<10} {c.scale:<10} {c.clusters or '–':<8} {c.n:<5} {found.given:<6.2f} {shown[0]:<8} {shown[1]}"


def table(runs: int, figures: tuple[str, ...] = ()) -> list[Found]:
    """Runs the grid, or the figures named, and prints a line a cell."""
    print("figure     scale      clusters n     given  errors   coverage")
    out = []
    for cell in cells():
        if not figures or cell.figure in figures:
            out.append(run(cell, runs))
            print(line(out[-1]), flush=True)
    return out


if __name__ == "__main__":
    table(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, tuple(sys.argv[2:]))
