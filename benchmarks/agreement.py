"""Agreement against scikit-learn, statsmodels, krippendorff and NLTK, on the same coded arrays."""

from __future__ import annotations

import numpy as np
import pandas as pd

from annoeval.scale import Level
from annoeval.statistics.agreement.coding import Coded
from annoeval.statistics.agreement.cohen import cohen, cohen_of_cells, kappa_interval
from annoeval.statistics.agreement.contingency import pair_cells
from annoeval.statistics.agreement.formulas import label_formulas
from annoeval.statistics.agreement.panel import Estimate, Resampling, panel
from benchmarks.timing import Row, best

RESAMPLES = 2000


def main() -> list[Row]:
    """All rows of this module."""
    rng = np.random.default_rng(0)
    return [*kappa(rng), *matrix(rng), *fleiss(rng), *alpha(rng), *continuous(rng), *everything(rng)]


def raters(rng: np.random.Generator, items: int, many: int, labels: int) -> np.ndarray:
    """Codes items × raters: each rater gives the true label three times in four."""
    truth = rng.integers(0, labels, items)
    guess = rng.integers(0, labels, (items, many))
    return np.where(rng.random((items, many)) < 0.75, truth[:, None], guess)


def near(a: float | None, b: float, tolerance: float = 1e-9) -> bool:
    """Whether both gave the same value."""
    return a is not None and abs(a - b) <= tolerance


def one(x: np.ndarray, level: Level, name: str = "krippendorff_alpha", replicates: int = 0) -> Estimate:
    """One coefficient as pages compute it."""
    return panel(pd.DataFrame(x), level, (), Resampling(replicates=replicates), only=(name,)).estimate(name)


def kappa(rng: np.random.Generator) -> list[Row]:
    """One Cohen's kappa, and its bootstrap."""
    from sklearn.metrics import cohen_kappa_score
    from statsmodels.stats.inter_rater import cohens_kappa, to_table

    a, b = raters(rng, 10_000, 2, 5).T
    size = 5

    def ours_one() -> float | None:
        return cohen(np.bincount(a * size + b, minlength=size * size).reshape(size, size)).kappa

    single, value = best(ours_one, 20)
    theirs, peer = best(lambda: cohen_kappa_score(a, b), 10)
    rows = [
        Row(
            "Cohen's κ with standard error, 10,000 items",
            single,
            "sklearn.cohen_kappa_score",
            theirs,
            10,
            near(value, peer),
        )
    ]

    def ours_many() -> tuple[float | None, float | None]:
        limit = kappa_interval(np.bincount(a * size + b, minlength=size * size).reshape(size, size))
        return limit.low, limit.high

    many, limits = best(ours_many)
    draws = rng.integers(0, len(a), (40, len(a)))

    def sklearn_loop() -> np.ndarray:
        return np.array([cohen_kappa_score(a[i], b[i]) for i in draws])

    def statsmodels_loop() -> np.ndarray:
        return np.array(
            [cohens_kappa(to_table(np.stack([a[i], b[i]], axis=1), bins=size)[0], return_results=False) for i in draws]
        )

    for peer_name, loop, promised in (
        ("sklearn loop", sklearn_loop, 100),
        ("statsmodels loop", statsmodels_loop, None),
    ):
        part, values = best(loop, 1)
        width = float(limits[1] - limits[0])  # type: ignore[operator]
        same = abs(width - 2 * 1.96 * values.std()) < 0.35 * width
        rows.append(
            Row(
                f"Cohen's κ with {RESAMPLES:,} bootstraps, 10,000 items",
                many,
                peer_name,
                part * RESAMPLES / len(draws),
                promised,
                same,
                scaled=True,
            )
        )
    return rows


def matrix(rng: np.random.Generator) -> list[Row]:
    """Cohen's kappa of all pairs of fifty raters."""
    from sklearn.metrics import cohen_kappa_score

    codes = raters(rng, 10_000, 50, 5)
    coded = Coded(codes, tuple(range(5)))

    def every_pair() -> dict[tuple[int, int], float | None]:
        return {(i, j): cohen_of_cells(*found, 5).kappa for i, j, found in pair_cells(coded)}

    ours, values = best(every_pair)
    couples = [(i, i + 1) for i in range(25)]
    part, peers = best(lambda: [cohen_kappa_score(codes[:, i], codes[:, j]) for i, j in couples], 2)
    same = all(near(values[pair], p) for pair, p in zip(couples, peers, strict=True))
    return [
        Row(
            "κ of all 1,225 pairs of 50 raters, 10,000 items",
            ours,
            "sklearn per pair",
            part * 1225 / len(couples),
            80,
            same,
            scaled=True,
        )
    ]


