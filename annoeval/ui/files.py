"""The open study's files: take it away whole, add a rater's file, put a new version in its place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from annoeval.export import to_csv
from annoeval.opening import readings_of, without_items
from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.review import transfer, versions
from annoeval.review.roles import Role
from annoeval.review.taken_back import Brought, brought, take_back
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.page import quiet
from annoeval.ui.uploads import contents, forget
from annoeval.words import count, listed, plain, short

UNDONE = 5  # so many files, the last ones, are offered to be taken back


def files_menu(id: str, study: Study) -> None:
    """A quiet button that opens the three things one does with a study's files."""
    with st.popover("Files", type="tertiary", icon=":material/folder:", width="content"):
        store = state.store()
        busy = [what for what in ("add", "replace") if st.session_state.get(_key(id, what))]
        if not busy:  # one thing at a time, so that what a file would change stands in sight
            st.download_button(
                "Export the study",
                lambda: transfer.exported(store, id),
                f"{study.name}.zip",
                "application/zip",
                key=f"_export_{id}",
                icon=":material/download:",
                on_click="ignore",
            )
            quiet(
                "One file with items, ratings, decisions and history. Dropped on any annoeval, it opens as it is here."
            )
            _published(study)
            _template(id, study)
        if not allowed.may(Role.OWNER):
            quiet("Its files are changed by the study's owner.")
            return
        if busy != ["replace"]:
            _uploaded(id, "add", "Add a scored spreadsheet or another rater's file", _adding)
        if busy != ["add"]:
            _uploaded(id, "replace", "Replace by a new version of the file", _replacing)
        for file in brought(store, id)[:UNDONE] if not busy else ():
            st.button(
                f"Undo: {plain(file.title, 80)}",
                key=f"_take_back_{id}_{file.number}",
                icon=":material/undo:",
                on_click=_take_back,
                args=(id, file),
            )


def _published(study: Study) -> None:
    protocol = protocol_of(study)
    if not protocol.published_as:
        return
    separator = "\t" if protocol.published_as.endswith(".tsv") else ","
    st.download_button(
        f"Save {protocol.published_as}",
        lambda: to_csv(protocol.published(study), separator, mark=False),
        protocol.published_as,
        "text/csv",
        key="_published",
        icon=":material/table:",
        on_click="ignore",
    )
    quiet("The table as the protocol's own program writes it.")


def _template(id: str, study: Study) -> None:
    """The file to score in, as a workbook and as CSV."""
    name = protocol_of(study).template_as
    if not name:
        return

    def made(ending: str) -> bytes:
        template = transfer.template(state.store(), id, study)
        return template.xlsx() if ending == "xlsx" else template.csv()

    with st.container(horizontal=True, gap="xsmall"):
        for ending, title in (("xlsx", "Sheet to score in"), ("csv", "As CSV")):
            st.download_button(
                title,
                partial(made, ending),
                f"{name}.{ending}",
                key=f"_template_{ending}",
                icon=":material/edit_note:" if ending == "xlsx" else None,
                on_click="ignore",
            )
    quiet("The file's rows with columns for scores, and the rubric. Filled, it is added below.")


def _take_back(id: str, file: Brought) -> None:
    take_back(state.store(), id, file, state.person())
    st.toast(f"{plain(file.name, 200)} is taken back.")


def _key(id: str, what: str) -> str:
    return f"_{what}_{id}_{st.session_state.get(f'_{what}_turn', 0)}"


def _uploaded(id: str, what: str, label: str, then: Callable[[str, list[versions.File]], None]) -> None:
    key = _key(id, what)
    dropped = st.file_uploader(label, accept_multiple_files=True, key=key)
    if not dropped:
        return
    try:
        then(id, contents(dropped, key))
    except AnnoevalError as error:
        st.error(plain(error, 600), icon=":material/error:")


