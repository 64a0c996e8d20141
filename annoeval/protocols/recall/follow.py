"""A trial's score follows the slots that people corrected."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from annoeval.protocols.recall.final import SCORE, headline_rule, scores_by, slots_in
from annoeval.rating_table import PEOPLE, ratings_table
from annoeval.ratings import latest
from annoeval.study import Study


def with_followed_scores(study: Study) -> Study:
    """For every person and trial of which they judged a slot: their score, the mean of their slots and, where they said
    nothing, the headline rule's. A score they set themselves stands."""
    slots = slots_in(study)
    judged = latest(study.ratings[study.ratings["kind"].isin(PEOPLE) & study.ratings["value"].notna()])
    own = judged[judged["dimension"].isin(slots)]
    if own.empty:
        return study
    rule = scores_by(study, headline_rule(study))[slots]
    said = own.pivot_table(index=["item_id", "rater", "kind"], columns="dimension", values="value", aggfunc="last")
    said = said.reindex(columns=slots).astype("float64")
    filled = said.where(said.notna(), rule.reindex(said.index.get_level_values("item_id")).to_numpy())
    score = filled.mean(axis=1)
    set_by_hand = set(judged.loc[judged["dimension"] == SCORE, ["item_id", "rater"]].itertuples(index=False, name=None))
    score = score[[(i, r) not in set_by_hand for i, r, _ in score.index]].dropna()
    if score.empty:
        return study
    last = (
        own.groupby(["item_id", "rater", "kind"], sort=False)[["time", "because", "blind"]].last().reindex(score.index)
    )
    made = ratings_table(
        {
            "item_id": score.index.get_level_values("item_id"),
            "dimension": SCORE,
            "rater": score.index.get_level_values("rater"),
            "kind": score.index.get_level_values("kind"),
            "value": score.tolist(),
            "because": last["because"].tolist(),
            "blind": last["blind"].tolist(),
            "note": "mean of the slots",
        }
    )
    made["time"] = pd.to_datetime(last["time"], utc=True).array
    return replace(study, ratings=pd.concat([study.ratings, made], ignore_index=True), digest=study.digest)
