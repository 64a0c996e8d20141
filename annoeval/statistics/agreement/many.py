"""Krippendorff's alpha of more values than a table of all of them with all others should hold."""

from __future__ import annotations

import numpy as np

from annoeval.statistics.agreement.contributions import Contributions
from annoeval.statistics.agreement.correction import Parts, one_minus

_BLOCK = 2000  # values compared with all others at once under the ratio metric


class RankedAlpha:
    """Ordinal alpha from a list of ratings, since ranks change with every resample: totals are the items' weights.

    Krippendorff's ordinal metric is the squared difference of mid-ranks among all pairable ratings.
    codes: items × raters of label codes in order, -1 for missing.
    """

    def __init__(self, codes: np.ndarray) -> None:
        known = (codes >= 0) & ((codes >= 0).sum(axis=1) >= 2)[:, None]
        self._item, rater = np.nonzero(known)
        self._label = codes[self._item, rater]
        self._m = np.maximum(known.sum(axis=1), 2).astype(float)
        self._paired = known.any(axis=1).astype(float)

    @property
    def contributions(self) -> Contributions:
        """Each item adds its own weight."""
        from scipy.sparse import eye_array

        n = len(self._m)
        blocks = {"weight": (slice(0, n), (n,))}
        return Contributions(eye_array(n, format="csr"), np.ones(n), blocks)

    def __call__(self, c: Contributions, t: np.ndarray, w: object, name: str) -> Parts:
        """Alpha, observed and expected squared distance of mid-ranks; only `t` (… × items) is used."""
        found = np.array([self._one(row) for row in t.reshape(-1, t.shape[-1])]).reshape(*t.shape[:-1], 2)
        return one_minus(found[..., 0], found[..., 1])

    def _one(self, times: np.ndarray) -> tuple[float, float]:
        n_k = np.bincount(self._label, weights=times[self._item])
        n = n_k.sum()
        if n < 2:
            return np.nan, np.nan
        rank = np.cumsum(n_k) - n_k / 2
        x = (rank - (n_k @ rank) / n)[self._label]
        size = len(times)
        s = np.bincount(self._item, weights=x, minlength=size)
        s2 = np.bincount(self._item, weights=x**2, minlength=size)
        within = times @ ((self._m * s2 - s**2) / (self._m - 1))
        return float(2 * within / n), float(2 * (times @ s2) / (n - 1))


def ratio_alpha(x: np.ndarray) -> tuple[float, float, float]:
    """Ratio alpha with observed and expected disagreement; NaN where undefined. x: items × raters, NaN for missing."""
    known = np.isfinite(x)
    known &= (known.sum(axis=1) >= 2)[:, None]
    m = known.sum(axis=1).astype(float)
    values, n_k = np.unique(x[known], return_counts=True)
    n = float(n_k.sum())
    if n < 2:
        return np.nan, np.nan, np.nan
    across = sum(
        float(n_k[at : at + _BLOCK] @ ratio_distance(values[at : at + _BLOCK], values) @ n_k)
        for at in range(0, len(values), _BLOCK)
    )
    within = 0.0
    for i in range(x.shape[1]):
        for j in range(i + 1, x.shape[1]):
            both = known[:, i] & known[:, j]
            a, b = x[both, i], x[both, j]
            total = np.where(a + b == 0, 1.0, a + b)
            within += float((2 * ((a - b) / total) ** 2 / (m[both] - 1)).sum())
    alpha, observed, expected = one_minus(np.asarray(within / n), np.asarray(across / (n * (n - 1))))
    return float(alpha), float(observed), float(expected)


def ratio_distance(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Krippendorff's ratio metric ((c − k) / (c + k))² of every two values; 0 where their sum is 0."""
    total = a[:, None] + b[None, :]
    away = a[:, None] - b[None, :]
    return np.divide(away, total, out=np.zeros_like(away), where=total != 0) ** 2
