"""One id for each item of a table, whatever its keys."""

from __future__ import annotations

import pandas as pd


def unique_ids(keys: pd.Series, content: pd.DataFrame) -> tuple[pd.Index, int]:
    """Item ids for a table of one row per item, and how many keys were absent or repeated.

    A key that occurs once stays as it is. Absent (named `item`) or repeated keys become
    `key#1, key#2, …` in the order of their rows' content, so that sorting the file changes no id;
    exact duplicates count on, each its own item.
    """
    filled = keys.astype("object").where(keys.notna(), "item").astype("str").reset_index(drop=True)
    again = filled.duplicated(keep=False) | keys.isna().reset_index(drop=True)
    ids = filled.copy()
    if again.any():
        text = content.reset_index(drop=True)[again].astype("object").where(lambda f: f.notna(), "").astype("str")
        order = text.assign(_key=filled[again]).sort_values(["_key", *text.columns], kind="stable").index
        ordinal = filled.loc[order].groupby(filled.loc[order]).cumcount() + 1
        ids.loc[order] = filled.loc[order] + "#" + ordinal.astype("str")
    while (
        again.any() and (clash := again & ids.isin(filled[~again])).any()
    ):  # a made "a#1" beside one of the file's own
        ids = ids.where(~clash, ids + "'")
    return pd.Index(ids, name="item_id"), int(again.sum())
