"""Scoring a study with an AI before people look at it."""

from __future__ import annotations

import pandas as pd

from annoeval.protocols import Progress, protocol_of
from annoeval.study import AnnoevalError, Study


class UnknownScorer(AnnoevalError):
    """A scorer was asked for that the study's protocol does not have."""


def scorers(study: Study) -> list[str]:
    """Names of the pre-scorers that the study's protocol offers, the recommended one first."""
    return list(protocol_of(study).scorers())


def ai_ratings(study: Study, scorer: str | None = None, progress: Progress | None = None) -> pd.DataFrame:
    """A pre-scorer's ratings of a study (kind `ai`), without changing it.

    scorer: a name from `scorers(study)`, spaces or hyphens alike; None takes the first.
    progress(done, of) is called as the work goes on; an exception from it stops the work.
    Raises AnnoevalError where the protocol has no scorer, UnknownScorer where it has no such one.
    """
    offered = protocol_of(study).scorers()
    if not offered:
        raise AnnoevalError(f"The {study.protocol} protocol has no AI scorer: its files bring their scores.")
    name = next(iter(offered)) if scorer is None else scorer.replace("-", " ").strip().lower()
    if name not in offered:
        raise UnknownScorer(f"There is no scorer {scorer!r} for {study.protocol}; choose one of {', '.join(offered)}.")
    return offered[name](study, progress)


def prescore(study: Study, scorer: str | None = None, progress: Progress | None = None) -> Study:
    """The study with a pre-scorer's ratings added; earlier ones of the same scorer are replaced."""
    made = ai_ratings(study, scorer, progress)
    kept = study.ratings[~study.ratings["rater"].isin(made["rater"].unique())]
    return study.replace_ratings(kept).with_ratings(made)
