"""What people are asked of an item: each dimension once, or of each rater's own answer to it apart.

Where a scale `judges` answers, "recognised" of an item with three answers is three questions, "recognised of Ada" and
so on. A reviewer's verdict is a rating of that question, with the answer it is about as its `response`; what people
concluded of an answer is then the score of whoever gave it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from annoeval.conclusions import conclude
from annoeval.rating_table import ANNOTATORS, ratings_table
from annoeval.ratings import latest
from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.words import missing

OF = " of "
ANSWER = "answer"  # in a verdict's detail: the answer it is about, as it was then
GIVE_ANSWERS = (*ANNOTATORS, "ai")


@dataclass(frozen=True)
class Given:
    """A rater's own answer to an item. kind: the rater's. text: as written. score: as the file has it, None where it
    says nothing."""

    rater: str
    kind: str
    text: str
    score: Any


def of_answer(dimension: str, rater: str) -> str:
    """The question of one rater's answer."""
    return f"{dimension}{OF}{rater}"


def parts(study: Study, question: str) -> tuple[str, str]:
    """The dimension of a question, and whose answer it is about, "" where it is about the item.

    Raises KeyError for what is no question of this study.
    """
    if question in study.dimensions:
        return question, ""
    for dimension, scale in study.dimensions.items():
        if scale.judges and question.startswith(dimension + OF):
            return dimension, question[len(dimension + OF) :]
    raise KeyError(question)


def is_question(study: Study, question: str) -> bool:
    """Whether a study knows a question: one of its dimensions, or one of a rater's answer."""
    try:
        parts(study, question)
    except KeyError:
        return False
    return True


def scale_of(study: Study, question: str) -> Scale:
    """A question's scale; of one about a rater's answer, the title says whose. Raises KeyError as `parts` does."""
    dimension, rater = parts(study, question)
    scale = study.dimensions[dimension]
    return replace(scale, title=f"{scale.title or dimension}, {rater}") if rater else scale


def questions(study: Study, item_id: str, dimension: str) -> list[str]:
    """What is asked of an item on a dimension: the dimension, or a question for each answer to the item, in the order
    of the file's raters; none where nobody answered."""
    if not study.dimensions[dimension].judges:
        return [dimension]
    return [of_answer(dimension, rater) for rater in given(study, dimension).get(item_id, {})]


def every_question(study: Study, dimension: str) -> list[str]:
    """All questions of a dimension, whatever the item."""
    if not study.dimensions[dimension].judges:
        return [dimension]
    answering = {rater for of in given(study, dimension).values() for rater in of}
    return [of_answer(dimension, rater) for rater in study.raters["name"] if rater in answering]


def about(study: Study, item_id: str, question: str) -> Given | None:
    """The answer that a question is about; None for one about the item, or where the rater gave none."""
    dimension, rater = parts(study, question)
    return given(study, dimension).get(item_id, {}).get(rater) if rater else None


def given(study: Study, dimension: str) -> Mapping[str, Mapping[str, Given]]:
    """By item and rater the answers that a dimension judges, those that stand."""
    key = ("answers judged", dimension)
    if key not in study.kept:
        study.kept[key] = _given(study, dimension)
    found: Mapping[str, Mapping[str, Given]] = study.kept[key]
    return found


def _given(study: Study, dimension: str) -> dict[str, dict[str, Given]]:
    r = study.ratings
    asked = study.dimensions[dimension].judges
    current = latest(r[r["kind"].isin(GIVE_ANSWERS) & r["dimension"].isin((asked, dimension))])
    scores = current[current["dimension"] == dimension].set_index(["item_id", "rater"])["value"].to_dict()
    said = current[current["dimension"] == asked]
    place = {rater: n for n, rater in enumerate(study.raters["name"])}
    found: dict[str, dict[str, Given]] = {}
    for row in said.iloc[np.argsort(said["rater"].map(place).to_numpy(), kind="stable")].itertuples():
        text = row.value if missing(row.response) else row.response
        if not missing(text):
            score = scores.get((row.item_id, row.rater))
            one = Given(row.rater, row.kind, str(text), None if missing(score) else score)
            found.setdefault(row.item_id, {})[row.rater] = one
    return found


def verdicts(study: Study, dimension: str) -> pd.DataFrame:
    """What people concluded of each answer that they judged: columns `item_id, rater, value, source`, as of `resolve`,
    and `differ`, whether reviewers gave it different scores; the value is missing where they are tied. A verdict on an
    answer that was changed since counts no more."""
    prefix = dimension + OF
    r = study.ratings
    mine = r[r["dimension"].str.startswith(prefix) & r["value"].notna()]
    of, said = given(study, dimension), dict[tuple[str, str], list[tuple[str, str, Any]]]()
    for row in latest(mine).itertuples():
        rater = row.dimension[len(prefix) :]
        answer = of.get(row.item_id, {}).get(rater)
        if answer is not None and answer.text == row.response:
            said.setdefault((row.item_id, rater), []).append((row.rater, row.kind, row.value))
    rows = [
        (item, rater, *conclude(judged), len({value for _, kind, value in judged if kind != "decision"}) > 1)
        for (item, rater), judged in said.items()
    ]
    return pd.DataFrame(rows, columns=["item_id", "rater", "value", "source", "differ"])


def settled(study: Study, dimension: str) -> set[str]:
    """Items of which reviewers or the team answered all that is asked on a dimension."""
    if study.dimensions[dimension].judges:
        judged = verdicts(study, dimension).groupby("item_id")["rater"].agg(set)
        return {item for item, raters in judged.items() if raters.issuperset(given(study, dimension)[item])}
    r = study.ratings
    done = r[(r["dimension"] == dimension) & r["kind"].isin(("reviewer", "decision")) & r["value"].notna()]
    return set(done["item_id"])


def with_verdicts(study: Study) -> Study:
    """The study with what people concluded of raters' answers as these answers' scores, in place of the file's; where
    people are tied an answer has none. Their verdicts stay as they were given, and so does the digest."""
    for dimension, scale in study.dimensions.items():
        found = verdicts(study, dimension) if scale.judges else pd.DataFrame()
        if not len(found):
            continue
        r = study.ratings.reset_index(drop=True)
        current = latest(r[(r["dimension"] == dimension) & r["kind"].isin(GIVE_ANSWERS)])
        places = {(i, who): at for at, i, who in zip(current.index, current["item_id"], current["rater"], strict=True)}
        at = [places.get(key) for key in zip(found["item_id"], found["rater"], strict=True)]
        known = np.array([a is not None for a in at], dtype=bool)
        values = r["value"].to_numpy(dtype=object, copy=True)
        values[[a for a in at if a is not None]] = found["value"].to_numpy(dtype=object)[known]
        ratings = r.assign(value=values)
        if not known.all():
            new = found[~known]
            told = [given(study, dimension)[i][who] for i, who in zip(new["item_id"], new["rater"], strict=True)]
            columns = {"item_id": new["item_id"], "rater": new["rater"], "value": new["value"].to_numpy(dtype=object)}
            columns |= {"kind": [g.kind for g in told], "response": [g.text for g in told], "dimension": dimension}
            ratings = pd.concat([ratings, ratings_table(columns)], ignore_index=True)
        study = replace(study, ratings=ratings, digest=study.digest)
    return study
