"""Which score of a trial counts: the headline rule's, or what people made of it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from annoeval.conclusions import resolve
from annoeval.rating_table import PEOPLE
from annoeval.ratings import latest_of
from annoeval.study import Study

SCORE = "score"


def slots_in(study: Study) -> list[str]:
    """The dimensions that are slots."""
    return [d for d in study.dimensions if d != SCORE]


def scores_by(study: Study, rater: str) -> pd.DataFrame:
    """Trials × (slots, `score`) of one automatic rater."""
    columns = {}
    for dimension in study.dimensions:
        current = latest_of(study, dimension)
        own = current[current["rater"] == rater].set_index("item_id")["value"]
        columns[dimension] = own.reindex(study.items.index).astype("float64")
    return pd.DataFrame(columns)


def final_scores(study: Study) -> pd.DataFrame:
    """Trials × (slots, `score`) as they stand: the headline rule's; where people judged a slot their word counts for
    it, and the trial's score is then the mean of its slots (unless they set the score itself)."""
    scores = scores_by(study, headline_rule(study))
    if not study.ratings["kind"].isin(PEOPLE).any():
        return scores
    slots = slots_in(study)
    touched = pd.Series(False, index=scores.index)
    for slot in slots:
        final = resolve(study, slot).set_index("item_id")
        by_people = final["source"].isin(["decision", "reviewer", "human"])
        value = final["value"].where(by_people).astype("float64").reindex(scores.index)
        touched |= value.notna()
        scores[slot] = value.where(value.notna(), scores[slot])
    scores[SCORE] = np.where(touched, scores[slots].mean(axis=1), scores[SCORE])
    set_by_hand = resolve(study, SCORE).set_index("item_id")
    hand = set_by_hand["value"].where(set_by_hand["source"].isin(["decision", "reviewer", "human"])).astype("float64")
    hand = hand.reindex(scores.index)
    scores[SCORE] = hand.where(hand.notna(), scores[SCORE])
    return scores


def headline_rule(study: Study) -> str:
    """The automatic rater that headlines."""
    raters = study.of_kind("ai")
    return study.headline if study.headline in raters else raters[0]


def bands_of(study: Study) -> tuple[float, float]:
    """Lowest high score and lowest medium score; from the options, 0.75 and 0.375 by default.

    The scoring guide of the experiment calls 0.75 to 1 high, 0.5 to 0.625 or so medium and lower scores low; a score
    between two bands belongs to the higher one.
    """
    given: Mapping[str, float] = study.options.get("bands") or {}
    return float(given.get("high", 0.75)), float(given.get("medium", 0.375))


def groups_of(study: Study) -> list[tuple[str, str, pd.Index]]:
    """All trials (`by` "", `group` "all"), then every group of every grouping column: by, group, item ids."""
    out = [("", "all", study.items.index)]
    for by in study.groups:
        for group, part in study.items.groupby(by, sort=True):
            out.append((by, str(group), part.index))
    return out
