"""Text similarity against rapidfuzz's own batch call, and the chance level of recall."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from annoeval.scoring.text import similarities
from annoeval.statistics.comparison.pairing import chance
from benchmarks.timing import Row, best

PAIRS = 100_000


def main() -> list[Row]:
    """All rows of this module."""
    return [*titles(), *repeated(), *shuffles()]


def _pairs(n: int) -> tuple[list[str], list[str]]:
    """Titles of 6 to 16 words, and each with up to four characters changed."""
    rng = random.Random(1)
    words = ["".join(rng.choice("abcdefghijklmnop") for _ in range(rng.randint(2, 9))) for _ in range(5000)]
    a = [" ".join(rng.choice(words) for _ in range(rng.randint(6, 16))) for _ in range(n)]
    b = []
    for title in a:
        letters = list(title)
        for _ in range(rng.randint(0, 4)):
            letters[rng.randrange(len(letters))] = "z"
        b.append("".join(letters))
    return a, b


def titles() -> list[Row]:
    """Distinct pairs: no slower than 1.3 times the batch call."""
    a, b = _pairs(PAIRS)
    call = partial(process.cpdist, a, b, scorer=Levenshtein.normalized_similarity, dtype=np.float64)
    ours, scores = best(lambda: similarities(a, b), times=9)
    theirs, expected = best(call, times=9)
    same = bool(np.array_equal(scores, expected))
    return [Row(f"{PAIRS:,} pairs of titles", ours, "rapidfuzz cpdist", theirs, 1 / 1.3, same)]


def repeated() -> list[Row]:
    """The same 200 pairs of abstracts again and again, as where several models give the same text."""
    a, b = _pairs(2000)
    a, b = ([" ".join(t[i : i + 10]) for i in range(0, 2000, 10)] * 50 for t in (a, b))
    call = partial(process.cpdist, a, b, scorer=Levenshtein.normalized_similarity, dtype=np.float64)
    ours, scores = best(lambda: similarities(a, b), times=9)
    theirs, expected = best(call, times=9)
    same = bool(np.array_equal(scores, expected))
    return [Row("10,000 pairs of abstracts, 200 of them distinct", ours, "rapidfuzz cpdist", theirs, None, same)]


def shuffles() -> list[Row]:
    """10,000 shuffles of 2,000 trials in two conditions."""
    rng = np.random.default_rng(0)
    tables = [rng.integers(0, 9, (1000, 1000)) / 8 for _ in range(2)]

    def loop() -> float:
        draw = np.random.default_rng(1)
        observed = sum(np.trace(t) for t in tables)
        place = np.arange(1000)
        hits = sum(sum(t[place, draw.permutation(1000)].sum() for t in tables) >= observed for _ in range(500))
        return float((hits + 1) / 501)

    ours, found = best(lambda: chance(tables), times=3)
    theirs, p = best(loop, times=1)
    close = found.p is not None and abs(found.p - p) < 0.06
    task = "10,000 shuffles of 2,000 trials"
    return [Row(task, ours, "numpy, a loop of shuffles", theirs * 20, None, close, scaled=True)]
