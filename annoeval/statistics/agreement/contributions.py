"""What each item adds to the sums every agreement coefficient is made of.

Coefficients of several raters are functions of sums over items, so one table of what each item adds gives the
estimate (the sum), its bootstrap (weighted sums), clusters (sums within clusters) and the value without an item
(the sum less one row).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from annoeval.statistics.agreement.coding import Coded, counts

DENSE_CELLS = 4_000_000  # beyond this the rows are kept sparse: many labels, few of them on an item

Entries = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Contributions:
    """rows: units × quantities, an array or a sparse one. times: how often each row occurs. blocks: name → where in a
    row it stands, and its shape."""

    rows: Any
    times: np.ndarray
    blocks: Mapping[str, tuple[slice, tuple[int, ...]]]

    def part(self, totals: np.ndarray, name: str) -> np.ndarray:
        """One block of totals (… × quantities), in its own shape (… × shape)."""
        where, shape = self.blocks[name]
        return totals[..., where].reshape(totals.shape[:-1] + shape)

    def column(self, name: str) -> np.ndarray:
        """What each unit adds to a block of one quantity."""
        where, _ = self.blocks[name]
        some = self.rows[:, where]
        return (some if isinstance(some, np.ndarray) else some.toarray()).ravel()

    @cached_property
    def total(self) -> np.ndarray:
        """The sums over all units."""
        return np.asarray(self.times @ self.rows).ravel()

    def by_cluster(self, cluster: np.ndarray) -> Contributions:
        """Summed within clusters; cluster: the cluster's code 0, 1, … of each unit."""
        from scipy.sparse import csr_array

        n = len(cluster)
        member = csr_array((self.times, (cluster, np.arange(n))), shape=(int(cluster.max(initial=-1)) + 1, n))
        rows = member @ self.rows
        return Contributions(rows, np.ones(rows.shape[0]), self.blocks)


def stack(parts: Mapping[str, np.ndarray], n: int) -> Contributions:
    """Contributions from named blocks, each units × shape."""
    blocks, columns, at = {}, [], 0
    for name, values in parts.items():
        flat = values.reshape(n, -1) if n else np.zeros((0, int(np.prod(values.shape[1:], dtype=int))))
        blocks[name] = (slice(at, at + flat.shape[1]), values.shape[1:])
        columns.append(flat)
        at += flat.shape[1]
    rows = np.concatenate(columns, axis=1) if columns else np.zeros((n, 0))
    return Contributions(rows, np.ones(n), blocks)


