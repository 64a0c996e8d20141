"""What reading found in a study's files, by kind, with repairs that show their effect first and can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from annoeval.problem import problems_table
from annoeval.review.roles import Role
from annoeval.study import Study
from annoeval.tables.repairs import Repair, applied, repairs_for, undone
from annoeval.ui import allowed, state
from annoeval.ui.page import quiet
from annoeval.ui.tables import table
from annoeval.words import short

ALL = "All"


def remarks(id: str, study: Study) -> None:
    """A quiet button that opens the table of remarks and the repairs; a line where there is nothing to say."""
    found = problems_table(study.problems)
    offered = _repairs(study.digest, study)
    done = undone(study.options)
    if found.empty and not offered:
        quiet("Nothing to remark on the file.", "content")
        return
    label = "1 thing to know" if len(found) == 1 else f"{len(found)} things to know"
    # what is wrong comes first: a popover is only as wide as what it holds, so the table is given room
    found = found[["problem", "action", "count", "column", "value", "row", "file"]]
    with st.popover(label, type="tertiary", icon=":material/info:", width="content"), st.container(width=860):
        kinds = found["problem"].value_counts()
        if len(kinds) > 1:
            kind = st.selectbox(
                "Kind",
                [ALL, *kinds.index],
                format_func=lambda k: k if k == ALL else f"{k} ({kinds[k]})",
                key=f"_kind_{id}",
            )
            if kind != ALL:
                found = found[found["problem"] == kind]
        table(found.dropna(axis=1, how="all"), "problems", {"action": "What was done", "count": "How often"})
        for n, repair in enumerate(offered):
            with st.container(horizontal=True, vertical_alignment="center"):
                quiet(short(repair.effect, 300))
                allowed.button(
                    repair.title,
                    needs=Role.OWNER,
                    key=f"_repair_{id}_{n}",
                    icon=":material/build:",
                    on_click=apply_options,
                    args=(id, applied(study.options, repair)),
                )
        if done:
            last, without = done
            allowed.button(
                f"Undo: {last}",
                needs=Role.OWNER,
                key=f"_unrepair_{id}",
                icon=":material/undo:",
                on_click=apply_options,
                args=(id, without),
            )


def apply_options(id: str, options: Mapping[str, Any]) -> None:
    """The same files, read with these options; decisions stay where they are."""
    store = state.store()
    store.replace_files(id, store.files(id), state.person(), options)


@st.cache_data(max_entries=20, show_spinner=False)
def _repairs(digest: str, _study: Study) -> list[Repair]:
    return repairs_for(_study)