def fleiss(rng: np.random.Generator) -> list[Row]:
    """Fleiss' kappa from codes."""
    from nltk.metrics.agreement import AnnotationTask
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    codes = raters(rng, 100_000, 5, 5)

    def fleiss_of(codes: np.ndarray) -> float:
        fit = label_formulas(Coded(codes, tuple(range(5))), in_order=False, only=("fleiss_kappa",))
        return float(fit.values(fit.contributions.total)[0])

    ours, found = best(lambda: fleiss_of(codes))
    theirs, peer = best(lambda: fleiss_kappa(aggregate_raters(codes)[0]), 3)
    rows = [Row("Fleiss' κ, 100,000 items × 5", ours, "statsmodels", theirs, 40, near(found, peer))]
    few = codes[:2000]
    data = [(f"r{r}", i, int(v)) for i, row in enumerate(few) for r, v in enumerate(row)]
    part, pi = best(lambda: AnnotationTask(data).pi(), 1)
    same = near(fleiss_of(few), pi)
    rows.append(Row("the same", ours, "nltk pi", part * len(codes) / len(few), 1000, same, scaled=True))
    return rows


def alpha(rng: np.random.Generator) -> list[Row]:
    """Krippendorff's alpha with a fifth of the ratings missing, and its bootstrap."""
    import krippendorff as peer_library
    from nltk.metrics.agreement import AnnotationTask

    x = raters(rng, 10_000, 5, 5).astype(float)
    x[rng.random(x.shape) < 0.2] = np.nan
    data = [(f"r{r}", i, v) for i, row in enumerate(x) for r, v in enumerate(row) if v == v]
    rows = []
    for level in ("nominal", "ordinal", "interval"):
        ours, found = best(lambda level=level: one(x, level), 10)  # type: ignore[misc]
        theirs, peer = best(
            lambda level=level: peer_library.alpha(x.T, level_of_measurement=level),
            5,  # type: ignore[misc]
        )
        rows.append(
            Row(f"α {level}, 10,000 × 5, 20 % missing", ours, "krippendorff", theirs, 2, near(found.value, peer))
        )
        if level == "nominal":
            nltk_time, value = best(lambda: AnnotationTask(data).alpha(), 1)
            rows.append(Row("the same", ours, "nltk alpha", nltk_time, 20, near(found.value, value)))
    many, found = best(lambda: one(x, "nominal", replicates=RESAMPLES), 3)
    draws = rng.integers(0, len(x), (40, len(x)))
    part, peers = best(lambda: [peer_library.alpha(x[i].T, level_of_measurement="nominal") for i in draws], 1)
    width = found.high - found.low
    same = abs(width - 2 * 1.96 * float(np.std(peers))) < 0.35 * width
    rows.append(
        Row(
            f"α nominal with {RESAMPLES:,} bootstraps",
            many,
            "krippendorff loop",
            part * RESAMPLES / len(draws),
            60,
            same,
            scaled=True,
        )
    )
    return rows


def continuous(rng: np.random.Generator) -> list[Row]:
    """Alpha where nearly every value is its own."""
    import krippendorff as peer_library

    truth = rng.normal(size=300)
    x = truth[:, None] + rng.normal(scale=0.5, size=(300, 2))
    ours, found = best(lambda: one(x, "interval"), 20)
    theirs, peer = best(lambda: peer_library.alpha(x.T, level_of_measurement="interval"), 1)
    rows = [Row("α interval, 300 units × 2, continuous", ours, "krippendorff", theirs, 500, near(found.value, peer))]
    ours, found = best(lambda: one(x, "ordinal"), 20)
    theirs, peer = best(lambda: peer_library.alpha(x.T, level_of_measurement="ordinal"), 1)
    rows.append(Row("α ordinal, the same", ours, "krippendorff", theirs, 100, near(found.value, peer)))
    return rows


def everything(rng: np.random.Generator) -> list[Row]:
    """All coefficients with cluster bootstraps; the budget of two seconds stands where a peer's time would."""
    x = pd.DataFrame(raters(rng, 1000, 5, 5))
    how = Resampling(cluster=np.arange(1000) // 10, unit="clusters", replicates=RESAMPLES)
    ours, found = best(lambda: panel(x, "ordinal", tuple(range(5)), how), 3)
    whole = all(e.low is not None for e in found.estimates)
    return [
        Row(
            f"all coefficients with {RESAMPLES:,} cluster bootstraps, 1,000 × 5", ours, "a budget of 2 s", 2.0, 1, whole
        )
    ]