def contributions(
    coded: Coded,
    weights: Mapping[str, np.ndarray | None],
    times: np.ndarray | None = None,
    *,
    raters: bool = False,
    coincidences: bool = False,
    pairs: bool = False,
) -> Contributions:
    """What each item adds, for labels.

    weights: name → agreement matrix, None for plain equality. times: how often each row of codes occurs, default once.
    Blocks: `rated` (1 with at least one rating), `paired` (1 with two or more), `ratings` (ratings on paired items),
    `agree:NAME` (share of the item's pairs of ratings that agree), `coincide:NAME` (agreeing pairs over ratings less 1:
    Krippendorff's coincidences), `share` (label shares), `label` (label counts on paired items), `given` (label counts
    on all items; only where some item has one rating).
    raters: adds `rater` (raters × labels, one-hot); of two raters `both` (the same of items both rated), and `rater`
    only where it differs. coincidences: adds `matrix` (labels × labels). pairs: adds `pair` (pairs of raters × labels ×
    labels).
    """
    n, r = coded.codes.shape
    q = coded.size
    at, k, count = _counted(coded)
    per_item = (coded.codes >= 0).sum(axis=1).astype(float)
    paired = per_item >= 2
    room = np.where(paired, per_item * (per_item - 1), 1.0)
    small: dict[str, np.ndarray] = {"rated": per_item >= 1, "paired": paired, "ratings": per_item * paired}
    for name, w in weights.items():
        same = _same(at, k, count, w, n) - per_item
        small[f"agree:{name}"] = np.where(paired, same / room, 0.0)
        small[f"coincide:{name}"] = np.where(paired, same / np.maximum(per_item - 1, 1), 0.0)
    whole = {j: values[:, None] for j, values in enumerate(small.values())}
    shapes: dict[str, tuple[int, ...]] = {**dict.fromkeys(small, ()), "share": (q,), "label": (q,)}
    if (per_item == 1).any():
        shapes["given"] = (q,)
    if raters and r == 2:
        shapes["both"] = (r, q)
    if raters and (r != 2 or not paired.all()):
        shapes["rater"] = (r, q)
    if coincidences:
        shapes["matrix"] = (q, q)
    if pairs:
        shapes["pair"] = (r * (r - 1) // 2, q, q)
    blocks: dict[str, tuple[slice, tuple[int, ...]]] = {}
    end = 0
    for name, shape in shapes.items():
        size = prod(shape)
        blocks[name] = (slice(end, end + size), shape)
        end += size
    entries = [
        (at, blocks["share"][0].start + k, count / per_item[at]),
        (at, blocks["label"][0].start + k, count * paired[at]),
    ]
    if "given" in blocks:
        entries.append((at, blocks["given"][0].start + k, count))
    for name, keep in (("both", paired[:, None]), ("rater", True)):
        if name in blocks:
            item, rater = np.nonzero((coded.codes >= 0) & keep)
            column = blocks[name][0].start + rater * q + coded.codes[item, rater]
            entries.append((item, column, np.ones(len(column))))
    if coincidences:
        whole[blocks["matrix"][0].start] = _coincidences(at, k, count, per_item, n, q)
    if pairs:
        entries += _pairs(coded.codes, blocks["pair"][0].start, q)
    return Contributions(_rows(whole, entries, n, end), np.ones(n) if times is None else times.astype(float), blocks)


def _counted(coded: Coded) -> Entries:
    """Item, label and how often, wherever an item has a label."""
    n, q = len(coded.codes), max(coded.size, 1)
    if n * q <= DENSE_CELLS:
        table = counts(coded.codes, q)
        at, k = np.nonzero(table)
        return at, k, table[at, k].astype(float)
    item, rater = np.nonzero(coded.codes >= 0)
    cell, count = np.unique(item * q + coded.codes[item, rater], return_counts=True)
    return *np.divmod(cell, q), count.astype(float)


def _same(at: np.ndarray, k: np.ndarray, count: np.ndarray, w: np.ndarray | None, n: int) -> np.ndarray:
    """Σ w n_k n_l of each item, its own pairs included."""
    if w is None:
        return np.bincount(at, weights=count**2, minlength=n)
    table = np.zeros((n, len(w)))
    table[at, k] = count
    return ((table @ w) * table).sum(axis=1)


def _coincidences(at: np.ndarray, k: np.ndarray, count: np.ndarray, per_item: np.ndarray, n: int, q: int) -> np.ndarray:
    table = np.zeros((n, q))
    table[at, k] = count
    both = table[:, :, None] * table[:, None, :]
    both[:, np.arange(q), np.arange(q)] -= table
    both *= np.where(per_item >= 2, 1 / np.maximum(per_item - 1, 1), 0.0)[:, None, None]
    return both.reshape(n, q * q)


def _pairs(codes: np.ndarray, start: int, q: int) -> list[Entries]:
    out = []
    for p, (a, b) in enumerate(zip(*np.triu_indices(codes.shape[1], 1), strict=True)):
        row = np.nonzero((codes[:, a] >= 0) & (codes[:, b] >= 0))[0]
        column = start + p * q * q + codes[row, a] * q + codes[row, b]
        out.append((row, column, np.ones(len(row))))
    return out


def _rows(whole: Mapping[int, np.ndarray], entries: list[Entries], n: int, width: int) -> Any:
    """The rows: whole columns by where they start, and entries by row and column."""
    if n * width <= DENSE_CELLS:
        dense = np.zeros((n, width))
        for start, values in whole.items():
            dense[:, start : start + values.shape[1]] = values
        for row, column, value in entries:
            dense[row, column] = value
        return dense
    from scipy.sparse import csr_array

    for start, values in whole.items():
        row, column = np.nonzero(values)
        entries = [*entries, (row, start + column, values[row, column])]
    row, column, value = (np.concatenate([e[i] for e in entries]) for i in range(3))
    return csr_array((value.astype(float), (row, column)), shape=(n, width))
