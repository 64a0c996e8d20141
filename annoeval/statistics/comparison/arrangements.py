"""How is the sum of a group distributed when its members are dealt out by chance?

Three exact ways (two values counted, dynamic programming where values lie on a grid, two halves matched where there
are few of them) and two random ones (hypergeometric counts of equal values, random bits repaired to the group's size).
"""

from __future__ import annotations

from math import comb

import numpy as np

from annoeval.statistics.outcome import Array

GRID_WORK = 100_000_000  # additions worth spending on an exact answer: about 0.1 s
FEW = 20_000  # subsets that are faster listed than counted
HALVES = 32  # values up to which all subsets of two halves are matched


def exact_sums(values: Array, size: int) -> tuple[Array, Array] | None:
    """All sums that a group of `size` of the values can have, with their chances; None where too many.

    values: float array. Returns (sums ascending, probabilities adding up to 1).
    """
    distinct, counts = np.unique(values, return_counts=True)
    if len(distinct) <= 2:
        low, high = distinct[0], distinct[-1]
        taken, chance = hypergeometric(size, len(values) - size, int(counts[1:].sum()))
        return low * (size - taken) + high * taken, chance
    few = min(size, len(values) - size)
    if comb(len(values), few) <= FEW:
        sums = _chosen(values, few)
        sums = np.sort(sums if few == size else float(values.sum()) - sums)
        return sums, np.full(len(sums), 1 / len(sums))
    grid = on_grid(values)
    if grid is not None:
        integers, step, lowest = grid
        if len(values) * min(size, len(values) - size) * _reach(integers, size) <= GRID_WORK:
            sums, chance = grid_sums(integers, size)
            return sums * step + lowest * size, chance
    if len(values) <= HALVES and comb(len(values), size) <= 5_000_000:
        return _matched_halves(values, size)
    return None


def hypergeometric(n: int, m: int, ones: int) -> tuple[Array, Array]:
    """How many ones the first n can have where n + m values hold `ones`, ascending, and the chance of each number."""
    from scipy.special import gammaln

    k = np.arange(max(0, ones - m), min(n, ones) + 1)

    def ways(total: int, taken: Array) -> Array:
        found: Array = gammaln(total + 1) - gammaln(taken + 1) - gammaln(total - taken + 1)
        return found

    log = ways(n, k) + ways(m, ones - k)
    chance: Array = np.exp(log - log.max())
    return k, chance / chance.sum()


def on_grid(values: Array) -> tuple[Array, float, float] | None:
    """Values as non-negative integers times a step above the lowest; None when they lie on no grid of ≤ 10⁵ steps."""
    distinct = np.unique(values)
    if len(distinct) == 1:
        return np.zeros(len(values), dtype=np.int64), 1.0, float(distinct[0])
    step = float(np.diff(distinct).min())
    for divisor in (1, 2, 3, 4, 5, 6, 8, 10, 12):
        steps = (values - distinct[0]) / (step / divisor)
        if steps.max() > 1e5:
            return None
        whole = np.rint(steps)
        if np.abs(steps - whole).max() < 1e-6:
            return whole.astype(np.int64), step / divisor, float(distinct[0])
    return None


def _reach(integers: Array, size: int) -> int:
    return int(np.sort(integers)[len(integers) - size :].sum()) + 1


def grid_sums(integers: Array, size: int) -> tuple[Array, Array]:
    """The exact distribution of the sum of `size` of the non-negative integers, each subset equally likely.

    Items are offered one after the other and taken with the chance that leaves every subset equally likely
    (selection sampling), so all terms are probabilities and nothing overflows or cancels.
    """
    total = int(integers.sum())
    if size > len(integers) - size:  # the complement is smaller
        sums, chance = grid_sums(integers, len(integers) - size)
        return (total - sums)[::-1], chance[::-1]
    ordered = np.sort(integers)  # large ones last keeps the occupied range short for long
    n = len(ordered)
    chance = np.zeros((size + 1, _reach(ordered, size)))
    chance[0, 0] = 1.0
    top = np.zeros(size + 1, dtype=np.int64)  # highest sum reached with k taken
    for i, value in enumerate(ordered.tolist()):
        for k in range(min(i, size - 1), -1, -1):
            left = n - i
            take = (size - k) / left
            row = chance[k, : top[k] + 1]
            chance[k + 1, value : value + top[k] + 1] += row * take
            row *= 1 - take
            top[k + 1] = max(top[k + 1], top[k] + value)
    sums = np.flatnonzero(chance[size] > 0)
    return sums, chance[size, sums]


def _chosen(values: Array, size: int) -> Array:
    """The sum of every subset of `size` of the values: each is continued by the values that come after its last."""
    sums, last = np.zeros(1), np.array([-1])
    for _ in range(size):
        left = len(values) - 1 - last
        first = np.repeat(last + 1 - (np.cumsum(left) - left), left)
        last = first + np.arange(int(left.sum()))
        sums = np.repeat(sums, left) + values[last]
    return sums


def _matched_halves(values: Array, size: int) -> tuple[Array, Array]:
    """Every subset's sum from those of two halves: 2 · 2^(n/2) of them, then one outer sum per split of the size."""
    half = len(values) // 2
    left, right = _subsets(values[:half]), _subsets(values[half:])
    parts = []
    for k, sums in left.items():
        if size - k in right:
            parts.append(np.add.outer(sums, right[size - k]).ravel())
    sums = np.concatenate(parts)
    return np.sort(sums), np.full(len(sums), 1 / len(sums))


