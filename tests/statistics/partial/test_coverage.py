"""The short form of the coverage benchmark: 95 % intervals on simulated audits, beside other methods."""

import numpy as np
import pytest

from annoeval.statistics.estimation import prediction_powered_mean
from benchmarks.coverage import FIGURES, OURS, Cell, cells, population, run, summary
from benchmarks.peer_intervals import ppi
from benchmarks.truth_picture import PLACE, picture


@pytest.mark.parametrize(
    "cell",
    [
        Cell(47, 0.05, "equal", 15, 1),
        Cell(100, 0.14, "equal", 30, 1),
        Cell(500, 0.02, "equal", 60, 1),
        Cell(2000, 0.05, "equal", 30, 1),
        Cell(100, 0.05, "one", 15, 5),
        Cell(500, 0.02, "one", 30, 5),
    ],
    ids=str,
)
def test_intervals_hold_the_truth(cell):
    found = run(cell, 2000, 120, compare=False)
    for figure in FIGURES:
        # 93 % of 2,000 audits; of fewer ones less by two standard errors
        assert found.share(OURS, figure) >= 0.93 - 2 * (0.05 * 0.95 / found.runs) ** 0.5 * (found.runs < 2000)


@pytest.mark.parametrize("n", [15, 30, 60])
def test_without_errors_the_upper_limit_is_the_rule_of_369(n):
    for accepted in (325, 1300):
        found = run(Cell(round(accepted / 0.65), 0.0, "equal", n, 5), 1, 1, compare=False)
        assert found.width["mean"] <= 1
        assert found.width["share"] <= 1


@pytest.mark.parametrize(("errors", "mean", "share"), [(0.14, 1.15, 1.15), (0.05, 1.7, 1.5), (0.02, 2.4, 1.7)])
def test_intervals_are_little_wider_than_a_normal_one_that_knows_the_variance(errors, mean, share):
    for domains in (1, 5):
        found = run(Cell(500, errors, "equal", 60, domains), 400, 40, compare=False)
        assert found.width["mean"] <= mean
        assert found.width["share"] <= share


def test_other_methods_miss_rare_errors():
    found = run(Cell(500, 0.02, "one", 15, 5), 400, 40)
    assert found.share(OURS, "mean") >= 0.93
    for method in ("normal", "bootstrap", "PPI++"):
        assert found.share(method, "mean") < 0.7
    assert "annoeval | kappa" in summary([found])


def test_a_review_by_rule_taken_for_a_random_sample_misses_the_mean():
    found = run(Cell(2000, 0.0, "equal", 30, 1), 50, 50)
    assert found.share(OURS, "mean") == 1
    assert found.share("truescore", "mean") == 0


def test_the_grid_has_every_audit_that_leaves_something_unseen():
    whole = list(cells())
    assert len(whole) == len(set(whole)) == 143
    for cell in whole:
        made = population(cell)
        assert sum(made.draws) < sum(made.sizes)
        assert all(z + o <= size for z, o, size in zip(made.zeros, made.ones, made.sizes, strict=True))


def test_prediction_powered_limits_from_counts_are_those_of_the_items():
    table = np.array([[20, 3, 1], [5, 30, 6], [1, 2, 27]])
    said, true = (np.repeat(a.ravel(), table.ravel()) for a in np.indices((3, 3)))
    whole = prediction_powered_mean(true, said, np.full(200, 2.0), trust=None, small_sample=False)
    assert ppi(table, 200, np.arange(3.0)) == pytest.approx((whole.low, whole.high), abs=1e-7)


def test_the_picture_in_the_documents_is_the_one_that_its_script_draws():
    assert PLACE.read_text(encoding="utf-8") == picture()
