"""Rows that stand out of a paper's order: a caption of another figure of the same paper is a true caption, but not
this row's."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

MOST_OUT = 0.4  # a file of which more is out of order is not in the paper's order at all


def out_of_order(numbers: Sequence[int | None]) -> list[bool] | None:
    """Which rows of one paper and kind, in the file's order, stand out of the rising order of their figures' numbers.

    numbers: each row's place among the paper's captions; None where it is not known. Equal neighbours are one figure
    in several pictures. A row is out where a longest rising run can do without it, or, where that is fewer, where
    sorting would put another number. None: the file does not follow the paper's order, so it says nothing.
    """
    out = [False] * len(numbers)
    known = [(i, n) for i, n in enumerate(numbers) if n is not None]
    merged = [(i, n) for at, (i, n) in enumerate(known) if not at or known[at - 1][1] != n]
    values = [n for _, n in merged]
    if len(values) < 2:
        return out
    needed, longest = _needed(values)
    bad = [not n for n in needed]
    distinct = len(set(values)) == len(values)
    misplaced = [distinct and a != b for a, b in zip(values, sorted(values), strict=True)]
    exchanged = sum(misplaced) == 2 and len(values) > 3  # two rows hold each other's, all others stand right
    if len(values) - longest > MOST_OUT * len(values) and not exchanged:
        return None
    if distinct and sum(misplaced) < sum(bad):
        bad = misplaced
    wrong = {value_at[0] for value_at, b in zip(merged, bad, strict=True) if b}
    last = -1
    for i, n in known:  # equal neighbours share their fate
        if last >= 0 and numbers[last] == n:
            out[i] = out[last]
        else:
            out[i] = i in wrong
        last = i
    return out


def _needed(values: Sequence[int]) -> tuple[list[bool], int]:
    """Whether every longest rising run holds a value, and how long these runs are."""
    before = _rising(values)
    after = _rising([-v for v in reversed(values)])[::-1]
    longest = max(before)
    on_one = [a + b - 1 == longest for a, b in zip(before, after, strict=True)]
    at_place = Counter(a for a, on in zip(before, on_one, strict=True) if on)
    return [on and at_place[a] == 1 for a, on in zip(before, on_one, strict=True)], longest


def _rising(values: Sequence[int]) -> list[int]:
    """For each value the length of the longest rising run that ends with it."""
    ends: list[int] = []
    out = []
    for v in values:
        at = bisect_left(ends, v)
        ends[at : at + 1] = [v]
        out.append(at + 1)
    return out
