"""One table and what its columns hold become a Part, by whichever shape the table has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.table import ReadError, Reading, Table
from annoeval.reading.tools import rater_from
from annoeval.scale import Scale
from annoeval.tables.events import added_up, events_of
from annoeval.tables.item_ids import unique_ids
from annoeval.tables.keys import item_keys, key_columns
from annoeval.tables.long_part import long_part
from annoeval.tables.mapping import ANONYMOUS, OF_THE_FILE, Column, Guess
from annoeval.tables.pairs import named_winners, one_winner, scale_of
from annoeval.tables.part import COLUMNS, Part
from annoeval.tables.rejected import without_rejected
from annoeval.tables.wide_part import wide_part


def part_of(table: Table, reading: Reading, guess: Guess, options: Mapping[str, Any]) -> Part:
    """The Part of a table under a mapping.

    options: `rater` {file: name} names the rater of a file that has no rater column; `zone` of times without one;
    `confidence` ("0-1", "0-10", "0-100") the scale of confidences; `decimal`.
    Raises ReadError where the mapping leaves nothing to read.
    """
    table, problems = without_rejected(table, guess, options)
    decimal = str(options.get("decimal") or reading.facts.get("decimal") or ".")
    who = str((options.get("rater") or {}).get(table.name) or (options.get("rater") or {}).get(reading.file) or "")
    name = who or rater_from(reading.file if len(reading.tables) == 1 else table.name, "rater")
    whose = {guess.columns[c].rater for c in guess.of("label", "indicator")} if not guess.of("rater") else set()
    if ANONYMOUS in whose:
        table, guess = _by_place(table, guess)
    elif not guess.of("rater") and (guess.of("question", "error", "severity") or OF_THE_FILE in whose):
        table, guess = _by(table, guess, name)  # of one rater, several to an item
    table, guess = one_winner(table, guess)
    written, winners = table.frame, guess.of("winner")
    table, guess = named_winners(table, guess, problems)
    found = events_of(table, guess, options.get("weights"), problems)
    events = None
    if found is not None:
        table, guess, events = found
    if guess.of("answer") and not guess.of("rater"):  # a survey that asked nobody's name
        table, guess = _by(table, guess, pd.Series(None, index=table.frame.index, dtype="str"))
    if guess.of("rater"):
        part = long_part(table, guess, decimal, options)
    else:
        part = wide_part(table, guess, name, decimal, options)
    if events is not None:
        mine = part.ratings["dimension"] == events.dimension
        summed, scale = added_up(part.ratings[mine], events)
        rest = [part.ratings[~mine]] if not mine.all() else []
        part.ratings = pd.concat([summed, *rest], ignore_index=True)
        part.scales, part.settled = {**part.scales, events.dimension: scale}, part.settled | {events.dimension}
    if winners:
        _as_written(part, winners, written, scale_of(table, guess))
    part.decimal = decimal
    if table.kinds:
        part.ratings["kind"] = part.ratings["rater"].map(table.kinds).fillna(part.ratings["kind"])
    part.problems[:0] = problems
    return part


def _as_written(part: Part, winners: Sequence[str], written: pd.DataFrame, scale: Scale) -> None:
    """Names of winners become values; their responses are what the file's cells say."""
    ratings = part.ratings
    mine = ratings["column"].isin(winners)
    values = ratings["value"] if "value" in ratings else pd.Series(None, index=ratings.index, dtype="object")
    part.ratings = ratings.assign(value=values.where(~mine, ratings["response"]))
    for column in winners:
        here = ratings["column"] == column
        part.ratings.loc[here, "response"] = written.loc[ratings.loc[here, "row"], column].to_numpy()
    decided = ratings.loc[mine, "dimension"].unique()
    part.scales = {**part.scales, **dict.fromkeys(decided, scale)}
    part.settled = part.settled | set(decided)


def _by_place(table: Table, guess: Guess) -> tuple[Table, Guess]:
    """A table and its mapping with a column of unnamed raters: the first, second, … row of each item and question."""
    frame, key = table.frame, [*key_columns(guess), *guess.of("question")]
    if not guess.of("item"):
        raise ReadError(f"{table.name} has no column of items, so it isn't known which rows are of one; choose it.")
    places = frame.groupby(key, sort=False, dropna=False).cumcount() + 1
    names = "rater " + places.astype("str")
    kinds = {**table.kinds, **dict.fromkeys(names.unique(), "anonymous")}
    return _by(replace(table, kinds=kinds), guess, names)


def _by(table: Table, guess: Guess, names: str | pd.Series) -> tuple[Table, Guess]:
    """A table and its mapping with a column that names who judged each row, one for all or one each."""
    column = "rater"
    while column in table.frame:
        column += "'"
    frame = table.frame.assign(**{column: names}).astype({column: "str"})
    columns = {**guess.columns, column: Column("rater")}
    return replace(table, frame=frame), replace(guess, columns=columns)


def unrated(table: Table, guess: Guess) -> Part:
    """The Part of a table without judgements: every row is an item that people are to rate."""
    problems: list[Problem] = []
    named = key_columns(guess)
    empty = pd.Series(None, index=table.frame.index, dtype="object")
    keys = item_keys(table, named, problems) if named else empty
    items = table.frame.drop(columns=[*(named if len(named) == 1 else ()), *guess.of("ignore")])
    ids, repeated = unique_ids(keys, items)
    if named and repeated:
        what = "item ids that are absent or repeated"
        problems.append(Problem(what, "numbered: each row is an item", table.name, column=named[0], count=repeated))
    groups = tuple(guess.of("group", "judged"))
    shown = tuple(c for c in items.columns if c not in groups)
    return Part(table.name, items.set_axis(ids), pd.DataFrame(columns=list(COLUMNS)), groups, shown, problems=problems)
