"""The form that says how a study is annotated."""

from __future__ import annotations

import streamlit as st

from annoeval.review.design import Design, keep, pictured, visible
from annoeval.review.roles import Role
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.page import quiet
from annoeval.words import listed
from annoeval.words import title as heading


def design_form(id: str, design: Design, base: Study, begun: bool) -> None:
    """Draws it. begun: whether someone has answered, so that orders and shares stay as they are."""
    for what, targets in (("practice", design.practice), ("hidden", design.hidden)):
        found = pictured(state.store(), id, targets)
        lacking = [t for t in targets if t not in found]
        if lacking:
            quiet(f"Without a picture, so left out of the {what} items: {listed(lacking, 8)}.")
    with st.form("_design", border=False):
        title = st.text_input("Title", design.title, max_chars=120, help="Stands above every image.")
        question = st.text_input("Question", design.question, max_chars=300)
        instructions = st.text_area("Instructions", design.instructions, height=180)
        consent = st.text_area("Consent and compensation", design.consent, height=140)
        eligible = st.text_area("To be ticked before taking part, one a line", "\n".join(design.eligible), height=90)
        columns = visible(base)
        shown = st.multiselect(
            "Texts beside the question",
            columns,
            [c for c in design.shown if c in columns],
            format_func=heading,
            help="Columns of the file that annotators see of each item. Scores of an AI or of people are never shown.",
        )
        left, right = st.columns(2)
        practice = left.text_area("Practice items, one a line", "\n".join(design.practice), height=160)
        hidden = right.text_area(
            "Hidden items with known answers, one a line",
            "\n".join(design.hidden),
            height=160,
            help="Mixed among the others; scored for each annotator, kept out of all results.",
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            everyone = "everyone sees all"
            k = st.number_input(
                "Annotators per item",
                0,
                20,
                design.raters_per_item or 0,
                disabled=begun,
                help=f"0: {everyone}. Otherwise each item is shown to this many of the annotators.",
            )
            seats = st.number_input("Annotators in all", 1, 200, design.seats, disabled=begun)
            seed = st.number_input("Seed of the orders", 0, value=design.seed, disabled=begun)
        pause = st.checkbox("Offer a break after 50 items", design.pause)
        debrief = st.text_input("Question at the end (blank: none)", design.debrief, max_chars=500)
        if not allowed.form_button("Save the design", needs=Role.OWNER, type="primary"):
            return
        if k > seats:
            st.error(f"{k} annotators per item need at least {k} in all.")
            return
        if set(_lines(practice)) & set(_lines(hidden)) or set(_lines(practice)) & set(base.items.get("target", ())):
            st.error("A practice item is among the items themselves or the hidden ones; leave it out of one of them.")
            return
        new = Design(
            title=title.strip() or base.name,
            seed=int(seed),
            question=question.strip(),
            instructions=instructions.strip(),
            consent=consent.strip(),
            eligible=_lines(eligible),
            shown=tuple(shown),
            practice=_lines(practice),
            hidden=_lines(hidden),
            raters_per_item=int(k) or None,
            seats=int(seats),
            pause=pause,
            debrief=debrief.strip(),
        )
        keep(state.store(), id, new, state.person())
        st.rerun()


def _lines(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))
