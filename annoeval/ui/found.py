"""The card of the open study: what we found, what to know, what it can show, and how to change how it is read."""

from __future__ import annotations

import streamlit as st

from annoeval.answers.found import Need, needs, what_we_found
from annoeval.protocols import protocol_of, readings_of
from annoeval.study import Study, problems_table
from annoeval.ui import pages, prescoring, state
from annoeval.ui.intake import because
from annoeval.ui.mapping import mapping_form
from annoeval.ui.page import quiet, say, section
from annoeval.ui.preview import preview
from annoeval.ui.tables import table

SHOWN = ("review", "scores", "agreement", "confidence", "comparison")


def found_card(id: str, study: Study) -> None:
    """Draws the card."""
    protocol = protocol_of(study)
    with st.container(border=True):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            section("What we found")
            _menu(id, study)
        files = [name for name, _ in state.store().files(id)]
        say(what_we_found(study, files, protocol.title.lower(), because(id, study.options)))
        prescoring.progress(id)
        preview(study)
        with st.container(horizontal=True, gap="medium"):
            _problems(study)
            st.toggle("Change what the columns mean", key="_change")
        if st.session_state.get("_change"):
            sources = state.store().files(id)
            mapping_form(sources, readings_of(sources, study.options), study.protocol, study.options, id)
    _pages(id, study)


def _problems(study: Study) -> None:
    found = problems_table(study.problems)
    if found.empty:
        quiet("Nothing to remark on the file.")
        return
    label = "1 thing to know" if len(found) == 1 else f"{len(found)} things to know"
    with st.popover(label, type="tertiary", icon=":material/info:", width="content"):
        table(found.dropna(axis=1, how="all"), "problems", {"action": "What was done", "count": "How often"})


def _menu(id: str, study: Study) -> None:
    with st.popover("Rename or remove", type="tertiary", icon=":material/edit:", width="content"):
        st.text_input(
            "Name of the study", value=study.name, key=f"_rename_{id}", max_chars=120,
            on_change=_rename, args=(id, study.name),
        )  # fmt: skip
        quiet("Removing takes it off the list. Its decisions are kept: dropping the same file again brings them back.")
        st.button("Remove", icon=":material/delete:", key=f"_remove_{id}", on_click=_remove, args=(id,))


def _rename(id: str, old: str) -> None:
    state.store().rename(id, st.session_state[f"_rename_{id}"].strip() or old, state.person())


def _remove(id: str) -> None:
    state.store().remove(id)
    state.open_study(None)


def _pages(id: str, study: Study) -> None:
    section("What it can show")
    scorable = bool(prescoring.offered(id))
    lacking = needs(study, scorable)
    shown = [e for e in pages.ENTRIES if e.name in SHOWN]
    with st.container(horizontal=True, gap="small"):
        for entry in shown:
            with st.container(border=True, width=176, gap="xsmall", key=f"ae_can_{entry.name}"):
                need = lacking[entry.name]
                st.markdown(f":material/{entry.icon}: **{entry.title}**")
                quiet("available" if need is None else f"needs {need.what}")
                _get(id, entry.name, need)


def _get(id: str, name: str, need: Need | None) -> None:
    if need is None:
        _link(name, "Open", "arrow_forward")
    elif need.action == "score" and not prescoring.running(id):
        prescoring.score_button(id, key=f"score_for_{name}")
    elif need.action == "review" and pages.known("review"):
        st.page_link(
            pages.page("review"), label="Judge items", icon=":material/checklist_rtl:", query_params=state.address()
        )
    elif need.action == "map":
        st.button("Name the column", icon=":material/tune:", key=f"_map_for_{name}", on_click=_change)


def _link(name: str, label: str, icon: str) -> None:
    st.page_link(pages.page(name), label=label, icon=f":material/{icon}:", query_params=state.address())


def _change() -> None:
    st.session_state["_change"] = True