def _subsets(values: Array) -> dict[int, Array]:
    """Sums of all subsets by the subset's size."""
    sums, sizes = np.zeros(1), np.zeros(1, dtype=np.int64)
    for value in values:
        sums, sizes = np.concatenate([sums, sums + value]), np.concatenate([sizes, sizes + 1])
    return {k: sums[sizes == k] for k in range(len(values) + 1)}


def random_sums(values: Array, size: int, draws: int, seed: int) -> Array:
    """Sums of `size` of the values in `draws` random arrangements, each subset equally likely."""
    rng = np.random.default_rng(seed)
    distinct, counts = np.unique(values, return_counts=True)
    if len(distinct) <= max(64, len(values) // 20):
        taken = rng.multivariate_hypergeometric(counts, size, size=draws, method="marginals")
        dealt: Array = taken @ distinct
        return dealt
    if size > len(values) - size:
        rest: Array = float(values.sum()) - random_sums(values, len(values) - size, draws, seed)
        return rest
    chunk = max(1, 4_000_000 // len(values))
    parts = [_random_subsets(values, size, min(chunk, draws - at), rng) for at in range(0, draws, chunk)]
    return np.concatenate(parts)


def _random_subsets(values: Array, size: int, draws: int, rng: np.random.Generator) -> Array:
    """Independent coin tosses for every value, then repaired one by one until each subset has its size.

    Given how many were tossed in, they are a uniform subset; taking out (or adding) uniformly chosen members keeps
    that so, hence the result is exactly uniform. Sums come from a table of the 256 sums of each eight values.
    """
    n = len(values)
    width = -(-n // 8)
    padded = np.zeros(width * 8)
    padded[:n] = values
    bits = _coins(size / n, draws, width, rng)
    if n % 8:
        bits[:, -1] &= (1 << (n % 8)) - 1
    table = _byte_sums(padded.reshape(width, 8))
    flat = (np.arange(width, dtype=np.int32) * 256)[None, :] + bits
    sums: Array = table.ravel().take(flat).sum(axis=1)
    surplus = np.bitwise_count(bits).sum(axis=1, dtype=np.int64) - size
    rows = np.flatnonzero(surplus)
    while len(rows):
        position = rng.integers(0, n, len(rows))
        byte, bit = position >> 3, (1 << (position & 7)).astype(np.uint8)
        held = bits[rows, byte] & bit != 0
        fits = held == (surplus[rows] > 0)  # a member where there are too many, a stranger where too few
        at, byte, bit, position = rows[fits], byte[fits], bit[fits], position[fits]
        sign = np.sign(surplus[at])
        bits[at, byte] ^= bit
        sums[at] -= sign * values[position]
        surplus[at] -= sign
        rows = rows[surplus[rows] != 0]
    return sums


def _coins(share: float, draws: int, width: int, rng: np.random.Generator) -> Array:
    """Packed random bits that are 1 with about the given chance: `share` in eighths, from up to three fair bits."""
    eighths = min(7, max(1, round(share * 8)))
    bits = np.zeros((draws, width), dtype=np.uint8)
    started = False
    for place in range(3):  # binary digits of the chance, least significant first: OR for 1, AND for 0
        digit = eighths >> place & 1
        if not started and not digit:
            continue
        fair = np.frombuffer(rng.bytes(draws * width), dtype=np.uint8).reshape(draws, width)
        bits = fair.copy() if not started else (bits | fair if digit else bits & fair)
        started = True
    return bits


def _byte_sums(groups: Array) -> Array:
    """Sums of every subset of each row of eight values: shape (rows, 256)."""
    member = (np.arange(256)[:, None] >> np.arange(8)) & 1
    table: Array = groups @ member.T.astype(float)
    return table


def random_sign_sums(values: Array, draws: int, seed: int) -> Array:
    """Sums of the values under random signs, each equally likely: 2 · (sum of a random subset) − total."""
    rng = np.random.default_rng(seed)
    n = len(values)
    distinct, counts = np.unique(np.abs(values), return_counts=True)
    if len(distinct) <= max(64, n // 20):
        signed: Array = (2 * rng.binomial(counts, 0.5, size=(draws, len(counts))) - counts) @ distinct
        return signed
    width = -(-n // 8)
    padded = np.zeros(width * 8)
    padded[:n] = values
    table = _byte_sums(padded.reshape(width, 8)).ravel()
    parts = []
    chunk = max(1, 8_000_000 // max(1, n))
    for at in range(0, draws, chunk):
        rows = min(chunk, draws - at)
        bits = np.frombuffer(rng.bytes(rows * width), dtype=np.uint8).reshape(rows, width)
        flat = (np.arange(width, dtype=np.int32) * 256)[None, :] + bits
        parts.append(2 * table.take(flat).sum(axis=1) - values.sum())
    return np.concatenate(parts)


def exact_sign_sums(values: Array) -> tuple[Array, Array] | None:
    """All sums that the values can have under free signs, with their chances; None where too many."""
    size = np.abs(values)
    grid = on_grid(np.append(size, 0.0)) if len(size) else None
    if grid is not None:
        integers, step, _ = grid
        total = int(integers.sum())
        if len(size) * (total + 1) <= GRID_WORK:
            chance = np.zeros(total + 1)
            chance[0] = 1.0
            top = 0
            for value in np.sort(integers[:-1]).tolist():
                moved = chance[: top + 1] / 2
                chance[: top + 1] = moved
                chance[value : value + top + 1] += moved
                top += value
            sums = np.flatnonzero(chance > 0)
            return (2 * sums - total) * step, chance[sums]
    if len(size) <= 21:
        every: Array = np.zeros(1)
        for value in size:
            every = np.concatenate([every - value, every + value])
        return np.sort(every), np.full(len(every), 1 / len(every))
    return None
