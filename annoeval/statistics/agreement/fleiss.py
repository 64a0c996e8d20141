"""Fleiss' kappa of many raters: both ways with unequal numbers of ratings, per label, and with free margins."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np

from annoeval.statistics.agreement.coding import counts

ROUNDING = 1e-14
_RATERS, _LABELS = 11, 60  # up to which a label's count on an item is squared within a byte, and labels one by one pay


@dataclass(frozen=True)
class Fleiss:
    """Fleiss' kappa and its relatives; what is undefined is None and `reason` says why.

    n_items, n_ratings: items with two or more ratings, and the ratings on them. po: mean share of an item's pairs of
    ratings that agree. pe, kappa: chance from all pooled ratings (Fleiss 1971; Scott's pi with two raters). kappa_gwet:
    chance from the mean of the items' own label shares (Gwet 2014). Items with one rating count for chance in both;
    leave them out of the table to have the kappa of items with two or more.
    randolph: every label equally likely by chance (Randolph 2005; Brennan & Prediger 1981).
    se0, z, p: under chance agreement (Fleiss, Nee & Landis 1979), only where every item has equally many ratings; for
    a test, never for an interval.
    category_kappa: one kappa a label against all others, None where the label is unused or the only one.
    """

    n_items: int
    n_ratings: int
    po: float | None = None
    pe: float | None = None
    kappa: float | None = None
    kappa_gwet: float | None = None
    randolph: float | None = None
    se0: float | None = None
    z: float | None = None
    p: float | None = None
    category_kappa: tuple[float | None, ...] = ()
    reason: str = ""


def fleiss(table: np.ndarray) -> Fleiss:
    """Fleiss' kappa of a table items × labels of counts; unused labels count for `randolph` only.

    κ = (P̄ − P̄e) / (1 − P̄e) (Fleiss 1971, Psychol. Bull. 76, 378–382).
    """
    n_ik = np.asarray(table)
    r = n_ik.sum(axis=1)
    paired = r >= 2
    if not paired.any():
        return Fleiss(0, 0, reason="no item has two ratings")
    used, m = n_ik[paired].astype(float), r[paired].astype(float)
    pairs_equal = ((used**2).sum(axis=1) - m) / (m * (m - 1))
    all_rated = r >= 1
    own = (n_ik[all_rated] / r[all_rated, None]).mean(axis=0)
    apart = (used * (m[:, None] - used) / (m * (m - 1))[:, None]).mean(axis=0)
    even = int(m[0]) if bool((r == r[0]).all()) else None
    return _result(float(pairs_equal.mean()), n_ik.sum(axis=0).astype(float), own, apart, len(m), int(m.sum()), even)


def fleiss_of_codes(codes: np.ndarray, size: int) -> Fleiss:
    """The same from codes (items × raters, -1 for missing) of `size` labels; no table where nothing is missing."""
    n, r = codes.shape
    if r < 2 or n == 0 or r > _RATERS or size > _LABELS or codes.min() < 0:
        return fleiss(counts(codes, size))
    columns = np.ascontiguousarray(codes.T, dtype=np.int8)
    total, squares = np.zeros(size), np.zeros(size)
    for label in range(size):  # how often each item has the label fits a byte, and bytes are compared in one sweep
        times = (columns[0] == label).view(np.int8)
        for column in columns[1:]:
            times = times + (column == label).view(np.int8)
        total[label] = times.sum(dtype=np.int64)
        squares[label] = (times * times).sum(dtype=np.int64)
    pairs = n * r * (r - 1)
    apart = (total * r - squares) / pairs
    po = float((squares.sum() - n * r) / pairs)
    return _result(po, total, total / total.sum(), apart, n, n * r, r)


def _result(
    po: float, total: np.ndarray, own: np.ndarray, apart: np.ndarray, n: int, n_ratings: int, even: int | None
) -> Fleiss:
    """apart: per label, half the mean share of an item's pairs in which one rating has it and the other not."""
    p = total / total.sum()
    pe, q = float(p @ p), len(p)
    randolph = (po - 1 / q) / (1 - 1 / q) if q > 1 else None
    if 1 - pe < ROUNDING:
        why = "every rating is the same label, so chance agreement is 1"
        return Fleiss(n, n_ratings, po, 1.0, randolph=randolph, category_kappa=(None,) * q, reason=why)
    kappa, by_item = (po - pe) / (1 - pe), float(own @ own)
    single = p * (1 - p)
    each = tuple(None if s < ROUNDING else float(1 - a / s) for s, a in zip(single, apart, strict=True))
    se0 = z = None
    if even is not None:
        spread = single.sum() ** 2 - (single * (1 - 2 * p)).sum()
        se0 = sqrt(2 * max(float(spread), 0.0)) / (float(single.sum()) * sqrt(n * even * (even - 1)))
        z = kappa / se0 if se0 > 0 else None
    return Fleiss(
        n, n_ratings, po, pe, kappa, (po - by_item) / (1 - by_item) if by_item < 1 else None, randolph, se0, z,
        None if z is None else erfc(abs(z) / sqrt(2)), each,
    )  # fmt: skip
