"""Where raters differ: the items behind a pair, a cell, or a set of raters, each with what everyone said."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from annoeval.answers.scores import rater_name
from annoeval.evaluation.pairs import items_that_differ
from annoeval.evaluation.raters import answers, unknown
from annoeval.study import Study
from annoeval.ui import state
from annoeval.ui.agreement.choices import explained
from annoeval.ui.agreement.matrices import Picked
from annoeval.ui.page import quiet, section
from annoeval.ui.review_links import review_items
from annoeval.ui.tables import table
from annoeval.words import count, listed, tally

MOST_ROWS = 200
_MOST_TEXT = 80


def differing(study: Study, dimension: str, raters: Sequence[str], picked: Picked) -> None:
    """The list under the matrices; a row leads to the item in review."""
    members = picked.raters or tuple(raters)
    if picked.items is not None:
        ids, what = list(picked.items), picked.words
    else:
        ids = _hardest_first(study, dimension, members)
        names = "people" if unknown(study, members) else listed([rater_name(r) for r in members])
        what = f"on which {names} differ"
    section("Where they differ" if picked.items is None else "In this cell")
    if not ids:
        quiet(f"No item {what}.")
        return
    review_items(ids, what, f"_differ_{dimension}")
    everyone = list(dict.fromkeys([*raters, *members]))
    shown = said_by_all(study, dimension, ids[:MOST_ROWS], everyone)
    rows = table(
        shown,
        f"differ_{dimension}",
        {"item_id": "Item", **as_called(everyone)},
        select=True,
        height=min(36 + 32 * len(shown), 228),
        download=lambda: said_by_all(study, dimension, ids, everyone),
    )
    if len(ids) > MOST_ROWS:
        quiet(f"The first {MOST_ROWS} of {count(len(ids), 'item')}; the download holds all.")
    if rows and rows[0] < len(shown):
        item = str(shown["item_id"].iloc[rows[0]])
        review_items([item], f"chosen: {state.item_name(item)}", f"_one_{dimension}")


def _hardest_first(study: Study, dimension: str, raters: Sequence[str]) -> list[str]:
    """The items on which raters differ, by how far they part; numbers and sets stay in the study's order."""
    if study.dimensions[dimension].level not in ("nominal", "ordinal") or len(raters) < 3:
        return items_that_differ(study, dimension, raters).tolist()
    items = explained(study, "item_difficulty", dimension, tuple(raters))
    return items.loc[items["agreement"] < 1, "item_id"].tolist()


def said_by_all(study: Study, dimension: str, ids: Sequence[str], raters: Sequence[str]) -> pd.DataFrame:
    """Items × raters in words, with the first thing a reviewer would be shown of each item."""
    values = answers(study, dimension, list(raters)).reindex(list(ids))
    scale = study.dimensions[dimension]
    frame = pd.DataFrame({"item_id": list(ids)})
    content = next((c for c in study.evidence if study.items[c].notna().any()), None)
    if content is not None:
        texts = study.items[content].reindex(list(ids))
        frame[content] = ["" if pd.isna(t) else _cut(str(t)) for t in texts]
    hidden = unknown(study, raters)
    if hidden:
        frame["Labels"] = [
            tally(scale.describe(v) for v in row if not pd.isna(v))
            for row in values[hidden].itertuples(index=False, name=None)
        ]
    for rater in values.columns.difference(hidden, sort=False):
        frame[rater_name(str(rater))] = ["–" if pd.isna(v) else scale.describe(v) for v in values[rater]]
    return frame


def as_called(raters: Sequence[str]) -> dict[str, str]:
    """Titles of columns that are named for raters: the names as they are everywhere else."""
    return {rater_name(r): rater_name(r) for r in raters}


def _cut(content: str) -> str:
    flat = " ".join(content.split())
    return flat if len(flat) <= _MOST_TEXT else flat[: _MOST_TEXT - 1] + "…"


def chosen_item(frame: pd.DataFrame, rows: Sequence[int], key: str) -> None:
    """The line under a table of items that leads to the chosen one."""
    if rows and rows[0] < len(frame):
        item = str(frame["item_id"].iloc[rows[0]])
        with st.container():
            review_items([item], f"chosen: {state.item_name(item)}", key)
