"""Responses as written become values on a scale, decided once for a dimension and never cell by cell."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.labels import ALIKE_LABELS, folded, variants
from annoeval.reading.spreadsheet_marks import MADE_DATE, made_dates
from annoeval.reading.table import ReadError
from annoeval.reading.values import number
from annoeval.scale import NOT_DECLARED, Scale
from annoeval.tables.label_sets import label_sets, separators, slashed
from annoeval.tables.numbers import mostly_numbers, numbers_of, on_numbers, on_written_scores
from annoeval.tables.ordered import known_order, of_choices, placed
from annoeval.tables.responses import mapped, not_on_scale
from annoeval.tables.written import written_scores
from annoeval.vocabulary import BITS, is_missing, plain, yes_no
from annoeval.words import listed

_YES_NO_NAME = re.compile(
    r"^(is|has|was|are)[ _].+|.*correct(ness)?$|.*[ _](ok|valid|passed|present)$|^(passed|valid)$", re.I
)


def on_scale(
    ratings: pd.DataFrame, dimension: str, given: Mapping[str, Any] | Scale | None, options: Mapping[str, Any]
) -> tuple[pd.Series, Scale, list[Problem]]:
    """Values of one dimension's ratings (missing as None), their scale, and what could not be put on it.

    ratings: columns response, decimal, row, column, file. given: a scale that is known (from a tool, or chosen:
    `level`, `categories`, `bounds`). options: `separator` between several labels in a cell, `missing` words that
    mean no answer in a column of labels (none by default: NA may be a label).
    """
    response = ratings["response"]
    if options.get("missing"):
        absent = response.str.strip().str.casefold().isin([str(w).casefold() for w in options["missing"]])
        ratings = ratings.assign(response=response.where(~absent))
        response = ratings["response"]
    words = {str(w).casefold() for w in options.get("missing") or ()}
    known = response.dropna()
    distinct = [t for t in known.unique() if t.strip().casefold() not in words]
    if isinstance(given, Mapping):
        given = scale_from(given, dimension)
    separator = options.get("separator")
    if given is None or given.level == "set":
        marks = [separator] if separator else separators(ratings, distinct)
        sets = label_sets(distinct, marks, bool(separator), given is not None)
        if sets is not None:
            universe = tuple(sorted({label for s in sets.values() for label in s}))
            several = given is not None or any(len(s) != 1 for s in sets.values())
            meaning = {t: json.dumps(sorted(s), ensure_ascii=False) if several else s[0] for t, s in sets.items()}
            level = given or Scale("set" if several else "nominal", universe)
            wrong = [t for t, s in sets.items() if level.closed and not set(s) <= set(map(str, level.categories))]
            kept = {t: v for t, v in meaning.items() if t not in wrong}
            return mapped(response, kept), level, not_on_scale(ratings, wrong, NOT_DECLARED)
    if given is not None and given.closed and given.level in ("nominal", "ordinal") and not given.numeric:
        return _declared(ratings, distinct, given, dimension)
    if given is not None and given.level in ("nominal", "text") and not given.numeric:
        return mapped(response, {t: t for t in distinct}), given, []
    if given is not None and given.level == "ordinal" and given.categories and not given.numeric:
        return _in_order(ratings, distinct, given, dimension)
    if given is None and _is_yes_no(distinct, dimension):
        return _yes_no(ratings, distinct, dimension)
    written = written_scores(distinct, str(ratings["decimal"].iloc[0])) if given is None or given.numeric else None
    if written is not None:
        return on_written_scores(ratings, *written, given, dimension)
    meanings = numbers_of(ratings, known)
    if given == scale_from({"level": "ordinal"}, dimension) and not mostly_numbers(meanings, known):
        order = known_order(distinct)
        if order is None:
            shown = listed([f"“{t}”" for t in _ordered(distinct)], 6)
            raise ReadError(f"{dimension} is said to be ordered, but not how: put {shown} in order, low to high.")
        return mapped(response, {t: t for t in distinct}), replace(given, categories=order), []
    if given is not None or mostly_numbers(meanings, known):
        return on_numbers(ratings, meanings, given, dimension)
    if _is_prose(known):
        return mapped(response, {t: t for t in distinct}), Scale("text"), []
    scale, said = of_choices(Scale("nominal", _ordered(distinct)), dimension)
    return (
        mapped(response, {t: t for t in distinct}),
        scale,
        [*_spellings(known, dimension), *_made_dates(ratings, dimension), *slashed(ratings, distinct), *said],
    )


def scale_from(given: Mapping[str, Any], dimension: str) -> Scale:
    """The scale that options describe: `level` (nominal), `categories`, which then are all that there are, `bounds`."""
    listed = {k: tuple(given[k]) for k in ("categories", "bounds") if given.get(k)}
    return Scale(**{"level": "nominal", "title": dimension, "closed": "categories" in listed, **given, **listed})


def _ordered(labels: Sequence[str]) -> tuple[str, ...]:
    """Labels in a stable order: numbers among them by size, then words by letters."""
    return tuple(sorted(labels, key=lambda t: (number(t) is None, number(t) or 0.0, t)))


def _in_order(
    ratings: pd.DataFrame, distinct: Sequence[str], given: Scale, dimension: str
) -> tuple[pd.Series, Scale, list[Problem]]:
    """Words in the order that was given. One that has no place in it is kept and said: it stands beside another
    spelling of it, else after all others."""
    places = {str(c): c for c in given.categories}
    meaning = {t: places.get(t, places.get(t.strip(), t)) for t in distinct}
    more = [m for t, m in meaning.items() if t not in places and t.strip() not in places]
    problems = []
    if more:
        problems.append(
            Problem(
                "labels without a place in the order",
                "placed beside their like, or last",
                column=dimension,
                value=", ".join(f"“{m}”" for m in more)[:200],
                count=len(more),
            )
        )
    return mapped(ratings["response"], meaning), replace(given, categories=placed(given.categories, more)), problems


def _declared(
    ratings: pd.DataFrame, distinct: Sequence[str], given: Scale, dimension: str
) -> tuple[pd.Series, Scale, list[Problem]]:
    """Labels that were declared; another spelling of one stands beside it, and any other is listed and not let in."""
    places = {str(c): c for c in given.categories}
    alike = {folded(p) for p in places}
    wrong = [t for t in distinct if folded(t) not in alike]
    values, scale, said = _in_order(ratings, [t for t in distinct if t not in wrong], given, dimension)
    said += _spellings(ratings["response"].dropna(), dimension) if said else []
    return values, scale, [*not_on_scale(ratings, wrong, NOT_DECLARED), *said]


def _is_yes_no(distinct: Sequence[str], dimension: str) -> bool:
    """TRUE and false are yes and no; so are Yes, 1, T, … in a column whose name asks for it. Plain labels "Yes" and
    "No" stay labels."""
    said = {plain(t) for t in distinct if not is_missing(t)}
    if not said or said <= BITS:
        return False
    if said <= {"true", "false", "t", "f", *BITS}:
        return bool(said & {"true", "false"})
    known = {t for t in said if yes_no(t) is not None}
    return bool(_YES_NO_NAME.match(dimension.strip())) and len(known) >= 0.6 * len(said) and len(known) >= 2


def _yes_no(ratings: pd.DataFrame, distinct: Sequence[str], dimension: str) -> tuple[pd.Series, Scale, list[Problem]]:
    meaning = {t: float(said) for t in distinct if (said := yes_no(t)) is not None}
    unknown = [t for t in distinct if t not in meaning]
    scale = Scale("nominal", (0, 1), names={0: "No", 1: "Yes"})
    return mapped(ratings["response"], meaning), scale, not_on_scale(ratings, unknown, "neither yes nor no")


def _is_prose(known: pd.Series) -> bool:
    distinct = known.nunique()
    return len(known) > 5 and distinct > 0.7 * len(known) and known.str.len().median() > 30


def _spellings(known: pd.Series, dimension: str) -> list[Problem]:
    out = []
    for usual, spellings in variants(known).items():
        shown = ", ".join(f"“{s}”" for s in spellings)
        n = int(known.isin(spellings).sum())
        done = f"compared as given; they could be merged into “{usual}”"
        out.append(Problem(ALIKE_LABELS, done, "", None, dimension, shown, n))
    return out


def _made_dates(ratings: pd.DataFrame, dimension: str) -> list[Problem]:
    made = ratings[made_dates(ratings["response"])]
    done = "compared as it stands; correct it in the file"
    return [
        Problem(MADE_DATE, done, str(mine["file"].iloc[0]), None, dimension, str(text), len(mine))
        for text, mine in made.groupby("response", sort=False)
    ]
