"""Pairs by overlap, against published assignments and by hand."""

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from annoeval.scoring.assignment import complete, greedy, optimal


def pairs(choose, overlap, gate):
    a, b = np.nonzero(overlap >= gate)
    chosen = choose(a, b, overlap[a, b])
    return sorted(zip(a[chosen].tolist(), b[chosen].tolist(), strict=True))


@pytest.mark.parametrize(
    ("cost", "chosen"),
    [  # scipy, sparse/csgraph/tests/test_matching.py linear_sum_assignment_test_cases
        ([[400, 150, 400, 1], [400, 450, 600, 2], [300, 225, 300, 3]], [150, 2, 300]),
        ([[10, 10, 8], [9, 8, 1], [9, 7, 4]], [10, 1, 7]),
        ([[10, 10, 8, 11], [9, 8, 1, 1], [9, 7, 4, 10]], [10, 1, 4]),
    ],
)
def test_published_assignments(cost, chosen):
    cost = np.array(cost, float)
    assert cost[complete(1 - cost / 1000)].sum() == sum(chosen)
    assert sum(cost[p] for p in pairs(optimal, 1 - cost / 1000, 0.0)) == sum(chosen)


def test_forbidden_pairs_are_forbidden_before_the_assignment():
    overlap = np.array([[0.9, 0.5], [0.45, 0.0]])
    assert pairs(optimal, overlap, 0.5) == [(0, 0)]  # not 0.5 and 0.45, of which one would be dropped afterwards
    assert pairs(optimal, overlap, 0.0) == [(0, 1), (1, 0)]


def test_every_pair_counts_even_one_that_does_not_touch():
    assert len(complete(np.zeros((2, 3)))[0]) == 2


def test_nothing_against_something_has_no_pairs():
    for choose in (optimal, greedy):
        assert pairs(choose, np.zeros((0, 3)), 0.5) == []


@pytest.mark.parametrize("gate", [0.2, 0.5, 0.8])
def test_parts_by_themselves_give_the_optimum_of_all(gate):
    rng = np.random.default_rng(3)
    for _ in range(60):
        overlap = rng.uniform(0, 1, (rng.integers(1, 9), rng.integers(1, 9))) ** 2
        found = pairs(optimal, overlap, gate)
        allowed = np.where(overlap >= gate, overlap, 0)
        i, j = linear_sum_assignment(allowed, maximize=True)
        assert sum(overlap[p] for p in found) == pytest.approx(allowed[i, j].sum())
        assert all(overlap[p] >= gate for p in found)
        assert all(len(set(side)) == len(side) for side in zip(*found, strict=True))


def test_greedy_takes_the_best_pair_and_may_lose_the_sum():
    overlap = np.array([[0.9, 0.8], [0.8, 0.1]])
    assert pairs(greedy, overlap, 0.5) == [(0, 0)]
    assert pairs(optimal, overlap, 0.5) == [(0, 1), (1, 0)]
