"""The short form of the coverage benchmark."""

import pytest

from benchmarks.coverage import Cell, run


@pytest.mark.parametrize(
    "cell",
    [Cell(47, 0.05, "equal", 15, 1), Cell(100, 0.14, "equal", 30, 5), Cell(500, 0.02, "one", 30, 5)],
)
def test_our_interval_holds_the_truth_where_a_normal_one_may_not(cell):
    found = run(cell, 150)
    assert found.mean["annoeval"] >= 0.91
    assert found.share >= 0.91


def test_a_normal_interval_misses_rare_errors():
    found = run(Cell(500, 0.02, "one", 15, 5), 100)
    assert found.mean["normal, stratified"] < 0.7
    assert found.mean["annoeval"] >= 0.91
