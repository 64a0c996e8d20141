"""A study with what people decided: their answers as ratings, and what these entail by the protocol."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from annoeval import protocols
from annoeval.evaluation.coverage_of_review import COLUMN as BECAUSE
from annoeval.questions import with_verdicts
from annoeval.rating_table import ANNOTATORS
from annoeval.review.names import told_apart
from annoeval.review.standing import Standing
from annoeval.study import Study


def is_decided(whole: Study, base: Study) -> bool:
    """Whether a study with decisions is still made of this base."""
    return whole.digest.split("+")[0] == base.digest and whole.name == base.name and whole.dimensions == base.dimensions


def with_decisions(base: Study, standing: Standing) -> Study:
    """The study with the decisions that stand.

    Hashing 100,000 items takes seconds, so the digest of a decided study is its base's and the event's number.
    """
    ratings = standing.ratings()
    if standing.refiled:  # an answer about an item that went with an earlier version stays in the history only
        ratings = ratings[ratings["item_id"].isin(base.items.index)]
    if len(ratings):
        base_ratings = base.ratings
        ratings = told_apart(ratings, base_ratings)
        ratings = pd.concat([base_ratings, ratings], ignore_index=True) if len(base_ratings) else ratings
    else:
        ratings = base.ratings
    digest = f"{base.digest}+{standing.last}" if standing.last else base.digest
    audits = {a.dimension: a for a in base.audits} | standing.audits
    options = {**base.options, BECAUSE: dict(standing.because)} if standing.because else base.options
    whole = replace(base, ratings=ratings, audits=tuple(audits.values()), options=options, digest=digest)
    if standing.last:
        whole = with_verdicts(_followed(whole, standing))  # a rule judges before people do
    if standing.excluded:
        kept = whole.items.index[~whole.items.index.isin(list(standing.excluded))]
        whole = replace(whole.subset(kept), digest=whole.digest)
    return whole


def with_annotators(base: Study, standing: Standing) -> Study:
    """The study with what annotators answered here, of whose answers people are asked; what reviewers decided of them
    is left out. The digest is its base's and the number of the last such answer."""
    if not standing.annotated or not any(scale.judges for scale in base.dimensions.values()):
        return base
    ratings = standing.ratings()
    mine = ratings["kind"].isin(ANNOTATORS) & ratings["item_id"].isin(base.items.index)
    ratings = pd.concat([base.ratings, ratings[mine]], ignore_index=True)
    return _followed(replace(base, ratings=ratings, digest=f"{base.digest}~{standing.annotated}"), standing)


def _followed(study: Study, standing: Standing) -> Study:
    protocol = protocols.protocols().get(study.protocol)
    return study if protocol is None else protocol.follow(study, protocols.Told(standing.pairs(), standing.variants()))
