"""Saying by hand what a file is and what its columns hold, with a look at what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.protocols import protocols
from annoeval.reading.table import Table
from annoeval.tables.mapping import ANONYMOUS, JUDGED, OF_THE_FILE, ROLES
from annoeval.ui import state
from annoeval.ui.components.sheet import Column, edited
from annoeval.ui.order import order_form
from annoeval.ui.page import quiet, section
from annoeval.ui.preview import preview
from annoeval.ui.reading_options import reading_options
from annoeval.ui.rows import join_box, weights_form
from annoeval.ui.sample import File, Sample, beginning_of, read_so
from annoeval.ui.settings import settings_form
from annoeval.words import count, listed, plain

LOOKED_AT = 200
BY = (
    "For a rating: the rater whose column it is. For a label of items that stand in several rows, with no column of "
    f"raters: “{ANONYMOUS}” where each row is another person's, “{OF_THE_FILE}” where one person judged again"
)
TO_RATE = "label"  # the question of a study that nobody has rated yet
CHOSEN = ("reading", "decimal", "missing", "separator", "confidence", "weights", "join")


def mapping_form(
    shown: Sample,
    files: Callable[[], Sequence[File]],
    protocol: str | None,
    options: Mapping[str, Any],
    old: str | None,
    take: Callable[[str, Mapping[str, Any]], str],
) -> None:
    """Protocol and columns to choose, what comes of it, and the button that opens the study so.

    shown: what the files hold. files: gives their bytes. protocol, options: what stands now.
    old: the id of the study that this one replaces when nothing was decided in it.
    take: keeps the files as a study of a protocol with options, and gives its id.
    """
    names, store = list(protocols()), state.store()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            "Read the file as",
            names,
            index=names.index(protocol) if protocol in names else names.index("ratings"),
            format_func=lambda p: f"{protocols()[p].title}: {protocols()[p].summary}",
            key=f"_protocol_{old}_{protocol}",
        )
        go = st.container(width="content")  # the button stands in sight, though it is drawn last
    if old and store.standing(old).rated:
        quiet("People have judged items here. Read another way it opens as a study beside this one, which stays.")
    how = reading_options(shown.readings, options, old)
    kept = {k: v for k, v in options.items() if k not in ("protocol", "mapping", "name", *CHOSEN)}
    wanted: dict[str, Any] = {**kept, **how}
    if how.get("reading", {}) != dict(options.get("reading") or {}):
        try:
            shown = read_so(shown, files, {"reading": how.get("reading", {})})
        except AnnoevalError as error:
            st.session_state.pop("_pressed", None)
            st.error(plain(error, 600), icon=":material/error:")
            return
    if chosen == "ratings" and shown.tables:
        wanted["mapping"] = _columns(shown, options, old)
        weights_form(shown, wanted, options, old)
        if _judged(wanted["mapping"]) or _labels(wanted, old):
            _outcome(shown, wanted, options, old)
    elif protocols()[chosen].settings() or protocols()[chosen].unsaid(shown.readings):
        wanted = settings_form(protocols()[chosen], shown, wanted, old)
    go.button("Read it this way", icon=":material/check:", type="primary", key=f"_read_{old}", on_click=_press)
    if st.session_state.get("_pressed"):
        try:
            with st.spinner("Reading", show_time=True):
                del st.session_state["_pressed"]
                new = take(chosen, wanted)
        except AnnoevalError as error:
            st.error(plain(error, 600), icon=":material/error:")
            return
        if old and old != new and store.version(old) == 0:
            store.remove(old)
        st.session_state.pop("_unclear", None)
        st.session_state["_change"] = False
        state.open_study(new)
        st.rerun()


def _press() -> None:
    """Kept until it is done: another run may take a mere press away."""
    st.session_state["_pressed"] = True


def _judged(mapping: Mapping[str, Any]) -> bool:
    """Whether a column holds judgements."""
    return any(_role(m) in JUDGED for m in mapping.values())


def _role(what: Any) -> str:
    return str(what["role"] if isinstance(what, Mapping) else what)


def _first_rows(table: Table, judged: Sequence[str]) -> Table:
    """The first rows, and the first of each label."""
    frame = table.frame
    return replace(table, frame=beginning_of(frame, LOOKED_AT, [c for c in judged if c in frame]))


def _labels(wanted: dict[str, Any], old: str | None) -> bool:
    """Asks which labels people choose from, where no column holds a judgement yet, and puts them into the options."""
    known = (wanted.get("scales") or {}).get(TO_RATE, {}).get("categories") or ()
    said = st.text_input(
        "Or nobody has judged yet: the labels that people are to choose from",
        ", ".join(map(str, known)),
        key=f"_labels_{old}",
        placeholder="right, partly right, wrong",
        help="Separated by commas. Each row becomes an item that people rate on Review",
    )
    labels = list(dict.fromkeys(w.strip() for w in said.split(",") if w.strip()))
    if len(labels) < 2:
        return False
    whole = all(w.lstrip("-").isdecimal() and len(w) < 6 for w in labels)
    scale = {"level": "ordinal", "categories": sorted(map(int, labels))} if whole else {"categories": labels}
    wanted["scales"] = {TO_RATE: scale}
    return True


def mapping_rows(shown: Sample, options: Mapping[str, Any]) -> list[dict[str, str]]:
    """One row per column of the tables: an example, what it holds, and for a rating whose and on which question."""
    rows: dict[str, dict[str, str]] = {}
    for table in shown.tables:
        guess = shown.mapping(table, options)
        for column, what in guess.columns.items():
            if column not in rows:
                filled = table.frame[column].dropna().unique()[:3]
                rows[column] = {
                    "column": column,
                    "example": "  ·  ".join(t[:60] for t in filled),
                    "role": ROLES[what.role],
                    "rater": what.rater,
                    "question": what.dimension,
                }
    return list(rows.values())


def mapping_from(rows: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """The mapping that edited `mapping_rows` say."""
    back = {words: role for role, words in ROLES.items()}
    mapping: dict[str, Any] = {}
    for row in rows:
        role = back[row["role"]]
        more = {k: row[c] for k, c in (("rater", "rater"), ("dimension", "question")) if row[c]}
        mapping[row["column"]] = {"role": role, **more} if more else role
    return mapping


def _columns(shown: Sample, options: Mapping[str, Any], old: str | None) -> dict[str, Any]:
    quiet(
        "Say what each column holds. A rater and a label are needed, or one column of ratings for each rater. "
        "Several columns of items, and what is judged, make one id together."
    )
    rows = mapping_rows(shown, options)
    key = f"_mapping_{old}_{hash(tuple((r['column'], r['role']) for r in rows))}"
    columns = (
        Column("column", "Column", width=140),
        Column("example", "For example", width=200),
        Column("role", "What it holds", "list", list(ROLES.values()), blank=False, width=240),
        Column("rater", "By", "text", help=BY, width=110),
        Column("question", "On", "text", help="The question or dimension that is judged", width=110),
    )
    return mapping_from(edited(key, columns, rows))


def _outcome(shown: Sample, wanted: dict[str, Any], options: Mapping[str, Any], old: str | None) -> None:
    """Whether rows are joined by place and the order of the labels to choose, which go into the options, and the first
    rows as they would be read."""
    judged = [c for c, m in wanted["mapping"].items() if _role(m) in JUDGED]
    few = [replace(r, tables=tuple(_first_rows(t, judged) for t in r.tables)) for r in shown.readings]
    build = protocols()["ratings"].build
    try:
        study = build(few, wanted)
        if join_box(study, wanted, options, old):
            study = build(few, wanted)
        whole = state.store().base(old).dimensions if old else {}
        if chosen := order_form(study, whole, old):
            wanted["scales"] = {**(wanted.get("scales") or {}), **chosen}
            study = build(few, wanted)
    except AnnoevalError as error:
        section("What comes of it")
        quiet(str(error))
        return
    section("What comes of it")
    raters = study.raters["name"].tolist()
    more = "The first rows give" if any(len(t.frame) > LOOKED_AT for t in shown.tables) else "The file gives"
    found = [count(len(study.items), "item"), count(len(raters), "rater"), count(len(study.dimensions), "question")]
    quiet(f"{more} {listed(found)}.")
    preview(study, key="_mapping_preview")
