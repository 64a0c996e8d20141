"""Items behind a mark: how many, a button that reviews them, and a table whose chosen row is reviewed alone."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from annoeval.ui.review_links import review_items
from annoeval.ui.tables import table

SHOWN = 500  # rows listed; the download holds all
TALL = 5  # rows from which the table scrolls


def listed_items(
    rows: pd.DataFrame, name: str, what: str, titles: Mapping[str, str], download: pd.DataFrame | None = None
) -> None:
    """The items of `rows` (column `item_id` and values). what: which they are, after their number.

    titles: of the value columns. download: the table saved, default all of `rows`.
    """
    line = st.container()
    shown = rows[:SHOWN]
    numbers = dict.fromkeys((c for c in rows.columns if c != "item_id"), "%.2f")
    chosen = table(
        shown,
        name,
        {"item_id": "Item", **titles},
        numbers,
        download=rows if download is None else download,
        select=True,
        height=220 if len(shown) > TALL else "auto",
    )
    places = [place for place in chosen if place < len(shown)]
    with line:
        if places:
            review_items(shown["item_id"].iloc[places].tolist(), "chosen in the table", f"_one_{name}")
        else:
            review_items(rows["item_id"].tolist(), what, f"_all_{name}")
