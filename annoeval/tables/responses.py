"""Responses as written: what each distinct one means, and those that cannot be put on a scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem

_LISTED = 100


def mapped(response: pd.Series, meaning: Mapping[str, Any]) -> pd.Series:
    """By distinct texts: a text object for each cell of a large column would be as large as its file."""
    codes, texts = pd.factorize(response)
    known = np.array([*(meaning.get(str(t)) for t in texts), None], dtype="object")  # code -1, the last: missing
    return pd.Series(known[codes], index=response.index, dtype="object")


def file_of(ratings: pd.DataFrame) -> str:
    """The file that ratings stand in; "" where there are none."""
    return str(ratings["file"].iloc[0]) if len(ratings) else ""


def not_on_scale(ratings: pd.DataFrame, texts: Sequence[str], problem: str) -> list[Problem]:
    """A problem for each cell that holds one of these texts."""
    return cells_not_on_scale(ratings[ratings["response"].isin(list(texts))], problem) if texts else []


def cells_not_on_scale(wrong: pd.DataFrame, problem: str) -> list[Problem]:
    """A problem for each of these ratings, the first 100 with their place."""
    out = []
    for _, r in wrong.head(_LISTED).iterrows():
        row = int(r["row"]) if pd.notna(r["row"]) else None
        out.append(Problem(problem, "counts as missing", r["file"], row, r["column"], str(r["response"])[:200]))
    if (more := len(wrong) - _LISTED) > 0:
        out.append(Problem(f"{problem} (further cells)", "counts as missing", file_of(wrong), count=more))
    return out
