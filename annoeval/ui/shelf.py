"""The studies that are there: recent ones to reopen, and examples to try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.examples import examples
from annoeval.protocols import protocols
from annoeval.ui import state
from annoeval.ui.headlines import MOST_ITEMS, headlines, work_out
from annoeval.ui.intake import open_example
from annoeval.ui.page import quiet, say, section
from annoeval.ui.tour import tour_button
from annoeval.words import count, distinct, plain

SHOWN = 6  # studies in full; all stand in the table below them


def recent() -> None:
    """Recent studies, the last changed first, each with its answer, how far its review is, and its date."""
    frame = state.store().studies()
    if frame.empty:
        return
    section("Recent")
    names = study_names(frame)
    shown = list(frame.head(SHOWN).itertuples())
    with st.container(gap="small", key="ae_recent"):
        for row in shown:
            _one(row, names[row.id])
    if any(_answer(row) is None for row in shown):
        _until_answered(shown)
    if len(frame) > SHOWN:
        with st.expander(f"All {count(len(frame), 'study', 'studies')}", key="_all_studies"):
            _all(frame)


def study_names(frame: pd.DataFrame) -> dict[str, str]:
    """What studies are called, by id: those of one name are told apart by their items, their kind or when they came."""
    names, kinds = (dict(frame[["id", c]].itertuples(index=False)) for c in ("name", "protocol"))
    items, added = (dict(frame[["id", c]].itertuples(index=False)) for c in ("n_items", "added"))
    return distinct(
        names,
        {id: count(n, "item") for id, n in items.items()},
        {id: plain_kind(kind) for id, kind in kinds.items()},
        {id: f"{time:%d %b %Y, %H:%M}".lstrip("0") for id, time in added.items()},
    )


def _one(row: Any, name: str) -> None:
    what, far, when = st.columns([5, 2, 2], vertical_alignment="top")
    with what, st.container(gap=None):
        st.button(
            f"**{plain(name, 200)}**",
            key=f"_open_{row.id}",
            type="tertiary",
            icon=":material/description:",
            on_click=state.open_study,
            args=(row.id,),
        )
        quiet(_answer(row) or plain_kind(str(row.protocol)))
    with far, st.container(gap="xsmall"):
        quiet(f"{int(row.n_reviewed):,} of {count(int(row.n_items), 'item')} reviewed")
        st.progress(min(1.0, row.n_reviewed / max(1, row.n_items)))
    with when:
        quiet(f"{row.changed:%d %b %Y}".lstrip("0") + (f" · {row.changed_by}" if row.changed_by else ""))


@st.fragment(run_every=1.0)
def _until_answered(shown: Sequence[Any]) -> None:
    """Draws the page again once all answers are worked out; it draws nothing itself, since a button of a fragment would
    change no more than the fragment."""
    if all(_answer(row) is not None for row in shown):
        st.rerun()


def _answer(row: Any) -> str | None:
    """A study's answer, "" where it has none or is too large, None while it is worked out."""
    if row.n_items > MOST_ITEMS:
        return ""
    store, id = state.store(), str(row.id)
    return headlines().of(id, f"{row.changed} {row.n_reviewed} {row.n_items}", lambda: work_out(store, id))


def plain_kind(protocol: str) -> str:
    """What kind of study it is, where nothing more can be said."""
    known = protocols().get(protocol)
    return known.title if known else protocol


def _all(frame: pd.DataFrame) -> None:
    """All studies as a table; choosing a row opens it."""
    shown = frame.assign(
        protocol=frame["protocol"].map(plain_kind),
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
            "name": st.column_config.Column(
                "Study", width=max(160, min(640, 24 + 8 * int(frame["name"].str.len().max())))
            ),
            "protocol": "Kind",
            "n_items": st.column_config.NumberColumn("Items", format="localized"),
            "reviewed": st.column_config.ProgressColumn("Reviewed", format="%.0f %%", min_value=0, max_value=100),
            "changed": st.column_config.DatetimeColumn("Changed", format="D MMM YYYY, HH:mm"),
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
