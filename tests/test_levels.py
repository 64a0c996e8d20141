"""The table of levels in short: recommended tests keep their level and intervals hold, or they are refused."""

import pytest

from benchmarks.levels import Cell, cells, run


@pytest.mark.parametrize("scale", ["0/1", "0–2", "continuous"])
def test_two_groups_of_ten_papers_err_no_more_than_they_say(scale):
    found = run(Cell("two groups", scale, 50, 10), 200)
    assert found.given == 1
    assert found.errors < 0.1  # 5 % give 0.1 or more in one of 600 such runs
    assert found.coverage > 0.9


@pytest.mark.parametrize("figure", ["mean", "two groups", "Spearman", "α", "AUROC"])
def test_two_clusters_are_refused(figure):
    scale = "0/1" if figure == "AUROC" else "0–2"
    assert run(Cell(figure, scale, 20, 2), 5).given == 0


@pytest.mark.parametrize("n", [5, 10, 20])
def test_means_of_few_values_near_the_end_of_a_scale_are_held(n):
    assert run(Cell("mean", "0–2", n, 0), 200).coverage > 0.9
    assert run(Cell("mean", "0–1", n, 0), 200).coverage > 0.9


def test_alpha_of_twenty_items_is_held_and_of_ten_refused():
    assert run(Cell("α", "0–2", 10, 0), 5).given == 0
    found = run(Cell("α", "0–2", 20, 0), 200)
    assert found.given == 1
    assert found.coverage > 0.9


@pytest.mark.parametrize(("scale", "n", "clusters"), [("continuous", 20, 0), ("0/1", 50, 5), ("continuous", 200, 5)])
def test_alpha_of_few_items_and_few_papers_is_held_by_limits_of_t(scale, n, clusters):
    found = run(Cell("α", scale, n, clusters), 1000)
    assert found.given > 0.98
    assert found.coverage >= 0.93


def test_the_error_of_calibrated_confidence_is_held():
    assert run(Cell("ECE", "0/1", 20, 0), 100).coverage > 0.88


def test_the_grid_holds_every_size_scale_and_number_of_clusters():
    grid = list(cells())
    assert {c.n for c in grid} == {5, 10, 20, 50, 200}
    assert {c.clusters for c in grid} == {0, 2, 5, 10, 20}
    assert {c.scale for c in grid} == {"0/1", "0–2", "0–1", "continuous"}
