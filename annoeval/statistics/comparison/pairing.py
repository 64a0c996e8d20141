"""Would a random pairing score as well? Two sides dealt out anew within groups: the chance level of a recall score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial, prod

import numpy as np

from annoeval.statistics.outcome import Array

ENUMERABLE = 50_000  # re-pairings up to which all are counted
_BLOCK = 2_000_000  # cells of shuffled positions held at once
_PARTS = 240  # means of 1 to 6 slots scored 0, 0.5 or 1 are whole numbers of 240ths


@dataclass(frozen=True)
class Chance:
    """What re-pairing at random gives beside what was observed.

    n: pairs. observed, expected: means per pair; `expected` is exact over all re-pairings. low, high: the middle 95 %
    of the means of re-pairings. p: one-sided, the share of re-pairings that score at least as much as observed.
    exact: whether all re-pairings were counted; else `draws` random ones were.
    """

    n: int
    observed: float | None
    expected: float | None
    low: float | None
    high: float | None
    p: float | None
    draws: int
    exact: bool
    method: str
    reason: str = ""


def chance(tables: Sequence[Array], draws: int = 10_000, seed: int = 0) -> Chance:
    """The chance level of a mean score when the right sides are shuffled within each group.

    tables: per group a square array, cell (i, j) the score of left side i with right side j; the diagonal is what was
    observed. All re-pairings are counted up to `ENUMERABLE` of them, else `draws` random ones, and then
    p = (hits + 1) / (draws + 1), so it is never 0. The expected mean is the mean of all cells of each table, which
    holds exactly (Hoeffding 1951, Ann. Math. Stat. 22); p: Phipson & Smyth (2010), Stat. Appl. Genet. Mol. Biol. 9.
    """
    tables = [np.asarray(t, dtype=float) for t in tables if len(t)]
    n = sum(len(t) for t in tables)
    if not n:
        return Chance(0, None, None, None, None, None, 0, False, "", "there is no trial")
    total = float(sum(np.trace(t) for t in tables))
    expected = float(sum(t.mean() * len(t) for t in tables)) / n
    if max(len(t) for t in tables) == 1:
        return Chance(n, total / n, expected, None, None, None, 0, False, "", "one trial a group can't be paired anew")
    count = prod(factorial(len(t)) if len(t) < 12 else ENUMERABLE + 1 for t in tables)
    exact = count <= ENUMERABLE
    sums = _every(tables) if exact else _random(tables, draws, seed)
    hits = int((sums >= total - 1e-9).sum())
    p = hits / len(sums) if exact else (hits + 1) / (len(sums) + 1)
    low, high = np.percentile(sums / n, [2.5, 97.5])
    how = f"all {count:,} re-pairings" if exact else f"{draws:,} random re-pairings within groups, seed {seed}"
    return Chance(n, total / n, expected, float(low), float(high), p, len(sums), exact, how)


def _every(tables: Sequence[Array]) -> Array:
    sums = np.zeros(1)
    for table in tables:
        rows = np.arange(len(table))
        own = np.array([table[rows, list(order)].sum() for order in permutations(range(len(table)))])
        sums = (sums[:, None] + own[None, :]).ravel()
    return sums


def _random(tables: Sequence[Array], draws: int, seed: int) -> Array:
    sums = np.zeros(draws)
    for number, table in enumerate(tables):
        n = len(table)
        rng = np.random.default_rng([seed, number])
        cells, unit = _compact(table)
        offset = (np.arange(n) * n).astype(np.uint32)
        step = max(1, _BLOCK // n)
        for start in range(0, draws, step):
            order = _orders(rng, min(step, draws - start), n)
            relabelled = cells[:, rng.permutation(n)].ravel()  # so that equal keys are no bias towards a position
            order += offset
            found = relabelled.take(order)
            sums[start : start + len(order)] += found.sum(axis=1, dtype=np.float64 if unit == 1 else np.int32) * unit
    return sums


def _compact(table: Array) -> tuple[Array, float]:
    """The table in small whole numbers of a unit where its scores are multiples of one, which keeps it in the cache."""
    scaled = table * _PARTS
    whole = np.rint(scaled)
    if len(table) < 2**16 and np.abs(scaled - whole).max() < 1e-9 and np.abs(whole).max() < 2**15:
        return whole.astype(np.int16), 1 / _PARTS
    return table, 1.0


def _orders(rng: np.random.Generator, draws: int, n: int) -> Array:
    """Random orders of 0 … n − 1, one a row: random high bits sorted, the position in the low bits."""
    bits = max(1, (n - 1).bit_length())
    kind: type[np.unsignedinteger] = np.uint32 if bits <= 11 else np.uint64
    keys = rng.integers(0, np.iinfo(kind).max, size=(draws, n), dtype=kind, endpoint=True)
    low = kind((1 << bits) - 1)
    keys &= ~low
    keys |= np.arange(n, dtype=kind)
    keys.sort(axis=1)
    keys &= low
    return keys
