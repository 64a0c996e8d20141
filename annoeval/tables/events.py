"""Rows that are errors: several by one rater on one item are counted or weighted into one penalty."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.labels import folded
from annoeval.reading.table import ReadError, Table
from annoeval.reading.values import number
from annoeval.scale import Scale
from annoeval.tables.mapping import Column, Guess

# Multidimensional Quality Metrics: minor 1, major 5, critical 10, and a neutral remark costs nothing
WEIGHTS = {"No-error": 0.0, "Neutral": 0.0, "Minor": 1.0, "Major": 5.0, "Critical": 10.0}
BLANK = "(blank)"  # how a severity that is not written is called among the weights
_NO_ERROR = re.compile(r"(?:no[ _-]?(?:errors?|issues?)|none|error[ _-]?free|without errors?)", re.IGNORECASE)
UNWEIGHTED = "a severity without a weight"


@dataclass(frozen=True)
class Events:
    """text: what each row says, indexed like the table: "Style/Awkward: Major". weight: its weight, NaN where unknown.
    dimension: `penalty`, or `errors` where they are only counted."""

    text: pd.Series
    weight: pd.Series
    dimension: str


def events_of(
    table: Table, guess: Guess, weights: Mapping[str, Any] | None, problems: list[Problem]
) -> tuple[Table, Guess, Events] | None:
    """The table with one column that says each row's error, as a label, and what each weighs; None without errors.

    weights: by severity, case and spaces aside, over those of MQM and over severities that are numbers. Without a
    column of severities every error counts 1. Raises ReadError for a weight that is no number.
    """
    kinds, severe = guess.of("error")[:1], guess.of("severity")[:1]
    if not kinds and not severe:
        return None
    frame = table.frame
    what = frame[kinds[0]] if kinds else pd.Series(None, index=frame.index, dtype="str")
    how = frame[severe[0]] if severe else pd.Series(None, index=frame.index, dtype="str")
    none = what.str.strip().str.fullmatch(_NO_ERROR.pattern, case=False).fillna(False).astype(bool)
    known = weights_of(how.dropna().unique(), weights)
    if severe:
        weight = how.fillna(BLANK).map({t: known.get(folded(t)) for t in [*how.dropna().unique(), BLANK]})
        weight = weight.astype("float64").mask(none & how.isna(), 0.0)
        _say(weight, how, severe[0], table.name, problems)
    else:
        blank = known.get(folded(BLANK), np.nan)
        weight = pd.Series(1.0, index=frame.index).mask(none, 0.0).mask(what.isna(), blank)
        counted = "counted: each is 1, a row that says “no error” 0"
        problems.append(Problem("rows that are errors", counted, table.name, column=kinds[0], count=len(frame)))
        if n := int(weight.isna().sum()):
            done = "that rater's item has no count; write “No-error” where there is none"
            problems.append(Problem("a row that names no error", done, table.name, column=kinds[0], count=n))
    if not (weight == 0).any():
        done = "items on which nothing was found are not in the file, so figures hold for items with errors only"
        problems.append(Problem("no row says that there was no error", done, table.name, column=[*kinds, *severe][0]))
    column = "errors found"
    while column in frame:
        column += "'"
    text = what.fillna("").str.strip().str.cat(how.fillna("").str.strip(), sep=": ").str.strip(": ")
    text = text.mask(text == "", BLANK)
    dimension = guess.columns[[*severe, *kinds][0]].dimension or ("penalty" if severe else "errors")
    columns = {c: w for c, w in guess.columns.items() if w.role not in ("error", "severity")}
    columns |= {**dict.fromkeys([*guess.of("error"), *guess.of("severity")], Column("ignore"))}
    columns[column] = Column("label", dimension=dimension)
    made = Table(table.name, frame.assign(**{column: text}), table.titles)
    return made, replace(guess, columns=columns), Events(text, weight, dimension)


def weights_of(severities: Sequence[str], weights: Mapping[str, Any] | None) -> dict[str, float]:
    """The weight of each severity by its folded word: chosen, else the number that it is, else MQM's."""
    known = {folded(w): v for w, v in WEIGHTS.items()} | {"no error": 0.0, "none": 0.0, "noerror": 0.0}
    for text in severities:
        if (value := number(text)) is not None:
            known[folded(text)] = value
    for word, value in (weights or {}).items():
        try:
            known[folded(word)] = float(value)
        except (TypeError, ValueError):
            raise ReadError(f"The weight of “{word}” is {value!r}; give a number, such as 5.") from None
    return known


def _say(weight: pd.Series, how: pd.Series, column: str, file: str, problems: list[Problem]) -> None:
    used = pd.DataFrame({"w": weight, "s": how}).dropna().drop_duplicates("s").sort_values(["w", "s"])
    shown = ", ".join(f"{s} {w:g}" for w, s in zip(used["w"], used["s"], strict=True))
    done = f"weighted and added up for each rater and item: {shown}"[:300]
    problems.append(Problem("rows that are errors", done, file, column=column, count=len(weight)))
    unknown = how.fillna(BLANK)[weight.isna()]
    for text, at in unknown.groupby(unknown, sort=False).groups.items():
        done = "that rater's item has no penalty until the word has a weight"
        problems.append(Problem(UNWEIGHTED, done, file, int(at[0]), column, str(text)[:200], len(at)))


def added_up(ratings: pd.DataFrame, events: Events) -> tuple[pd.DataFrame, Scale]:
    """One rating a rater and item, its value the sum of the weights, its response all that was found; a sum with an
    unknown weight in it is missing. ratings: one a row of the table, `row` naming it."""
    rows = pd.Index(ratings["row"])
    table = ratings.assign(value=events.weight.reindex(rows).to_numpy())
    table = table.sort_values("time", kind="stable") if table["time"].notna().any() else table
    keys = ["item_id", "dimension", "rater"]
    groups = table.groupby(keys, sort=False)
    last = table.drop_duplicates(keys, keep="last").set_index(keys)
    last["value"] = groups["value"].agg(lambda w: w.sum(skipna=False))
    last["response"] = groups["response"].agg("; ".join)
    last["note"] = groups["note"].agg(lambda n: "; ".join(dict.fromkeys(n.dropna())) or None)
    last["seconds"] = groups["seconds"].agg(lambda s: s.sum(min_count=1))
    values = last["value"].astype("object")
    last["value"] = values.where(values.notna(), None)
    out = last.reset_index()[[*ratings.columns, "value"]]
    return out, Scale("interval")
