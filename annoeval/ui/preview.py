"""The first items of a study as annoeval understands them: each column's header says its role."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from annoeval.answers.items import item_names
from annoeval.answers.scores import name_of, rater_name
from annoeval.ratings import latest
from annoeval.study import Study
from annoeval.ui.theme import theme
from annoeval.words import NONE, tally

MOST_ROWS = 100
MOST_SCORES = 12
SHADES = {
    "light": {"item": "#F4F6F8", "group": "#F4F6F8", "score": "#E6F1F8"},
    "dark": {"item": "#1B222B", "group": "#1B222B", "score": "#15303F"},
}


@st.cache_data(max_entries=8, show_spinner=False)
def _table(digest: str, _study: Study) -> tuple[pd.DataFrame, dict[str, str]]:
    return preview_table(_study)


def preview_table(study: Study) -> tuple[pd.DataFrame, dict[str, str]]:
    """The first items with their scores, and each column's role: `item`, `group`, `evidence` or `score`."""
    items = study.items.head(MOST_ROWS)
    columns: dict[str, pd.Series] = {"item": items.index.to_series().replace(dict(item_names(study)))}
    roles = {"item": "item"}
    for role, names in (("group", study.groups), ("evidence", study.evidence)):
        for name in names:
            if name in items and f"{name} · {role}" not in columns:
                columns[f"{name} · {role}"] = (
                    items[name].astype("str").where(items[name].notna(), None).str.slice(0, 300)
                )
                roles[f"{name} · {role}"] = role
    given = study.ratings[study.ratings["item_id"].isin(items.index)]
    current = latest(given[given["value"].notna()])
    hidden = current["kind"] == "anonymous"  # who gave which isn't known, so they are shown as they were counted
    for dimension, part in current[hidden].groupby("dimension", sort=False):
        label = f"{name_of(dimension, study.dimensions[dimension])}, counted · score"
        words = part["value"].map(study.dimensions[dimension].describe)
        columns[label] = words.groupby(part["item_id"]).agg(tally).reindex(items.index)
        roles[label] = "score"
    current = current[~hidden]
    for (dimension, rater), part in list(current.groupby(["dimension", "rater"], sort=False))[:MOST_SCORES]:
        label = f"{name_of(dimension, study.dimensions[dimension])} by {rater_name(rater)} · score"
        scale = study.dimensions[dimension]
        columns[label] = part.set_index("item_id")["value"].map(scale.describe).reindex(items.index)
        roles[label] = "score"
    return pd.DataFrame(columns).reset_index(drop=True), roles


def preview(study: Study, key: str = "_preview") -> None:
    """Draws it, columns shaded by role."""
    frame, roles = _table(study.digest, study)
    shades = SHADES[theme()]
    styler = frame.style.apply(
        lambda column: (
            [f"background-color: {shades[roles[column.name]]}" if roles[column.name] in shades else ""] * len(column)
        )
    )
    st.dataframe(
        styler,
        hide_index=True,
        row_height=30,
        height=30 * (min(len(frame), 5) + 1) + 8,
        placeholder=NONE,
        key=key,
    )
