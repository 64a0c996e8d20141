"""Scores that a file brings, and who gave them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.figures.questions import TITLES
from annoeval.protocols.figures.rows import TEMPLATE
from annoeval.rating_table import empty_ratings, ratings_table
from annoeval.scale import Scale


def _is_scores(column: pd.Series) -> bool:
    """Whether cells are filled, and each with a rubric score."""
    filled = column.dropna().str.strip()
    return len(filled) > 0 and bool(filled.isin(["0", "1", "2", "0.0", "1.0", "2.0"]).all())


def _rater(match: re.Match[str]) -> tuple[str, str]:
    """Name and kind of the rater that a score column names."""
    word = (match["before"] or match["after"] or "human").strip()
    if word.lower() in ("ai", "auto", "model"):
        return "AI", "ai"
    if word.lower() in ("final", "decision", "resolved"):
        return "team", "decision"
    return (word.lower() if word.lower() == "human" else word), "human"


def score_columns(frame: pd.DataFrame, scores: Mapping[str, re.Match[str]]) -> list[tuple[str, str, str, str]]:
    """Columns of scores: (column, dimension, rater, kind)."""
    columns = [(c, m["dimension"].lower(), *_rater(m)) for c, m in scores.items()]
    return columns + [(c, d, "annotator", "human") for c, d in TEMPLATE.items() if c in frame and _is_scores(frame[c])]


def ratings_given(
    frame: pd.DataFrame,
    columns: Sequence[tuple[str, str, str, str]],
    dimensions: Mapping[str, Scale],
    file: str,
    problems: list[Problem],
) -> pd.DataFrame:
    parts = []
    for column, dimension, rater, kind in columns:
        asked = dimensions[dimension].applies_to(frame)
        if n := int((frame[column].notna() & ~asked).sum()):
            what = f"a score of the {TITLES[dimension].lower()} of something that has none"
            problems.append(Problem(what, "left out", file, column=column, count=n))
        given = frame.loc[asked, column].dropna()
        value = pd.to_numeric(given.str.strip().str.replace(",", ".", regex=False), errors="coerce")
        wrong = given[~value.isin([0, 1, 2])]
        for text, n in wrong.value_counts().items():
            problems.append(
                Problem(
                    "no score of the rubric (0, 1, 2)",
                    "counted as missing",
                    file,
                    column=column,
                    value=str(text),
                    count=int(n),
                )
            )
        values = [float(v) if v in (0, 1, 2) else None for v in value]
        parts.append(
            ratings_table(
                {
                    "item_id": given.index,
                    "dimension": dimension,
                    "rater": rater,
                    "kind": kind,
                    "value": values,
                    "response": list(given),
                }
            )
        )
    parts = [p for p in parts if len(p)]
    return pd.concat(parts, ignore_index=True) if parts else empty_ratings()
