"""Many rows at once: the queue as a table in which every typed score is stored as it is typed."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import numpy as np
import pandas as pd
import streamlit as st

from annoeval.evaluation.filters import Filter
from annoeval.export import to_csv, to_xlsx
from annoeval.problem import AnnoevalError
from annoeval.questions import every_question, given, parts, scale_of
from annoeval.review import history, sheet
from annoeval.review.database import Unavailable
from annoeval.review.hidden import hidden_from
from annoeval.review.sheet import Edit
from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.components import sheet as part
from annoeval.ui.components.sheet import Cell, Column, Row
from annoeval.ui.review import actions, entry, line
from annoeval.ui.review.desk import Desk, Saved, ai_scores
from annoeval.ui.review.labels import known
from annoeval.ui.review.seat import sit_down
from annoeval.words import count, missing, number, title

PAGE = 50
HELD_BACK = "Without the AI's and others' answers to what you are to judge independently and have not answered yet"
ORDERS = ("Queue order", "Not answered first", "By item id")


@st.fragment
def show(study_id: str, chosen: Filter) -> None:
    """Search, order, the rows, what to set several of them to, and the corrected scores to download.

    One fragment: the rest of the page can't be drawn while the store is away, and the rows would go with it.
    """
    desk = sit_down(study_id, chosen)
    if not desk.person and allowed.may():
        st.markdown("Give your name in the sidebar first: it stands beside each score.")
        return
    asked = frozenset().union(*set(desk.walk.needs))
    dimensions = [q for d in desk.study.dimensions for q in every_question(desk.study, d) if q in asked]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        words = st.text_input(
            "Search",
            placeholder="Search texts and ids",
            icon=":material/search:",
            width=320,
            label_visibility="collapsed",
            key="ae_search",
            live=True,
        )
        order = st.selectbox("Order", ORDERS, key="ae_order", label_visibility="collapsed", width=200)
    ids = _ordered(desk, sheet.search(desk.study, desk.walk.ids, words), order, (words, order))
    if not ids:
        none = "No row has these words." if words.strip() else "No item is in this queue."
        st.html(f'<p class="ae-answer">{none}</p>')
        return
    pages = -(-len(ids) // PAGE)
    asked_for = (study_id, desk.rule.query(), words, order)
    if st.session_state.get("_paged") != asked_for:  # other rows are seen from the first on
        st.session_state["_paged"], st.session_state["ae_page"] = asked_for, 1
    number = min(st.session_state.get("ae_page", 1), pages)
    shown = ids[(number - 1) * PAGE : number * PAGE]
    _rows(desk, shown, dimensions)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        _count(len(ids))
        if pages > 1:
            st.pagination(pages, key="ae_page", width="content")
        if allowed.may():
            _set_many(desk, shown, dimensions)
    _below(desk)


@st.fragment(run_every=2.0)
def _count(rows: int) -> None:
    """How many rows there are, again and again: by that alone a server that was started anew learns of the page, and
    what was typed meanwhile arrives."""
    st.markdown(f":small[:gray[{count(rows, 'row')}]]", width="content")


def _ordered(desk: Desk, ids: list[str], order: str, place: tuple[str, str]) -> list[str]:
    """The order is taken once for each search and order, so that a row does not jump away as it is answered."""
    if order == ORDERS[2]:
        return sheet.by_id(ids)
    if order == ORDERS[1]:
        key = (*place, desk.rule.query(), desk.study_id)
        kept = st.session_state.get("_order")
        if kept is None or kept[0] != key:
            kept = (key, {item for item in ids if desk.done(item)})
            st.session_state["_order"] = kept
        return [i for i in ids if i not in kept[1]] + [i for i in ids if i in kept[1]]
    return ids


def _rows(desk: Desk, shown: Sequence[str], dimensions: list[str]) -> None:
    """The rows as they stand. What is stored from them knows what stood beside it."""
    study = desk.study
    blind = desk.rubric.blind or desk.auditing
    ai = {d: _scores(desk, d) for d in dimensions if not blind}
    hidden = _hidden(desk, shown, dimensions)
    frame = sheet.rows(study, desk.standing, shown, dimensions, desk.person, ai, hidden)
    scores = [c for c in frame.columns if ":" in c and c.partition(":")[2] in dimensions]
    text = [c for c in frame.columns if c not in scores]
    if not allowed.may():  # a visitor who only looks has no column to type in
        scores = [c for c in scores if not c.startswith("mine:")]
    first = [c for c in study.evidence if c in text][:2]
    order = [*first, *scores, *[c for c in text if c not in first]]
    names = [desk.name(item) for item in shown]
    columns = [
        Column("item", "Item", width=90 if names == list(shown) else 170),
        *(_column(desk, c, dimensions) for c in order),
    ]
    items = study.items.loc[list(shown)]
    asked = {d: _asked(study, items, d) for d in dimensions}
    cells = frame[order].astype("object").map(_words).to_numpy().tolist()
    rows = [
        Row(item, names[n], [names[n], *cells[n]], [f"mine:{d}" for d in dimensions if not asked[d][n]])
        for n, item in enumerate(shown)
    ]
    seen = {(i, d): desk.standing.versions.get((i, d), 0) for i in shown for d in dimensions}
    part.sheet(f"ae_sheet_{desk.study_id}", columns, rows, partial(_take, desk, seen))


def _scores(desk: Desk, question: str) -> Mapping[str, Mapping[str, Any]]:
    """The AI's scores by item, of a rater's answers those of the file."""
    dimension, rater = parts(desk.study, question)
    if not rater:
        return ai_scores(desk.study, question)
    of = given(desk.study, dimension)
    return {item: {"value": answers[rater].score} for item, answers in of.items() if rater in answers}


def _asked(study: Study, items: pd.DataFrame, question: str) -> np.ndarray:
    """Of which of these items a question is asked."""
    dimension, rater = parts(study, question)
    applies = study.dimensions[dimension].applies_to(items).to_numpy()
    return applies & [rater in given(study, dimension).get(i, {}) for i in items.index] if rater else applies


def _hidden(desk: Desk, shown: Sequence[str], dimensions: list[str]) -> frozenset[tuple[str, str]]:
    """What an own answer is asked of before others' are shown."""
    own = desk.standing.standing
    return frozenset((i, d) for i in shown if desk.unseen(i) for d in dimensions if desk.person not in own(i, d))


