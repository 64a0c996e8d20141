"""Saying by hand what rows are: errors with weights, or the same things in the same order in every file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.reading.labels import folded
from annoeval.scale import number_in
from annoeval.study import Study
from annoeval.tables.events import BLANK, weights_of
from annoeval.tables.joining import UNJOINED
from annoeval.ui.components.sheet import Column, edited
from annoeval.ui.page import quiet
from annoeval.ui.sample import Sample

MOST = 40  # severities that a person would weigh


def weights_form(shown: Sample, wanted: dict[str, Any], options: Mapping[str, Any], old: str | None) -> None:
    """Draws the weights of errors where the mapping in `wanted` names severities, and puts those that were changed into
    `wanted` as `weights`."""
    roles = {c: m["role"] if isinstance(m, Mapping) else m for c, m in wanted["mapping"].items()}
    severities = severities_of(shown, [c for c, role in roles.items() if role == "severity"])
    if severities:
        rows = weights_rows(severities, options.get("weights"))
        columns = (
            Column("severity", "Severity", width=200),
            Column("weight", "Weight", "number", help="Blank: not known", width=120),
        )
        with st.expander("Weights of the errors: rows of one rater and item are added up", expanded=True):
            typed = edited(f"_weights_{old}_{hash(tuple(severities))}", columns, rows)
            if unfit := no_weights(typed):
                quiet(f"“{unfit[0][:40]}” is no weight; type a number from 0 on, as in 2.5.")
        if chosen := changed_weights(typed, severities):
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


def weights_rows(severities: list[str], chosen: Mapping[str, Any] | None) -> list[dict[str, str]]:
    """One row a severity with its weight, "" where none is known."""
    known = weights_of(severities, chosen)
    weights = [known.get(folded(s)) for s in severities]
    return [{"severity": s, "weight": "" if w is None else f"{w:g}"} for s, w in zip(severities, weights, strict=True)]


def changed_weights(rows: Sequence[Mapping[str, str]], severities: list[str]) -> dict[str, float]:
    """The weights of edited rows that are others than those known without it; words that are none are passed over."""
    known = weights_of(severities, None)
    given = {row["severity"]: number_in(row["weight"]) for row in rows}
    return {s: w for s, w in given.items() if w is not None and w >= 0 and known.get(folded(s)) != w}


def no_weights(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """What was typed that is no weight."""
    return [w for w in (row["weight"] for row in rows) if w and (number_in(w) is None or (number_in(w) or 0) < 0)]
