"""Table `correlation`: does the score go with the confidence it was given with, and with automatic metrics?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from annoeval.evaluation.clusters import clusters_of, said
from annoeval.evaluation.current import confident, current_values, grouped
from annoeval.evaluation.metrics import few, measured
from annoeval.statistics.calibration.correlation import kendall, over_clusters, pearson, spearman
from annoeval.statistics.outcome import Outcome
from annoeval.study import Study

COLUMNS = [
    *("dimension", "rater", "what", "by", "group", "unit", "n"),
    *("method", "estimate", "low", "high", "p", "how", "reason", "warning"),
]
OF_UNITS = ("spearman", "kendall")  # means of a few papers lie on no line
METHODS = {"pearson": pearson, "spearman": spearman, "kendall": kendall}


def correlation(
    study: Study,
    *,
    dimension: str | None = None,
    raters: Sequence[str] | None = None,
    by: Sequence[str] | None = None,
    cluster: str | None = None,
) -> pd.DataFrame:
    """Pearson, Spearman and Kendall of each numeric dimension with confidence, by rater and group; Spearman and Kendall
    of its means by paper or domain with each automatic metric.

    Columns `COLUMNS`; `unit` is what n counts: "item", or the column (`pdf`, `domain`) of which `what` is a metric.
    warning: said of fewer than ten. For confidence `what` is `confidence`, and beside it `confidence_read` where items
    hold confidences that were also read from words and sentences: both stand under their own names. dimension,
    raters, by narrow the work. A
    rater who stated no confidence, and whose items have none, has no row. `how` is how p and interval were obtained.
    cluster: item column whose values hold items that may be alike; p and intervals are then those of whole clusters.
    """
    rows: list[dict[str, object]] = []
    asked = [dimension] if dimension else list(study.dimensions)
    stated = confident(study, asked)
    for name in asked if study.metrics else stated:
        if not study.dimensions[name].numeric:
            continue
        values = current_values(study, name, raters)
        values = values[values["kind"] != "reference"]
        values = values.assign(
            confidence_read=_read(study, values), cluster=clusters_of(study, values["item_id"], cluster)
        )
        for rater, own in values.groupby("rater", sort=False):
            for what in ("confidence", "confidence_read") if name in stated else ():
                if own[what].notna().any():
                    keys = {"dimension": name, "rater": rater, "what": what}
                    for column, group, part in grouped(study, own, by):
                        keys |= {"by": column, "group": group}
                        rows += [keys | row for row in _rows(part, what, None if column == cluster else cluster)]
            for metric, unit, means in measured(study, own):
                keys = {"dimension": name, "rater": rater, "what": metric, "by": "", "group": "all"}
                rows += [keys | row for row in _of_units(means, unit)]
    numbers = dict.fromkeys(("estimate", "low", "high", "p"), "float64")
    return pd.DataFrame(rows, columns=COLUMNS).astype(numbers)


def _of_units(means: pd.DataFrame, unit: str) -> Iterator[dict[str, object]]:
    for method in OF_UNITS:
        found = METHODS[method](means["metric"], means["value"])
        yield _row(method, found, unit, found.method)


def _row(method: str, found: Outcome, unit: str, how: str | None) -> dict[str, object]:
    n = int(found.n_a)
    return {
        "unit": unit,
        "n": n,
        "method": method,
        "estimate": found.estimate,
        "low": found.low,
        "high": found.high,
        "p": found.p,
        "how": how,
        "reason": found.reason,
        "warning": few(n, {"pdf": "paper"}.get(unit, unit)) if found.estimate is not None else "",
    }


def _read(study: Study, values: pd.DataFrame) -> pd.Series:
    """The items' confidence in any wording, where it says more than the bare numbers do."""
    if "confidence_read" not in study.items or "confidence" not in study.items:
        return pd.Series(np.nan, index=values.index)
    read, bare = (pd.to_numeric(study.items[c], errors="coerce") for c in ("confidence_read", "confidence"))
    if (read.notna() == bare.notna()).all():
        return pd.Series(np.nan, index=values.index)
    return values["item_id"].map(read).astype("float64")


def _rows(part: pd.DataFrame, what: str, cluster: str | None) -> Iterator[dict[str, object]]:
    for method, test in METHODS.items():
        x, y = part[what], part["value"]
        found = test(x, y) if cluster is None else over_clusters(x, y, part["cluster"], method)
        yield _row(method, found, "item", said(found.method, cluster))
