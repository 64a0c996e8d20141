"""Tables under their mappings become one Study: parts joined by their items, each question on its scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.rating_table import RATING_COLUMNS, empty_ratings, ratings_table
from annoeval.reading.labels import ALIKE_GROUPS, ALIKE_RATERS, bare, variants
from annoeval.reading.table import ReadError, Reading, Table, flat
from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.tables import together
from annoeval.tables.guessing import Decision, decide, without_judgements
from annoeval.tables.joining import same_items
from annoeval.tables.keys import judged_apart
from annoeval.tables.known_scales import rubric_of
from annoeval.tables.mapping import JUDGED, Guess, chosen
from annoeval.tables.ordered import of_choices
from annoeval.tables.part import Part
from annoeval.tables.parts import part_of, unrated
from annoeval.tables.parts_of_tools import part_of_annotations
from annoeval.tables.scales import on_scale, scale_from
from annoeval.waiting import go_on
from annoeval.words import listed


def study_of(readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
    """The Study that tables and exports of annotation tools hold.

    options: `mapping` {column: role or {role, rater, dimension}}, `rater` {file: name}, `kinds` {rater: kind},
    `scales` {dimension: {level, categories, bounds}} (a table without judgements is one to rate on them),
    `weights` {severity: number} of errors, `join` ("row": rows of files without ids are about the same in the same
    order), `separator`, `missing`, `confidence`, `decimal`, `zone` and
    `dates` (`day_first`, `month_first`) of times. Raises ReadError where nothing can be read.
    """
    readings = flat(readings)
    problems = [p for r in readings for p in r.problems]
    parts = _parts(readings, options, problems)
    parts = together.same_ids(parts, problems) if len(parts) > 1 else parts
    by_row = options.get("join") == "row"
    parts = together.raters_apart(
        same_items(together.by_sheet(together.with_runs(together.named_images(parts)), problems), by_row, problems),
        problems,
    )
    problems += [q for p in parts for q in p.problems]
    items = together.joined_items(parts, problems)
    ratings, scales = _ratings(parts, options, problems)
    _again(ratings, problems)
    _raters_alike(ratings, problems)
    _groups_alike(items, [c for p in parts for c in p.groups], problems)
    shapes = [p.shapes for p in parts if p.shapes is not None]
    groups = [c for c in dict.fromkeys(c for p in parts for c in p.groups) if items[c].nunique(dropna=False) > 1]
    shown = dict.fromkeys(c for p in parts for c in p.evidence if c not in groups)
    return Study(
        name=str(options.get("name") or next((r.file for r in readings if r.tables), readings[0].file)),
        protocol="ratings",
        items=items,
        ratings=ratings,
        dimensions=scales,
        groups=tuple(groups),
        evidence=tuple(shown),
        problems=tuple(problems),
        shapes=pd.concat(shapes, ignore_index=True) if shapes else None,
        options=dict(options),
        columns=_own_columns(parts),
    )


def _own_columns(parts: Sequence[Part]) -> dict[tuple[str, str], str]:
    """(dimension, rater) to the column that holds these ratings and no others, of one table of a row an item."""
    rated = [p.ratings for p in parts if len(p.ratings)]
    if len(rated) != 1 or "column" not in rated[0] or rated[0].duplicated(["item_id", "column"]).any():
        return {}
    places = rated[0][["dimension", "rater", "column"]].dropna().drop_duplicates()
    places = places[~places.duplicated("column", keep=False) & ~places.duplicated(["dimension", "rater"], keep=False)]
    return {(p.dimension, p.rater): p.column for p in places.itertuples()}


def decision_of(table: Table, options: Mapping[str, Any]) -> Decision:
    """The readings of a table: the one chosen in the options where they name columns of it, else what it may be."""
    given = options.get("mapping")
    if given and any(c in table.frame for c in given):
        return Decision(chosen(given, table))
    return decide(table, options.get("scales") or ())


def mapping_of(table: Table, options: Mapping[str, Any]) -> Guess:
    """The mapping chosen in the options where it names columns of this table, else the likeliest reading."""
    return decision_of(table, options).best or without_judgements(table)


def _parts(readings: Sequence[Reading], options: Mapping[str, Any], problems: list[Problem]) -> list[Part]:
    parts: list[Part] = []
    described: list[tuple[Table, Guess]] = []
    tables = [(r, t) for r in readings if r.annotations is None for t in r.tables]
    mapping = options.get("mapping")
    if mapping and tables and not any(c in t.frame for c in mapping for _, t in tables):
        have = ", ".join(f"“{c}”" for c in list(tables[0][1].frame.columns)[:12])
        raise ReadError(f"{tables[0][1].name} has no column “{next(iter(mapping))}”; it has {have}.")
    decisions = [decision_of(t, options) for _, t in tables]
    best = [d.best or without_judgements(t) for (_, t), d in zip(tables, decisions, strict=True)]
    guesses = judged_apart([t for _, t in tables], best)
    alone = len(tables) == 1 and not any(r.annotations for r in readings)  # pictures may stand beside it
    if options.get("scales") and alone and not guesses[0].of(*JUDGED):
        return [unrated(tables[0][1], guesses[0])]
    clear = [d.clear for d in decisions]
    told = {frozenset(t.frame.columns) for (_, t), c in zip(tables, clear, strict=True) if c}
    rated = any(c and g.shape != "one rater" for g, c in zip(guesses, clear, strict=True))
    keyed = {id(r) for (r, _), g in zip(tables, guesses, strict=True) if g.of("item") and g.of(*JUDGED)}
    for (reading, table), found, sure in zip(tables, guesses, clear, strict=True):
        legend = not sure and not found.of("item") and id(reading) in keyed
        sure = sure or frozenset(table.frame.columns) in told  # laid out as a clear one is
        beside = (any(clear) and not sure) or (rated and found.shape == "one rater" and len(reading.tables) > 1)
        if legend or not found.shape or beside:
            described.append((table, without_judgements(table)))
            continue
        try:
            parts.append(part_of(table, reading, found, options))
        except ReadError as error:
            if len(tables) == 1:
                raise
            problems.append(Problem("a table that can't be used", str(error), table.name))
    parts += [part_of_annotations(r) for r in readings if r.annotations is not None]
    if not parts:
        name = tables[0][1].name if tables else readings[0].file
        raise ReadError(f"{name} has no columns that say who judged what; choose item, rater and label in the mapping.")
    for table, found in described:
        parts += _description(table, found, parts, problems)
    return parts


def _description(table: Table, found: Guess, parts: Sequence[Part], problems: list[Problem]) -> list[Part]:
    """A table without judgements that describes items of the others, joined by the column that holds their ids."""
    known = set().union(*(set(p.items.index) for p in parts))
    for column in [*found.of("item"), *table.frame.columns]:
        ids = bare(table.frame[column])
        shared = ids.isin(known)
        if shared.sum() >= 0.5 * len(known) and not ids[shared].duplicated().any():
            items = table.frame[shared].drop(columns=column).set_axis(pd.Index(ids[shared], name="item_id"))
            groups = tuple(c for c in found.of("group") if c in items)
            lost = int((~shared).sum())
            if lost:
                problems.append(Problem("rows about items that no one rated", "left out", table.name, count=lost))
            shown = tuple(c for c in items.columns if c not in groups)
            return [Part(table.name, items, parts[0].ratings.iloc[:0], groups, shown)]
    problems.append(Problem("a table without judgements whose items are unknown", "not used", table.name))
    return []


def _ratings(
    parts: Sequence[Part], options: Mapping[str, Any], problems: list[Problem]
) -> tuple[pd.DataFrame, dict[str, Scale]]:
    """Ratings of all parts, each dimension on one scale."""
    frames = [p.ratings.assign(file=p.file, decimal=p.decimal) for p in parts if len(p.ratings)]
    if not frames:
        return empty_ratings(), {d: scale_from(s, d) for d, s in (options.get("scales") or {}).items()}
    # one file's table as it is: a copy of a large one would be half the file again in memory
    every = pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0].reset_index(drop=True)
    kinds = options.get("kinds") or {}
    if kinds:
        every["kind"] = every["rater"].map(kinds).fillna(every["kind"])
    chosen_scales = options.get("scales") or {}
    values = pd.Series(None, index=every.index, dtype="object")
    scales: dict[str, Scale] = {}
    for dimension in every["dimension"].unique():
        go_on()
        here = every["dimension"] == dimension
        mine = every if here.all() else every[here]
        tool = [p.scales[dimension] for p in parts if dimension in p.scales]
        settled = bool(tool) and all(dimension in p.settled for p in parts if dimension in p.scales)
        given = None if settled else chosen_scales.get(dimension)
        if tool and not given:
            told = [p for p in parts if dimension in p.ratings["dimension"].unique()]
            closed = all(dimension in p.scales and p.scales[dimension].closed for p in told)  # what is missing is said
            valued = "value" in mine and (closed or mine["value"].notna().all())
            if len({s.level for s in tool}) == 1 and (settled or valued):
                universe = tuple(dict.fromkeys(c for s in tool for c in s.categories))
                every_closed = all(s.closed for s in tool)
                whole = replace(tool[0], categories=universe, closed=every_closed)
                scales[dimension], said = of_choices(whole, str(dimension))
                problems += said
                numbers = scales[dimension].numeric and not tool[0].numeric
                values[mine.index] = mine["value"].astype("float").astype("object") if numbers else mine["value"]
                continue
            given = next((s for s in tool if s.level == "set"), None if "value" in mine else tool[0])
        if given is None:
            given = rubric_of(str(dimension), mine["response"])
        found, scales[dimension], more = on_scale(mine, dimension, given, options)
        values[mine.index] = found
        problems += more
    for dimension, title in (options.get("titles") or {}).items():
        if dimension in scales:
            scales[dimension] = Scale(**{**scales[dimension].__dict__, "title": title})
    values[_untold(every, problems)] = None
    table = ratings_table({**{c: every[c] for c in RATING_COLUMNS if c in every and c != "value"}, "value": values})
    return table, scales


def _untold(every: pd.DataFrame, problems: list[Problem]) -> pd.Index:
    """The rows of different answers by one rater on one item of which dates that can be read two ways don't tell the
    later one; each is said."""
    if not every["open_time"].any():
        return every.index[:0]
    again = every[every.duplicated(_ANSWER, keep=False)]
    of_one = again.groupby(_ANSWER, sort=False)
    untold = again[of_one["open_time"].transform("any") & (of_one["response"].transform("nunique") > 1)]
    for (rater, dimension), mine in untold.groupby(["rater", "dimension"], sort=False):
        what, items = f"“{rater}” judged an item more than once", mine["item_id"].drop_duplicates().tolist()
        problems.append(Problem(what, OPEN_ORDER, column=str(dimension), value=listed(items, 4), count=len(items)))
    return untold.index


def _groups_alike(items: pd.DataFrame, groups: Sequence[str], problems: list[Problem]) -> None:
    """Says which names of groups differ only in case or spaces: they may be one group."""
    for column in dict.fromkeys(groups):
        for usual, spellings in variants(items[column].astype("str").where(items[column].notna())).items():
            shown, n = ", ".join(f"“{s}”" for s in spellings), int(items[column].isin(spellings).sum())
            done = f"kept apart; they could be merged into “{usual}”"
            problems.append(Problem(ALIKE_GROUPS, done, column=str(column), value=shown, count=n))


def _raters_alike(ratings: pd.DataFrame, problems: list[Problem]) -> None:
    """Says which raters' names differ only in case or spaces: they may be one person."""
    for usual, spellings in variants(ratings["rater"].drop_duplicates()).items():
        shown = ", ".join(f"“{s}”" for s in spellings)
        n = int(ratings["rater"].isin(spellings).sum())
        done = f"kept apart; they could be merged into “{usual}”"
        problems.append(Problem(ALIKE_RATERS, done, value=shown, count=n))


