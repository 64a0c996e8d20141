"""What one table says, before tables are joined: its items and its ratings as written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.table import ReadError
from annoeval.scale import Scale
from annoeval.tables.keys import beside_key
from annoeval.tables.mapping import Guess
from annoeval.tables.raters import kind_of
from annoeval.tables.roles import indicator_label
from annoeval.vocabulary import MARKS, YES

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


def shown_columns(guess: Guess) -> list[str]:
    """Columns that stay in sight: the groups, what is judged, the key of several columns, and the evidence."""
    beside = beside_key(guess)
    return [c for c, what in guess.columns.items() if what.role in ("judged", "group", "evidence") or c in beside]


def label_ratings(
    frame: pd.DataFrame, guess: Guess, problems: list[Problem], file: str, base: pd.DataFrame
) -> pd.DataFrame:
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
    out["kind"] = kinds_of(out["rater"])
    return out.reset_index(drop=True)[list(COLUMNS)]


def kinds_of(raters: pd.Series) -> pd.Series:
    """What kind of rater each name says."""
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
