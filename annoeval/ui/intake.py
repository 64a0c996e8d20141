"""From dropped files to a study in the store: what they are, why, and what was decided by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from annoeval.protocols import Detection, detect, protocols, readings_of
from annoeval.reading.table import ReadError, Reading
from annoeval.review import transfer
from annoeval.ui import state
from annoeval.words import file_title

SURE = 0.8
ENOUGH = 200_000  # bytes
File = tuple[str, bytes]


@dataclass(frozen=True)
class Unclear:
    """Files that no protocol fits surely: they wait for a mapping by hand. guess: the likeliest protocol, if any."""

    files: Sequence[File]
    guess: Detection | None
    readings: Sequence[Reading] = field(repr=False)


def take(files: Sequence[File], name: str | None = None) -> str | Unclear:
    """Reads files and keeps them as a study; gives its id, or `Unclear` where people must say what the columns mean.

    Raises AnnoevalError for files that can't be used.
    """
    if transfer.is_study_file(list(files)):
        found = transfer.imported(state.store(), *files[0])
        _reasons()[found] = "it is an exported study"
        return found
    readings = readings_of(files)
    if not any(r.tables for r in readings):
        raise ReadError(f"{readings[0].file} is a picture or document: drop the file with the answers as well.")
    before = state.store().mapping_for([c for r in readings for t in r.tables for c in t.frame.columns])
    if before is not None:
        found = state.store().add_study(files, before, name or file_title(files[0][0]))
        _reasons()[found] = "a file with the same columns was read so before"
        return found
    fits = detect(readings)
    if not fits or fits[0].confidence < SURE:
        return Unclear(files, fits[0] if fits else None, readings)
    study = protocols()[fits[0].protocol].build(readings, {})
    found = state.store().add_study(files, {}, name or file_title(files[0][0]), study=study)
    _reasons()[found] = fits[0].because
    return found


def take_as(files: Sequence[File], protocol: str, options: Mapping[str, Any], name: str | None = None) -> str:
    """Keeps files as a study of a protocol chosen by hand. options: as `annoeval.load` takes them."""
    return state.store().add_study(files, {**options, "protocol": protocol}, name or file_title(files[0][0]))


def because(study: str, options: Mapping[str, Any]) -> str:
    """Why a study is read as its protocol: the detection's words, or that someone chose it."""
    known = _reasons()
    if study not in known:
        fits = detect(readings_of([_beginning(file) for file in state.store().files(study)]))
        known[study] = fits[0].because if fits else ""
    return known[study]


def _beginning(file: File) -> File:
    """A table's first rows are enough to say why it was read so; other formats are read whole."""
    name, data = file
    if len(data) <= ENOUGH or not name.lower().endswith((".csv", ".tsv", ".txt", ".jsonl", ".ndjson")):
        return file
    return name, data[:ENOUGH].rsplit(b"\n", 1)[0]


@st.cache_resource(max_entries=2, show_spinner="Reading")
def readings(study: str, options: Mapping[str, Any]) -> Sequence[Reading]:
    """A study's files read once more, for saying by hand what their columns hold."""
    return readings_of(state.store().files(study), options)


@st.cache_resource
def _reasons() -> dict[str, str]:
    return {}
