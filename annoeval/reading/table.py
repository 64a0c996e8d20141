"""What reading a file gives: tables of untouched text, and what was noticed on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from annoeval.study import AnnoevalError, Problem


class ReadError(AnnoevalError):
    """A file that can't be used: one sentence with what, where, and what to do."""


@dataclass(frozen=True)
class Table:
    """Cells exactly as in the file.

    name: the file's name, with the sheet's after " › " for a workbook.
    frame: every cell str, missing where the cell was blank; the index, named `row`, is the row's
        number in the file as a spreadsheet counts it (the header is usually 1; a quoted cell of several
        lines is one row). A record of JSON has its line's number, or its ordinal in a list.
    titles: column to the longer text a header of several rows gives it (a survey's question).
    """

    name: str
    frame: pd.DataFrame
    titles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Reading:
    """All that one file said.

    file: its name. format: `csv`, `xlsx`, `json`, … found from the content, not from the ending.
    tables: at least one. facts: what was detected (`encoding`, `delimiter`, `decimal`, `sheet`), for the screen.
    value: a JSON file's value as it stands there (numbers as text, null and "" told apart, a list of the lines for
        JSON lines); None for other formats.
    """

    file: str
    format: str
    tables: tuple[Table, ...]
    problems: tuple[Problem, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    value: Any = None
