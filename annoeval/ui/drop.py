"""The drop zone: files become the open study, or wait for someone to say what their columns hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.ui import state
from annoeval.ui.evidence import readings_asked
from annoeval.ui.intake import Unclear, take, take_as
from annoeval.ui.mapping import mapping_form
from annoeval.ui.page import say, section
from annoeval.ui.uploads import contents, forget, release
from annoeval.ways import Way
from annoeval.words import listed, plain

ENDINGS = [
    "csv", "tsv", "tab", "txt", "md", "gz", "xlsx", "xlsm", "xls", "ods", "json", "jsonl", "ndjson", "parquet", "arrow",
    "feather", "xml", "zip", "png", "jpg", "jpeg", "webp", "gif", "bmp", "pdf",
]  # fmt: skip


def drop_zone() -> bool:
    """Draws it; a file that is understood is stored and opened before anything else is drawn.

    Gives whether it asks what the columns mean.
    """
    turn = st.session_state.get("_drop_turn", 0)
    dropped = st.file_uploader(
        f"Drop a results file, or several that belong together, up to {st.get_option('server.maxUploadSize')} MB each. "
        "Exports of other tools are read as they are.",
        type=ENDINGS,
        accept_multiple_files=True,
        key=f"_drop_{turn}",
    )
    seen = [f.file_id for f in dropped]
    if dropped and seen != st.session_state.get("_drop_seen"):
        st.session_state["_drop_seen"] = seen
        st.session_state.pop("_unclear", None)
        st.session_state.pop("_drop_error", None)
        files = contents(dropped, f"_drop_{turn}")
        try:
            with st.spinner(_reading(files), show_time=True):
                taken = take(files)
        except AnnoevalError as error:
            st.session_state["_drop_error"] = str(error)
        else:
            if isinstance(taken, Unclear):
                st.session_state["_unclear"] = taken
            else:
                _done(dropped)
                st.session_state["_change"] = False
                state.open_study(taken)
                st.rerun()
    release(dropped)
    if dropped and "_drop_error" in st.session_state:
        st.error(plain(st.session_state["_drop_error"], 600), icon=":material/error:")
    asked = bool(dropped) and "_unclear" in st.session_state
    if asked:
        _ask(st.session_state["_unclear"], dropped)
    return asked


def _done(dropped: list[Any]) -> None:
    """The files are kept: the drop zone is empty again."""
    forget(dropped)
    st.session_state["_drop_turn"] = st.session_state.get("_drop_turn", 0) + 1


def _reading(files: list[tuple[str, bytes]]) -> str:
    """What is under way: "Reading labels.csv (176 MB)"; a big file takes a minute, and says so."""
    size = sum(len(data) for _, data in files)
    said = f"Reading {plain(listed([name for name, _ in files], 3), 120)}"
    return f"{said} ({size / 1e6:,.0f} MB)" if size >= 1e6 else said


def _ask(unclear: Unclear, dropped: list[Any]) -> None:
    def keep(protocol: str, options: Mapping[str, Any]) -> str:
        study = take_as(unclear, protocol, options)
        _done(dropped)
        return study

    names = listed([name for name, _ in unclear.files], 3)
    with st.container(border=True):
        best, unsaid = unclear.best, list(unclear.question.unsaid)
        section("Who annotated?" if unsaid else "What do the columns mean?")
        say(
            f"**{listed(unsaid, 3)}** {'holds' if len(unsaid) == 1 else 'hold'} one person's answers without a name."
            if unsaid
            else f"**{names}** could be read as **{best.protocol}**, because {best.because}, but that is not sure."
            if best
            else f"No protocol fits **{names}**: no column says who judged what. Say which does, or name "
            "the labels that people are to choose from."
        )
        chosen = readings_asked(unclear.question)
        mapping_form(
            unclear.sample,
            lambda: unclear.files,
            chosen.protocol if chosen else None,
            _said(chosen, best),
            None,
            keep,
        )


def _said(chosen: Way | None, best: Way | None) -> Mapping[str, Any]:
    """What a chosen reading says; nothing of the likeliest mapping, which the tables show by themselves."""
    if chosen is None or (chosen is best and chosen.mapping is not None):
        return {}
    return chosen.said
