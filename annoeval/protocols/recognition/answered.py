"""Answers that annotators gave in annoeval: judged by the rule, and shown with the image as a file's are."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from annoeval.protocols.recognition.variants import ANSWER, BY_RULE, CANONICAL, by_rule, forms, recogniser
from annoeval.rating_table import ANNOTATORS, ratings_table
from annoeval.ratings import latest
from annoeval.study import Study

_KEY = ["item_id", "rater", "time"]


def with_answers(study: Study) -> Study:
    """The study with a rating by the rule and the canonical form beside each answer that has none, and `answers` of
    the images as they stand; the digest stays."""
    said = study.ratings[(study.ratings["dimension"] == ANSWER) & study.ratings["kind"].isin(ANNOTATORS)]
    judged = study.ratings.loc[study.ratings["dimension"] == BY_RULE, _KEY].drop_duplicates()
    known = said[_KEY].merge(judged, on=_KEY, how="left", indicator=True)["_merge"].eq("both").to_numpy()
    new = said[~known]
    if not len(new):
        return study
    rule = recogniser(study.options)
    right, alike = by_rule(new["response"], new["item_id"].map(study.items["target"]), rule)
    told = {c: new[c] for c in (*_KEY, "kind", "response", "because", "blind", "seconds")}
    rows = [
        ratings_table({**told, "dimension": BY_RULE, "value": right, "signal": alike}),
        ratings_table({**told, "dimension": CANONICAL, "value": forms(new["response"], rule)}),
    ]
    current = latest(said)
    lines = current["rater"] + ": " + current["response"].astype("str")
    answers = lines[current["response"].notna()].groupby(current["item_id"], sort=False).agg("\n".join)
    items = study.items.assign(answers=answers.reindex(study.items.index))
    return replace(
        study, items=items, ratings=pd.concat([study.ratings, *rows], ignore_index=True), digest=study.digest
    )
