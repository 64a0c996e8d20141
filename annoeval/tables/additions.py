"""Ratings that another file adds to a study: a scored spreadsheet, or a second rater's answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import AnnoevalError, Problem
from annoeval.rating_table import ratings_table
from annoeval.reading.labels import bare
from annoeval.reading.table import ReadError, Reading, Table, flat
from annoeval.reading.tools import rater_from
from annoeval.scale import NOT_DECLARED
from annoeval.study import Study
from annoeval.tables.counts import further_raters
from annoeval.tables.guessing import decide, without_judgements
from annoeval.tables.item_ids import unique_ids
from annoeval.tables.matching import compared, matched
from annoeval.tables.ordered import wider
from annoeval.tables.raters import kind_of
from annoeval.tables.scales import on_scale

_NOT_RATERS = ("final", "source", "resolved", "majority")


@dataclass(frozen=True)
class Addition:
    """What a file would add. ratings: a ratings table by ids of the study's items.

    matched: items of the file that are the study's. unmatched: what identifies rows that are not.
    known: ratings that the study holds already, which are left out. problems: values that can't be taken.
    """

    file: str
    ratings: pd.DataFrame
    matched: int
    unmatched: tuple[str, ...]
    known: int
    problems: tuple[Problem, ...]

    @property
    def raters(self) -> list[str]:
        """Names of the raters whose ratings it adds."""
        return list(self.ratings["rater"].unique())


def addition(study: Study, readings: Sequence[Reading], build: Any = None, rater: str | None = None) -> Addition:
    """What the files add to a study; nothing is changed.

    build: the study's protocol's, tried first, so that a file of the same kind is understood by its rules.
    rater: the name for answers whose rater the file does not name (default: the file's name).
    Raises ReadError where no row is about an item of the study, or none holds an answer.
    """
    readings = flat(readings)
    file = readings[0].file
    name = rater or rater_from(file, "second rater")
    found = _as_same_kind(study, readings, build, name)
    if found is None:
        parts = [p for r in readings for t in r.tables if (p := _from_table(study, t, r, name)) is not None]
        if not parts:
            raise ReadError(f"{file} has no row about an item of “{study.name}”: neither ids nor texts are the same.")
        found = (
            pd.concat([p[0] for p in parts], ignore_index=True),
            max(p[1] for p in parts),
            tuple(u for p in parts for u in p[2]),
            tuple(q for p in parts for q in p[3]),
        )
    ratings, n, unmatched, problems = found
    if not n:
        raise ReadError(f"{file} has no row about an item of “{study.name}”: neither ids nor texts are the same.")
    if not len(ratings):
        asked = ", ".join(study.dimensions)
        raise ReadError(
            f"{file} is about the same items, but has no column that is plainly an answer on {asked}: name one so."
        )
    ratings, outside = _let_in(study, ratings, file)
    fresh, known = _fresh(study, further_raters(ratings, study.ratings), file)
    return Addition(file, fresh, n, unmatched, known, (*problems, *outside, *_new_labels(study, fresh, file)))


def _let_in(study: Study, ratings: pd.DataFrame, file: str) -> tuple[pd.DataFrame, list[Problem]]:
    """The ratings without those whose label is none of the declared ones, and what these were."""
    good = [study.dimensions[d].lets_in(v) for d, v in zip(ratings["dimension"], ratings["value"], strict=True)]
    wrong = ratings[~np.array(good, dtype=bool)]
    told = wrong.groupby(["dimension", "response"], sort=False, dropna=False).size()
    problems = [
        Problem(NOT_DECLARED, "left out", file, None, str(d), str(text)[:200], int(n)) for (d, text), n in told.items()
    ]
    return ratings[good].reset_index(drop=True), problems


def _new_labels(study: Study, ratings: pd.DataFrame, file: str) -> list[Problem]:
    """What the file's raters said that is on no scale of the study yet."""
    out = []
    for dimension, mine in ratings.groupby("dimension", sort=False):
        was = study.dimensions[str(dimension)]
        new = [c for c in wider(was, mine["value"]).categories if c not in was.categories]
        if new:
            n = int(mine["value"].isin(new).sum())
            shown = ", ".join(f"“{c}”" for c in new)[:200]
            what, done = "labels that the study did not have", "they join its scale"
            out.append(Problem(what, done, file, column=str(dimension), value=shown, count=n))
    return out


Found = tuple[pd.DataFrame, int, tuple[str, ...], tuple[Problem, ...]]


def _as_same_kind(study: Study, readings: Sequence[Reading], build: Any, name: str) -> Found | None:
    """By the study's own protocol, where the file is of its kind and holds ratings."""
    if build is None:
        return None
    tables = [t for r in readings for t in r.tables]
    said = study.options.get("mapping") or {}
    said = said if said and set(said) <= {c for t in tables for c in t.frame.columns} else {}
    try:
        other: Study = build(readings, {"mapping": said} if said else {})
    except (AnnoevalError, KeyError, ValueError):
        return None
    if other.protocol == "ratings" and not said and not all(decide(t).clear for t in tables):
        return None  # of several readings none is taken unasked
    given = other.ratings[other.ratings["value"].notna() & other.ratings["dimension"].isin(list(study.dimensions))]
    if not len(given):
        return None
    found = matched(study, other)
    ids = found.ids
    mine = given[given["item_id"].isin(list(ids))]
    if not len(mine):
        return None
    mine = mine.assign(item_id=mine["item_id"].map(ids).astype("str"))
    files = {rater_from(r.file, "") for r in readings}
    mine["rater"] = mine["rater"].where(~mine["rater"].isin(files | {"human"}), name)
    if study.headline in study.of_kind("ai"):  # scores of an AI without a name went out as the headline's
        mine["rater"] = mine["rater"].mask(mine["kind"].eq("ai") & mine["rater"].eq("AI"), study.headline)
    return mine.reset_index(drop=True), len(ids), found.added, ()


def _from_table(study: Study, table: Table, reading: Reading, name: str) -> Found | None:
    """By column names: an id or the shown texts say which item, a dimension's name what was judged."""
    frame = table.frame
    ids = _item_of(study, frame)
    if ids is None or not ids.notna().any():
        return None
    places = _judged(study, table, name)
    decimal = reading.facts.get("decimal", ".")
    problems: list[Problem] = []
    pieces = []
    for column, (dimension, rater) in places.items():
        rows = ids.notna() & frame[column].notna()
        if not rows.any():
            continue
        cells = pd.DataFrame(
            {
                "response": frame.loc[rows, column],
                "decimal": decimal,
                "row": frame.index[rows],
                "column": column,
                "file": table.name,
            }
        )
        values, _, more = on_scale(cells, dimension, study.dimensions[dimension], {})
        problems += more
        who = rater if isinstance(rater, str) else frame.loc[rows, rater.column].fillna(name)
        pieces.append(
            ratings_table(
                {
                    "item_id": ids[rows].to_numpy(),
                    "dimension": dimension,
                    "rater": who if isinstance(who, str) else who.to_numpy(),
                    "kind": "human",
                    "value": values.to_numpy(),
                    "response": cells["response"].to_numpy(),
                }
            )
        )
    empty = study.ratings.iloc[:0]
    ratings = pd.concat(pieces, ignore_index=True) if pieces else empty
    ratings = ratings[ratings["value"].notna()].reset_index(drop=True)
    ratings["kind"] = [table.kinds.get(r) or kind_of(r) for r in ratings["rater"]]
    lost = tuple(f"row {r}" for r in frame.index[ids.isna()])
    return ratings, int(ids.notna().sum()), lost, tuple(problems)


def _item_of(study: Study, frame: pd.DataFrame) -> pd.Series | None:
    """The study's item id of each row: from the column that holds most of them, else by the shown texts."""
    known = study.items.index
    best, most = None, 0
    for column in frame.columns:
        ids = bare(frame[column])
        n = int(ids.isin(known).sum())
        if n > most and n >= 0.5 * min(len(known), ids.notna().sum()):
            best, most = ids, n
    if best is not None:
        return best.where(best.isin(known))
    columns = compared(study.items, frame)
    if not columns:
        return None
    other_ids, _ = unique_ids(pd.Series(None, index=frame.index, dtype="str"), frame[columns])
    items = frame[columns].set_axis(other_ids)
    found = matched(study, replace(study, items=items, ratings=study.ratings.iloc[:0], shapes=None, digest=""))
    return pd.Series([found.same.get(i) for i in other_ids], index=frame.index, dtype="str")


@dataclass(frozen=True)
class _Named:
    """The column of a table that names each row's rater."""

    column: str


def _judged(study: Study, table: Table, name: str) -> dict[str, tuple[str, str | _Named]]:
    """Columns that hold answers on the study's dimensions: column to dimension and rater."""
    frame = table.frame
    decision = decide(table)
    mapping = decision.best or without_judgements(table)
    who = mapping.of("rater")
    out: dict[str, tuple[str, str | _Named]] = {}
    words = _words(study)
    for column in frame.columns:
        if column in study.items.columns and frame[column].nunique() > 12:
            continue
        found = _dimension_of(column, words)
        if found is None:
            what = mapping.columns[column]
            if what.role not in ("rating", "label") or len(study.dimensions) != 1 or column in study.items.columns:
                continue
            if not decision.clear:
                continue  # of several readings none is taken unasked
            found = next(iter(study.dimensions)), what.rater if what.rater != "file" else ""
        dimension, rater = found
        if rater.casefold() in _NOT_RATERS:
            continue
        out[column] = dimension, rater or (_Named(who[0]) if who else name)
    return out


def _words(study: Study) -> dict[str, str]:
    """What a dimension may be called in a header: its name, its title, with or without "score" or "correct"."""
    out: dict[str, str] = {}
    for dimension, scale in study.dimensions.items():
        if scale.role == "score":
            continue
        for word in (dimension, scale.title or dimension):
            base = word.strip().casefold()
            for form in (base, f"{base}_score", f"{base} score", f"correct_{base}", f"{base}_description"):
                out.setdefault(form, dimension)
    return out


def _dimension_of(column: str, words: Mapping[str, str]) -> tuple[str, str] | None:
    """(dimension, rater) of a header such as "caption", "caption_Ann", "Ann_caption", "caption by Ann"."""
    text = column.strip()
    low = text.casefold()
    if low in words:
        return words[low], ""
    for form in sorted(words, key=len, reverse=True):
        for pattern in (
            rf"^{re.escape(form)}(?:[ _.:-]+| by )(?:by )?(?P<who>.+)$",
            rf"^(?P<who>.+?)(?:[ _.:/-]+| on ){re.escape(form)}$",
        ):
            m = re.match(pattern, text, re.IGNORECASE)
            if m:
                return words[form], m["who"].strip(" /")
    return None


def _fresh(study: Study, ratings: pd.DataFrame, file: str) -> tuple[pd.DataFrame, int]:
    """Ratings that the study does not hold yet; a rater who is known and answers otherwise stays that rater."""
    keys = ["item_id", "dimension", "rater"]
    have = study.ratings[[*keys, "value"]].assign(value=study.ratings["value"].astype("str"))
    mine = ratings[[*keys, "value"]].assign(value=ratings["value"].astype("str"))
    told = pd.MultiIndex.from_frame(mine).isin(pd.MultiIndex.from_frame(have))
    return ratings[~told].reset_index(drop=True), int(told.sum())
