"""Figures of agreement by hand, on plain arrays: what annoeval's own are held against."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np

Given = Mapping[tuple[str, str], Any]  # (item, rater) to value


def by_item(given: Given) -> list[list[Any]]:
    """The values of every item that has two or more."""
    units: dict[str, list[Any]] = defaultdict(list)
    for (item, _), value in given.items():
        units[item].append(value)
    return [values for values in units.values() if len(values) > 1]


def percent(given: Given) -> float | None:
    """Mean over items of the share of pairs of raters that say the same."""
    units = by_item(given)
    shares = [np.mean([a == b for a, b in combinations(u, 2)]) for u in units]
    return float(np.mean(shares)) if shares else None


def alpha(given: Given, level: str, order: Sequence[Any] = ()) -> float | None:
    """Krippendorff's alpha (2011), from pairs within items over pairs among all ratings.

    level: `nominal`, `ordinal` (values in `order`, or numbers), `interval`, `ratio`, `masi` (values are sets).
    """
    units = by_item(given)
    pool = [v for u in units for v in u]
    if len(set(map(repr, pool))) < 2:
        return None
    distance = _distance(level, pool, order)
    far = {}
    for a in {repr(v): v for v in pool}.values():
        for b in {repr(v): v for v in pool}.values():
            far[repr(a), repr(b)] = distance(a, b)
    n = len(pool)
    counts = Counter(map(repr, pool))
    observed = sum(sum(far[repr(a), repr(b)] for a, b in permutations(u, 2)) / (len(u) - 1) for u in units) / n
    expected = sum(counts[a] * counts[b] * far[a, b] for a in counts for b in counts) / (n * (n - 1))
    return float(1 - observed / expected)


def _distance(level: str, pool: Sequence[Any], order: Sequence[Any]) -> Any:
    if level == "nominal":
        return lambda a, b: float(a != b)
    if level == "masi":
        return lambda a, b: 1 - _masi(frozenset(a), frozenset(b))
    if level == "ordinal":
        ranked = list(order) or sorted(set(pool))
        n = np.array([sum(v == c for v in pool) for c in ranked], float)
        middle = np.cumsum(n) - n / 2
        return lambda a, b: float((middle[ranked.index(a)] - middle[ranked.index(b)]) ** 2)
    if level == "ratio":
        return lambda a, b: 0.0 if a == b else ((a - b) / (a + b)) ** 2
    return lambda a, b: float((a - b) ** 2)


def _masi(a: frozenset[Any], b: frozenset[Any]) -> float:
    """Passonneau 2006: Jaccard's index times 1, 2/3, 1/3 or 0 for equal, nested, overlapping and disjoint sets."""
    if not a | b:
        return 1.0
    shape = 1.0 if a == b else 2 / 3 if a <= b or b <= a else 1 / 3 if a & b else 0.0
    return len(a & b) / len(a | b) * shape


def cohen(given: Given, a: str, b: str) -> float | None:
    """Cohen's kappa (1960) of two raters on the items that both rated."""
    both = [(given[i, a], given[i, b]) for i, r in given if r == a and (i, b) in given]
    labels = sorted({v for pair in both for v in pair}, key=repr)
    table = np.zeros((len(labels), len(labels)))
    for x, y in both:
        table[labels.index(x), labels.index(y)] += 1
    table /= len(both)
    chance = float(table.sum(axis=1) @ table.sum(axis=0))
    return None if chance == 1 else float((np.trace(table) - chance) / (1 - chance))


def fleiss(counts: Sequence[Sequence[int]]) -> float:
    """Fleiss' kappa (1971) of items × labels, each row adding up to the number of raters."""
    n = np.asarray(counts, float)
    r = n.sum(axis=1)
    agreed = (n * (n - 1)).sum(axis=1) / (r * (r - 1))
    share = n.sum(axis=0) / n.sum()
    return float((agreed.mean() - (share**2).sum()) / (1 - (share**2).sum()))


def mean(values: Sequence[Any]) -> float | None:
    """The mean of numbers; None of words."""
    if not values or not all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values):
        return None
    return float(np.mean(values))
