"""Many rows at once: the queue as a table in which every typed score is stored as it is typed."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from annoeval import ui
from annoeval.evaluation.filters import Filter
from annoeval.export import to_csv, to_xlsx
from annoeval.review import history, sheet
from annoeval.review.hidden import hidden_from
from annoeval.study import AnnoevalError, Scale
from annoeval.ui import state
from annoeval.ui.editor import await_cells, keep_keys
from annoeval.ui.review import actions, entry, line
from annoeval.ui.review.desk import Desk, Saved, ai_scores, sit_down
from annoeval.ui.review.labels import known
from annoeval.words import count, listed, plain, title

PAGE = 50
HELD_BACK = "Without the AI's and others' answers to what you are to judge independently and have not answered yet"
ORDERS = ("Queue order", "Not answered first", "By item id")


@dataclass
class Sheet:
    """The page of rows that is mounted. It is made anew, under a new key, whenever it has to show other data."""

    place: tuple[Any, ...]
    frame: pd.DataFrame
    key: str = field(default_factory=lambda: f"ae_sheet_{uuid.uuid4().hex[:8]}")
    stored: dict[tuple[str, str], Any] = field(default_factory=dict)
    seen: dict[tuple[str, str], int] = field(default_factory=dict)
    labels: dict[str, list[str]] = field(default_factory=dict)  # offered where a question has no list of its own
    hidden: frozenset[tuple[str, str]] = frozenset()  # where a second opinion is asked for and not given yet


@st.fragment
def show(study_id: str, chosen: Filter) -> None:
    """Search, order, the rows, what to set several of them to, and the corrected scores to download."""
    desk = sit_down(study_id, chosen)
    if not desk.person:
        st.markdown("Give your name in the sidebar first: it stands beside each score.")
        return
    asked = frozenset().union(*set(desk.walk.needs))
    dimensions = [d for d in desk.study.dimensions if d in asked]
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
    mounted = _mounted(desk, shown, dimensions)
    _editor(desk, mounted, dimensions)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        revision = f"revision {desk.study.digest}{f'+{desk.standing.last}' if desk.standing.last else ''}"
        st.markdown(f":small[:gray[{count(len(ids), 'row')} · {plain(revision)}]]", width="content")
        if pages > 1:
            st.pagination(pages, key="ae_page", width="content")
        _set_many(desk, mounted, dimensions)
    _below(desk)


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


def _mounted(desk: Desk, shown: list[str], dimensions: list[str]) -> Sheet:
    """The sheet on screen, or a fresh one when rows, rule or person changed, or the page was left meanwhile."""
    of = desk.study
    place = (desk.study_id, of.digest, desk.rule.query(), desk.person, tuple(shown), st.session_state.get("_fresh"))
    kept: Sheet | None = st.session_state.get("_sheet")
    if kept is not None and kept.place == place and kept.key in st.session_state:
        return kept
    blind = desk.rubric.blind or desk.auditing
    ai = {d: ai_scores(desk.study_id, desk.study.digest, d) for d in dimensions if not blind}
    hidden = frozenset(
        (i, d) for i in shown if i in desk.second for d in dimensions if desk.person not in desk.standing.standing(i, d)
    )
    frame = sheet.rows(desk.study, desk.standing, shown, dimensions, desk.person, ai, hidden)
    fresh = Sheet(place, frame, hidden=hidden)
    fresh.labels = {d: known(desk.study_id, d) for d in dimensions}
    fresh.seen = {(i, d): desk.standing.versions.get((i, d), 0) for i in shown for d in dimensions}
    st.session_state["_sheet"] = fresh
    return fresh


def renew() -> None:
    """Show the stored state instead of what was typed: after undo, and after a value that can't be stored."""
    st.session_state["_fresh"] = uuid.uuid4().hex


def _editor(desk: Desk, mounted: Sheet, dimensions: list[str]) -> None:
    frame = mounted.frame
    item = st.column_config.TextColumn("Item", pinned=True, width=130, disabled=True)
    configuration: dict[str, Any] = {"item_id": item}
    for column in frame.columns:
        about, _, dimension = column.partition(":")
        if dimension in desk.study.dimensions:
            configuration[column] = _column(
                desk.study.dimensions[dimension], dimension, about, mounted.labels.get(dimension, [])
            )
        else:
            configuration[column] = st.column_config.TextColumn(
                title(column), width="medium" if column in desk.study.evidence else "small"
            )
    mine = [f"mine:{d}" for d in dimensions]
    scores = [c for c in frame.columns if ":" in c and c.partition(":")[2] in dimensions]
    text = [c for c in frame.columns if c not in scores]
    first = [c for c in desk.study.evidence if c in text][:2]
    keep_keys()
    _watch_pasting([desk.study.dimensions[d] for d in dimensions], dimensions)
    st.data_editor(
        frame,
        key=mounted.key,
        column_config=configuration,
        column_order=[*first, *scores, *[c for c in text if c not in first]],
        disabled=[c for c in frame.columns if c not in mine],
        on_change=_commit,
        args=(desk, mounted),
        height=min(len(frame), 12) * 35 + 40,
        placeholder="",
        alt="The queue's items with their scores",
    )


def _watch_pasting(scales: list[Scale], dimensions: list[str]) -> None:
    """The editor drops a word pasted into a column of numbers without a report, so a script says so on the page."""
    words = {
        scale.title or title(dimension): {
            "words": _allowed(scale),
            "labels": None if scale.numeric else [str(c) for c in scale.categories],
        }
        for scale, dimension in zip(scales, dimensions, strict=True)
        if scale.level not in ("text", "set")
    }
    script = (Path(ui.__file__).parent / "static" / "pasted.html").read_text(encoding="utf-8")
    data = escape(json.dumps(words, ensure_ascii=False))
    st.html(f'{script}<span class="ae-scales" data-scales="{data}"></span>', unsafe_allow_javascript=True)


