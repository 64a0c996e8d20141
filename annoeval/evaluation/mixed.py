"""Final scores that are people's on some items and unchecked ones of the AI on others: they have no interval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pandas as pd

from annoeval.conclusions import resolve
from annoeval.rating_table import PEOPLE
from annoeval.study import Study
from annoeval.words import count

KEPT = ("a", "b", "n_a", "n_b", "estimate", "test", "recommended")


def unchecked(study: Study, dimension: str) -> pd.Series:
    """By item: whether its final score is the AI's, unchecked. Empty where no person judged, or all are people's."""
    if not study.of_kind(*PEOPLE):
        return pd.Series(dtype=bool)
    source = resolve(study, dimension).set_index("item_id")["source"]
    if not (source.isin(PEOPLE).any() and source.eq("ai").any()):
        return pd.Series(dtype=bool)
    return source.eq("ai")


def why_not(n: int) -> str:
    """Why figures of mixed final scores have no interval. n: how many are the AI's."""
    return f"{count(n, 'value')} {'is' if n == 1 else 'are'} unchecked, the AI's: see the table estimates"


def untested(rows: Iterable[dict[str, object]], n: int) -> Iterator[dict[str, object]]:
    """Rows of `comparison` without tests and intervals: the difference stands as reviewed, not corrected."""
    for row in rows:
        yield {k: v if k in KEPT else "" if isinstance(v, str) else None for k, v in row.items()} | {
            "reason": why_not(n)
        }
