"""What a row is about: one column of ids, or several whose values together make the id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.labels import bare, one_form
from annoeval.reading.spreadsheet_marks import MADE_DATE, ROUNDED, made_dates, rounded
from annoeval.reading.table import Table
from annoeval.tables.item_ids import unique_ids
from annoeval.tables.mapping import Guess

TWO_FORMS = "item ids of the same letters, composed in two ways"
BETWEEN = " · "


def key_columns(guess: Guess) -> list[str]:
    """The columns that together say what a row is about; none without an item.

    What is judged comes first, then the items, then the pair, each by name, so that the order of a file's columns
    changes no id.
    """
    if not guess.of("item"):
        return []
    return [c for role in ("judged", "item", "contestant") for c in sorted(guess.of(role))]


def judged_apart(tables: Sequence[Table], guesses: Sequence[Guess]) -> list[Guess]:
    """The mappings, with what is judged as a mere group where the items' own ids tell it in all tables together: ids
    then stay as the files write them."""
    about = [(t, g) for t, g in zip(tables, guesses, strict=True) if g.of("judged") and g.of("item")]
    if not about:
        return list(guesses)
    pairs = [
        pd.DataFrame({"item": _texts(t, g.of("item")), "judged": _texts(t, g.of("judged"))}).drop_duplicates()
        for t, g in about
    ]
    told = pd.concat(pairs, ignore_index=True).drop_duplicates()
    told = told[told["item"].str.strip("\x1f") != ""]
    if told["item"].duplicated().any():
        return list(guesses)
    return [
        replace(g, columns={c: replace(w, role="group") if w.role == "judged" else w for c, w in g.columns.items()})
        if g.of("item")
        else g
        for g in guesses
    ]


def _texts(table: Table, columns: Sequence[str]) -> pd.Series:
    """The cells of some columns as one text a row."""
    text = bare(table.frame[sorted(columns)[0]]).fillna("")
    for column in sorted(columns)[1:]:
        text = text + "\x1f" + bare(table.frame[column]).fillna("")
    return text


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
    return _not_joined(table, column, shown, problems)


def _not_joined(table: Table, column: str, ids: pd.Series, problems: list[Problem]) -> pd.Series:
    """Ids of which a spreadsheet made something else join nothing: each such row is an item of its own."""
    lost, made = rounded(ids), made_dates(ids)
    for what, found in ((ROUNDED, lost), (MADE_DATE, made)):
        for text, rows in ids[found].groupby(ids[found], sort=False).groups.items():
            done = "not joined on: each such row is an item of its own; give the ids as text"
            problems.append(Problem(what, done, table.name, int(rows[0]), column, str(text), len(rows)))
    odd = lost | made
    if not odd.any():
        return ids
    own, _ = unique_ids(ids[odd] + f" ({table.name})", table.frame.loc[odd, []])  # by row, never by a judgement
    return ids.mask(odd, pd.Series(own, index=ids.index[odd]))
