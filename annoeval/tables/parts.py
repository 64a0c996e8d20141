"""One table and what its columns hold become items and ratings: long, wide, one column a label, or a survey."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from annoeval.reading.labels import bare
from annoeval.reading.table import ReadError, Reading, Table
from annoeval.reading.tools import rater_from
from annoeval.study import Problem, Scale, unique_ids
from annoeval.tables.beside import beside, common, confidence_scale
from annoeval.tables.counts import one_by_one
from annoeval.tables.events import added_up, events_of
from annoeval.tables.keys import beside_key, item_keys, key_columns
from annoeval.tables.mapping import Column, Guess
from annoeval.tables.pairs import named_winners, scale_of
from annoeval.tables.raters import kind_of
from annoeval.tables.rejected import without_rejected
from annoeval.tables.roles import indicator_label, varies
from annoeval.vocabulary import MARKS, YES

_NUMBERED = "numbered by what is shown of them, and by their rows where that is the same"  # never by a judgement
# one rating before its value is put on a scale; `row` and `column` say where it stands, for problems, and `open_time`
# whether its time could be read two ways
COLUMNS = (
    "item_id",
    "dimension",
    "rater",
    "kind",
    "response",
    "confidence",
    "time",
    "open_time",
    "seconds",
    "note",
    "row",
    "column",
)


@dataclass
class Part:
    """What one table says.

    items: index `item_id`. ratings: columns `COLUMNS`, the response as written. keyed: whether ids come from
    columns. loose: the items without an id of their own, by the id made for them, with their places in the table; None
    where every item has its own. decimal: the decimal mark.
    scales: those that an annotation tool gives. settled: dimensions whose `value`s the ratings hold. by_file: raters
    that are named after the file.
    """

    file: str
    items: pd.DataFrame
    ratings: pd.DataFrame
    groups: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    keyed: bool = True
    loose: pd.Series | None = None
    decimal: str = "."
    scales: Mapping[str, Scale] = field(default_factory=dict)
    shapes: pd.DataFrame | None = None
    by_file: frozenset[str] = frozenset()
    categories: Mapping[str, str] = field(default_factory=dict)
    settled: frozenset[str] = frozenset()
    problems: list[Problem] = field(default_factory=list)


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
    if guess.of("question", "error", "severity") and not guess.of("rater"):  # of one rater, several to an item
        table, guess = _by_one(table, guess, name)
    written, winners = table.frame, guess.of("winner")
    table, guess = named_winners(table, guess, problems)
    found = events_of(table, guess, options.get("weights"), problems)
    events = None
    if found is not None:
        table, guess, events = found
    build = _long if guess.of("rater") else _wide
    part = build(table, guess, name, decimal, options)
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


def _by_one(table: Table, guess: Guess, name: str) -> tuple[Table, Guess]:
    """A table and its mapping with a column that names the one rater of all rows."""
    column = "rater"
    while column in table.frame:
        column += "'"
    frame = table.frame.assign(**{column: name}).astype({column: "str"})
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


def _long(table: Table, guess: Guess, name: str, decimal: str, options: Mapping[str, Any]) -> Part:
    frame = table.frame
    problems: list[Problem] = []
    who = guess.of("rater")[0]
    answers = guess.of("answer")
    if answers:
        return _survey(table, guess, who, answers, decimal, options)
    shown = _shown(guess)
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
    ratings = _labels(frame, guess, problems, table.name, pd.DataFrame({"item_id": item, "rater": names, **shared}))
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


def _shown(guess: Guess) -> list[str]:
    """Columns that stay in sight: the groups, what is judged, the key of several columns, and the evidence."""
    beside = beside_key(guess)
    return [c for c, what in guess.columns.items() if what.role in ("judged", "group", "evidence") or c in beside]


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


def _labels(frame: pd.DataFrame, guess: Guess, problems: list[Problem], file: str, base: pd.DataFrame) -> pd.DataFrame:
    """A rating per row and label column, and one per row and dimension of indicators."""
    pieces = []
    asked = guess.of("question")[:1]
    for column in guess.of("label"):
        what = guess.columns[column]
        on: Any = what.dimension or column
        if asked:  # several columns of answers on each keep their names apart
            words = frame[asked[0]].fillna(on).str.strip()
            on = words if len(guess.of("label")) == 1 else words + f" / {on}"
        one = base.assign(dimension=on, response=frame[column], column=column)
        pieces.append(one[frame[column].notna()])
    for dimension in dict.fromkeys(guess.columns[c].dimension for c in guess.of("indicator")):
        columns = [c for c in guess.of("indicator") if guess.columns[c].dimension == dimension]
        pieces.append(_from_indicators(frame, columns, dimension or "label", base, problems, file))
    if not pieces:
        raise ReadError(f"{file} has no column of labels; choose one in the mapping.")
    out = pd.concat(pieces)
    out["row"] = out.index
    out["kind"] = _kinds(out["rater"])
    return out.reset_index(drop=True)[list(COLUMNS)]


def _kinds(raters: pd.Series) -> pd.Series:
    return raters.map({r: kind_of(r) for r in raters.unique()})


def _from_indicators(
    frame: pd.DataFrame, columns: Sequence[str], dimension: str, base: pd.DataFrame, problems: list[Problem], file: str
) -> pd.DataFrame:
    marks = frame[list(columns)].apply(lambda s: s.str.strip().str.casefold())
    on = marks.isin([*YES, *MARKS]).to_numpy()
    labels = [indicator_label(c) for c in columns]
    several = not bool((on.sum(axis=1) == 1)[marks.notna().any(axis=1)].all())
    chosen = [[labels[j] for j in np.flatnonzero(row)] for row in on]
    text = [json.dumps(c, ensure_ascii=False) if several else (c[0] if c else None) for c in chosen]
    what = f"{len(columns)} columns of yes and no, or of marks"
    done = "read as a set of labels" if several else "read as one label a row"
    problems.append(Problem(what, done, file, value=", ".join(columns)[:200]))
    made = base.assign(dimension=dimension, response=pd.Series(text, index=frame.index, dtype="str"), column=columns[0])
    return made[marks.notna().any(axis=1) & made["response"].notna()]


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


def _wide(table: Table, guess: Guess, name: str, decimal: str, options: Mapping[str, Any]) -> Part:
    frame = table.frame
    problems: list[Problem] = []
    shown = _shown(guess)
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
        pieces.append(_labels(frame, guess, problems, table.name, base).set_index("row"))
    scales: dict[str, Scale] = {}
    if guess.of("count"):
        counted, scales = one_by_one(frame, guess, table.name, base, problems)
        pieces.append(counted)
    if not sum(map(len, pieces)):
        raise ReadError(f"{table.name} has columns for ratings ({', '.join(rated[:4])}) but none is filled in.")
    ratings = pd.concat(pieces)
    ratings["row"] = ratings.index
    kinds = _kinds(ratings["rater"])
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