def _allowed(scale: Scale) -> str:
    """The answers of a scale in a few words: "0, 1, 2", "0 to 100", "a number"."""
    if scale.categories:
        return listed([f"{c:g}" if isinstance(c, (int, float)) else str(c) for c in scale.categories], 9, "or")
    return "a number" if scale.range is None else f"{scale.range[0]:g} to {scale.range[1]:g}"


def _column(scale: Scale, dimension: str, about: str, labels: list[str]) -> Any:
    """Without the scale's limits: at a limit the editor would turn a 7 into the highest score; the store says no."""
    name = scale.title or title(dimension)
    if about == "ai":
        return st.column_config.Column(f"{name}: AI", width=110, help="The AI's score")
    if about == "people":
        return st.column_config.TextColumn(f"{name}: others", width="medium")
    rubric = "; ".join(
        f"{scale.describe(c)}: {scale.definitions[c]}" for c in scale.categories if c in scale.definitions
    )
    if scale.categories and scale.numeric:
        return st.column_config.NumberColumn(name, width=110, help=rubric or scale.question, format="plain")
    if scale.level == "set":
        return st.column_config.MultiselectColumn(
            name,
            options=list(scale.categories) or labels,
            accept_new_options=not scale.categories,
            width="medium",
            help=rubric,
        )
    if scale.categories:
        return st.column_config.SelectboxColumn(name, options=list(scale.categories), width="small", help=rubric)
    if scale.level == "text":
        return st.column_config.TextColumn(name, width="medium")
    return st.column_config.NumberColumn(name, width="small", format="plain")


def _commit(desk: Desk, mounted: Sheet) -> None:
    """Store what was typed. The rows are the ones that were on screen, whatever the page shows by now."""
    typed = st.session_state[mounted.key]["edited_rows"]
    found, refused = sheet.edits(desk.study, mounted.frame, typed, mounted.stored)
    try:
        _store(desk, mounted, found)
    except AnnoevalError as error:
        refused = [str(error)]
    if refused:
        more = f" ({count(len(refused) - 1, 'more cell')} not stored)" if len(refused) > 1 else ""
        st.session_state["_saved"] = Saved(refused[0] + more, "", "", refused=True)
        renew()


def _store(desk: Desk, mounted: Sheet, found: list[sheet.Edit]) -> None:
    if not found:
        return
    blind = [desk.rubric.blind or desk.auditing or (e.item_id, e.dimension) in mounted.hidden for e in found]
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
        }
        for e, b in zip(found, blind, strict=True)
    ]
    decisions = state.store().decide_many(desk.study_id, answers, mounted.seen)
    for edit, decision in zip(found, decisions, strict=True):
        mounted.stored[edit.item_id, edit.dimension] = edit.value
        mounted.seen[edit.item_id, edit.dimension] = decision.event.version or 0
    st.session_state.pop("_seen", None)  # what one item's screen showed is older than this
    conflict = next((d.conflict for d in decisions if d.conflict), None)
    last = found[-1]
    scale = desk.study.dimensions[last.dimension]
    words = f"as **{scale.describe(last.value)}**" if last.value is not None else "as **not answered**"
    if len(found) > 1:
        words += f", with {count(len(found) - 1, 'more cell')}"
    st.session_state["_saved"] = Saved(words, last.item_id, last.dimension, conflict=conflict)


def _set_many(desk: Desk, mounted: Sheet, dimensions: list[str]) -> None:
    """One value for all rows on screen, as one action that one undo takes back."""
    with st.popover("Set all rows shown", icon=":material/edit_note:", type="tertiary", key="ae_set"):
        names = {d: desk.study.dimensions[d].title or d for d in dimensions}
        dimension = st.selectbox("Question", dimensions, format_func=lambda d: names[d], key="ae_set_dimension")
        scale = desk.study.dimensions[dimension]
        key = f"ae_set_value_{dimension}"
        entry.field(scale, key, "Score", known=known(desk.study_id, dimension))
        value = entry.given(scale, key)
        applies = scale.applies_to(desk.study.items.loc[mounted.frame.index])
        targets = list(mounted.frame.index[applies.to_numpy()])

        def set_all() -> None:
            _store(desk, mounted, [sheet.Edit(i, dimension, value) for i in targets])
            renew()

        nothing = not targets or value is None
        st.button(f"Set {count(len(targets), 'row')}", type="primary", on_click=set_all, disabled=nothing)


def _below(desk: Desk) -> None:
    saved: Saved | None = st.session_state.get("_saved")
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content", key="ae_saved"):
            line.say(desk, saved)
            st.button("Undo", type="tertiary", icon=":material/undo:", on_click=_turn, args=(desk, actions.undo))
            st.button("Redo", type="tertiary", icon=":material/redo:", on_click=_turn, args=(desk, actions.redo))
        with st.container(horizontal=True, gap="small", width="content"):
            held = HELD_BACK if hidden_from(state.store(), desk.study_id, desk.person) else None
            for label, name, make in _files(desk):
                st.download_button(
                    label,
                    partial(_late, make),
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


def _late(make: Any) -> bytes:
    """The file as it is when it is asked for: a cell still being typed is stored on the click that leaves it."""
    await_cells()
    return make()


def _turn(desk: Desk, turn: Any) -> None:
    turn(desk)
    renew()