def _words(value: Any) -> str:
    if missing(value):
        return ""
    return number(value, 3) if isinstance(value, float) and not value.is_integer() else _short(value)


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


def _column(desk: Desk, column: str, dimensions: list[str]) -> Column:
    """Without the scale's limits: the store says no, with a sentence."""
    about, _, dimension = column.partition(":")
    if dimension not in dimensions:
        return Column(column, title(column), width=220 if column in desk.study.evidence else 90)
    scale = scale_of(desk.study, dimension)
    name = scale.title or title(dimension)
    if about == "ai":
        of_answer = bool(scale.judges)
        words = ("in the file", "The answer's score in the file") if of_answer else ("AI", "The AI's score")
        return Column(column, f"{name}: {words[0]}", width=80, help=words[1], right=scale.numeric)
    if about == "people":
        return Column(column, f"{name}: others", width=140)
    kind: Literal["number", "list", "text"] = "number" if scale.numeric else "list" if scale.categories else "text"
    if scale.level == "set":
        kind = "text"
    labels = [str(c) for c in scale.categories] if kind == "list" else ()
    return Column(column, name, kind, labels, help=_help(scale), width=80 if kind == "number" else 150)


def _help(scale: Scale) -> str:
    """What the answers mean, and what can be typed."""
    if scale.level == "set":
        return "Labels with commas between them" + (f": {sheet.allowed(scale)}" if scale.categories else "")
    rubric = [f"{scale.describe(c)}: {scale.definitions[c]}" for c in scale.categories if c in scale.definitions]
    return "; ".join(rubric) or scale.question or ("" if scale.level == "text" else sheet.allowed(scale))


def _take(desk: Desk, seen: dict[tuple[str, str], int], cells: list[Cell], token: str) -> Any:
    """Stores what was typed, whatever the page shows by now; a sentence about what can't be stored."""
    found, refused = [], []
    for item, column, words in cells:
        try:
            found.append(sheet.typed(desk.study, item, column.removeprefix("mine:"), words))
        except AnnoevalError as error:
            refused.append(f"{desk.name(item)}: {error}")
    try:
        desk.now = state.store().present(desk.study_id)
        _store(desk, found, seen, token)
    except Unavailable as error:
        return {"waits": f"{error} What you typed waits here and is stored by itself once that is mended."}
    except AnnoevalError as error:
        refused.append(str(error))
    more = f" ({count(len(refused) - 1, 'more cell')} not stored)" if len(refused) > 1 else ""
    return refused[0] + more if refused else ""


