"""Whose ratings are held against whose: the sets of agreement, who stands in a pair, and what each of them said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from annoeval import ratings
from annoeval.conclusions import OPEN, majority, most_frequent
from annoeval.rating_table import ANNOTATORS, PEOPLE
from annoeval.ratings import matrix
from annoeval.study import Study

RULES = ("as published", "recommended")
UNKNOWN = "who gave which label isn't known"
MAJORITY = "majority"


@dataclass(frozen=True)
class Numbers:
    """Answers by number. place: of the items in `Study.items`. codes: items × raters, -1 for none. labels: by number.
    tied: the items on which the annotators are, where `majority` is among the raters."""

    place: np.ndarray
    codes: np.ndarray
    labels: np.ndarray
    tied: np.ndarray


def judged(study: Study, dimension: str | None = None) -> list[str]:
    """The dimensions agreement is defined for: judgements on a scale; no free text, no distance to a reference."""
    names = [dimension] if dimension else list(study.dimensions)
    return [d for d in names if study.dimensions[d].role == "judgement" and study.dimensions[d].level != "text"]


def rated_by_two(study: Study, dimension: str | None = None) -> list[str]:
    """The judged dimensions on which two raters or more answered, a reference counted as one. dimension: it alone."""
    independent = ~study.are("decision", "derived")

    def several(name: str) -> bool:
        at = study.given.get(name, np.empty(0, "int64"))
        return len(pd.unique(study.rater_codes[at[independent[at]]])) > 1

    return [d for d in judged(study, dimension) if several(d)]


def _rated(study: Study, dimension: str) -> pd.DataFrame:
    """Who rated a dimension: `rater`, `kind`, in order of first appearance."""

    def made() -> pd.DataFrame:
        at = study.given.get(dimension, np.empty(0, "int64"))
        first = pd.Series(study.rater_codes[at]).drop_duplicates().index
        return study.ratings[["rater", "kind"]].iloc[at[first]]

    return study.once("rated by", dimension, made)


def rater_sets(study: Study, dimension: str) -> dict[str, list[str]]:
    """The sets of raters agreement is counted over: `people`, and `people and AI` where an AI rated too.

    People are the annotators. Reviewers settle what annotators or an AI left in doubt, so they are no further
    annotators: they enter only where fewer than two annotators rated. One person alone is no set, nor are AIs beside
    people; AIs alone (`AI`) are where nobody else rated. Where one AI stands twice, as published and as recommended,
    only the one that headlines enters; a reference, a team's decision and derived raters are no independent raters.
    """
    seen = _rated(study, dimension)
    people = annotators(seen)
    if len(people) < 2:
        people = seen.loc[seen["kind"].isin((*ANNOTATORS, "reviewer")), "rater"].tolist()
    ai = seen.loc[seen["kind"] == "ai", "rater"].tolist()
    if set(RULES) <= set(ai):
        keep = study.headline if study.headline in RULES else RULES[1]
        ai = [name for name in ai if name not in RULES or name == keep]
    if not people or not ai:
        return {"people": people} if people else {"AI": ai} if ai else {}
    both = {"people and AI": people + ai}
    return both if len(people) == 1 else {"people": people, **both}


def annotators(rated: pd.DataFrame) -> list[str]:
    """Names of the annotators among raters. rated: columns `rater`, `kind`."""
    return rated.loc[rated["kind"].isin(ANNOTATORS), "rater"].tolist()


def all_raters(study: Study, dimension: str) -> list[str]:
    """Everyone who can stand in a pair, the truth first: references, people, their majority, AI.

    Nobody whose ratings are only known by their place, no decision; of what is derived only the annotators' majority,
    where there are two or more of them and someone else to hold against it.
    """
    seen = _rated(study, dimension)
    rank = {"reference": 0, **dict.fromkeys(PEOPLE, 1), "ai": 3}
    named = seen[seen["kind"].isin(("reference", "human", "reviewer", "ai"))]
    named = named.assign(rank=named["kind"].map(rank))
    held = named["kind"].isin(("reference", "ai")).any() and MAJORITY not in set(seen["rater"])
    if held and study.dimensions[dimension].level in ("nominal", "ordinal") and len(annotators(seen)) > 1:
        named.loc[-1] = (MAJORITY, "derived", 2)
    return named.sort_values("rank", kind="stable")["rater"].tolist()


def answers(study: Study, dimension: str, raters: Sequence[str], ties: bool = False) -> pd.DataFrame:
    """Items × raters of first independent answers; of `majority` those of the annotators, none where they are tied.

    ties: `OPEN` in the column `majority` where two labels are equally frequent, instead of nothing.
    """
    names = list(raters)
    seen = _rated(study, dimension)
    if MAJORITY not in names or MAJORITY in set(seen["rater"]):
        return matrix(study, dimension, "first", names)
    people = annotators(seen)
    values = matrix(study, dimension, "first", [*(n for n in names if n != MAJORITY and n not in people), *people])
    given = values[people]
    most = majority(given).astype("object")
    if ties:
        most = most.where(most.notna() | given.isna().all(axis=1), OPEN)
    values = values.assign(**{MAJORITY: most if ties else _like(most, values)})[names]
    return values[values.notna().any(axis=1)] if len(names) else values


def by_number(study: Study, dimension: str, raters: Sequence[str]) -> Numbers:
    """`answers` in numbers: comparing and counting objects takes ten times as long."""
    names = list(raters)
    seen = _rated(study, dimension)
    if MAJORITY not in names or MAJORITY in set(seen["rater"]):
        place, codes, labels, _ = ratings.by_number(study, dimension, "first", names)
        return Numbers(place, codes, labels, np.zeros(len(place), dtype=bool))
    people = annotators(seen)
    given = [*(n for n in names if n != MAJORITY and n not in people), *people]
    place, codes, labels, _ = ratings.by_number(study, dimension, "first", given)
    most, tied = most_frequent(codes[:, len(given) - len(people) :])
    of = {name: codes[:, n] for n, name in enumerate(given)} | {MAJORITY: most}
    return Numbers(place, np.column_stack([of[n] for n in names]), labels, tied)


def _like(most: pd.Series, values: pd.DataFrame) -> pd.Series:
    return most.astype("float64") if len(values.columns) and (values.dtypes == np.float64).all() else most


def unknown(study: Study, raters: Sequence[str]) -> list[str]:
    """Those raters whose names are only places: who gave which of their ratings isn't known."""
    hidden = set(study.of_kind("anonymous"))
    return [r for r in raters if r in hidden]
