"""Which labels do two raters give to the same items? Contingency tables of pairs of raters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from annoeval.statistics.agreement.coding import Coded

ALL_CELLS = 30  # labels up to which a table holds its empty cells too
_BITS = 2000  # raters × labels up to which all pairs are counted at once, 32 MB

Cells = tuple[np.ndarray, np.ndarray, np.ndarray]  # row label, column label, items


def cells(coded: Coded, i: int, j: int, every: bool = False) -> Cells:
    """The cells of the table of two raters (columns i and j): row label, column label, items both rated.

    every: the empty cells too.
    """
    both = (coded.codes[:, i] >= 0) & (coded.codes[:, j] >= 0)
    cell = coded.codes[both, i] * coded.size + coded.codes[both, j]
    if every or coded.size <= ALL_CELLS:
        return _of_table(np.bincount(cell, minlength=coded.size**2), coded.size, every)
    found, n = np.unique(cell, return_counts=True)
    return *np.divmod(found, max(coded.size, 1)), n


def pair_cells(coded: Coded, every: bool = False, together: bool = False) -> Iterator[tuple[int, int, Cells]]:
    """The cells of every two raters in turn, with their columns. together: only of those who share an item."""
    r, q = coded.codes.shape[1], coded.size
    tables = _all_tables(coded) if r > 2 and r * q <= _BITS else None
    for i, j in who_meet(coded.codes >= 0) if together else combinations(range(r), 2):
        yield i, j, cells(coded, i, j, every) if tables is None else _of_table(tables[i, j].ravel(), q, every)


def who_meet(given: np.ndarray) -> list[tuple[int, int]]:
    """Every two raters who both rated an item, as columns. given: items × raters, whether there is a rating."""
    counted = given.astype(np.float32)
    first, second = np.nonzero(np.triu(counted.T @ counted, 1))
    return list(zip(first.tolist(), second.tolist(), strict=True))


def _of_table(n: np.ndarray, size: int, every: bool) -> Cells:
    found = np.arange(size**2) if every else np.flatnonzero(n)
    return *np.divmod(found, max(size, 1)), n[found]


def _all_tables(coded: Coded) -> np.ndarray:
    """Raters × raters × labels × labels, counts.

    Each rater's use of each label is a row of bits, one an item; the items two share are the bits set in both. A
    missing rating sets no bit, so each pair keeps the items both rated. Table [i, j] has rater i's labels as rows.
    """
    n, r = coded.codes.shape
    q = coded.size
    small = np.ascontiguousarray(coded.codes.T, dtype=np.int8 if q < 128 else np.int32)
    used = np.zeros((r * q, -(-n // 64) * 8), dtype=np.uint8)
    for label in range(q):
        packed = np.packbits(small == label, axis=1)
        used[label::q, : packed.shape[1]] = packed
    words = used.view(np.uint64)
    counts = np.zeros((r * q, r * q), dtype=np.int64)
    for row in range(r * q):
        counts[row, row:] = np.bitwise_count(words[row:] & words[row]).sum(axis=1, dtype=np.int64)
    counts = np.triu(counts) + np.triu(counts, 1).T
    return np.ascontiguousarray(counts.reshape(r, q, r, q).transpose(0, 2, 1, 3))


def prevalence_and_bias(table: np.ndarray) -> tuple[float, float] | None:
    """Prevalence and bias index of a 2 × 2 table: |p11 − p22| and |p12 − p21| (Byrt, Bishop & Carlin 1993).

    None for other tables or an empty one.
    """
    t = np.asarray(table, dtype=float)
    n = t.sum()
    if t.shape != (2, 2) or n == 0:
        return None
    return abs(t[0, 0] - t[1, 1]) / n, abs(t[0, 1] - t[1, 0]) / n
