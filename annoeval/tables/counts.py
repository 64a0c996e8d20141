"""Tables that count labels: a row is an item, a column a label, a cell how many raters gave the item that label."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.table import ReadError
from annoeval.reading.values import number
from annoeval.scale import Scale
from annoeval.tables.look import Field, Look
from annoeval.tables.mapping import Evidence, Guess
from annoeval.tables.vocabulary import ASKED, is_named
from annoeval.vocabulary import yes_no

SURE, LIKELY, PERCENT = 6.0, 1.0, -0.5  # evidence that columns count labels, in doublings of the odds
MOST = 10_000  # raters of one item
_WHOLE = r"\s*\d{1,5}(?:\.0+)?\s*"
_NAMES_TOTAL = re.compile(
    r"(n|count|votes?|raters?|annotators?|coders?|judge?ments?|ratings)([ _]?(of)?[ _]?"
    r"(raters?|annotators?|coders?|votes?|judge?ments?|ratings))?"
    r"|(?:.+[ _])?(total|sum)([ _]?(of)?[ _]?(raters?|annotators?|coders?|votes?|judge?ments?|ratings))",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"(q|item|question|frage|v|var|x)[ _.-]?\d+[a-z]?", re.IGNORECASE)
_ANSWER = re.compile(r"maybe|unsure|positive|negative|neutral|neither|both|other|none", re.IGNORECASE)
_VOTES = re.compile(r"(?:votes?[ _.:-].+|.+[ _.:-]votes?)", re.IGNORECASE)
_AFFIX = re.compile(
    r"(?:(?:n|num|count|votes?|freq)[ _.:-]+(?:of[ _]+|for[ _]+)?(?P<after>.+)"
    r"|(?P<before>.+?)[ _.:-]+(?:n|count|counts|votes?|freq|raters))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Counted:
    """labels: columns that count one label each. totals: a column with their sum. numbered: one that numbers the rows.
    same: whether every row has as many ratings. evidence: what speaks for it."""

    labels: tuple[str, ...]
    totals: tuple[str, ...]
    numbered: str | None
    same: bool
    evidence: tuple[Evidence, ...]


def counted(look: Look) -> Counted | None:
    """The columns of a table that count labels, or None.

    Counts of whole numbers whose rows add up to the same number of raters, at least two. Not marks of 0 and 1, not
    rankings (every row the same numbers in another order), not percentages, not answers to numbered questions.
    """
    frame = look.frame
    if len(frame) < 4:
        return None
    whole = [c for c, f in look.fields.items() if f.filled and _may_be_whole(f) and _is_whole(frame[c])]
    keys = look.finest(look.items) if look.items else []
    free = [c for c in whole if c not in keys and not look.fields[c].says & {"confidence", "time", "seconds"}]
    numbered = [c for c in free if len(frame) >= 5 and not frame[c].str.strip().duplicated().any()]
    free = [c for c in free if c not in numbered]
    first = numbered[0] if len(numbered) == 1 and is_named(numbered[0]) else None
    for columns in (free, [c for c in free if "label" not in look.fields[c].says]):
        found = _of(look, columns, first)
        if found is not None:
            return found
    return None


def _may_be_whole(field: Field) -> bool:
    """A first look at one cell, before whole columns are looked at."""
    at = field.cells.first_valid_index()
    return at is not None and re.fullmatch(_WHOLE, str(field.cells[at])) is not None


def _is_whole(cells: pd.Series) -> bool:
    filled = cells.dropna()
    texts = filled.unique().to_numpy(dtype="object")
    return len(texts) > 0 and all(re.fullmatch(_WHOLE, str(t)) for t in texts)


def _each(look: Look, column: str) -> np.ndarray:
    """A column's numbers, blanks as 0; each different cell is read once."""
    codes = look.codes([column])
    first = np.zeros(look.groups([column]), dtype="int64")
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    read = pd.to_numeric(look.frame[column].iloc[first], errors="coerce").fillna(0).to_numpy(dtype="float64")
    return np.asarray(read[codes])


def _of(look: Look, columns: Sequence[str], numbered: str | None) -> Counted | None:
    if len(columns) < 2:
        return None
    cells = np.column_stack([_each(look, c) for c in columns])
    total = np.flatnonzero((2 * cells == cells.sum(axis=1, keepdims=True)).all(axis=0))
    totals: tuple[str, ...] = ()
    if len(total) == 1 and len(columns) > 2:
        totals = (columns[total[0]],)
        columns, cells = [c for c in columns if c not in totals], np.delete(cells, total[0], axis=1)
    sums = cells.sum(axis=1)
    raters = float(pd.Series(sums).mode()[0])
    equal = sums == raters
    named = bool(_NAMES_TOTAL.fullmatch(totals[0].strip())) if totals else False
    answers = 2 * sum(bool(_ANSWER.fullmatch(c.strip())) or yes_no(c) is not None for c in columns) >= len(columns)
    votes = all(map(_VOTES.fullmatch, map(str.strip, columns)))
    told = named or votes or (bool(totals) and (answers or bool(label_affixes(columns)) or _mostly_of_one(cells)))
    if raters < 2 or sums.max() > MOST or not (equal.mean() >= 0.9 or told):
        return None
    if cells.max() < 2 or not (cells == 0).any() or len(np.unique(np.sort(cells, axis=1), axis=0)) < 2:
        return None
    asked = sum(bool(ASKED.match(c.strip()) or _QUESTION.fullmatch(c.strip())) for c in columns)
    if 2 * asked >= len(columns):
        return None
    enough = len(look) >= 5 and (len(columns) > 2 or len(look) >= 8)
    sure = enough and raters != 100 and (bool(equal.all()) or told)
    words = f"the numbers of {len(columns)} columns add up to {raters:.0f} in {equal.mean():.0%} of the rows"
    evidence = Evidence("counts", SURE if sure else PERCENT if raters == 100 else LIKELY, words)
    return Counted(tuple(columns), totals, numbered, bool(equal.all()), (evidence,))


