"""Saying by hand what rows are: errors with weights, or the same things in the same order in every file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.reading.labels import folded
from annoeval.study import Study
from annoeval.tables.events import BLANK, weights_of
from annoeval.tables.joining import UNJOINED
from annoeval.ui.editor import keep_keys
from annoeval.ui.page import quiet
from annoeval.ui.sample import Sample

MOST = 40  # severities that a person would weigh


def weights_form(shown: Sample, wanted: dict[str, Any], options: Mapping[str, Any], old: str | None) -> None:
    """Draws the weights of errors where the mapping in `wanted` names severities, and puts those that were changed into
    `wanted` as `weights`."""
    roles = {c: m["role"] if isinstance(m, Mapping) else m for c, m in wanted["mapping"].items()}
    severities = severities_of(shown, [c for c, role in roles.items() if role == "severity"])
    if severities:
        frame = weights_table(severities, options.get("weights"))
        with st.expander("Weights of the errors: rows of one rater and item are added up", expanded=True):
            keep_keys()
            edited = st.data_editor(
                frame,
                hide_index=True,
                disabled=["severity"],
                key=f"_weights_{old}_{hash(tuple(severities))}",
                row_height=32,
                column_config={
                    "severity": "Severity",
                    "weight": st.column_config.NumberColumn("Weight", min_value=0, help="Blank: not known"),
                },
            )
        if chosen := changed_weights(edited, severities):
            wanted["weights"] = chosen


def join_box(first: Study, wanted: dict[str, Any], options: Mapping[str, Any], old: str | None) -> bool:
    """Asks whether rows are joined by their place, where nothing else joins those of several tables; puts `join` into
    `wanted` and gives whether it is so. first: the study of the first rows without it."""
    if not any(p.problem == UNJOINED for p in first.problems):
        return False
    help_ = "Only where every file lists the same things in the same order: nothing in them can show whether it is so"
    joined = options.get("join") == "row"
    if not st.checkbox("Rows of the files are about the same things, in the same order", joined, f"_join_{old}", help_):
        return False
    wanted["join"] = "row"
    quiet("Join by a column of ids where there is one; a missing or sorted row would go unnoticed.")
    return True


def severities_of(shown: Sample, columns: list[str]) -> list[str]:
    """The words for severity in these columns, and `BLANK` where a cell is blank; none beyond `MOST`."""
    cells = [t.frame[c] for t in shown.tables for c in columns if c in t.frame]
    found = pd.concat(cells).fillna(BLANK).unique().tolist() if cells else []
    return sorted(found) if len(found) <= MOST else []


def weights_table(severities: list[str], chosen: Mapping[str, Any] | None) -> pd.DataFrame:
    """One row a severity with its weight, missing where none is known."""
    known = weights_of(severities, chosen)
    weights = pd.Series([known.get(folded(s)) for s in severities], dtype="float64")
    return pd.DataFrame({"severity": severities, "weight": weights})


def changed_weights(edited: pd.DataFrame, severities: list[str]) -> dict[str, float]:
    """The weights of an edited table that are others than those known without it."""
    known = weights_of(severities, None)
    rows = edited.dropna(subset="weight")
    given = {str(s): float(w) for s, w in zip(rows["severity"], rows["weight"], strict=True)}
    return {s: w for s, w in given.items() if known.get(folded(s)) != w}
