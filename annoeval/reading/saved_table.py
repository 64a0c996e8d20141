"""The table of corrected scores that annoeval saves: what its columns are is written in it, and so it is read back.

The last column, `annoeval`, holds in its first row what no header can say: the scales, of what kind each rater is, and
which columns are the file's own. Wherever that row goes when the table is sorted or rows are taken out, it counts;
where it is lost, the table is read as any other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from annoeval.conclusions import resolve
from annoeval.problem import Problem
from annoeval.rating_table import TEAM, empty_ratings, ratings_table
from annoeval.reading.study_file import scale_as_json, scale_from_json
from annoeval.reading.table import ReadError, Reading, Table
from annoeval.reading.values import number
from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.vocabulary import yes_no

COLUMN = "annoeval"
VERSION = 1


class Rater(NamedTuple):
    """Which column holds a rater's judgements on a dimension. sure: the column of its confidence, 0 to 1, if any."""

    column: str
    dimension: str
    name: str
    kind: str
    sure: str | None = None


@dataclass(frozen=True)
class Written:
    """Which column of a saved table holds what.

    ids: the column of item ids. final: dimension to the column of what stands. remarks: (column, dimension, `response`
    or `note`) of those who reviewed. ours: columns that are not the file's.
    """

    ids: str
    raters: Sequence[Rater]
    final: Mapping[str, str]
    remarks: Sequence[tuple[str, str, str]]
    ours: Sequence[str]


def with_description(table: pd.DataFrame, study: Study, written: Written) -> pd.DataFrame:
    """The table with its description in a last column; the study's protocol stays where all of its dimensions are in
    the table, since it may count on each of them."""
    whole = set(written.final) == set(study.dimensions)
    told = {
        "annoeval": VERSION,
        "name": study.name,
        "protocol": study.protocol if whole else "ratings",
        "headline": study.headline,
        "groups": list(study.groups),
        "metrics": dict(study.metrics),
        "evidence": list(study.evidence),
        "types": {str(c): str(t) for c, t in study.items.dtypes.items() if t.kind in "bif"},
        "dimensions": [[d, scale_as_json(study.dimensions[d])] for d in written.final],
        "ids": written.ids,
        "raters": list(written.raters),
        "final": dict(written.final),
        "remarks": list(written.remarks),
        "ours": list(written.ours),
    }
    cells = [json.dumps(told, ensure_ascii=False)] + [None] * (len(table) - 1)
    return table.assign(**{COLUMN: cells[: len(table)]})


def recognised(reading: Reading) -> Reading:
    """The reading with the study that a saved table holds; any other as it is."""
    if len(reading.tables) != 1 or COLUMN not in reading.tables[0].frame:
        return reading
    table = reading.tables[0]
    told = _told(table)
    return reading if told is None else replace(reading, study=_study(reading, table, told))


def _told(table: Table) -> dict[str, Any] | None:
    """What a table says of itself, or None."""
    for cell in table.frame[COLUMN].dropna():
        try:
            told = json.loads(cell)
        except ValueError:
            continue
        if isinstance(told, dict) and "annoeval" in told:
            if int(told["annoeval"]) > VERSION:
                raise ReadError(f"{table.name} was saved by a newer annoeval; update this one to read it.")
            return told if told["ids"] in table.frame else None
    return None


def _study(reading: Reading, table: Table, told: Mapping[str, Any]) -> Study:
    frame, problems = table.frame, list(reading.problems)
    without = frame[told["ids"]].isna() | frame[told["ids"]].duplicated()
    if without.any():
        what = "rows of a saved table without an id of their own"
        problems.append(Problem(what, "left out", table.name, column=told["ids"], count=int(without.sum())))
        frame = frame[~without]
    frame = frame.set_index(pd.Index(frame[told["ids"]], name="item_id", dtype="str"))
    scales = {d: scale_from_json(given) for d, given in told["dimensions"]}
    decimal = reading.facts.get("decimal", ".")
    raters = [r for given in told["raters"] if (r := Rater(*given)).column in frame]
    parts = [empty_ratings()]
    for rater in raters:
        values = _values(frame[rater.column], scales[rater.dimension], decimal, table.name, problems)
        sure = frame.get(rater.sure, pd.Series(np.nan, index=frame.index))
        sure = sure.map(lambda t: number(t, decimal), na_action="ignore")
        parts.append(_ratings(frame[rater.column], values, rater, sure))
    ratings = pd.concat([p for p in parts if len(p)] or parts[:1], ignore_index=True)
    ours = {*told["ours"], COLUMN}
    for column, dimension, what in told["remarks"]:
        if column in frame and not _remarked(ratings, frame[column], dimension, what):
            ours -= {column}  # whose words they are isn't known: they stay beside the item
    items = frame[[c for c in frame if c not in ours]].copy()
    for column, type_ in told["types"].items():
        if column in items:
            items[column] = _typed(items[column], type_, decimal)
    study = Study(
        name=told["name"],
        protocol=told["protocol"],
        items=items,
        ratings=ratings,
        dimensions=scales,
        groups=tuple(c for c in told["groups"] if c in items),
        metrics={c: unit for c, unit in told.get("metrics", {}).items() if c in items},
        evidence=tuple(c for c in told["evidence"] if c in items),
        headline=told["headline"],
        columns={(r.dimension, r.name): r.column for r in raters},
    )
    edited = [
        _edited(study, d, frame[c], decimal, table.name, problems) for d, c in told["final"].items() if c in frame
    ]
    return replace(study.with_ratings(pd.concat([*edited, empty_ratings()])), problems=tuple(problems), digest="")


