"""Responses that are numbers, or scores with more to them such as "4/5", on their scale."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.values import number
from annoeval.scale import Scale
from annoeval.tables.responses import cells_not_on_scale, file_of, mapped, not_on_scale
from annoeval.vocabulary import is_missing

WILD = 100.0  # times the distance from the median within which nine in ten numbers lie
_NO_ANSWER = {float(n) for n in (-9, -8, -7, -99, -98, -999, -9999, 77, 88, 98, 99, 999, 9999)}


def on_written_scores(
    ratings: pd.DataFrame, numbers: Mapping[str, float], top: float | None, given: Scale | None, dimension: str
) -> tuple[pd.Series, Scale, list[Problem]]:
    """Scores such as "4/5" as their numbers, on a scale up to the highest possible one where that is named."""
    texts = {t: f"{v:g}" for t, v in numbers.items()}
    bare = ratings.assign(response=ratings["response"].map(lambda t: texts.get(t, t)), decimal=".")
    scale = given
    if scale is None and top is not None:
        whole = top <= 10 and all(v.is_integer() for v in numbers.values())
        lowest = 0 if 0.0 in numbers.values() else 1
        scale = Scale("ordinal", tuple(range(lowest, int(top) + 1))) if whole else Scale("interval", bounds=(0.0, top))
    values, scale, problems = on_numbers(bare, numbers_of(bare, bare["response"].dropna()), scale, dimension)
    example = next(iter(texts))
    done = f"read as numbers: “{example}” is {texts[example]}"
    count = int(ratings["response"].isin(list(texts)).sum())
    return (
        values,
        scale,
        [Problem("scores written as more than a number", done, column=dimension, count=count), *problems],
    )


def numbers_of(ratings: pd.DataFrame, known: pd.Series) -> dict[tuple[str, str], float | None]:
    """The number of each distinct (text, decimal mark)."""
    pairs = pd.DataFrame({"t": known, "d": ratings.loc[known.index, "decimal"]}).drop_duplicates()
    return {(t, d): number(t.rstrip(" %"), d) for t, d in zip(pairs["t"], pairs["d"], strict=True)}


def mostly_numbers(meanings: Mapping[tuple[str, str], float | None], known: pd.Series) -> bool:
    """At least four fifths of the answers are numbers, words for no answer left aside."""
    is_number = {t: v is not None for (t, _), v in meanings.items()}
    counts = known.value_counts()
    counts = counts[[not is_missing(t) for t in counts.index]]
    good = int(sum(n for t, n in counts.items() if is_number[str(t)]))
    return bool(good) and good >= 0.8 * counts.sum()


def on_numbers(
    ratings: pd.DataFrame, meanings: Mapping[tuple[str, str], float | None], given: Scale | None, dimension: str
) -> tuple[pd.Series, Scale, list[Problem]]:
    """Values that are numbers, their scale (the given one, else by what occurs), and what is none or lies outside."""
    values = pd.Series(None, index=ratings.index, dtype="object")
    for decimal in ratings["decimal"].unique():
        mine = ratings.loc[ratings["decimal"] == decimal, "response"]
        values[mine.index] = mapped(mine, {t: v for (t, d), v in meanings.items() if d == decimal})
    texts = ratings["response"].dropna()
    read = {t for (t, _), v in meanings.items() if v is not None}
    wrong = [t for t in texts.unique() if t not in read]
    absent = [t for t in wrong if is_missing(t)]
    problems = not_on_scale(ratings, [t for t in wrong if t not in absent], "not a number")
    for t in absent:
        n = int((ratings["response"] == t).sum())
        problems.append(Problem("a word for “no answer”", "counts as missing", file_of(ratings), None, dimension, t, n))
    scale = given or _scale_of(values, dimension)
    if given is None:
        codes = _codes(values, ratings, dimension)
        problems += codes or _wild(values, ratings, dimension)
    outside = _outside(values, scale)
    if outside.any():
        reach = (
            ", ".join(f"{c:g}" for c in scale.categories)
            if scale.categories
            else "{:g} to {:g}".format(*(scale.range or (np.nan, np.nan)))
        )
        problems += cells_not_on_scale(ratings[outside], f"outside the scale ({reach})")
        values = values.where(~outside, None)
    return values.astype("object").where(values.notna(), None), scale, problems


def _codes(values: pd.Series, ratings: pd.DataFrame, dimension: str) -> list[Problem]:
    """Numbers such as 99 and -9 far from a short range of whole ones: mostly a code for no answer."""
    counts = values.dropna().value_counts()
    codes = [v for v in counts.index if v in _NO_ANSWER]
    rest = [v for v in counts.index if v not in _NO_ANSWER]
    if not codes or len(rest) < 2 or min(rest) < 0 or max(rest) > 10 or counts[codes].sum() > counts[rest].sum():
        return []
    done = "counted as a number; if it means no answer, name it among the words for that"
    what, file = "a number that often stands for no answer", file_of(ratings)
    return [Problem(what, done, file, None, dimension, f"{v:g}", int(counts[v])) for v in codes]


def _wild(values: pd.Series, ratings: pd.DataFrame, dimension: str) -> list[Problem]:
    """Numbers a hundred times as far from the median as nine in ten of the others: mostly a date or an id that slipped
    in, and enough to move a mean."""
    numbers = values.dropna().astype(float)
    away = (numbers - numbers.median()).abs()
    usual = float(away.quantile(0.9)) if len(away) else 0.0
    wild = numbers[away > WILD * usual] if usual > 0 else numbers.iloc[:0]
    done, file = "counted as a number; look whether it is one", file_of(ratings)
    what = "a number far from all others"
    return [Problem(what, done, file, None, dimension, f"{v:.15g}", int(n)) for v, n in wild.value_counts().items()]


def _outside(values: pd.Series, scale: Scale) -> pd.Series:
    numeric = pd.to_numeric(values, errors="coerce")
    if scale.categories:
        return numeric.notna() & ~numeric.isin([float(c) for c in scale.categories])
    if scale.bounds is not None:
        return numeric.notna() & ~numeric.between(*scale.bounds)
    return pd.Series(False, index=values.index)


def _scale_of(values: pd.Series, dimension: str) -> Scale:
    """0 and 1 are nominal, whole numbers over a short range ordinal, other numbers interval."""
    levels = sorted({float(v) for v in values.dropna()})
    whole = all(v.is_integer() for v in levels)
    if whole and set(levels) <= {0.0, 1.0}:
        return Scale("nominal", (0, 1))
    if whole and levels[-1] - levels[0] <= 10:
        low = 0 if levels[0] in (0.0, 1.0) and 0.0 in levels else int(levels[0])
        return Scale("ordinal", tuple(range(low, int(levels[-1]) + 1)))
    return Scale("interval")
