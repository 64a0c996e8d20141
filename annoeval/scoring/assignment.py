"""Which object of one annotator is which of another: of the pairs that may be, each object in one at most.

Pairs that may be are given as two places and their overlap; objects of several images go in together, with places of
their own. What only one pair may take needs no search; the rest falls into parts that share no object.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.intp]
Floats = NDArray[np.float64]
Chosen = NDArray[np.bool_]
_FORBIDDEN = -1e-9  # worth a little less than a pair without overlap
_ROWS = 32  # of a matrix that several parts share


def optimal(a: Places, b: Places, overlap: Floats) -> Chosen:
    """Which pairs have the largest sum of overlaps, so the smallest of costs 1 − overlap where an object alone costs 1.

    a, b: the objects of each pair that may be. overlap: 0 to 1. What is forbidden is not given at all, so
    that no good pair is given up for one that would not count.
    Source: Kuhn 1955, by `scipy.optimize.linear_sum_assignment`.
    """
    chosen = _alone(a, b)
    rest = np.flatnonzero(~chosen)
    if not len(rest):
        return chosen
    first, n = _numbered(a[rest])
    second, m = _numbered(b[rest])
    part = _parts(first, second, n, m)
    order = np.lexsort([-overlap[rest], part])
    part, first, second, rest = part[order], first[order], second[order], rest[order]
    begun = np.flatnonzero(np.append(True, part[1:] != part[:-1]))
    ended = np.append(begun[1:], len(part))
    stars = _star(first, begun, ended) | _star(second, begun, ended)
    chosen[rest[begun[stars]]] = True  # all pairs of the part share an object: the largest overlap comes first
    other = np.repeat(~stars, ended - begun)
    here = rest[other]
    chosen[here[_assigned(part[other], first[other], second[other], overlap[here])]] = True
    return chosen


def greedy(a: Places, b: Places, overlap: Floats) -> Chosen:
    """Which pairs are taken one after the other, the largest overlap first. a, b, overlap: as for `optimal`."""
    chosen = _alone(a, b)
    rest = np.flatnonzero(~chosen)
    taken: tuple[set[int], set[int]] = set(), set()
    for k in rest[np.argsort(-overlap[rest], kind="stable")].tolist():
        i, j = int(a[k]), int(b[k])
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            chosen[k] = True
    return chosen


def complete(overlap: Floats) -> tuple[Places, Places]:
    """Rows and columns of the pairs with the largest sum of overlaps, as many as the fewer have objects, also pairs
    that do not overlap. overlap: n × m, 0 to 1; of all objects of one image."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(overlap, maximize=True)
    return rows, columns


def _alone(a: Places, b: Places) -> Chosen:
    """Pairs of which neither object has another choice."""
    if not len(a):
        return np.zeros(0, bool)
    return (np.bincount(a)[a] == 1) & (np.bincount(b)[b] == 1)


def _numbered(places: Places) -> tuple[Places, int]:
    names, numbers = np.unique(places, return_inverse=True)
    return numbers, len(names)


def _parts(a: Places, b: Places, n: int, m: int) -> Places:
    """The part of each pair; pairs that share an object, or are linked by others that do, are in one."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    links = coo_array((np.ones(len(a), np.int8), (a, n + b)), shape=(n + m, n + m))
    return np.asarray(connected_components(links, directed=False)[1], np.intp)[a]


def _star(places: Places, begun: Places, ended: Places) -> Chosen:
    """Whether all pairs of each part have one and the same place."""
    return np.minimum.reduceat(places, begun) == np.maximum.reduceat(places, begun) if len(ended) else ended > 0


def _assigned(part: Places, a: Places, b: Places, overlap: Floats) -> Places:
    """Which pairs are chosen, by their order; those of one part stand together.

    A few parts go into one matrix, as blocks: what is best for all is best for each.
    """
    if not len(part):
        return part
    rows, columns = (np.unique(part * (1 + side.max()) + side, return_inverse=True)[1] for side in (a, b))
    begun = np.flatnonzero(np.append(True, part[1:] != part[:-1]))
    together = np.repeat(np.minimum.reduceat(rows, begun) // _ROWS, np.diff(np.append(begun, len(part))))
    edges = np.append(np.flatnonzero(np.append(True, together[1:] != together[:-1])), len(part))
    found = []
    for start, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        i, j = rows[start:end] - rows[start:end].min(), columns[start:end] - columns[start:end].min()
        shape = int(i.max()) + 1, int(j.max()) + 1
        matrix = np.full(shape, _FORBIDDEN)
        matrix[i, j] = overlap[start:end]
        which = np.full(shape, -1)
        which[i, j] = np.arange(start, end)
        best = which[complete(matrix)]
        found.append(best[best >= 0])
    return np.concatenate(found)
