"""The parts of the page Report: what goes in, the file to take away, and how it will read."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import groupby

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from annoeval.answers.scores import name_of
from annoeval.evaluation.filters import Filter
from annoeval.place import PACKAGE
from annoeval.report.build import SECTIONS, available, report, section, standard
from annoeval.report.content import Plot
from annoeval.report.forms import FORMS, written
from annoeval.report.material import Asked, Material
from annoeval.report.of_store import enclosed, reviewed
from annoeval.report.page import part_as_html
from annoeval.study import Study
from annoeval.ui import state
from annoeval.ui.choice import choose
from annoeval.ui.clusters import chosen
from annoeval.ui.page import draw, quiet
from annoeval.ui.page import key as keys
from annoeval.ui.results import result
from annoeval.words import count, markup

STYLE = PACKAGE / "report" / "parts.css"
ALL = "all"


def material_of(whole: Study, asked: Asked) -> Material:
    """The report's material, kept with every table that was computed for it."""
    now = datetime.now(UTC)
    day = f"{now.day} {now:%B %Y}"
    return _material(str(state.study_id()), whole.digest, json.dumps(asked.plain()), day, whole)


@st.cache_resource(max_entries=8, show_spinner=False)
def _material(id: str, digest: str, asked: str, day: str, _whole: Study) -> Material:
    return Material(_whole, Asked.from_plain(json.loads(asked)), reviewed(state.store(), id), day, result)


def what_to_report(whole: Study) -> Asked:
    """What is seen or everything, and which questions; kept in the address."""
    seen = state.current_filter()
    names = {d: name_of(d, s) for d, s in whole.dimensions.items() if s.level != "text"}
    with st.container(horizontal=True, vertical_alignment="center"):
        if seen.active:
            kept = len(seen.apply(whole).items)
            about = {"seen": f"What I see: {kept:,} of {count(len(whole.items), 'item')}", ALL: "Everything"}
            seen = seen if choose("of", about, "Which items", "seen") == "seen" else Filter()
        one = choose("question", {"": "All questions", **names}, "Questions") if len(names) > 1 else ""
        return Asked((), (one,) if one else (), seen, chosen(whole))


def sections(material: Material) -> tuple[str, ...]:
    """The sections ticked, of those that the study can fill; the address holds them where they aren't the usual."""
    there = available(material)
    usual = [s for s in there if s in standard(material.whole)]
    named = [s for s in st.query_params.get_all("section") if s in there]
    current = named or usual

    def write(key: str) -> None:
        ticked = [s for s in there if (s in current) != (s == key)]
        if ticked == usual or not ticked:
            st.query_params.pop("section", None)
        else:
            st.query_params["section"] = ticked

    for key in there:
        st.session_state[f"_section_{key}"] = key in current
        st.checkbox(SECTIONS[key][0], key=f"_section_{key}", on_change=write, args=(key,))
    return tuple(s for s in there if s in current)


def download(material: Material, name: str, place: DeltaGenerator) -> None:
    """The form of the file, and the page's main button; the file is written when it is pressed."""
    with place:
        titles = {ending[1:]: form.title for ending, form in FORMS.items()}
        ending = f".{choose('form', titles, 'Form')}"
        id, store = str(state.study_id()), state.store()  # the visitor's own, asked for while the page runs

        def data() -> bytes:
            return written(ending, material, lambda: report(material), lambda: enclosed(store, id))

        st.download_button(
            f"Download {FORMS[ending].title}",
            data,
            f"{name}{ending}",
            FORMS[ending].media,
            key=f"_report_{ending}",
            type="primary",
            icon=":material/download:",
            on_click="ignore",
        )
    quiet(f"{FORMS[ending].holds}.")


def preview(material: Material) -> None:
    """The report as it will read, section by section; one is computed when it is opened."""
    st.html(STYLE)
    for n, key in enumerate(material.asked.sections):
        with st.expander(SECTIONS[key][0], expanded=n == 0, key=f"_preview_{key}", on_change="rerun") as fold:
            if not fold.open:
                continue
            with st.spinner("Computing", show_time=True):
                made = section(material, key)
            if not made.parts:
                quiet("This study has nothing for it; the file leaves the section out.")
            for plotted, parts in groupby(made.parts, lambda p: isinstance(p, Plot)):
                if not plotted:
                    st.html("".join(part_as_html(p, material.source) for p in parts))
                    continue
                for plot in (p for p in parts if isinstance(p, Plot)):
                    st.html(f'<p class="ar-plot">{markup(plot.title)}</p>')
                    draw(plot.figure, f"report_{key}_{plot.name}")
                    if plot.keys:
                        keys(*plot.keys)
