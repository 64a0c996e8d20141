"""From dropped files to a study in the store: what they are, why, and what was decided by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from annoeval import opening
from annoeval.examples import Example
from annoeval.opening import readings_of
from annoeval.protocols import detect, protocols
from annoeval.reading.pictures import ENDINGS
from annoeval.reading.table import Reading
from annoeval.review import memory, remembered, transfer
from annoeval.ui import state
from annoeval.ui.sample import File, Sample, beginning, remember, sample
from annoeval.ways import Question, Way
from annoeval.words import file_title, together

LARGE = 20_000_000  # bytes


@dataclass(frozen=True)
class Unclear:
    """Files of which it isn't clear how they are read: they wait for a mapping by hand. question: the likeliest
    readings, what each rests on and what would differ."""

    files: Sequence[File]
    question: Question
    readings: Sequence[Reading] = field(repr=False)
    sample: Sample = field(repr=False)

    @property
    def best(self) -> Way | None:
        return next(iter(self.question.ways), None)


def take(files: Sequence[File], name: str | None = None) -> str | Unclear:
    """Reads files and keeps them as a study; gives its id, or `Unclear` where people must say what the columns mean.

    Raises AnnoevalError for files that can't be used.
    """
    if transfer.is_study_file(list(files)):
        found = transfer.imported(state.store(), *files[0])
        _reasons()[found] = "it is an exported study"
        return found
    large = sum(len(data) for _, data in files) > LARGE
    if large:
        state.store().make_room()
    try:
        return _taken(files, name)
    finally:
        if large:
            memory.give_back()


def open_example(example: Example) -> None:
    """Opens an example study, none of which leaves a question."""
    opened = take(example.contents(), example.title)
    if not isinstance(opened, Unclear):
        state.open_study(opened)


def _taken(files: Sequence[File], name: str | None) -> str | Unclear:
    result = opening.open(files, remembered.said_before(state.store()))
    if isinstance(result, Question):
        return Unclear(files, result, result.readings, sample(result.readings, _mark(files)))
    found = state.store().add_study(files, result.options, name or title_of(files), study=result.study)
    remember(found, result.readings)
    _reasons()[found] = result.because
    return found


def title_of(files: Sequence[File]) -> str:
    """What a study of these files is called until someone renames it: "Labels", "Labels and 2 more"; pictures and
    papers beside them don't count."""
    names = [file_title(name) for name, _ in files if not name.lower().endswith((*ENDINGS, ".pdf"))]
    return together(names or [file_title(files[0][0])])


def _mark(files: Sequence[File]) -> str:
    return " ".join(hashlib.sha256(data).hexdigest() for _, data in files)


def take_as(unclear: Unclear, protocol: str, options: Mapping[str, Any]) -> str:
    """Keeps files that waited as a study of a protocol chosen by hand. options: as `annoeval.load` takes them."""
    chosen = {**options, "protocol": protocol}
    found = _kept_as(unclear, protocol, chosen)
    remembered.remember(state.store(), unclear.readings, chosen)
    return found


def _kept_as(unclear: Unclear, protocol: str, chosen: Mapping[str, Any]) -> str:
    name = title_of(unclear.files)
    if chosen.get("reading"):  # another way than they were read
        return state.store().add_study(unclear.files, chosen, name)
    study = protocols()[protocol].build(unclear.readings, chosen)
    return state.store().add_study(unclear.files, chosen, name, study=study)


def read_again(study: str, protocol: str, options: Mapping[str, Any]) -> str:
    """A study's files as a study of a protocol chosen by hand, under the same name; the id of that study."""
    store = state.store()
    files, chosen = store.files(study), {**options, "protocol": protocol}
    found = store.add_study(files, chosen, store.base(study).name)
    remembered.remember(store, readings_of([_header_of(f) for f in files]), chosen)
    return found


def _header_of(file: File) -> File:
    """Enough of a file to know its columns: JSON lines may have more of them further down."""
    return file if file[0].lower().endswith((".jsonl", ".ndjson")) else beginning(file)


def because(study: str, options: Mapping[str, Any]) -> str:
    """Why a study is read as its protocol: the detection's words, or that someone chose it."""
    known = _reasons()
    if study not in known and options.get("protocol"):
        return "that was chosen by hand"
    if study not in known:
        fits = detect(readings_of([beginning(file) for file in state.store().files(study)]))
        known[study] = fits[0].because if fits else ""
    return known[study]


@st.cache_resource
def _reasons() -> dict[str, str]:
    return {}
