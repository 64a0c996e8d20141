"""What labels known to be dirty do to a figure: "Yes" and "yes" counted as two labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from annoeval.evaluation.agreement import agreement
from annoeval.evaluation.raters import rater_sets
from annoeval.study import Study
from annoeval.tables.repairs import Repair, label_repair, repaired


@dataclass(frozen=True)
class Dirty:
    """repair: what would merge the variants. before, after: the shares of equal ratings among raters; None where
    fewer than two rated the same items."""

    repair: Repair
    before: float | None
    after: float | None


def dirty(study: Study, dimension: str, raters: Sequence[str] = ()) -> Dirty | None:
    """What merging labels that differ only in case or spaces would change; None where there are none. raters: whose
    ratings are held against each other; by default those that agreement is about."""
    repair = label_repair(study, dimension)
    if repair is None:
        return None
    if not raters:
        raters = next(iter(rater_sets(study, dimension).values()), [])
    if len(raters) < 2:
        return Dirty(repair, None, None)
    merged = repaired(study, [repair.option])
    before, after = (_equal(s, dimension, raters) for s in (study, merged))
    return Dirty(repair, before, after)


def _equal(study: Study, dimension: str, raters: Sequence[str]) -> float | None:
    table = agreement(study, dimension, raters, by=(), replicates=0)
    shares = table.loc[table["coefficient"] == "percent", "value"]
    return None if shares.empty or pd.isna(shares.iloc[0]) else float(shares.iloc[0])