def _mostly_of_one(cells: np.ndarray) -> bool:
    """Whether in a fifth of the rows only one column is filled: raters often agree on a label, and nobody who marks
    three exercises gives points for one only."""
    return bool(((cells > 0).sum(axis=1) == 1).mean() >= 0.2)


def label_affixes(columns: Sequence[str]) -> dict[str, str]:
    """The label in each column's name, where all names say that they count one: "n_yes", "no_votes"; else none."""
    found = {c: _AFFIX.fullmatch(c.strip()) for c in columns}
    names = {c: str(m["after"] or m["before"]) for c, m in found.items() if m}
    return names if len(set(names.values())) == len(names) == len(columns) else {}


def label_names(columns: Sequence[str]) -> dict[str, str]:
    """The label that each column counts: "n_yes", "n_no" count yes and no."""
    return label_affixes(columns) or {c: c.strip() for c in columns}


def one_by_one(
    frame: pd.DataFrame, guess: Guess, file: str, base: pd.DataFrame, problems: list[Problem]
) -> tuple[pd.DataFrame, dict[str, Scale]]:
    """A rating for each of the counted: raters are "rater 1", "rater 2", … in each row anew, of kind `anonymous`.

    base: what all ratings of a row share, indexed like the frame. Gives ratings indexed by row, and each dimension's
    scale with all its labels, those that nobody gave included. Raises ReadError for counts that can't be any.
    """
    pieces, scales = [], {}
    by_dimension: dict[str, list[str]] = {}
    for column in guess.of("count"):
        by_dimension.setdefault(guess.columns[column].dimension or "label", []).append(column)
    for dimension, columns in by_dimension.items():
        cells = np.column_stack([_numbers(frame[c], file, problems) for c in columns])
        if cells.sum(axis=1).max(initial=0) > MOST:
            raise ReadError(f"{file} has a row of {int(cells.sum(axis=1).max()):,}: too many to count raters.")
        names = label_names(columns)
        flat = cells.ravel()
        at = np.repeat(np.repeat(np.arange(len(frame)), len(columns)), flat)
        which = np.repeat(np.tile(np.arange(len(columns)), len(frame)), flat)
        places = np.arange(len(at)) - np.repeat(
            np.concatenate([[0], np.cumsum(cells.sum(axis=1))[:-1]]), cells.sum(axis=1)
        )
        pieces.append(
            base.iloc[at].assign(
                dimension=dimension,
                rater=[f"rater {n}" for n in places + 1],
                kind="anonymous",
                response=np.array([names[c] for c in columns], dtype=object)[which],
                column=np.array(columns, dtype=object)[which],
            )
        )
        scales[dimension] = _scale(list(names.values()))
        what = "labels are counted, and who gave which isn't known"
        done = "raters are numbered in each row anew; what rests on one rater, or on two, is not computed"
        problems.append(Problem(what, done, file, column=dimension, count=len(at)))
    return pd.concat(pieces), scales


def further_raters(ratings: pd.DataFrame, before: pd.DataFrame) -> pd.DataFrame:
    """Ratings with their anonymous raters numbered on after those who judged the same items before, since nobody knows
    that they are the same people. Where all say the same again, it is the same count, and stays as it is."""
    keys = ["item_id", "dimension", "rater", "response"]
    mine = ratings["kind"] == "anonymous"
    old = before[(before["kind"] == "anonymous") & before["item_id"].isin(ratings.loc[mine, "item_id"])]
    if not len(old) or not mine.any():
        return ratings
    told = pd.MultiIndex.from_frame(ratings.loc[mine, keys].astype("str"))
    if told.isin(pd.MultiIndex.from_frame(old[keys].astype("str"))).all():
        return ratings
    most = int(old["rater"].str.extract(r"(\d+)$")[0].astype("float").max())
    names = {r: f"rater {most + int(r.split()[-1])}" for r in ratings.loc[mine, "rater"].unique()}
    return ratings.assign(rater=ratings["rater"].mask(mine, ratings["rater"].map(names)).astype("str"))


def _numbers(cells: pd.Series, file: str, problems: list[Problem]) -> np.ndarray:
    texts = cells.fillna("0")
    good = texts.str.fullmatch(_WHOLE)
    for text, n in texts[~good].value_counts().items():
        problems.append(Problem("a count that is no whole number", "counts as 0", file, None, str(cells.name), text, n))
    return np.asarray(texts.where(good, "0").astype("float64").astype("int64"))


def _scale(labels: Sequence[str]) -> Scale:
    numbers = [number(label) for label in labels]
    if all(n is not None and n.is_integer() for n in numbers):
        return Scale("ordinal", tuple(sorted(int(n) for n in numbers if n is not None)))
    return Scale("nominal", tuple(labels))