def _store(desk: Desk, found: list[Edit], seen: dict[tuple[str, str], int], token: str) -> None:
    answered = desk.standing.standing  # nothing typed where nothing stands is no answer
    found = [e for e in found if e.value is not None or desk.person in answered(e.item_id, e.dimension)]
    if not found:
        return
    hidden = _hidden(desk, [e.item_id for e in found], [e.dimension for e in found])
    blind = [desk.rubric.blind or desk.auditing or (e.item_id, e.dimension) in hidden for e in found]
    answers = [
        {
            "item_id": e.item_id,
            "dimension": e.dimension,
            "value": e.value,
            "reviewer": desk.person,
            "because": replace(desk, item=e.item_id).because(e.dimension),
            "queue": desk.rule.query(),
            "visible": () if b else ("ai", "others"),
            "blind": b,
            "token": f"{token}-{n}",
            **_beside(desk, e),
        }
        for n, (e, b) in enumerate(zip(found, blind, strict=True))
    ]
    decisions = state.store().decide_many(desk.study_id, answers, seen)
    st.session_state.pop("_seen", None)  # what one item's screen showed is older than this
    conflict = next((d.conflict for d in decisions if d.conflict), None)
    last = found[-1]
    scale = scale_of(desk.study, last.dimension)
    words = f"as **{scale.describe(last.value)}**" if last.value is not None else "as **not answered**"
    if len(found) > 1:
        words += f", with {count(len(found) - 1, 'more cell')}"
    st.session_state["_saved"] = Saved(words, last.item_id, last.dimension, conflict=conflict)


def _beside(desk: Desk, edit: Edit) -> dict[str, Any]:
    """Note, correction and tags of the answer that this one replaces; one that is withdrawn takes them along."""
    mine = desk.standing.standing(edit.item_id, edit.dimension).get(desk.person)
    if mine is None or edit.value is None:
        return {}
    return {"note": mine.note, "correction": mine.correction, "tags": mine.tags}


def _set_many(desk: Desk, shown: Collection[str], dimensions: list[str]) -> None:
    """One value for all rows on screen, as one action that one undo takes back."""
    with st.popover("Set all rows shown", icon=":material/edit_note:", type="tertiary", key="ae_set"):
        names = {d: scale_of(desk.study, d).title or d for d in dimensions}
        dimension = st.selectbox("Question", dimensions, format_func=lambda d: names[d], key="ae_set_dimension")
        scale = scale_of(desk.study, dimension)
        key = f"ae_set_value_{dimension}"
        entry.field(scale, key, "Score", known=known(desk.now, dimension))
        value = entry.given(scale, key)
        applies = _asked(desk.study, desk.study.items.loc[list(shown)], dimension)
        targets = [item for item, asked in zip(shown, applies, strict=True) if asked]
        seen = {(i, dimension): desk.standing.versions.get((i, dimension), 0) for i in targets}

        def set_all() -> None:
            _store(desk, [Edit(i, dimension, value) for i in targets], seen, uuid.uuid4().hex)

        nothing = not targets or value is None
        st.button(f"Set {count(len(targets), 'row')}", type="primary", on_click=set_all, disabled=nothing)


def _below(desk: Desk) -> None:
    saved: Saved | None = st.session_state.get("_saved")
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content", key="ae_saved"):
            if allowed.may():
                line.say(desk, saved)
                st.button("Undo", type="tertiary", icon=":material/undo:", on_click=actions.undo, args=(desk,))
                st.button("Redo", type="tertiary", icon=":material/redo:", on_click=actions.redo, args=(desk,))
        with st.container(horizontal=True, gap="small", width="content"):
            try:
                held = HELD_BACK if hidden_from(state.store(), desk.study_id, desk.person) else None
            except Unavailable:  # the rows say so
                held = None
            for label, name, make in _files(desk):
                st.download_button(
                    label,
                    make,
                    name,
                    key=f"ae_get_{name}",
                    type="tertiary",
                    help=held,
                    icon=":material/download:",
                    on_click="ignore",
                )


def _files(desk: Desk) -> list[tuple[str, str, Any]]:
    store, study_id, person = state.store(), desk.study_id, desk.person

    def scores() -> pd.DataFrame:
        return sheet.corrected(store.study(study_id), hidden_from(store, study_id, person))

    return [
        ("Scores, CSV", "corrected_scores.csv", lambda: to_csv(scores())),
        ("XLSX", "corrected_scores.xlsx", lambda: to_xlsx(scores(), "scores")),
        ("Change log", "change_log.csv", lambda: to_csv(history.change_log(store, study_id, person))),
    ]
