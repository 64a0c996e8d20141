"""What is compared: each rater's current values of a dimension, with the confidence they were given with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from annoeval.conclusions import derived
from annoeval.rating_table import ANNOTATORS, PEOPLE
from annoeval.ratings import latest_of, of_dimension
from annoeval.study import Study
from annoeval.tables.keys import BETWEEN

COLUMNS = ["item_id", "rater", "kind", "value", "signal", "confidence"]
MOST_GROUPS = 60  # a column with more values names items rather than grouping them


def current_values(study: Study, dimension: str, raters: Sequence[str] | None = None) -> pd.DataFrame:
    """Each rater's latest value of each item, columns `COLUMNS`; with `majority` and `resolved` where people take part.

    raters: restricts the rows. `confidence` is the rating's own, else the item's column `confidence`.
    Numeric scales give float values.
    """
    own = latest_of(study, dimension)[COLUMNS]
    own = own[own["kind"] != "anonymous"]
    parts = [own]
    wanted = raters is None or not set(raters).isdisjoint(("majority", "resolved"))
    if wanted and _people_beside_others(study):
        made = derived(study, dimension)
        parts.append(made[made["rater"] != "unanimous"].reindex(columns=COLUMNS))
    frame = pd.concat([p for p in parts if len(p)], ignore_index=True) if any(map(len, parts)) else own
    if raters is not None:
        frame = frame[frame["rater"].isin(list(raters))].reset_index(drop=True)
    if study.dimensions[dimension].numeric:
        frame = frame.assign(value=frame["value"].astype("float64"))
    return frame.assign(confidence=_confidence(study, frame))


def raters_of(study: Study, dimension: str) -> dict[str, str]:
    """Who has values of a dimension, by name their kind: as in `current_values`, without making the values."""
    rated = of_dimension(study, dimension)[["rater", "kind"]].drop_duplicates("rater")
    found = dict(zip(rated["rater"], rated["kind"], strict=True))
    people = [r for r, kind in found.items() if kind in (*ANNOTATORS, "reviewer")]
    rated_by = {r: kind for r, kind in found.items() if kind != "anonymous"}
    if found and _people_beside_others(study):
        rated_by |= dict.fromkeys((["majority"] if len(people) > 1 else []) + ["resolved"], "derived")
    return rated_by


def _people_beside_others(study: Study) -> bool:
    """Whether final scores differ from one rater's: a person and someone else rated, in whichever dimension.

    Asked of the study and not of a dimension, so that after one correction "resolved" stands in every dimension.
    """
    return bool(study.ratings["kind"].isin(PEOPLE).any()) and study.ratings["rater"].nunique() > 1


def confident(study: Study, dimensions: Sequence[str]) -> list[str]:
    """Those of the dimensions whose ratings, or the items themselves, come with a confidence."""
    columns = [study.items[c] for c in ("confidence", "confidence_read") if c in study.items]
    if any(c.notna().any() for c in columns):
        return list(dimensions)
    stated = set(study.ratings.loc[study.ratings["confidence"].notna(), "dimension"].unique())
    return [d for d in dimensions if d in stated]


def with_confidence(study: Study) -> dict[str, list[str]]:
    """The dimensions and, of each, the raters whose values come with a confidence; those without any are left out."""
    of_items = "confidence" in study.items and bool(item_confidence(study).notna().any())
    stated = study.ratings.loc[study.ratings["confidence"].notna(), ["dimension", "rater"]].drop_duplicates()
    own = set(zip(stated["dimension"], stated["rater"], strict=True))
    found = {}
    for name, scale in study.dimensions.items():
        if scale.level not in ("text", "set"):
            raters = [r for r, kind in raters_of(study, name).items() if kind != "reference"]
            found[name] = [r for r in raters if of_items or (name, r) in own]
    return {name: raters for name, raters in found.items() if raters}


def _confidence(study: Study, frame: pd.DataFrame) -> np.ndarray:
    given = frame["confidence"].astype("float64")
    given = given.where(given.between(0, 1))
    if "confidence" not in study.items:
        return given.to_numpy()
    of_item = frame["item_id"].map(item_confidence(study))
    states_own = given.notna().groupby(frame["rater"]).transform("any")
    return np.where(states_own, given, of_item.astype("float64"))


def rest_of_key(study: Study, column: str) -> pd.Series | None:
    """What an item is beside the column's value, where the column is a part of every item's key: the same rest under
    two values is the same thing judged twice, as one question answered by two models. None where it isn't.

    Values: by item id; ids are made by `tables.keys.item_keys`, what is judged first.
    """
    starts = study.items[column].astype("str") + BETWEEN
    ids = pd.Series(study.items.index, index=study.items.index).astype("str")
    if not len(ids) or not all(map(str.startswith, ids, starts)):
        return None
    return pd.Series([i[len(s) :] for i, s in zip(ids, starts, strict=True)], index=study.items.index)


def item_confidence(study: Study) -> pd.Series:
    """The items' own confidence as float, 0 to 1; NaN where it is missing or lies outside."""
    numbers = pd.to_numeric(study.items["confidence"], errors="coerce").astype("float64")
    return numbers.where(numbers.between(0, 1))


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
