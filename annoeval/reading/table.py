"""What reading a file gives: tables of untouched text, and what was noticed on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from annoeval.problem import AnnoevalError, Problem
from annoeval.scale import Scale
from annoeval.study import Study

MOST_COLUMNS = 2_000  # each is looked at in a hundredth of a second
MOST_ROWS = 2_000_000
MOST_CHARACTERS = 1_000_000  # of a cell


class ReadError(AnnoevalError):
    """A file that can't be used: one sentence with what, where, and what to do."""


def check_width(columns: int, file: str) -> None:
    """Raises ReadError for a table of more columns than are looked through while someone waits."""
    if columns > MOST_COLUMNS:
        raise ReadError(
            f"{file} has more than {MOST_COLUMNS:,} columns, the most that are read: leave out those that hold no "
            "judgements, or turn the table so that they are rows."
        )


def check_length(rows: int, file: str) -> None:
    """Raises ReadError for a table of more rows than are read."""
    if rows > MOST_ROWS:
        raise ReadError(f"{file} has more than {MOST_ROWS:,} rows, the most that are read: drop a part of them.")


def check_cells(table: Table) -> None:
    """Raises ReadError where a cell is longer than any text that people judge, as one is that a quotation mark opens
    and nothing closes."""
    for name, cells in table.frame.items():
        lengths = pc.binary_length(pa.array(cells.array, pa.large_string()))
        longest = pc.max(lengths).as_py() or 0
        if longest > MOST_CHARACTERS and (cells.str.len() > MOST_CHARACTERS).any():
            row = (cells.str.len() > MOST_CHARACTERS).idxmax()
            held = f"{int(cells.str.len()[row]):,} characters"
            raise ReadError(
                f"{table.name} has a cell of {held} (row {row}, column “{name}”), and "
                f"at most {MOST_CHARACTERS:,} are read: close the quotation mark that may be open, or leave it out."
            )


@dataclass(frozen=True)
class Table:
    """Cells exactly as in the file.

    name: the file's name, with the sheet's after " › " for a workbook.
    frame: every cell str, missing where the cell was blank; the index, named `row`, is the row's
        number in the file as a spreadsheet counts it (the header is usually 1; a quoted cell of several
        lines is one row). A record of JSON has its line's number, or its ordinal in a list.
    titles: column to the longer text a header of several rows gives it (a survey's question).
    roles: where the rules of the tool that wrote it say so, what each column holds: its `role`, and for a rating its
        `rater` and `dimension` (as `annoeval.tables.mapping.Column`); columns not named are shown. Empty: not known.
    because: why, in words. certain: False where a person must confirm the roles.
    kinds: raters of whom the tool says what they are (`human`, `anonymous`, `ai`, `reference`).
    about: columns that stand outside the lists of answers, so that they say what the answers are about.
    decimal: the mark between the digits of its numbers, "." or ",".
    """

    name: str
    frame: pd.DataFrame
    titles: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    because: str = ""
    certain: bool = True
    kinds: Mapping[str, str] = field(default_factory=dict)
    about: frozenset[str] = frozenset()
    decimal: str = "."


@dataclass(frozen=True)
class Annotations:
    """What the export of an annotation tool says, understood by the tool's own rules.

    tool: its name. items: index `item_id`, columns of text (`width` and `height` for images).
    ratings: a ratings table (`annoeval.study.RATING_COLUMNS`). scales: one per dimension of the ratings.
    shapes: drawn objects (`SHAPE_COLUMNS`) in pixels, or None. counts: what was there by kind
    (`submitted`, `cancelled`, `empty`, `drafts`, …). categories: COCO's category numbers and their names.
    attributes: a label's attributes, as the tool was set up with. submissions: whose drawn objects the file holds, also
    who drew none. shares: images whose size the file doesn't say, so that coordinates are shares of it, and what stands
    for its whole width and height there (1, or 100).
    """

    tool: str
    items: pd.DataFrame
    ratings: pd.DataFrame
    scales: Mapping[str, Scale]
    shapes: pd.DataFrame | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    categories: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    submissions: tuple[str, ...] = ()
    shares: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Reading:
    """All that one file said.

    file: its name. format: `csv`, `xlsx`, `json`, … found from the content, not from the ending.
    tables: at least one, except for a picture or document (format `image` or `pdf`), which is shown beside items.
    facts: what was detected (`encoding`, `delimiter`, `decimal`, `sheet`, `tool`), for the screen.
    annotations: what an annotation tool's export says, None for other files.
    parts: the files of an archive, each read by itself; tables and problems above are all of theirs.
    value: a JSON file's value as it stands there (numbers as text, null and "" told apart; of JSON lines the list of
        lines); None for other formats.
    study: an exported study, with the ratings of its review in `decisions` and its ledger in `history`.
    """

    file: str
    format: str
    tables: tuple[Table, ...]
    problems: tuple[Problem, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    annotations: Annotations | None = None
    parts: tuple[Reading, ...] = ()
    value: Any = None
    study: Study | None = None
    decisions: pd.DataFrame | None = None
    history: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


def flat(readings: Iterable[Reading]) -> list[Reading]:
    """Readings with every archive replaced by its parts; an archive's own problems go to its first part."""
    out: list[Reading] = []
    for reading in readings:
        if not reading.parts:
            out.append(reading)
            continue
        inside = [p for part in reading.parts for p in part.problems]
        own = tuple(p for p in reading.problems if p not in inside)
        first, *rest = reading.parts
        out += [replace(first, problems=(*own, *first.problems)), *rest]
    return out
