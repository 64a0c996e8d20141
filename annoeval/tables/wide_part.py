"""A table of a row an item as items and ratings: a column a rater, a question, a label, or a count of labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.table import ReadError, Table
from annoeval.scale import Scale
from annoeval.tables.beside import beside, common, confidence_scale
from annoeval.tables.counts import one_by_one
from annoeval.tables.item_ids import unique_ids
from annoeval.tables.keys import item_keys, key_columns
from annoeval.tables.mapping import Column, Guess
from annoeval.tables.part import COLUMNS, Part, kinds_of, label_ratings, shown_columns

_NUMBERED = "numbered by what is shown of them, and by their rows where that is the same"  # never by a judgement


def wide_part(table: Table, guess: Guess, name: str, decimal: str, options: Mapping[str, Any]) -> Part:
    """The Part of a table in which a row is an item. name: of the rater whose the file is where no column names one."""
    frame = table.frame
    problems: list[Problem] = []
    shown = shown_columns(guess)
    rated = guess.of("rating", "label", "indicator", "count")
    if not rated:
        raise ReadError(f"{table.name} has no column of labels; choose one in the mapping.")
    columns = key_columns(guess)
    keyed = bool(columns)
    key = item_keys(table, columns, problems) if keyed else pd.Series(None, index=frame.index, dtype="str")
    ids, repeated = unique_ids(key, frame[sorted(shown)])
    if repeated and keyed:
        what, column = "item ids that are absent or occur more than once", ", ".join(columns)
        problems.append(Problem(what, f"{_NUMBERED} (#1, #2, …)", table.name, column=column, count=repeated))
    elif repeated:
        problems.append(Problem("no column of item ids", f"items are {_NUMBERED}", table.name))
    items = frame[shown].set_axis(ids)
    groups = tuple(guess.of("judged", "group"))
    own_sure = [frame[c] for c in guess.of("confidence") if guess.columns[c].rater]
    scale = confidence_scale(own_sure, options.get("confidence"), table.name, problems) if own_sure else None
    shared = common(frame, _without_raters(guess), table.name, decimal, options, problems)
    base = pd.DataFrame({"item_id": np.asarray(ids, dtype=object), "rater": name, **shared}, index=frame.index)
    pieces = []
    for column in guess.of("rating"):
        own = guess.columns[column]
        rater = name if own.rater == "file" else own.rater
        one = base.assign(rater=rater, dimension=own.dimension or "label", response=frame[column], column=column)
        for other, place in guess.columns.items():
            if place.rater == own.rater and place.dimension == own.dimension and place.role != "rating":
                beside(one, frame[other], place, table.name, decimal, scale, options, problems)
        pieces.append(one[frame[column].notna()])
    if guess.of("label", "indicator"):
        pieces.append(label_ratings(frame, guess, problems, table.name, base).set_index("row"))
    scales: dict[str, Scale] = {}
    if guess.of("count"):
        counted, scales = one_by_one(frame, guess, table.name, base, problems)
        pieces.append(counted)
    if not sum(map(len, pieces)):
        raise ReadError(f"{table.name} has columns for ratings ({', '.join(rated[:4])}) but none is filled in.")
    ratings = pd.concat(pieces)
    ratings["row"] = ratings.index
    kinds = kinds_of(ratings["rater"])
    ratings["kind"] = kinds.mask(ratings["kind"].eq("anonymous"), "anonymous") if scales else kinds
    alone = key.isna() | key.duplicated(keep=False)
    loose = pd.Series(np.arange(len(frame)), index=ids)[alone.to_numpy()] if alone.any() else None
    by_file = (
        frozenset([name])
        if guess.of("label", "indicator") or any(w.rater == "file" for w in guess.columns.values())
        else frozenset()
    )
    return Part(
        table.name,
        items,
        ratings.reset_index(drop=True)[list(COLUMNS)],
        groups,
        tuple(c for c in items.columns if c not in groups),
        keyed,
        loose,
        scales=scales,
        by_file=by_file,
        problems=problems,
    )


def _without_raters(guess: Guess) -> Guess:
    """The mapping without columns that belong to one rater of several."""
    return replace(guess, columns={c: w if not w.rater else Column("ignore") for c, w in guess.columns.items()})
