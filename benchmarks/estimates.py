"""What is true of 20,000 items from an audit: against the time a person will wait for it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd

import annoeval
from annoeval.evaluation.estimates import estimate
from annoeval.statistics.partial import limits as exact
from annoeval.statistics.partial.kappa import kappa_limits
from annoeval.statistics.partial.stratum import Stratum
from annoeval.study import Study
from benchmarks.timing import Row, best

ALLOWED = 0.2  # seconds
SIZES, DRAWN = (8000, 5000, 3600, 2400, 1000), (167, 101, 77, 43, 25)
ZEROS, ONES = (3, 2, 1, 1, 0), (5, 2, 3, 1, 1)


def main() -> list[Row]:
    """All rows of this module; nothing is kept from one run to the next."""
    strata = [Stratum(*counts) for counts in zip(SIZES, DRAWN, ZEROS, ONES, strict=True)]
    known = [[900, 120, 30], [250, 1200, 240]]

    def forgotten() -> None:
        exact._limits.cache_clear()
        exact.counts.cache_clear()

    def mean() -> exact.Limits:
        forgotten()
        return exact.limits(strata, 2)

    def kappa() -> float | None:
        forgotten()
        return kappa_limits(known, strata).low

    study = audited()

    def row_of_table() -> float:
        forgotten()
        return float(estimate(study, "caption")["low"])

    at = ", 20,000 accepted in five domains"
    return [
        Row(f"limits of the mean{at}", best(mean)[0], "the time allowed", ALLOWED, 1),
        Row(f"limits of quadratic κ{at}", best(kappa)[0], "the time allowed", ALLOWED, 1),
        Row(f"annoeval.estimate of a study{at}", best(row_of_table)[0], "the time allowed", ALLOWED),
    ]


def audited() -> Study:
    """A study of 22,000 items that says why each was reviewed: the AI's ones by rule, of its twos an audit."""
    domain = np.repeat([f"domain {i}" for i in range(5)], SIZES)
    truth = [np.repeat([0, 1, 2], (z, o, n - z - o)) for z, o, n in zip(ZEROS, ONES, DRAWN, strict=True)]
    said = [np.r_[t, np.full(N - len(t), -1)] for t, N in zip(truth, SIZES, strict=True)]
    human = pd.Series(np.concatenate([*said, np.ones(2000, dtype="int64")]))
    table = pd.DataFrame(
        {
            "id": [f"i{n}" for n in range(len(human))],
            "domain": np.r_[domain, np.repeat("domain 0", 2000)],
            "ai_caption": np.r_[np.full(sum(SIZES), 2), np.ones(2000, dtype="int64")],
            "human_caption": human.where(human >= 0).astype("Int64"),
            "reviewed_because": np.r_[np.where(human[: sum(SIZES)] >= 0, "audit", ""), np.repeat("rule", 2000)],
        }
    )
    with TemporaryDirectory() as folder:
        table.to_csv(Path(folder) / "scores.csv", index=False)
        return annoeval.load(Path(folder) / "scores.csv")