def _remarked(ratings: pd.DataFrame, cells: pd.Series, dimension: str, what: str) -> bool:
    """Puts what was written about items beside the ratings of those who wrote it; False where that isn't sure, since
    several people reviewed one of these items."""
    written = cells.dropna()
    mine = (ratings["dimension"] == dimension) & ratings["kind"].isin(("reviewer", "decision"))
    mine &= ratings["item_id"].isin(written.index)
    theirs = ratings.loc[mine, "item_id"]
    if theirs.duplicated().any() or set(theirs) != set(written.index):
        return False
    ratings.loc[mine, what] = theirs.map(written).astype("object")
    return True


def _edited(
    study: Study, dimension: str, cells: pd.Series, decimal: str, file: str, problems: list[Problem]
) -> pd.DataFrame:
    """Final scores that do not follow from what the raters said: someone set them by hand, which is a decision."""
    values = _values(cells, study.dimensions[dimension], decimal, file, [])
    follows = resolve(study, dimension).set_index("item_id")["value"].reindex(cells.index)
    told = values.notna() & (values.astype("str") != follows.astype("str"))
    if told.any():
        what = "final scores that do not follow from the raters' in the same table"
        problems.append(
            Problem(what, "taken as the team's decisions", file, None, str(cells.name), count=int(told.sum()))
        )
    return _ratings(cells[told], values[told], Rater(str(cells.name), dimension, TEAM, "decision"))


def _ratings(cells: pd.Series, values: pd.Series, rater: Rater, sure: pd.Series | None = None) -> pd.DataFrame:
    given = cells.notna()
    reviewed = rater.kind in ("reviewer", "decision")  # who corrected a text has it in a column of its own
    return ratings_table(
        {
            "item_id": cells.index[given],
            "dimension": rater.dimension,
            "rater": rater.name,
            "kind": rater.kind,
            "value": values[given],
            "response": cells[given].where(values[given].isna()) if reviewed else cells[given],
            "confidence": np.nan if sure is None else sure[given],
        }
    )


def _values(cells: pd.Series, scale: Scale, decimal: str, file: str, problems: list[Problem]) -> pd.Series:
    """Cells on the scale they were saved from; what someone wrote that is not on it is missing and said."""
    meant = {text: _value(text, scale, decimal) for text in cells.dropna().unique()}
    for text in (t for t, value in meant.items() if value is None):
        n = int((cells == text).sum())
        problems.append(Problem("not on the scale", "counts as missing", file, None, str(cells.name), text[:200], n))
    return pd.Series([meant.get(t) for t in cells], index=cells.index, dtype="object")


def _value(text: str, scale: Scale, decimal: str) -> Any:
    """What a cell says on a scale, None where it is not on it."""
    if scale.numeric:
        found = number(text, decimal)
        low, high = scale.range or (-np.inf, np.inf)
        allowed = found is not None and low <= found <= high and (not scale.categories or found in scale.categories)
        return found if allowed else None
    if scale.level in ("text", "set"):
        return text
    return next((c for c in scale.categories if str(c) == text), None if scale.categories else text)


def _typed(cells: pd.Series, type_: str, decimal: str) -> pd.Series:
    """An item's column as it was before it was written."""
    if type_.startswith("bool"):
        read = cells.map(yes_no, na_action="ignore")
        return read.astype("boolean") if read.isna().any() else read.astype(type_)
    read = pd.to_numeric(cells.map(lambda t: number(t, decimal), na_action="ignore"))
    return read.astype("float64" if read.isna().any() and type_ == "int64" else type_)
