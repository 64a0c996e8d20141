"""Saying by hand what a file is and what its columns hold."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from annoeval.protocols import protocols
from annoeval.protocols.ratings import ROLES, guess
from annoeval.reading.table import Reading
from annoeval.study import AnnoevalError
from annoeval.ui import state
from annoeval.ui.intake import File, take_as
from annoeval.ui.page import quiet
from annoeval.words import plain

WORDS = {
    "item": "Item: which thing a row is about",
    "rater": "Rater: who judged",
    "label": "Label or score that was given",
    "rating of": "All labels of one rater (named by the column)",
    "group": "Group: domain, condition, …",
    "confidence": "Confidence of the judgement",
    "time": "Time of the judgement",
    "evidence": "Evidence shown to reviewers",
    "ignore": "Nothing: leave it out",
}


def mapping_form(
    files: Sequence[File],
    readings: Sequence[Reading],
    protocol: str | None,
    mapping: dict[str, str] | None,
    old: str | None,
) -> None:
    """Protocol and columns to choose, with the button that reads the files so and opens the study.

    protocol, mapping: what stands now. old: the id of the study that this one replaces when nothing was decided in it.
    """
    names = list(protocols())
    chosen = st.selectbox(
        "Read the file as",
        names,
        index=names.index(protocol) if protocol in names else names.index("ratings"),
        format_func=lambda p: f"{protocols()[p].title}: {protocols()[p].summary}",
        key=f"_protocol_{old}",
    )
    table = next((t for r in readings for t in r.tables if len(t.frame)), None)
    roles = None
    if chosen == "ratings" and table is not None:
        guessed = mapping or guess(table)
        frame = pd.DataFrame({
            "column": list(table.frame.columns),
            "example": ["  ·  ".join(table.frame[c].dropna().unique()[:3]) for c in table.frame],
            "role": [WORDS.get(guessed.get(c, "ignore"), WORDS["ignore"]) for c in table.frame],
        })  # fmt: skip
        quiet("Say what each column holds. A rater and a label are needed, or one column of labels for each rater.")
        edited = st.data_editor(
            frame,
            hide_index=True,
            disabled=["column", "example"],
            key=f"_mapping_{old}",
            row_height=32,
            column_config={
                "column": "Column",
                "example": "For example",
                "role": st.column_config.SelectboxColumn(
                    "What it holds", options=[WORDS[r] for r in ROLES], required=True, width="medium"
                ),
            },
        )
        back = {words: role for role, words in WORDS.items()}
        roles = {c: back[r] for c, r in zip(edited["column"], edited["role"], strict=True)}
    if st.button("Read it this way", icon=":material/check:", type="primary", key=f"_read_{old}"):
        try:
            new = take_as(files, chosen, roles)
        except AnnoevalError as error:
            st.error(plain(error, 600), icon=":material/error:")
            return
        if old and old != new and state.store().version(old) == 0:
            state.store().remove(old)
        st.session_state.pop("_unclear", None)
        state.open_study(new)
        st.rerun()
