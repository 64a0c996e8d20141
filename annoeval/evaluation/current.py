"""What is compared: each rater's current values of a dimension, with the confidence they were given with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from annoeval.ratings import derived, latest, of_dimension
from annoeval.statistics.confidence_scale import recognise, to_unit
from annoeval.study import PEOPLE, Study

COLUMNS = ["item_id", "rater", "kind", "value", "signal", "confidence"]
MOST_GROUPS = 60  # a column with more values names items rather than grouping them


def current_values(study: Study, dimension: str, raters: Sequence[str] | None = None) -> pd.DataFrame:
    """Each rater's latest value of each item, columns `COLUMNS`; with `majority` and `resolved` where people rated.

    raters: restricts the rows. `confidence` is the rating's own, else the item's column `confidence`.
    Numeric scales give float values.
    """
    own = latest(of_dimension(study, dimension))[COLUMNS]
    parts = [own]
    if own["kind"].isin(PEOPLE).any() and own["rater"].nunique() > 1:
        made = derived(study, dimension)
        parts.append(made.loc[made["rater"] != "unanimous", COLUMNS])
    frame = pd.concat([p for p in parts if len(p)], ignore_index=True) if any(map(len, parts)) else own
    if raters is not None:
        frame = frame[frame["rater"].isin(list(raters))].reset_index(drop=True)
    if study.dimensions[dimension].numeric:
        frame = frame.assign(value=frame["value"].astype("float64"))
    return frame.assign(confidence=_confidence(study, frame))


def _confidence(study: Study, frame: pd.DataFrame) -> np.ndarray:
    given = frame["confidence"].astype("float64")
    if "confidence" not in study.items:
        return given.to_numpy()
    of_item = frame["item_id"].map(item_confidence(study))
    states_own = given.notna().groupby(frame["rater"]).transform("any")
    return np.where(states_own, given, of_item.astype("float64"))


def item_confidence(study: Study) -> pd.Series:
    """The items' own confidence, 0 to 1, missing as NaN; a column still in its stated unit is converted as a whole."""
    column = study.items["confidence"]
    if pd.api.types.is_numeric_dtype(column):
        numbers = column.astype("float64")
        if not (numbers > 1).any():
            return numbers
    scale = recognise(column)
    if scale is None:
        return pd.Series(np.nan, index=column.index)
    return pd.Series(to_unit(column, scale)[0], index=column.index)


def grouped(
    study: Study, frame: pd.DataFrame, by: Sequence[str] | None = None
) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """(`by`, `group`, rows) for all rows together and for each value of each group column that groups items."""
    yield "", "all", frame
    for column in study.groups if by is None else by:
        groups = frame["item_id"].map(study.items[column])
        if groups.nunique() <= MOST_GROUPS:
            for name, rows in frame.groupby(groups, sort=True):
                yield column, str(name), rows
