"""A table of a row a rating, or a survey of a row a person, as items and ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.labels import bare
from annoeval.reading.table import ReadError, Table
from annoeval.tables.beside import common, reasons
from annoeval.tables.item_ids import unique_ids
from annoeval.tables.keys import item_keys, key_columns
from annoeval.tables.mapping import Guess
from annoeval.tables.part import COLUMNS, Part, label_ratings, shown_columns
from annoeval.tables.roles import varies


def long_part(table: Table, guess: Guess, decimal: str, options: Mapping[str, Any]) -> Part:
    """The Part of a table in which a row is a rating, and a column names who gave it; or of a survey."""
    frame = table.frame
    problems: list[Problem] = []
    who = guess.of("rater")[0]
    answers = guess.of("answer")
    if answers:
        return _survey(table, guess, who, answers, decimal, options)
    shown = shown_columns(guess)
    key = key_columns(guess)
    keyed = bool(key)
    if keyed:
        item = item_keys(table, key, problems)
        for column in key:
            blank = frame.index[frame[column].isna()]
            for row in blank[:100]:
                problems.append(Problem("a rating without an item", "left out", table.name, int(row), column))
            if len(blank) > 100:
                what = "further ratings without an item"
                problems.append(Problem(what, "left out", table.name, column=column, count=len(blank) - 100))
    else:
        if not shown:
            raise ReadError(
                f"{table.name} has no column that says which item a row is about; choose it in the mapping."
            )
        item = _content(frame, shown)
    apart = not keyed and _untold(guess, item, frame[who])
    if apart:
        ids, _ = unique_ids(pd.Series(None, index=frame.index, dtype="str"), frame[sorted(shown)])
        item = pd.Series(ids, index=frame.index)
        what, done = "no column says which item a row is about", "each row is an item of its own"
        problems.append(Problem(what, done, table.name, count=len(frame)))
    kept = item.notna()
    if not kept.all():
        frame, item = frame[kept], item[kept]
    if not len(frame):
        raise ReadError(f"{table.name} has no rating with an item id in “{'”, “'.join(key)}”.")
    names = bare(frame[who])
    if names.isna().any():
        what = "a rating without a rater"
        problems.append(
            Problem(what, "its rater is called “unknown”", table.name, column=who, count=int(names.isna().sum()))
        )
        names = names.fillna("unknown")
    shared = common(frame, guess, table.name, decimal, options, problems)
    ratings = label_ratings(
        frame, guess, problems, table.name, pd.DataFrame({"item_id": item, "rater": names, **shared})
    )
    why = reasons(frame, item, table.name, problems)
    if why is not None:
        ratings["because"] = why[1].reindex(ratings["row"]).to_numpy()
        shown = [c for c in shown if c != why[0]]
    codes = pd.factorize(item)[0]
    steady = [c for c in shown if not varies(frame[c], codes)]
    loose = [c for c in shown if c not in steady]
    if loose:
        what = "columns that differ between the ratings of one item"
        problems.append(Problem(what, "the first value is shown", table.name, value=", ".join(loose)[:200]))
    first = (~item.duplicated()).to_numpy()
    shown = [*steady, *loose]  # column by column, since rows of a whole table are taken by way of a second copy
    items = pd.DataFrame(
        {c: frame[c].array[first] for c in shown}, pd.Index(item[first], name="item_id"), columns=shown
    )
    groups = tuple(c for c in guess.of("judged", "group") if c in steady)
    places = np.arange(len(items)) if apart else 0
    return Part(
        table.name,
        items,
        ratings,
        groups,
        tuple(c for c in items.columns if c not in groups),
        keyed,
        None if keyed else pd.Series(places, index=items.index),
        problems=problems,
    )


def _untold(guess: Guess, content: pd.Series, raters: pd.Series) -> bool:
    """Whether nothing that is shown tells which item a row is about: two contestants meet in many battles, and groups
    hold many items, as is plain where a rater has several rows on one."""
    if guess.of("evidence"):
        return False
    repeated = pd.DataFrame({"content": content, "rater": raters}).duplicated().any()
    return bool(guess.of("contestant")) or bool(repeated)


def _content(frame: pd.DataFrame, shown: Sequence[str]) -> pd.Series:
    """All that is shown of an item as one text, which stands for it where it has no id."""
    text = frame[shown[0]].fillna("")
    for column in shown[1:]:
        text = text + "\x1f" + frame[column].fillna("")
    return text


def _survey(
    table: Table, guess: Guess, who: str, answers: Sequence[str], decimal: str, options: Mapping[str, Any]
) -> Part:
    """Each row is a rater and each answer column an item; the question's long text is what is shown of it."""
    frame = table.frame
    problems: list[Problem] = []
    names = frame[who].fillna(pd.Series([f"row {i}" for i in frame.index], index=frame.index))
    shared = common(frame, guess, table.name, decimal, options, problems)
    pieces = []
    for column in answers:
        dimension = guess.columns[column].dimension or "answer"
        one = pd.DataFrame(
            {
                "item_id": column,
                "rater": names,
                **shared,
                "dimension": dimension,
                "response": frame[column],
                "column": column,
            },
            index=frame.index,
        )
        pieces.append(one[frame[column].notna()])
    ratings = pd.concat(pieces)
    ratings["row"] = ratings.index
    ratings["kind"] = "human"
    titles = [table.titles.get(c) for c in answers]
    items = pd.DataFrame({"question": pd.Series(titles, dtype="str")}).set_axis(pd.Index(answers, name="item_id"))
    return Part(
        table.name, items, ratings.reset_index(drop=True)[list(COLUMNS)], (), ("question",), True, problems=problems
    )