LATEST = "the latest counts; earlier ones stay in the history"
LAST_ROW = "no time says which is later, so the last row counts; earlier ones stay in the history"
SOME_DATED = "only some have a time; the last of those counts, and the others stay in the history"
OPEN_ORDER = "count as missing until the option “dates” says day_first or month_first, and so which is the later"
_ANSWER = ["item_id", "dimension", "rater"]


def _again(ratings: pd.DataFrame, problems: list[Problem]) -> None:
    """Says where a rater judged an item again, and whether times or only the order of rows say which counts."""
    given = ratings[ratings["value"].notna()]
    again = given[given.duplicated(_ANSWER, keep=False)]
    if not len(again):
        return
    latest = again["time"] == again.groupby(_ANSWER, sort=False)["time"].transform("max")
    told = again.assign(dated=again["time"].notna(), latest=latest).groupby(_ANSWER, sort=False)
    every, some = told["dated"].all(), told["dated"].any()
    how = pd.Series(LAST_ROW, index=every.index).mask(some & ~every, SOME_DATED)
    how = how.mask(every & (told["latest"].sum() == 1), LATEST).rename("how").reset_index()
    for (rater, dimension, done), mine in how.groupby(["rater", "dimension", "how"], sort=False):
        what, items = f"“{rater}” judged an item more than once", mine["item_id"].tolist()
        problems.append(Problem(what, done, column=str(dimension), value=listed(items, 4), count=len(items)))
