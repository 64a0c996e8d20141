"""Which object of one annotator is which of another: pairs by overlap, each object in one pair at most."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]


def optimal(overlap: NDArray[np.float64], gate: float) -> Pairs:
    """Rows and columns of the pairs with the largest sum of overlaps, so the smallest of costs 1 − overlap.

    overlap: n × m, 0 to 1. gate: pairs below it are forbidden before the assignment, so that no good pair is given up
    for one that would not count; at 0 none is, and as many pairs come out as the fewer have objects.
    Source: Kuhn 1955, by `scipy.optimize.linear_sum_assignment`; only objects that have a choice go there.
    """
    from scipy.optimize import linear_sum_assignment

    if gate <= 0:
        return linear_sum_assignment(overlap, maximize=True)
    allowed = overlap >= gate
    rows, columns = np.nonzero(allowed)
    n, m = overlap.shape
    alone = (np.bincount(rows, minlength=n)[rows] == 1) & (np.bincount(columns, minlength=m)[columns] == 1)
    if alone.all():
        return rows, columns
    r, c = np.unique(rows[~alone]), np.unique(columns[~alone])
    part = np.where(allowed[np.ix_(r, c)], overlap[np.ix_(r, c)], 0.0)
    i, j = linear_sum_assignment(part, maximize=True)
    kept = part[i, j] > 0
    return np.concatenate([rows[alone], r[i[kept]]]), np.concatenate([columns[alone], c[j[kept]]])


def greedy(overlap: NDArray[np.float64], gate: float) -> Pairs:
    """Pairs taken one after the other, the largest overlap first; pairs below the gate never."""
    rows, columns = np.nonzero(overlap >= gate)
    order = np.argsort(-overlap[rows, columns], kind="stable")
    taken_r, taken_c = np.zeros(overlap.shape[0], bool), np.zeros(overlap.shape[1], bool)
    kept = []
    for k in order:
        if not taken_r[rows[k]] and not taken_c[columns[k]]:
            taken_r[rows[k]] = taken_c[columns[k]] = True
            kept.append(k)
    chosen = np.asarray(kept, dtype=np.intp)
    return rows[chosen], columns[chosen]
