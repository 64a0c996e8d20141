"""What the mapping form shows of a study's files: the first rows of large tables, and what their columns hold."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from annoeval.opening import readings_of
from annoeval.reading.table import Reading, Table, flat
from annoeval.tables.build import mapping_of
from annoeval.tables.mapping import Guess
from annoeval.ui import state

MOST_LABELS = 60  # different values of a column that may be labels
MOST_CELLS = 200_000  # a table with more is shown by its first rows
ENOUGH = 200_000  # bytes
KEPT = 16
File = tuple[str, bytes]


@dataclass(frozen=True)
class Sample:
    """readings: flat, with the first rows of tables that are large. guesses: for tables that were cut, what the columns
    of the whole table hold. cut: whether any was. mark: what tells these files from others."""

    readings: Sequence[Reading]
    guesses: Mapping[str, Guess]
    mark: str = ""

    @property
    def cut(self) -> bool:
        return bool(self.guesses)

    @property
    def tables(self) -> list[Table]:
        """Tables whose columns can be said by hand."""
        return [t for r in self.readings if r.annotations is None for t in r.tables]

    def mapping(self, table: Table, options: Mapping[str, Any]) -> Guess:
        """What a table's columns hold: chosen in the options, else guessed from all its rows."""
        if options.get("mapping") or table.name not in self.guesses:
            return mapping_of(table, options)
        return self.guesses[table.name]


def beginning_of(frame: pd.DataFrame, rows: int, columns: Iterable[str]) -> pd.DataFrame:
    """The first rows of a table, and further ones in which a label occurs first: a column of few values may hold
    labels. columns: those that are looked at."""
    wanted = np.zeros(len(frame), dtype=bool)
    wanted[:rows] = True
    for column in columns:
        first = ~frame[column].duplicated().to_numpy()
        if first.sum() <= MOST_LABELS:
            wanted |= first
    return frame[wanted]


def sample(readings: Sequence[Reading], mark: str = "") -> Sample:
    """Readings cut to what a form needs, so that nothing large is kept or computed again while widgets move."""
    guesses: dict[str, Guess] = {}
    out = []
    for reading in flat(readings):
        tables = []
        for table in reading.tables:
            rows = max(50, MOST_CELLS // max(1, table.frame.shape[1]))
            if len(table.frame) > rows and reading.annotations is None:
                guesses[table.name] = mapping_of(table, {})
                table = replace(table, frame=beginning_of(table.frame, rows, table.frame.columns).copy())
            tables.append(table)
        value = reading.value
        if guesses and isinstance(value, list):
            value = value[: max(len(t.frame) for t in tables)] if tables else value
        out.append(replace(reading, tables=tuple(tables), value=value))
    return Sample(out, guesses, mark)


def sample_of(study: str, options: Mapping[str, Any]) -> Sample:
    """The sample of a study's files as they are read now: known from when they were dropped, else read once."""
    return _once(
        (study, state.store().base(study).digest),
        lambda: sample(readings_of(state.store().files(study), options), study),
    )


def remember(study: str, readings: Sequence[Reading]) -> None:
    """Keeps the sample of files just read, so that the form reads them no second time."""
    _once((study, state.store().base(study).digest), lambda: sample(readings, study))


def read_so(shown: Sample, files: Callable[[], Sequence[File]], options: Mapping[str, Any]) -> Sample:
    """The beginning of files read another way (`options`); raises ReadError where they can't be."""
    key = (shown.mark, json.dumps(dict(options), sort_keys=True, default=str))
    return _once(key, lambda: sample(readings_of([beginning(f) for f in files()], options), shown.mark))


def beginning(file: File) -> File:
    """A text table's first rows are enough to say how it is read; other formats are read whole."""
    name, data = file
    if len(data) <= ENOUGH or not name.lower().endswith((".csv", ".tsv", ".tab", ".txt", ".jsonl", ".ndjson")):
        return file
    cut = data[:ENOUGH].rsplit(b"\n", 1)[0]
    return name, cut[: len(cut) & ~1] if b"\0" in cut[:400] else cut  # whole units of UTF-16


def _once(key: tuple[str, str], make: Callable[[], Sample]) -> Sample:
    known = _samples()
    found = known.get(key)
    if found is None:
        found = known[key] = make()
        while len(known) > KEPT:
            known.popitem(last=False)
    return found


@st.cache_resource
def _samples() -> OrderedDict[tuple[str, str], Sample]:
    return OrderedDict()
