"""What people and the AI scored against automatic metrics of the same papers or domains."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from annoeval.evaluation.current import current_values
from annoeval.study import Study
from annoeval.words import several

FEW = 10  # things below which one of them may turn a correlation, so that it is said


def measured(study: Study, values: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """(metric, unit, means) of each automatic metric of a study.

    values: of one rater and dimension, with `item_id, value`. means: one row a paper or domain with `unit`, `value`
    (the mean of its items' scores), `items` (how many have one) and `metric`; those without either are left out.
    """
    known = values[values["value"].notna()]
    for metric, unit in study.metrics.items():
        of = study.items.reindex(known["item_id"])
        rows = pd.DataFrame(
            {"unit": of[unit].to_numpy(), "metric": of[metric].to_numpy(), "value": known["value"].to_numpy()}
        ).dropna()
        told = rows.groupby("unit", sort=True)
        means = told.agg(value=("value", "mean"), items=("value", "size"), metric=("metric", "first"))
        yield metric, unit, means.reset_index()


def means_by_unit(study: Study, dimension: str, rater: str, metric: str) -> pd.DataFrame:
    """The rows of `measured` for one rater, dimension and metric."""
    values = current_values(study, dimension, [rater])
    return next(means for name, _, means in measured(study, values) if name == metric)


def few(n: int, what: str) -> str:
    """What is said of a correlation of fewer than ten things; "" of more. what: "paper", "item"."""
    return f"of {several(n, what)} only, so that a single one may turn it" if 1 < n < FEW else ""
