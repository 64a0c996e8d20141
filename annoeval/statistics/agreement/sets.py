"""How alike two sets of labels are: Jaccard and MASI."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

Similarity = Callable[[Collection[Any], Collection[Any]], float]


def jaccard(a: Collection[Any], b: Collection[Any]) -> float:
    """Shared labels over all labels of either (Jaccard 1912); two empty sets are equal, 1."""
    first, second = set(a), set(b)
    return len(first & second) / len(first | second) if first or second else 1.0


def masi(a: Collection[Any], b: Collection[Any]) -> float:
    """Jaccard times 1 for equal sets, 2/3 where one holds the other, 1/3 where they overlap, else 0.

    Passonneau (2006), Measuring Agreement on Set-valued Items (MASI), LREC.
    """
    first, second = set(a), set(b)
    if first == second:
        return 1.0
    if not first & second:
        return 0.0
    return jaccard(first, second) * (2 / 3 if first <= second or second <= first else 1 / 3)


def members(value: Any) -> tuple[Any, ...]:
    """The labels of a set value: a JSON array as ratings keep it, any collection, or a label of its own."""
    if isinstance(value, str):
        try:
            found = json.loads(value)
        except ValueError:
            return (value,)
        return tuple(found) if isinstance(found, list) else (value,)
    return tuple(value) if isinstance(value, (list, tuple, set, frozenset)) else (value,)


def similarities(values: Sequence[Any], measure: Similarity) -> np.ndarray:
    """Values × values of similarity."""
    sets = [members(v) for v in values]
    out = np.eye(len(sets))
    for i in range(len(sets)):
        for j in range(i):
            out[i, j] = out[j, i] = measure(sets[i], sets[j])
    return out
