"""What a row is about: one column of ids, or several whose values together make the id."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from annoeval.reading.labels import bare, one_form
from annoeval.reading.table import Table
from annoeval.study import Problem
from annoeval.tables.mapping import Guess

TWO_FORMS = "item ids of the same letters, composed in two ways"
BETWEEN = " · "


def key_columns(guess: Guess) -> list[str]:
    """The columns that together say what a row is about; none without an item.

    What is judged comes first, then the items, then the pair, each by name: neither the order of a file's columns nor
    further rows change an id.
    """
    if not guess.of("item"):
        return []
    return [c for role in ("judged", "item", "contestant") for c in sorted(guess.of(role))]


def beside_key(guess: Guess) -> list[str]:
    """Columns of a key of several: they stay in sight beside the id."""
    several = guess.of("item") if len(key_columns(guess)) > 1 else []
    return [*several, *guess.of("contestant")]


def item_keys(table: Table, columns: Sequence[str], problems: list[Problem]) -> pd.Series:
    """The item id of each row, missing where a column of the key is blank: "sysA · doc1 · 3".

    Values of a key of several columns that hold the mark between them are escaped, so that no two keys are one id.
    """
    pieces = [_ids(table, c, problems) for c in columns]
    if len(pieces) == 1:
        return pieces[0]
    key = _escaped(pieces[0])
    for piece in pieces[1:]:
        key = key + BETWEEN + _escaped(piece)
    return key


def _escaped(ids: pd.Series) -> pd.Series:
    if not ids.str.contains(r"[·\\]", na=False).any():
        return ids
    return ids.str.replace("\\", "\\\\", regex=False).str.replace("·", "\\·", regex=False)


def _ids(table: Table, column: str, problems: list[Problem]) -> pd.Series:
    """Item ids as text, without spaces and invisible characters around them, and each in one Unicode form."""
    given = table.frame[column]
    shown = bare(given)
    shown = shown.where(shown != "")
    changed = int((given.notna() & (given != shown)).sum())
    if changed:
        what = "spaces or invisible characters around item ids"
        problems.append(Problem(what, "ignored, so that ids join", table.name, column=column, count=changed))
    forms = one_form(shown.dropna().unique())
    if forms:
        found = int(shown.isin(forms).sum())
        problems.append(Problem(TWO_FORMS, "taken as one", table.name, column=column, count=found))
        shown = shown.replace(forms)
    return shown
