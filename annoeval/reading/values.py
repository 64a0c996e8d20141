"""Numbers in the text of cells. (Times and labels: `times`, `labels`; yes and no: `vocabulary`.)

Every function takes a column of text (index `row`, its name the column's) and gives a `Converted`. A cell that
can't be read is missing there and named in a problem; nothing is clipped, rounded or guessed cell by cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.vocabulary import is_missing

_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_LONGEST_NUMBER = 64  # characters
_LISTED = 100
_LARGEST = 1e60
_PLAIN = re.compile(r"^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$")
_GROUPED = re.compile(r"^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$")


@dataclass(frozen=True)
class Converted:
    """values: indexed like the cells, missing where a cell is blank or can't be read. open: whether a cell could be
    read two ways, and none was chosen; False where no cell could."""

    values: pd.Series
    problems: tuple[Problem, ...] = ()
    open: pd.Series | bool = False


@dataclass
class Notes:
    """Cells that were set aside, listed one by one up to a limit and counted beyond."""

    file: str
    column: str
    problems: list[Problem] = field(default_factory=list)

    def add(self, rows: Iterable[Any], cells: pd.Series, problem: str, action: str) -> None:
        rows = list(rows)
        for row in rows[:_LISTED]:
            value = cells[row]
            number = int(row) if isinstance(row, (int, np.integer)) else None
            self.problems.append(
                Problem(problem, action, file=self.file, row=number, column=self.column, value=str(value)[:200])
            )
        if len(rows) > _LISTED:
            self.problems.append(
                Problem(
                    f"{problem} (further cells)", action, file=self.file, column=self.column, count=len(rows) - _LISTED
                )
            )


def number(text: str, decimal: str = ".") -> float | None:
    """The number a text stands for, or None. Thousands may be grouped; percent signs are not taken.

    Infinite ones are none, nor those beyond ±1e60, whose powers a computer's numbers no longer hold.
    """
    t = text.strip().replace("\u2212", "-").replace("\u00a0", "").replace("\u202f", "").replace("'", "")
    if decimal == ",":
        if "," in t:
            t = t.replace(".", "").replace(",", ".", 1) if re.match(r"^[-+]?[\d.]*,\d*", t) else t
        elif re.match(r"^[-+]?\d{1,3}(?:\.\d{3})+$", t):
            t = t.replace(".", "")
    elif _GROUPED.match(t):
        t = t.replace(",", "")
    if not _PLAIN.match(t):
        return None
    value = float(t)
    return value if abs(value) <= _LARGEST else None


def numbers(
    cells: pd.Series,
    decimal: str = ".",
    *,
    allowed: Sequence[float] | None = None,
    bounds: tuple[float, float] | None = None,
    file: str = "",
) -> Converted:
    """Numbers written in a column, with the file's decimal mark.

    allowed: the only values there may be (a rubric's 0, 1, 2); bounds: lowest and highest.
    Words for no answer are missing. What is no number or outside the scale is missing and reported.
    """
    known = cells.dropna()
    meaning: dict[str, float | str] = {}
    for text in known.unique():
        value = number(str(text), decimal)
        if value is None:
            meaning[text] = "missing" if is_missing(str(text)) else "no number"
        elif (allowed is not None and value not in allowed) or (
            bounds is not None and not bounds[0] <= value <= bounds[1]
        ):
            meaning[text] = "outside"
        else:
            meaning[text] = value
    what = known.map(meaning) if len(known) else known.astype("object")
    notes = Notes(file, str(cells.name))
    wrong = what[what.map(lambda v: isinstance(v, str))]
    scale = (
        "one of " + ", ".join(f"{v:g}" for v in allowed)
        if allowed is not None
        else f"from {bounds[0]:g} to {bounds[1]:g}"
        if bounds is not None
        else ""
    )
    notes.add(wrong.index[wrong == "no number"], cells, "not a number", "counts as missing")
    notes.add(wrong.index[wrong == "outside"], cells, f"outside the scale ({scale})", "counts as missing")
    _count_words(notes, known[wrong.index[wrong == "missing"]])
    values = pd.to_numeric(what.where(~what.index.isin(wrong.index)), errors="coerce")
    return Converted(values.reindex(cells.index).astype("float64"), tuple(notes.problems))


def _count_words(notes: Notes, cells: pd.Series) -> None:
    for word, n in cells.str.strip().value_counts().items():
        notes.problems.append(
            Problem(
                "a word for “no answer”",
                "counts as missing",
                file=notes.file,
                column=notes.column,
                value=str(word),
                count=int(n),
            )
        )


def looks_numeric(cells: pd.Series, decimal: str = ".", share: float = 0.95) -> bool:
    """Whether nearly all written cells are numbers (or words for no answer, which are left out)."""
    if (cells.str.len() > _LONGEST_NUMBER).sum() > (1 - share) * cells.count():
        return False  # texts are not counted one by one, which would hold a long column twice
    counts = cells.dropna().value_counts()
    allowed, good, bad = (1 - share) * counts.sum(), 0, 0
    for text, n in zip(counts.index.to_numpy(dtype="object"), counts.to_numpy(), strict=True):
        if number(str(text).replace("%", ""), decimal) is not None and not is_missing(str(text)):
            good += n
        elif not is_missing(str(text)):
            bad += n
            if bad > allowed:  # a column of texts says so soon
                return False
    return bool(good) and bool(good >= share * (good + bad))


def addresses(cells: pd.Series) -> bool:
    """Whether all written cells are addresses of people: "ana@example.org". The first is looked at before all are."""
    at = cells.first_valid_index()
    if at is None or not _MAIL.fullmatch(str(cells[at]).strip()):
        return False
    return bool(cells.dropna().str.strip().str.fullmatch(_MAIL.pattern).all())
