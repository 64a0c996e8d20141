"""Table `correlation`: does the score go with the confidence it was given with?"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from annoeval.evaluation.current import current_values, grouped
from annoeval.statistics.correlation import kendall, pearson, spearman
from annoeval.study import Study

COLUMNS = ["dimension", "rater", "what", "by", "group", "n", "method", "estimate", "low", "high", "p", "reason"]
METHODS = {"pearson": pearson, "spearman": spearman, "kendall": kendall}


def correlation(
    study: Study, *, dimension: str | None = None, raters: Sequence[str] | None = None, by: Sequence[str] | None = None
) -> pd.DataFrame:
    """Pearson, Spearman and Kendall of each numeric dimension with confidence, by rater and group.

    Columns `COLUMNS`; `what` is `confidence`. dimension, raters, by narrow the work. A rater who stated no
    confidence, and whose items have none, has no row.
    """
    rows = []
    for name in [dimension] if dimension else study.dimensions:
        if not study.dimensions[name].numeric:
            continue
        values = current_values(study, name, raters)
        values = values[values["kind"] != "reference"]
        for rater, own in values.groupby("rater", sort=False):
            if own["confidence"].isna().all():
                continue
            for column, group, part in grouped(study, own, by):
                for method, test in METHODS.items():
                    found = test(part["confidence"], part["value"])
                    rows.append({
                        "dimension": name, "rater": rater, "what": "confidence", "by": column, "group": group,
                        "n": found.n_a, "method": method, "estimate": found.estimate, "low": found.low,
                        "high": found.high, "p": found.p, "reason": found.reason,
                    })  # fmt: skip
    return pd.DataFrame(rows, columns=COLUMNS)
