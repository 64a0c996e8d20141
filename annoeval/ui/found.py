"""The card of the open study: what we found, what to know, what it can show, and how to change how it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from annoeval.answers.found import Need, needs, what_we_found
from annoeval.protocols import protocol_of
from annoeval.review import remembered
from annoeval.review.deletion import delete
from annoeval.review.roles import Role
from annoeval.study import Study
from annoeval.ui import allowed, pages, prescoring, scorers, state
from annoeval.ui.files import files_menu
from annoeval.ui.intake import because, read_again
from annoeval.ui.mapping import mapping_form
from annoeval.ui.own import headline
from annoeval.ui.page import answer, button, quiet, say, section
from annoeval.ui.preview import preview
from annoeval.ui.remarks import remarks
from annoeval.ui.sample import sample_of


def form_is_open() -> bool:
    """Whether the open study's columns are being said by hand."""
    return bool(st.session_state.get("_change", False))


def found_action(id: str, study: Study, main: bool) -> None:
    """What one does next with the study: look at its scores, or have it scored. main: as the page's main action."""
    if study.ratings["value"].notna().any():
        button("See the scores", "straighten", "scores", primary=main)
    else:
        prescoring.score_button(id, "primary" if main else "secondary")


def found_card(id: str, study: Study) -> None:
    """Draws the card, and below it which pages the study fills."""
    protocol = protocol_of(study)
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            section("What we found")
            if allowed.may(Role.OWNER):
                _menu(id, study)
        files = state.store().file_names(id)
        say(what_we_found(study, files, protocol.title.lower(), because(id, study.options)))
        _said_before(id, study)
        if sentence := headline(study):
            answer(sentence)
        prescoring.progress(id)
        prescoring.evidence_wanted(id, study)
        opened = form_is_open() and allowed.may(Role.OWNER)
        if not opened:  # the form shows the columns itself, before and after
            preview(study)
        with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
            remarks(id, study)
            files_menu(id, study)
            label = "Leave the columns as they are" if opened else "Change what the columns mean"
            allowed.button(
                label,
                needs=Role.OWNER,
                type="tertiary",
                icon=":material/tune:",
                key="_toggle",
                on_click=_change,
                args=(not opened,),
            )
            if not study.of_kind("ai"):
                prescoring.score_button(id, "tertiary", key="score_in_card")
            scorers.choose(id)
        if opened:
            with st.spinner("Reading"):
                shown = sample_of(id, study.options)
            mapping_form(
                shown,
                lambda: state.store().files(id),
                study.protocol,
                study.options,
                id,
                lambda protocol, options: read_again(id, protocol, options),
            )
    _pages(id, study)


def _said_before(id: str, study: Study) -> None:
    """That the next file with these columns is read as this one was chosen to be, and a way to forget it."""
    if study.options.get("protocol") and remembered.is_remembered(state.store(), study.options):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            quiet("The next file with these columns is read the same way.", "content")
            st.button(
                "Forget",
                type="tertiary",
                icon=":material/history_toggle_off:",
                key=f"_forget_{id}",
                on_click=_forget,
                args=(study.options,),
            )


def _forget(options: Mapping[str, Any]) -> None:
    remembered.forget(state.store(), options)
    st.toast("Forgotten. This study stays as it is; the next file with these columns is looked at afresh.")


def _menu(id: str, study: Study) -> None:
    with st.popover("Rename or remove", type="tertiary", icon=":material/edit:", width="content"):
        st.text_input(
            "Name of the study",
            value=study.name,
            key=f"_rename_{id}",
            max_chars=120,
            on_change=_rename,
            args=(id, study.name),
        )
        quiet("Removing takes it off the list. Its decisions are kept: dropping the same file again brings them back.")
        st.button("Remove", icon=":material/delete:", key=f"_remove_{id}", on_click=_remove, args=(id,))
        if st.button("Delete for good", icon=":material/delete_forever:", key=f"_delete_{id}", type="tertiary"):
            _sure(id, study.name)


def _rename(id: str, old: str) -> None:
    state.store().rename(id, st.session_state[f"_rename_{id}"].strip() or old, state.person())


@st.dialog("Delete this study for good?")
def _sure(id: str, name: str) -> None:
    say(f"All of **{name}** goes: its files, every decision, its history and its links. Nothing brings it back.")
    if st.button("Delete it for good", type="primary", icon=":material/delete_forever:"):
        delete(state.store(), id)
        state.open_study(None)
        st.rerun()


def _remove(id: str) -> None:
    state.store().remove(id)
    state.open_study(None)


def _pages(id: str, study: Study) -> None:
    section("What it can show")
    lacking = needs(study, bool(prescoring.offered(id)))
    shown = [e for e in pages.ENTRIES if e.name in lacking]
    grid = st.grid(len(shown), min_column_width=150, gap="xsmall", border=True)
    for entry in shown:
        with grid.cell(), st.container(gap="xsmall"):
            need = lacking[entry.name]
            st.markdown(f":material/{entry.icon}: **{entry.title}**")
            quiet("available" if need is None else f"needs {need.what}")
            _get(id, entry.name, need)


def _get(id: str, name: str, need: Need | None) -> None:
    if need is None:
        _link(name, name, "Open", "arrow_forward")
    elif need.action == "score":
        prescoring.score_button(id, "tertiary", key=f"score_for_{name}")
    elif need.action == "review":
        _link(name, "review", "Judge items", "checklist_rtl")
    elif need.action == "map":
        allowed.button(
            "Name the column",
            needs=Role.OWNER,
            type="tertiary",
            icon=":material/tune:",
            key=f"_map_for_{name}",
            on_click=_change,
            args=(True,),
        )


def _link(name: str, to: str, label: str, icon: str) -> None:
    if st.button(label, type="tertiary", icon=f":material/{icon}:", key=f"_open_for_{name}"):
        st.switch_page(pages.page(to), query_params=state.address())


def _change(opened: bool) -> None:
    st.session_state["_change"] = opened
