"""What one column holds by its name, and by its values where the name leaves it open."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from annoeval.reading.times import looks_like_times
from annoeval.reading.values import addresses
from annoeval.study import fingerprints
from annoeval.tables.mapping import Column
from annoeval.tables.vocabulary import CASES, CONTENT, INDICATOR, OWN_DATE, says
from annoeval.vocabulary import is_status

BESIDE = ("confidence", "time", "seconds", "status", "note")  # what stands beside a judgement


def beside(frame: pd.DataFrame, items: Sequence[str], grades: Collection[str] = ()) -> dict[str, Column]:
    """Columns that say how sure, when, how long, in which state and with which remark someone judged: one each, by
    name; a time also by what it looks like. items: columns that may say what is judged. grades: those that hold grades,
    though their name may be a remark's."""
    roles: dict[str, Column] = {}
    for role in BESIDE:
        for column in frame.columns:
            if column in roles or role not in says(column) or column in grades:
                continue
            if role == "time" and not looks_like_times(frame[column], named=True):
                continue
            if role == "status" and not is_status(answers_of(frame[column])):
                continue
            roles[column] = Column(role)
            break
    return roles | _only_times(frame, roles, items)


def first_key(frame: pd.DataFrame, used: Collection[str] = ()) -> str | None:
    """The one column whose short texts tell all rows apart: ids under another name, or under none. None where several
    do, since nothing says which.

    Not numbers that only count the rows, since items must never be joined by their position. used: columns that hold
    something else.
    """
    found = [str(c) for c in frame.columns if c not in used and _tells_rows(str(c), frame[c])]
    return found[0] if len(found) == 1 else None


def _tells_rows(name: str, cells: pd.Series) -> bool:
    if CONTENT.search(name) or cells.isna().any() or len(cells) < 2 or cells.str.len().max() > 40:
        return False
    if addresses(cells) or cells.str.strip().duplicated().any() or cells.str.strip().str.contains(r"\s").any():
        return False
    return not cells.str.fullmatch(r"\s*[-+]?[\d.,]+\s*").all()


def _only_times(frame: pd.DataFrame, roles: Mapping[str, Column], items: Sequence[str]) -> dict[str, Column]:
    """The one column of dates or times, where none is named so: when the rating was given, whatever it is called.

    Not where its name says that the date is the thing's own, or where it is the same in all ratings of every item.
    """
    if any(w.role == "time" for w in roles.values()):
        return {}
    free = [c for c in frame.columns if c not in roles and not OWN_DATE.search(c) and _may_be_times(frame[c])]
    free = [c for c in free if looks_like_times(frame[c])]
    if len(free) != 1:
        return {}
    for item in items:
        if frame[item].duplicated().any() and not varies(frame[free[0]], pd.factorize(frame[item])[0]):
            return {}
    return {free[0]: Column("time")}


def _may_be_times(cells: pd.Series) -> bool:
    """A first look at one cell: a date has five signs or more, and digits among them."""
    at = cells.first_valid_index()
    text = "" if at is None else str(cells[at])
    return len(text) >= 5 and any(c.isdigit() for c in text)


def varies(column: pd.Series, codes: np.ndarray) -> bool:
    """Whether a column has two different values within one group (codes number the groups of its cells)."""
    known = column.notna().to_numpy() & (codes >= 0)
    values, codes = fingerprints(column)[known], codes[known]
    if not len(codes):
        return False
    any_of = np.zeros(codes.max() + 1, "uint64")
    any_of[codes] = values
    return bool((any_of[codes] != values).any())


def answers_of(column: pd.Series) -> set[str]:
    """The distinct answers of a column, without case and spaces around them."""
    return {str(t).strip().casefold() for t in column.dropna().unique().tolist()}


def rest(frame: pd.DataFrame, column: str) -> Column:
    if not frame[column].str.len().max() <= 60:  # also where nothing is filled in
        return Column("evidence")
    few = 1 < distinct(frame[column]) <= min(30, max(2, len(frame) / 3))
    return Column("group" if few else "evidence")


def distinct(column: pd.Series) -> int:
    """How many different texts a column holds, counted without a copy of long ones."""
    if len(column) > 10_000 and column.str.len().mean() > 40:
        return len(np.unique(fingerprints(column)[column.notna()]))
    return int(pc.count_distinct(pa.array(column.array, pa.large_string()), "only_valid").as_py())


def indicator_label(column: str) -> str:
    """The label that an indicator column stands for: "label_cat" is cat, as is "Answer.label.cat"."""
    match = re.fullmatch(r"Answer\.[^.]+\.(?P<label>[^.]+)", column) or INDICATOR.match(column)
    return match["label"] if match else column


def names_cases(frame: pd.DataFrame, column: str, known: Collection[str]) -> bool:
    """Whether a column named like items rather tells a few kinds of row apart: A, A, A, B, B, B with nobody to name.

    Without a column of raters a row is an item, so an id that most rows share with others, also where everything else
    that could tell them apart is the same, is a group to compare by. An id or a file stays one. known: columns whose
    role is known.
    """
    if not CASES.fullmatch(column.strip()) or rest(frame, column).role != "group":
        return False
    apart = [column, *(c for c in frame.columns if c not in known and rest(frame, c).role == "group")]
    return bool(frame.duplicated(apart, keep=False).mean() > 0.5)
