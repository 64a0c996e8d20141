"""What several ratings of an item come to: the majority's, all people's, the final score and where it came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from annoeval.rating_table import ANNOTATORS
from annoeval.ratings import by_number, counted, numbered
from annoeval.study import Study

OPEN = "open (tie)"  # what a majority says where two answers are equally frequent
DERIVED = ("individual", "majority", "unanimous", "resolved")
_RESOLVED = ["item_id", "dimension", "value", "source", "n_people"]


def majority(values: pd.DataFrame) -> pd.Series:
    """Each row's most frequent value; None where none was given or two are equally frequent (a tie has no majority).

    values: items × raters, missing as None/NaN.
    """
    codes, answers = pd.factorize(values.to_numpy().ravel())
    chosen, _ = most_frequent(codes.reshape(values.shape))
    said = np.array([*answers, None], dtype=object)
    return pd.Series(said[chosen], index=values.index, dtype=object)


def most_frequent(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`majority` in numbers, -1 where there is none; and where that is because two answers are equally frequent.

    codes: items × raters, -1 where no answer was given.
    """
    best = np.zeros(len(codes), "int64")
    chosen = np.full(len(codes), -1)
    tied = np.zeros(len(codes), dtype=bool)
    run = np.zeros(len(codes), "int64")
    codes = np.sort(codes, axis=1)  # equal answers stand side by side, so that runs of them can be counted
    for j in range(codes.shape[1]):
        now = codes[:, j]
        run = np.where(now == codes[:, j - 1], run + 1, 1) if j else run + 1
        given = now >= 0
        tied |= given & (run == best) & (now != chosen)
        more = given & (run > best)
        best[more], chosen[more], tied[more] = run[more], now[more], False
    return np.where(tied, -1, chosen), tied


def resolve(study: Study, dimension: str | None = None) -> pd.DataFrame:
    """Each item's final score and where it came from.

    The team's decision, else the reviewers' (unanimous or majority), else the annotators' majority,
    else the headline AI's (or the only one's; among several models none speaks for all). A tie among people is
    unresolved, never the AI's; a reference is no source.

    Returns columns `item_id, dimension, value, source, n_people`: `source` is `decision`, `reviewer`,
    `human`, `ai`, `tie` or `missing`; `n_people`: how many annotators and reviewers answered. One row per item and
    dimension that applies.
    """
    parts = [_resolved(study, d) for d in ([dimension] if dimension else study.dimensions)]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=_RESOLVED)


def conclude(answers: Iterable[tuple[str, str, Any]]) -> tuple[Any, str]:
    """What people concluded on one item, value and source, by the rule of `resolve`: without tables, in microseconds.

    answers: people's (rater, kind, value) in the order they were given, none of them missing.
    """
    latest_: dict[str, tuple[str, Any]] = {}
    decided = []
    for rater, kind, value in answers:
        if kind == "decision":
            decided.append(value)
        else:
            latest_[rater] = ("human" if kind == "anonymous" else kind, value)
    if decided:
        return decided[-1], "decision"
    for kind in ("reviewer", "human"):
        given = Counter(value for own, value in latest_.values() if own == kind).most_common(2)
        if given:
            tie = len(given) > 1 and given[0][1] == given[1][1]
            return (None, "tie") if tie else (given[0][0], kind)
    return None, "missing"


def _resolved(study: Study, dimension: str) -> pd.DataFrame:
    return _resolve_one(study, dimension)[0].copy(deep=False)  # pandas copies what is written to


def _resolve_one(study: Study, dimension: str) -> tuple[pd.DataFrame, np.ndarray]:
    """`resolve` of one dimension, worked out once a study; and every item's value as in `numbered`."""
    return study.once("resolved", dimension, lambda: _concluded(study, dimension))


