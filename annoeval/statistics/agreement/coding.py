"""Values → integer codes: which label is which number, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

MISSING = -1


@dataclass(frozen=True)
class Coded:
    """Ratings as numbers.

    codes: items × raters, int, `-1` for missing. labels: the label of each code, in order.
    """

    codes: np.ndarray
    labels: tuple[Any, ...]

    @property
    def size(self) -> int:
        """How many labels there are, used or not."""
        return len(self.labels)


def code(values: Any, categories: Sequence[Any] = ()) -> Coded:
    """Integer codes of a table of labels.

    values: items × raters (DataFrame, array or nested lists); None, NaN, pd.NA, NaT and "" are missing,
        a label called "nan" is a label.
    categories: the declared universe in its order; it comes first, and counts even where unused, so that a
        level nobody chose keeps its place between its neighbours. Labels that are not declared follow in
        natural order (numbers by size, "2" before "10").
    """
    table = _table(values)
    if table.ndim == 1:
        table = table[:, None] if table.size else table.reshape(0, 0)
    found, seen = pd.factorize(table.ravel(), use_na_sentinel=True)
    return of_numbers(found.reshape(table.shape), seen, categories)


def of_numbers(numbers: np.ndarray, labels: Iterable[Any], categories: Sequence[Any] = ()) -> Coded:
    """`code` of a table that holds labels by number, -1 for missing. labels: them; some may stand nowhere in it."""
    used = dict(enumerate(labels))
    there = np.bincount(numbers.ravel() + 1, minlength=len(used) + 1)[1:]
    used = {n: label for n, label in used.items() if there[n] and not _blank(label)}
    declared = {label: i for i, label in enumerate(dict.fromkeys(categories))}
    extra = natural_order(label for label in used.values() if label not in declared)
    order = {**declared, **{label: len(declared) + i for i, label in enumerate(extra)}}
    lookup = np.full(len(there) + 1, MISSING)
    lookup[list(used)] = [order[label] for label in used.values()]
    return Coded(lookup[numbers], tuple(_plain(label) for label in order))


def _blank(label: Any) -> bool:
    return isinstance(label, str) and label == ""


def _table(values: Any) -> np.ndarray:
    if isinstance(values, pd.DataFrame):
        return values.to_numpy()
    if isinstance(values, np.ndarray) and values.dtype.kind in "biuf":
        return values
    return np.asarray(values, dtype=object)


def natural_order(labels: Iterable[Any]) -> list[Any]:
    """Labels sorted as a person would: numbers (also written as text) by size, then the rest by text."""

    def key(label: Any) -> tuple[int, float, str]:
        try:
            number = float(label)
        except (TypeError, ValueError):
            return 1, 0.0, str(label)
        return (0, number, str(label)) if number == number else (1, 0.0, str(label))

    return sorted(labels, key=key)


def _plain(label: Any) -> Any:
    return label.item() if isinstance(label, np.generic) else label


def counts(codes: np.ndarray, size: int) -> np.ndarray:
    """Items × labels: how many raters gave each label. codes: items × raters with -1 for missing."""
    n = codes.shape[0]
    if not codes.size:
        return np.zeros((n, size), dtype=np.int64)
    cell = codes + (np.arange(n) * (size + 1) + 1)[:, None]  # column 0 takes the missing ones
    return np.bincount(cell.ravel(), minlength=n * (size + 1)).reshape(n, size + 1)[:, 1:]


def ordered(labels: Sequence[Any], declared: bool) -> bool:
    """Whether the labels have an order one may put weights on: a declared one, or that of numbers."""
    return declared or all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in labels)


def kinds_of_rows(codes: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The distinct rows of codes (items × raters, -1 for missing), and which of them each row is."""
    n, r = codes.shape
    if n and r and r * np.log2(size + 1) < 62:
        kind, _ = pd.factorize((codes + 1) @ (size + 1) ** np.arange(r, dtype=np.int64))
        first = pd.Series(kind).drop_duplicates().index.to_numpy()
        return codes[first], kind
    rows, kind = np.unique(codes, axis=0, return_inverse=True)
    return rows, kind.reshape(n)


def distinct_rows(codes: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The distinct rows of codes (items × raters, -1 for missing) and how often each occurs, as floats."""
    n, r = codes.shape
    if n == 0 or r == 0:
        return codes[: min(n, 1)], np.full(min(n, 1), float(n))
    if r * np.log2(size + 1) < 62:
        places = (size + 1) ** np.arange(r, dtype=np.int64)
        key = (codes + 1) @ places
        if places[-1] * (size + 1) <= 4 * n:
            every = np.bincount(key)
            used = np.flatnonzero(every)
            return used[:, None] // places % (size + 1) - 1, every[used].astype(float)
        _, first, times = np.unique(key, return_index=True, return_counts=True)
        return codes[first], times.astype(float)
    rows, times = np.unique(codes, axis=0, return_counts=True)
    return rows, times.astype(float)
