"""The rules of matching and grading: seen, changed, kept with the study as a version, shared as a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.protocols.boxes.joining import AS_NAMED, BY_NAME, PROPOSED
from annoeval.protocols.boxes.joining import HOW as JOINS
from annoeval.protocols.boxes.rules import HOW, NUMBERS, Rules, limits
from annoeval.protocols.boxes.study import rules_of
from annoeval.protocols.boxes.unnamed import NUMBERS as NUMBERS_ARE
from annoeval.protocols.boxes.unnamed import OPEN
from annoeval.review import rubric
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.page import quiet
from annoeval.ui.tables import table
from annoeval.words import count


def keep(changed: Rules) -> None:
    """Puts rules in force as the study's next version."""
    store, id = state.store(), state.study_id() or ""
    now = rubric.of(store.database, id)
    rubric.edit(store.database, id, replace(now, rules=changed.values()), state.person() or "?")


def ask_truth(study: Study) -> None:
    """Asks which submission is the ground truth."""
    assert study.shapes is not None
    names = list(map(str, study.options["submissions"]))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = st.selectbox("Which is the ground truth?", names, width=320)
        if allowed.button("Grade the others against it", type="primary", icon=":material/select_all:"):
            keep(replace(Rules.of(study.options.get("rules")), truth=chosen, compared={}))
            st.rerun()


def ask_numbers(study: Study) -> bool:
    """Asks what the four numbers of a box are where a file doesn't say it; whether it had to."""
    waiting = [p for p in study.problems if p.problem == OPEN]
    if waiting:
        for p in waiting:
            quiet(f"{p.file}: {p.action}.", "content")
        now = rules_of(study)
        with st.container(horizontal=True, gap="small"):
            for kind, words in NUMBERS_ARE.items():
                allowed.button(
                    f"They are {words}", on_click=keep, args=(replace(now, numbers=kind),), key=f"_numbers_{kind}"
                )
    return bool(waiting)


def rules_view(study: Study) -> None:
    """The form, and the rules as a file."""
    assert study.shapes is not None
    now = rules_of(study)
    names = list(map(str, study.options["submissions"]))
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
            wanted["images"] = st.selectbox(
                "Images of one name",
                JOINS,
                index=JOINS.index(now.images),
                help="By name: folder, ending and upload code don't count. As named: every difference counts.",
            )
            wanted["how"] = st.selectbox("How the rest is paired", HOW, index=HOW.index(now.how))
            wanted["labels"] = st.multiselect(
                "Labels that are graded (none: all)", labels, default=[l for l in now.labels if l in labels]
            )
        with b:
            for name, title, step in NUMBERS:
                low, high = limits(name)
                wanted[name] = st.number_input(title, low, high, float(getattr(now, name)), step)
                if name == "attributes":
                    quiet(f"The weights add up to {now.most:g}.")
        if attributes:
            wanted["compared"] = _compared(now, labels, attributes)
        if allowed.form_button("Save the rules", type="primary"):
            try:
                changed = Rules.of(wanted)
                if changed != now:
                    keep(changed)
                    st.rerun()
            except AnnoevalError as error:
                st.error(str(error))
    _file(now)


def _compared(now: Rules, labels: Sequence[str], attributes: Sequence[str]) -> dict[str, list[str]]:
    """Each label's attributes as a table to change; a label left blank has those on the ground truth's object."""
    quiet(
        "Attributes that are compared, label by label; where none is chosen, those that the ground truth's object has."
    )
    rows = pd.DataFrame({"label": list(labels), "attributes": [list(now.compared.get(l, ())) for l in labels]})
    choice = st.column_config.MultiselectColumn("Attributes compared", options=list(attributes), width="large")
    edited = st.data_editor(
        rows,
        key=f"_compared_{hash(tuple(labels))}",
        hide_index=True,
        disabled=["label"],
        row_height=36,
        column_config={"label": "Label", "attributes": choice},
    )
    changed = {
        str(l): list(a) for l, a in zip(edited["label"], edited["attributes"], strict=True) if a is not None and len(a)
    }
    return {**{l: list(a) for l, a in now.compared.items() if l not in labels}, **changed}


def joins_proposed(study: Study, now: Rules) -> None:
    """Which images are taken as the same though their names differ, to be seen and said otherwise; nothing where all
    names are equal, or someone has said it."""
    called = study.items["also_called"].dropna() if "also_called" in study.items else pd.Series(dtype="str")
    if now.images != PROPOSED or called.empty:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small", key="ae_joins"):
        n = count(len(called), "image")
        quiet(
            f"{n} by other names in other files, taken as the same, as {called.iloc[0]} = {called.index[0]}.", "content"
        )
        with st.popover("See what matches", type="tertiary"):
            table(called.rename_axis("image").rename("also called").reset_index(), "image_names")
        allowed.button("They are the same", on_click=keep, args=(replace(now, images=BY_NAME),))
        allowed.button("Keep them apart", on_click=keep, args=(replace(now, images=AS_NAMED),), type="tertiary")


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
        given = st.file_uploader("Use the rules of a file", type="json", key="_rules_file", disabled=not allowed.may())
    if given is not None and allowed.button("Use these rules", key="_use_rules"):
        try:
            keep(replace(Rules.read(given.getvalue()), truth=now.truth))
            st.rerun()
        except AnnoevalError as error:
            st.error(str(error))