def _concluded(study: Study, dimension: str) -> tuple[pd.DataFrame, np.ndarray]:
    numbers, answers = numbered(study, dimension)
    at = counted(study, dimension, "latest")
    at = at[study.places[at] >= 0]
    place, rater, given = study.places[at], study.rater_codes[at], numbers[at]
    value = np.full(len(study.items), -1)
    source = np.full(len(study.items), "missing", dtype=object)
    open_ = np.ones(len(study.items), dtype=bool)
    for kinds in (("decision",), ("reviewer",), ANNOTATORS):
        mine = study.are(*kinds)[at] & open_[place]
        if mine.any():
            seen = np.zeros(len(study.items), dtype=bool)
            seen[place[mine]] = True
            column, names = pd.factorize(rater[mine])
            wide = np.full((int(seen.sum()), len(names)), -1, numbers.dtype)
            wide[(np.cumsum(seen) - 1)[place[mine]], column] = given[mine]
            chosen, _ = most_frequent(wide)
            value[seen] = chosen
            source[seen] = np.where(chosen >= 0, "human" if kinds == ANNOTATORS else kinds[0], "tie")
            open_[seen] = False
    said = study.are("ai")[at]
    names = study.raters["name"].iloc[pd.unique(rater[said])].tolist()
    who = study.headline if study.headline in names else names[0] if len(names) == 1 else None
    if who is not None:  # among several models none speaks for all
        said &= (rater == study.raters["name"].tolist().index(who)) & open_[place]
        value[place[said]] = given[said]
        source[place[said]] = "ai"
    people = np.bincount(place[study.are(*ANNOTATORS, "reviewer")[at]], minlength=len(study.items))
    said = np.array([*answers, None], dtype=object)[value]
    found = pd.DataFrame({"value": said, "source": source, "n_people": people}, index=study.items.index)
    if study.dimensions[dimension].applies:
        found = found.loc[study.applicable(dimension)]
    found.insert(0, "dimension", dimension)
    return found.rename_axis("item_id").reset_index(), value


def derived(study: Study, dimension: str, ties: bool = False) -> pd.DataFrame:
    """Ratings of kind `derived`, columns `item_id, rater, kind, value`: `majority` and `unanimous` where several
    annotators rated (reviewers, where there are no annotators), `resolved` always.

    `unanimous`: the value all people gave. On a right/wrong scale (0, 1) it is 1 only where all said 1, else 0,
    as recognition studies report it; on other scales items on which people differ have none.
    ties: `OPEN` as the value of `majority` and `resolved` where people are tied, who else have none there.
    """
    parts = [
        pd.DataFrame({"item_id": study.items.index[place], "rater": name, "kind": "derived", "value": values})
        for name, (place, values) in derived_places(study, dimension, ties).items()
    ]
    made = pd.concat([p for p in parts if len(p)] or [parts[-1]], ignore_index=True)
    return made.astype({"item_id": "str", "rater": "str", "kind": "str", "value": object})


def derived_places(study: Study, dimension: str, ties: bool = False) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The ratings of `derived`: by rater the items by their places in `study.items`, and their values (objects)."""
    _, answers = numbered(study, dimension)
    tie = OPEN if ties else None
    as_given = np.array([*answers, tie], dtype=object)
    numeric = study.dimensions[dimension].numeric
    as_number = np.array([*answers.astype(float).tolist(), tie], dtype=object) if numeric else as_given
    found = {}
    for name, (place, code) in derived_by_number(study, dimension).items():
        keep = slice(None) if ties else code >= 0
        found[name] = place[keep], (as_given if name == "resolved" else as_number)[code[keep]]
    return found


def derived_by_number(study: Study, dimension: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """`derived` in numbers: by rater the items by their places, and their answers as in `numbered`, -1 at a tie."""
    scale = study.dimensions[dimension]
    people = study.of_kind(*ANNOTATORS) or study.of_kind("reviewer")
    place, wide, answers, _ = by_number(study, dimension, "latest", people)
    wide = wide[:, (wide >= 0).any(axis=0)]
    resolved, value = _resolve_one(study, dimension)
    open_ = np.zeros(len(study.items), dtype=bool)
    applies = scale.applies_to(study.items).to_numpy() if scale.applies else ~open_
    open_[applies] = resolved["source"].eq("tie").to_numpy()
    made = {}
    if wide.shape[1] > 1:
        agreed, tied = most_frequent(wide)
        judged = (agreed >= 0) | tied
        if scale.categories == (0, 1):
            order = np.argsort(answers, kind="stable")
            rank = np.append(np.argsort(order), len(order))
            unanimous = np.append(order, -1)[rank[wide].min(axis=1)]
        else:
            lowest = np.where(wide < 0, len(answers), wide).min(axis=1)
            unanimous = np.where(wide.max(axis=1) == lowest, agreed, -1)  # of those given
        made = {"majority": (place[judged], agreed[judged])}
        made["unanimous"] = place[unanimous >= 0], unanimous[unanimous >= 0]
    known = np.flatnonzero(applies & ((value >= 0) | open_))
    return {**made, "resolved": (known, value[known])}
