"""Scores of extracted figures and tables against known right ones, with the published recipe beside.

The scorer's cuts were chosen on papers and extractions of `TUNED`; what is reported is of `REPORTED`.
"""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from sklearn.metrics import cohen_kappa_score

from annoeval.prescoring import ai_ratings
from annoeval.protocols import Means
from annoeval.protocols.figures import Figures
from annoeval.reading.attached import of_bytes
from annoeval.reading.table import Reading, Table
from annoeval.study import Study
from benchmarks.made_extractions import extraction
from benchmarks.made_papers import papers
from benchmarks.timing import Figure

TUNED, REPORTED = 1, 4711
ITEMS = 600
KINDS = {"caption": "figure", "table": "table"}


@dataclass(frozen=True)
class Made:
    """Made extractions as studies, each of all papers once, with the right scores."""

    studies: list[Study]
    truth: list[pd.DataFrame]
    means: Means

    def scored(self, scorer: str) -> pd.DataFrame:
        """One row an item: `kind, fault, truth, value, note` (a scorer's value, missing where it gives none)."""
        parts = []
        for study, truth in zip(self.studies, self.truth, strict=True):
            made = ai_ratings(study, scorer, self.means)
            for dimension, kind in KINDS.items():
                mine = made[made["dimension"] == dimension].set_index("item_id")[["value", "note"]]
                parts.append(truth[truth["type"] == kind].assign(kind=dimension).join(mine))
        return pd.concat(parts)


def make(seed: int, items: int = ITEMS, described: bool = True) -> Made:
    """Twelve papers, and as many extractions of them as give so many items. described: with descriptions of figures,
    which the published recipe rests on."""
    printed = papers(seed)
    studies: list[Study] = []
    truth: list[pd.DataFrame] = []
    left, run = items, 0
    while left > 0:
        frame = pd.DataFrame(list(extraction(printed, seed * 100 + run))[:left])
        frame["element_id"] = [f"run_{run}_{n}" for n in range(len(frame))]
        known = frame.set_index("element_id")[["type", "truth", "fault"]]
        if not described:
            frame["vlm_description"] = ""
        shown = frame.drop(columns=["truth", "fault"]).astype("str").where(lambda f: f != "")
        studies.append(Figures().build([Reading("made.csv", "csv", (Table("made.csv", shown),))], {}))
        truth.append(known)
        left, run = left - len(frame), run + 1
    return Made(studies, truth, Means(of_bytes([(p.name, p.data) for p in printed])))


def kappa(scored: pd.DataFrame, dimension: str) -> float:
    """Quadratic weighted κ of scores and truth, of the items that have a score."""
    mine = scored[(scored["kind"] == dimension) & scored["value"].notna()]
    return float(cohen_kappa_score(mine["truth"], mine["value"].astype("int64"), weights="quadratic", labels=[0, 1, 2]))


def flagged(scored: pd.DataFrame) -> pd.Series:
    """Whether a row was taken for wrong."""
    return scored["value"].eq(0)


def main() -> list[Figure]:
    """All figures of this module."""
    made = make(REPORTED)
    ours, published = made.scored("recommended"), made.scored("similarity only")
    rows = []
    for d, least in (("caption", 0.90), ("table", 0.85)):
        task = f"κ of {d}s, quadratic weights ({(ours['kind'] == d).sum()} items)"
        rows.append(Figure(task, kappa(ours, d), kappa(published, d), at_least=least))
    for name, chosen, least, most in (
        ("swaps within a paper flagged", ours["fault"].eq("swapped within the paper"), 0.85, None),
        ("right rows flagged", ours["truth"].eq(2), None, 0.02),
    ):
        both = [float(flagged(s)[chosen.to_numpy()].mean()) for s in (ours, published)]
        rows.append(Figure(f"{name} ({int(chosen.sum())} rows)", both[0], both[1], least, most))
    without = float(ours["value"].isna().mean())
    rows.append(Figure("items without a score", without, float(published["value"].isna().mean())))
    return rows
