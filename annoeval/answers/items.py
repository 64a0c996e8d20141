"""What is an item called on screen, where the file gives several items one id?"""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from annoeval.study import Study
from annoeval.words import without_ending

_NUMBERED = r"^(?P<base>.+)#(?P<number>\d+)'*$"


def item_names(study: Study) -> Mapping[str, str]:
    """Names of the items that were numbered since their id repeats: "Biology (2023) · page_1_fig_1", by the group
    column that tells most of them apart; what is still alike gets #2, #3, … in the file's order. Others are called as
    the file does, and are left out."""
    return study.once("names", "items", lambda: _named(study))


def _named(study: Study) -> dict[str, str]:
    ids = study.items.index.astype("str")
    ids = ids[ids.str.contains("#", regex=False)]  # few, where any
    parts = pd.Series(ids, index=ids).str.extract(_NUMBERED)
    own = study.items.index.get_indexer(parts["base"]) >= 0
    parts = parts[parts["base"].notna() & ~own & (parts["base"] != "item")]
    if parts.empty:
        return {}
    told = parts.groupby("base")["number"]
    complete = told.transform("nunique") == told.transform(lambda n: n.astype("int64").max())
    parts = parts[complete & (told.transform("size") > 1)]
    base = parts["base"]
    name = base
    column = _telling(study, base)
    if column is not None:
        values = study.items.loc[base.index, column].astype("str").map(without_ending)
        name = values + " · " + base
    order = name.groupby(name).cumcount()
    return dict(name.where(order == 0, name + " #" + (order + 1).astype("str")))


def _telling(study: Study, base: pd.Series) -> str | None:
    """The group column that tells most items of one id apart; of several the one that has more values, then the one
    that says more in them. None where none tells any."""
    best, found = (int(base.nunique()), 0, 0), None
    for column in study.groups:
        values = study.items.loc[base.index, column].astype("str")
        apart = int((base + "\x1f" + values).nunique())
        rank = (apart, int(values.nunique()), int(values.str.len().sum()))
        if apart > base.nunique() and rank > best:
            best, found = rank, column
    return found
