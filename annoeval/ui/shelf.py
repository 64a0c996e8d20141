"""The studies that are there: recent ones to reopen, and examples to try."""

from __future__ import annotations

from typing import Any

import streamlit as st

from annoeval.examples import examples
from annoeval.protocols import protocols
from annoeval.ui import state
from annoeval.ui.intake import open_example
from annoeval.ui.page import quiet, say, section
from annoeval.ui.tour import tour_button
from annoeval.words import plain


def recent() -> None:
    """Recent studies, the last changed first; choosing a row opens it."""
    frame = state.store().studies()
    if frame.empty:
        return
    section("Recent")
    kinds = {name: p.title for name, p in protocols().items()}
    shown = frame.assign(
        protocol=frame["protocol"].map(kinds).fillna(frame["protocol"]),
        reviewed=100 * frame["n_reviewed"] / frame["n_items"].clip(lower=1),
        changed=frame["changed"].dt.tz_localize(None),
    )[["name", "protocol", "n_items", "reviewed", "changed", "changed_by"]]
    event: Any = st.dataframe(
        shown,
        hide_index=True,
        row_height=32,
        key=f"_recent_{st.session_state.get('_opened', 0)}",
        on_select="rerun",
        selection_mode="single-row",
        placeholder="",
        column_config={
            "name": "Study",
            "protocol": "Kind",
            "n_items": st.column_config.NumberColumn("Items", format="localized"),
            "reviewed": st.column_config.ProgressColumn("Reviewed", format="%.0f %%", min_value=0, max_value=100),
            "changed": st.column_config.DatetimeColumn("Changed", format="distance"),
            "changed_by": "By",
        },
    )
    rows = event["selection"]["rows"]
    if rows:
        st.session_state["_opened"] = st.session_state.get("_opened", 0) + 1
        state.open_study(str(frame["id"].iloc[rows[0]]))
        st.rerun()


def example_cards() -> None:
    """One card an example study, a click away."""
    found = examples()
    if not found:
        return
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        section("Examples")
        tour_button()
    grid = st.grid(len(found) if len(found) < 5 else 3, min_column_width=170, gap="xsmall", border=True)
    for example in found:
        with grid.cell(), st.container(gap="xsmall"):
            say(f"**{example.title}**")
            quiet(f"{example.sentence}.")
            st.button(
                "Open",
                icon=":material/arrow_forward:",
                key=f"_example_{example.name}",
                type="tertiary",
                help=f"Protocol: {plain(protocols()[example.protocol].title)}",
                on_click=open_example,
                args=(example,),
            )
