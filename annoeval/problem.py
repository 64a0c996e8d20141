"""What is wrong with a file or a request, in words that say what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

PROBLEM_COLUMNS = ("file", "row", "column", "value", "problem", "action", "count")


class AnnoevalError(ValueError):
    """Something the user can mend; its text is one sentence that says what, where and what to do."""


@dataclass(frozen=True)
class Problem:
    """Something reading found: where, what is wrong, what was done, how often."""

    problem: str
    action: str
    file: str = ""
    row: int | None = None
    column: str | None = None
    value: str | None = None
    count: int = 1


def problems_table(problems: Iterable[Problem]) -> pd.DataFrame:
    """Problems as the result table `problems`, equal ones grouped and counted."""
    rows = [{c: getattr(p, c) for c in PROBLEM_COLUMNS} for p in problems]
    frame = pd.DataFrame(rows, columns=list(PROBLEM_COLUMNS))
    if frame.empty:
        return frame
    keys = [c for c in PROBLEM_COLUMNS if c != "count"]
    return frame.groupby(keys, dropna=False, sort=False)["count"].sum().reset_index()
