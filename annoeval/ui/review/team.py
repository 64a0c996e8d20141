"""Who reviews what, and how: dealing the queue out, blind or open, the rubric's words, the tags."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.review import assignments, history, rubric
from annoeval.review.walk import Walk
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.review import entry
from annoeval.words import count, plain


def show(study_id: str, study: Study, walk: Walk) -> None:
    """Two columns: the queue dealt out at the left, the rules of judging at the right."""
    left, right = st.columns(2, gap="large")
    with left:
        _deal(study_id, walk)
    with right:
        _judging(study_id, study)


def _deal(study_id: str, walk: Walk) -> None:
    store = state.store()
    st.markdown("#### Who reviews this queue")
    people = list(history.progress(store, study_id)["reviewer"])
    with st.form("ae_deal"):
        known = list(dict.fromkeys([*people, *([state.person()] if state.person() else [])]))
        names = st.multiselect("Reviewers", known, accept_new_options=True, placeholder="Names")
        share = st.number_input(
            "Also to a second reviewer, in %",
            0,
            100,
            20,
            5,
            help="Two answers to one item show how far reviewers agree",
        )
        if allowed.form_button(f"Deal out {count(len(walk), 'item')}", type="primary", disabled=not len(walk)):
            try:
                assignments.assign(store, study_id, walk.ids, names, state.person() or "?", share / 100)
            except AnnoevalError as error:
                st.error(str(error))
    dealt = assignments.assigned(store, study_id)
    if len(dealt):
        rated = store.standing(study_id)
        for who, own in dealt.groupby("reviewer"):
            done = sum(
                any(a.reviewer == who for d in rated.rated.get(i, ()) for a in rated.standing(i, d).values())
                for i in own["item_id"]
            )
            with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
                st.markdown(f"**{plain(who, 40)}** {done} of {count(len(own), 'item')}", width="content")
                allowed.button(
                    "Take back", key=f"ae_back_{who}", type="tertiary", on_click=_take_back, args=(study_id, who)
                )


def _take_back(study_id: str, who: str) -> None:
    assignments.unassign(state.store(), study_id, who, state.person() or "?")


def _judging(study_id: str, study: Study) -> None:
    store = state.store()
    now = rubric.of(store.database, study_id)
    st.markdown("#### How items are judged")
    with st.form("ae_rubric"):
        blind = st.toggle(
            "Blind: scores of the AI and of others stay hidden until the reviewer has answered", now.blind
        )
        share = st.number_input(
            "Hide them for a random share of the items, in %",
            0,
            50,
            round(100 * now.hidden_share),
            5,
            help="Agreement then tells whether seeing the AI's score moves people",
        )
        tags = st.multiselect(
            "Tags for errors",
            list(dict.fromkeys([*now.tags, *protocol_of(study).tags])),
            default=list(now.tags),
            accept_new_options=True,
        )
        questions, definitions = dict(now.questions), {k: dict(v) for k, v in now.definitions.items()}
        for dimension, scale in study.dimensions.items():
            defined = scale.categories if scale.definitions or entry.buttons(scale) else ()
            named = f"question{' and definitions' if defined else ''}"
            with st.expander(f"{plain(scale.title or dimension)}: {named}"):
                asked = st.text_input("Question", scale.question, key=f"ae_rq_{dimension}_{now.version}")
                if asked != scale.question:
                    questions[dimension] = asked
                for category in defined:
                    old = scale.definitions.get(category, "")
                    new = st.text_input(
                        plain(scale.describe(category)), old, key=f"ae_rd_{dimension}_{category}_{now.version}"
                    )
                    if new != old:
                        definitions.setdefault(dimension, {})[str(category)] = new
        if allowed.form_button("Save", type="primary"):
            changed = replace(now, blind=blind, tags=tuple(tags), questions=questions, definitions=definitions)
            changed = replace(changed, hidden_share=share / 100)
            if changed != now:
                rubric.edit(store.database, study_id, changed, state.person() or "?")
                st.rerun()
    st.markdown(f":small[:gray[Version {now.version}. Each decision keeps the version it was made under.]]")
