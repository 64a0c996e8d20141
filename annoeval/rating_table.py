"""The table of ratings: its columns, and who gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import pandas as pd

Kind = Literal["human", "anonymous", "reviewer", "decision", "ai", "reference", "derived"]
KINDS: tuple[Kind, ...] = ("human", "anonymous", "reviewer", "decision", "ai", "reference", "derived")
# an anonymous rater's name is only the place of a rating among those of an item: who gave which isn't known, so that
# nothing may be said of that rater, or of two of them, while all of them together are raters like others
ANNOTATORS: tuple[Kind, ...] = ("human", "anonymous")
PEOPLE: tuple[Kind, ...] = (*ANNOTATORS, "reviewer", "decision")
TEAM = "The team"  # whose answer a decision is, whoever typed it
REASONS = ("all", "rule", "audit", "random", "chosen")
REVIEWED_BECAUSE = "reviewed_because"  # the column of a file from elsewhere that holds one of them
RATING_COLUMNS = (
    "item_id",
    "dimension",
    "rater",
    "kind",
    "value",
    "response",
    "signal",
    "confidence",
    "time",
    "because",
    "blind",
    "seconds",
    "note",
)


def empty_ratings() -> pd.DataFrame:
    """A ratings table without rows, with the right columns and types."""
    return ratings_table({"item_id": []})


def ratings_table(columns: Mapping[str, Any]) -> pd.DataFrame:
    """A ratings table from equally long columns (or scalars); columns not given are missing.

    `item_id`, `dimension`, `rater`, `kind` become str; `signal`, `confidence`, `seconds` float;
    `time` UTC; `value` stays as given (number, str, or missing as None). A decision's rater is `TEAM`: it is no
    second rating of the person who typed it.
    """
    n = len(columns["item_id"])
    frame = pd.DataFrame({"item_id": pd.Series(_cells(columns["item_id"]), dtype="str")})
    for name in RATING_COLUMNS[1:]:
        given = columns.get(name)
        if name in ("signal", "confidence", "seconds"):
            column = (
                pd.Series(given, index=range(n), dtype="float64")
                if given is None or _scalar(given)
                else (pd.to_numeric(pd.Series(_cells(given)), errors="coerce").astype("float64"))
            )
        elif name == "time":
            if isinstance(given, pd.Series) and given.dtype.kind == "M":
                column = pd.to_datetime(given.reset_index(drop=True), utc=True)
            else:
                values = [given] * n if given is None or _scalar(given) else _cells(given)
                column = pd.to_datetime(pd.Series(values, dtype="object"), utc=True, errors="coerce", format="ISO8601")
            column = column.dt.as_unit("us")
        elif name in ("dimension", "rater", "kind"):
            column = pd.Series([given] * n if _scalar(given) else _cells(given), dtype="str")
        else:
            values = [given] * n if given is None or _scalar(given) else _cells(given)
            column = pd.Series(values, dtype="object").astype("object")
            column = column.where(column.notna(), None)
        frame[name] = column.array
    decided = frame["kind"].eq("decision")
    return frame.assign(rater=frame["rater"].mask(decided, TEAM)) if decided.any() else frame


def _cells(given: Any) -> Any:
    """Cells one after the other, whatever holds them; a column's own array, since walking over one is slow."""
    if isinstance(given, pd.Series):
        return given.reset_index(drop=True)
    return given if isinstance(given, (np.ndarray, pd.Index)) else list(given)


def _scalar(value: Any) -> bool:
    return isinstance(value, (str, int, float, bool)) or value is None or isinstance(value, pd.Timestamp)
