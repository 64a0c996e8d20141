"""What each item adds to the sums every agreement coefficient is made of.

Coefficients of several raters are functions of sums over items, so one table of what each item adds gives the
estimate (the sum), its bootstrap (weighted sums), clusters (sums within clusters) and the value without an item
(the sum less one row).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from annoeval.statistics.coding import Coded, counts


@dataclass(frozen=True)
class Contributions:
    """rows: units × quantities. blocks: name → where in a row it stands, and its shape."""

    rows: np.ndarray
    blocks: Mapping[str, tuple[slice, tuple[int, ...]]]

    def part(self, totals: np.ndarray, name: str) -> np.ndarray:
        """One block of totals (… × quantities), in its own shape (… × shape)."""
        where, shape = self.blocks[name]
        return totals[..., where].reshape(totals.shape[:-1] + shape)

    @property
    def total(self) -> np.ndarray:
        """The sums over all units."""
        return self.rows.sum(axis=0)

    def by_cluster(self, cluster: np.ndarray) -> Contributions:
        """Summed within clusters; cluster: the cluster's code of each unit."""
        groups = np.zeros((int(cluster.max(initial=-1)) + 1, self.rows.shape[1]))
        np.add.at(groups, cluster, self.rows)
        return Contributions(groups, self.blocks)

    def merged(self) -> tuple[Contributions, np.ndarray]:
        """Distinct rows, and how often each occurs."""
        keys = (
            np.ascontiguousarray(self.rows).view(np.dtype((np.void, self.rows.itemsize * self.rows.shape[1]))).ravel()
        )
        _, first, times = np.unique(keys, return_index=True, return_counts=True)
        return Contributions(self.rows[first], self.blocks), times


def stack(parts: Mapping[str, np.ndarray], n: int) -> Contributions:
    """Contributions from named blocks, each units × shape."""
    blocks, columns, at = {}, [], 0
    for name, values in parts.items():
        flat = values.reshape(n, -1) if n else np.zeros((0, int(np.prod(values.shape[1:], dtype=int))))
        blocks[name] = (slice(at, at + flat.shape[1]), values.shape[1:])
        columns.append(flat)
        at += flat.shape[1]
    return Contributions(np.concatenate(columns, axis=1) if columns else np.zeros((n, 0)), blocks)


def contributions(
    coded: Coded,
    weights: Mapping[str, np.ndarray],
    *,
    raters: bool = False,
    coincidences: bool = False,
    pairs: bool = False,
) -> Contributions:
    """What each item adds, for labels.

    weights: name → agreement matrix. Blocks: `rated` (1 with at least one rating), `paired` (1 with two or more),
    `ratings` (ratings on paired items), `agree:NAME` (share of the item's pairs of ratings that agree), `share` (label
    shares), `label` (label counts on paired items), `coincide:NAME` (agreeing pairs over ratings less 1: Krippendorff's
    coincidences).
    raters: adds `rater` (raters × labels, one-hot). coincidences: adds `matrix` (labels × labels). pairs: adds
    `pair` (pairs of raters × labels × labels).
    """
    q = coded.size
    n_ik = counts(coded.codes, q).astype(float)
    n = len(n_ik)
    r = n_ik.sum(axis=1)
    paired = r >= 2
    parts: dict[str, np.ndarray] = {
        "rated": (r >= 1).astype(float),
        "paired": paired.astype(float),
        "ratings": r * paired,
        "share": n_ik / np.maximum(r, 1)[:, None],
        "label": n_ik * paired[:, None],
    }
    for name, w in weights.items():
        same = (n_ik * (n_ik @ w.T)).sum(axis=1) - r
        parts[f"agree:{name}"] = np.where(paired, same / np.maximum(r * (r - 1), 1), 0.0)
        parts[f"coincide:{name}"] = np.where(paired, same / np.maximum(r - 1, 1), 0.0)
    if coincidences:
        both = n_ik[:, :, None] * n_ik[:, None, :]
        both[:, np.arange(q), np.arange(q)] -= n_ik
        parts["matrix"] = both * (paired / np.maximum(r - 1, 1))[:, None, None]
    if raters or pairs:
        hot = (coded.codes[:, :, None] == np.arange(q)).astype(float)
        if raters:
            parts["rater"] = hot
        if pairs:
            first, second = np.triu_indices(coded.codes.shape[1], 1)
            parts["pair"] = hot[:, first, :, None] * hot[:, second, None, :]
    return stack(parts, n)