def _kept(key: str, seen: object, make: Callable[[], Any]) -> Any:
    """What was computed for these files, so that moving a widget reads them no second time."""
    known = st.session_state.get(key)
    if known is None or known[0] != seen:
        with st.spinner("Comparing", show_time=True):
            known = (seen, make())
        st.session_state[key] = known
    return known[1]


def _adding(id: str, files: list[versions.File]) -> None:
    store = state.store()
    seen = (id, [(n, len(d), hash(d)) for n, d in files], store.version(id))
    beside = _kept("_adding_beside", seen, lambda: _beside(id, files))
    if beside:
        quiet(beside)
        st.button("Attach", key=f"_add_go_{id}", type="primary", on_click=_attach, args=(id, files))
        return
    rater = (
        st.text_input(
            "Whose answers, where the file does not say", key=f"_add_rater_{id}", placeholder="as the file is called"
        ).strip()
        or None
    )
    change = _kept("_adding", (seen, rater), lambda: versions.adding(store, id, files, rater))
    about = "is about an item" if change.matched == 1 else "are about items"
    said = f"{count(change.matched, 'row')} {about} of this study. Adds {count(len(change.ratings), 'answer')}"
    quiet(short(f"{said} by {listed(change.raters, 4)}." if change.raters else f"{said}.", 400))
    if change.known:
        quiet(f"{count(change.known, 'answer')} {'is' if change.known == 1 else 'are'} already here.")
    if change.unmatched:
        lost = len(change.unmatched)
        match = "matches" if lost == 1 else "match"
        quiet(short(f"{count(lost, 'row')} {match} no item: {listed(list(change.unmatched), 6)}.", 400))
    for problem in change.problems[:5]:
        where = f"Row {problem.row}: " if problem.row else ""
        said = f"{where}{problem.problem} ({problem.value}); {problem.action}."
        quiet(short(said[0].upper() + said[1:], 300))
    st.button(
        "Add these answers",
        key=f"_add_go_{id}",
        type="primary",
        disabled=not len(change.ratings),
        on_click=_add,
        args=(id, change),
    )


def _beside(id: str, files: list[versions.File]) -> str:
    """What files tell that stand beside the study's own, in a sentence; "" for files that bring answers."""
    readings = readings_of(files)
    if without_items(readings):
        return "Automatic metrics, which nobody judged: they join the items by paper or domain, and change no score."
    return protocol_of(state.store().base(id)).beside(readings)


def _attach(id: str, files: list[versions.File]) -> None:
    try:
        state.store().attach(id, files, state.person())
    except AnnoevalError as error:
        st.toast(plain(error, 300), icon=":material/error:")
        return
    st.toast(f"{count(len(files), 'file')} attached.")
    _done(id, "add")


def _add(id: str, change: Any) -> None:
    versions.add(state.store(), id, change, state.person())
    st.toast(f"{count(len(change.ratings), 'answer')} by {plain(listed(change.raters, 4), 200)} added.")
    _done(id, "add")


def _replacing(id: str, files: list[versions.File]) -> None:
    store = state.store()
    seen = (id, [(n, len(d), hash(d)) for n, d in files], store.version(id))
    change = _kept("_replacing", seen, lambda: versions.replacement(store, id, files))
    quiet(short(change.sentence(), 600))
    st.button("Replace", key=f"_replace_go_{id}", type="primary", on_click=_replace, args=(id, change))


def _replace(id: str, change: versions.Replacement) -> None:
    versions.replace_files(state.store(), id, change, state.person())
    st.toast("The new version is in place.")
    _done(id, "replace")


def _done(id: str, what: str) -> None:
    """The file is kept: its place is empty again, and the session holds neither it nor what was compared."""
    forget(st.session_state.get(_key(id, what)) or [])
    for kept in {"add": ("_adding", "_adding_beside"), "replace": ("_replacing",)}[what]:
        st.session_state.pop(kept, None)
    st.session_state[f"_{what}_turn"] = st.session_state.get(f"_{what}_turn", 0) + 1
