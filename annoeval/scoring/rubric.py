"""Rubric scores 0, 1, 2 of extracted figures and tables without the paper: the published "similarity only" recipe."""

from __future__ import annotations

import re
from collections.abc import Callable

import pandas as pd

from annoeval.rating_table import ratings_table
from annoeval.scoring import semantic
from annoeval.scoring.repeats import Repeated, once
from annoeval.study import Study

RATER = "as published"
HEADER_WORDS = re.compile(r"\b(column|row|value|score|id|type|mean)\b")
SPACE = re.compile(r"\s+")


def collapsed(text: object) -> str:
    """Text with every run of white space as one space, none at the ends; missing gives ""."""
    return SPACE.sub(" ", text).strip() if isinstance(text, str) else ""


def figure_score(cosine: float | None) -> int:
    """Rubric score of a caption and of its description: cosine ≥ 0.80 → 2, ≥ 0.60 → 1, else 0; None (blank) → 0."""
    if cosine is None:
        return 0
    return 2 if cosine >= 0.80 else 1 if cosine >= 0.60 else 0


def table_score(content: object) -> tuple[int, float | None]:
    """Rubric score of a table's text and its share of digits.

    At most 20 characters → 0. Else with h header words (column, row, value, score, id, type, mean) and
    d = digits ÷ length: h > 1 and d > 0.05 → 2; d > 0.02 → 1; else 0.
    """
    text = collapsed(content)
    if len(text) <= 20:
        return 0, None
    headers = len(HEADER_WORDS.findall(text.lower()))
    digits = sum(c.isdigit() for c in text) / len(text)
    return (2 if headers > 1 and digits > 0.05 else 1 if digits > 0.02 else 0), digits


def similarity_only(study: Study, progress: Callable[[int, int], None] | None = None, model: str = "") -> pd.DataFrame:
    """Ratings of kind `ai` by rater "as published" for every figure and table of a `figures` study.

    Caption and description get the same score, since it rests on how alike the two are; `signal` keeps the cosine
    (for a table, the share of digits). A similarity is a hint, never a verdict: a negated sentence is very similar.
    """
    figures = study.applicable("caption")
    told = study.items.loc[figures]
    pairs = once(lambda *texts: tuple(map(collapsed, texts)), told["caption"], told["vlm_description"])
    cosines = Repeated(semantic.cosine([p if all(p) else None for p in pairs.once], progress, model=model), pairs.which)
    tables = study.applicable("table")
    graded = once(table_score, study.items.loc[tables, "content"])
    made = [(d, figures, cosines.array(figure_score), cosines) for d in ("caption", "vlm")]
    made.append(("table", tables, graded.array(lambda g: g[0]), graded.each(lambda g: g[1])))
    parts = [
        ratings_table(
            {
                "item_id": ids,
                "dimension": dimension,
                "rater": RATER,
                "kind": "ai",
                "value": values.astype("float64"),
                "signal": signal.array(lambda s: s, "float64"),
            }
        )
        for dimension, ids, values, signal in made
    ]
    return pd.concat([p for p in parts if len(p)] or parts[:1], ignore_index=True)
