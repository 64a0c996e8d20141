"""The rules of matching and grading: seen, changed, kept with the study as a version, shared as a file."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import streamlit as st

from annoeval.protocols.boxes.rules import HOW, Rules
from annoeval.review import rubric
from annoeval.study import AnnoevalError, Study
from annoeval.ui import state
from annoeval.ui.page import quiet


def keep(changed: Rules) -> None:
    """Puts rules in force as the study's next version."""
    store, id = state.store(), state.study_id() or ""
    now = rubric.of(store.database, id)
    rubric.edit(store.database, id, replace(now, rules=changed.values()), state.person() or "?")


def ask_truth(study: Study) -> None:
    """Asks which submission is the ground truth."""
    assert study.shapes is not None
    names = list(dict.fromkeys(study.shapes["submission"]))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = st.selectbox("Which is the ground truth?", names, width=320)
        if st.button("Grade the others against it", type="primary", icon=":material/select_all:"):
            keep(replace(Rules.of(study.options.get("rules")), truth=chosen, compared={}))
            st.rerun()


def rules_view(study: Study, now: Rules) -> None:
    """The form, and the rules as a file."""
    assert study.shapes is not None
    names = list(dict.fromkeys(study.shapes["submission"]))
    labels = sorted({str(v) for v in study.shapes["label"].dropna()})
    attributes = sorted({str(k) for a in study.shapes["attributes"] for k in a})
    with st.form("ae_rules"):
        a, b = st.columns(2)
        wanted: dict[str, Any] = now.values()
        with a:
            wanted["truth"] = st.selectbox("Ground truth", names, index=names.index(now.truth) if now.truth else None)
            keys = ["", *attributes]
            place = keys.index(now.match_key) if now.match_key in keys else 0
            wanted["match_key"] = st.selectbox(
                "Match key",
                keys,
                index=place,
                format_func=lambda k: k or "none",
                help="Objects that share this attribute's value are paired first, at any overlap.",
            )
            wanted["gate"] = st.number_input("Least IoU of a pair", 0.0, 1.0, float(now.gate), 0.05)
            wanted["how"] = st.selectbox("How the rest is paired", HOW, index=HOW.index(now.how))
            wanted["labels"] = st.multiselect(
                "Labels that are graded (none: all)", labels, default=[l for l in now.labels if l in labels]
            )
        with b:
            for name, title in (("iou", "IoU"), ("label", "Label"), ("attributes", "Attributes")):
                value = float(getattr(now, name))
                wanted[name] = st.number_input(f"Weight of {title}", 0.0, 1000.0, value, 5.0)
            quiet(f"The weights add up to {now.most:g}.")
            wanted["beta"] = st.number_input("β: below 1 precision weighs more", 0.01, 100.0, float(now.beta), 0.5)
            wanted["blend"] = st.number_input("Share of the pairs' mean score", 0.0, 1.0, float(now.blend), 0.1)
        everywhere = [n for n in attributes if labels and all(n in now.compared.get(l, ()) for l in labels)]
        only = st.multiselect(
            "Attributes compared for every label (none: as the file defines them)", attributes, default=everywhere
        )
        if only != everywhere:
            wanted["compared"] = dict.fromkeys(labels, only) if only else {}
        if st.form_submit_button("Save the rules", type="primary"):
            try:
                changed = Rules.of(wanted)
                if changed != now:
                    keep(changed)
                    st.rerun()
            except AnnoevalError as error:
                st.error(str(error))
    _file(now)


def _file(now: Rules) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        body = json.dumps(now.values(), indent=2, ensure_ascii=False)
        st.download_button(
            "Save as a file",
            body,
            "matching_rules.json",
            "application/json",
            on_click="ignore",
            icon=":material/download:",
        )
        given = st.file_uploader("Use the rules of a file", type="json", key="_rules_file")
    if given is not None and st.button("Use these rules", key="_use_rules"):
        try:
            keep(replace(Rules.read(given.getvalue()), truth=now.truth))
            st.rerun()
        except AnnoevalError as error:
            st.error(str(error))
