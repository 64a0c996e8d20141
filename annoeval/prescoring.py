"""Scoring a study with an AI before people look at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from annoeval.problem import AnnoevalError
from annoeval.protocols import Means, protocol_of
from annoeval.reading.attached import of_paths
from annoeval.scoring.judge_terms import Cost
from annoeval.study import Study


class UnknownScorer(AnnoevalError):
    """A scorer was asked for that the study's protocol does not have."""


def scorers(study: Study) -> list[str]:
    """Names of the pre-scorers that the study's protocol offers, the recommended one first."""
    return list(protocol_of(study).scorers())


def ai_ratings(study: Study, scorer: str | None = None, means: Means | None = None) -> pd.DataFrame:
    """A pre-scorer's ratings of a study (kind `ai`), without changing it.

    scorer: a name from `scorers(study)`, spaces or hyphens alike; None takes the first.
    means: the study's files, model, thresholds and progress; an exception from `progress(done, of)` stops the work.
    Raises AnnoevalError where the protocol has no scorer, UnknownScorer where it has no such one.
    """
    offered = protocol_of(study).scorers()
    return offered[scorer_named(study, scorer)](study, means or Means())


def scorer_named(study: Study, scorer: str | None) -> str:
    """The name of a study's scorer as `scorers` gives it. Raises as `ai_ratings` does."""
    offered = scorers(study)
    if not offered:
        raise AnnoevalError(f"The {study.protocol} protocol has no AI scorer: its files bring their scores.")
    name = offered[0] if scorer is None else scorer.replace("-", " ").strip().lower()
    if name not in offered:
        raise UnknownScorer(f"There is no scorer {scorer!r} for {study.protocol}; choose one of {', '.join(offered)}.")
    return name


def budget(study: Study, scorer: str | None, means: Means) -> Cost | None:
    """What a scorer would ask of a paid service; None where it asks none. Raises as `ai_ratings` does."""
    return protocol_of(study).budget(study, scorer_named(study, scorer), means)


def prescore(
    study: Study, scorer: str | None = None, means: Means | None = None, files: Sequence[str | Path] = ()
) -> Study:
    """The study with a pre-scorer's ratings added; earlier ones of the same scorer are replaced.

    files: PDFs, or folders and archives of them, that the items are of. The rest as for `ai_ratings`.
    """
    made = ai_ratings(study, scorer, replace(means or Means(), files=of_paths(files)) if files else means)
    kept = study.ratings[~study.ratings["rater"].isin(made["rater"].unique())]
    return study.replace_ratings(kept).with_ratings(made)
