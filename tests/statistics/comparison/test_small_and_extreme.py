"""Few values, values that leave nothing open, and options that don't exist."""

import numpy as np
import pytest

from annoeval.statistics.calibration.confidence import auroc, calibration_error
from annoeval.statistics.calibration.correlation import kendall, pearson, spearman
from annoeval.statistics.comparison.marginals import mcnemar, stuart_maxwell
from annoeval.statistics.comparison.multiple import adjust
from annoeval.statistics.comparison.paired import paired_t
from annoeval.statistics.comparison.permutation import (
    paired_permutation_interval,
    paired_permutation_test,
    permutation_interval,
)
from annoeval.statistics.comparison.power import how_many_more, power
from annoeval.statistics.comparison.two_groups import mann_whitney, welch


def test_four_values_in_one_order():
    """Two of 24 orders are as extreme: p 1/12, and no interval."""
    for test in (spearman, kendall):
        found = test([1, 2, 3, 4], [10, 20, 30, 50])
        assert found.p == pytest.approx(1 / 12)
        assert found.low is None
        assert "the same, or the reverse" in found.reason


def test_exact_p_of_spearman():
    """Of 120 orders of five, eight have ρ ≥ .8 and eight ρ ≤ −.8: p 16/120."""
    found = spearman([1, 2, 3, 4, 5], [2, 1, 3, 5, 4])
    assert found.estimate == pytest.approx(0.8)
    assert found.p == pytest.approx(16 / 120)


def test_exact_p_of_kendall_is_scipys():
    stats = pytest.importorskip("scipy.stats")
    x, y = [1, 2, 3, 4, 5, 6, 7, 8, 9], [2, 1, 4, 3, 6, 5, 9, 8, 7]
    assert kendall(x, y).p == pytest.approx(stats.kendalltau(x, y, method="exact").pvalue)


def test_points_on_a_line_show_no_uncertainty():
    found = pearson([1, 2, 3, 4, 5], [2, 4, 6, 8, 10])
    assert (found.estimate, found.low, found.p) == (pytest.approx(1.0), None, None)
    assert "uncertainty" in found.reason


def test_mann_whitney_of_three_equal_values_a_side():
    """Two of twenty arrangements are as extreme."""
    assert mann_whitney([1, 1, 1], [2, 2, 2]).p == pytest.approx(0.1)


def test_p_is_never_zero():
    assert paired_permutation_test(np.ones(2000), np.zeros(2000)).p > 0
    rng = np.random.default_rng(0)
    assert paired_permutation_test(rng.normal(9, 1, 8000), rng.normal(0, 1, 8000)).p > 0


def test_a_perfect_auroc_has_an_interval():
    found = auroc([0.9, 0.8, 0.7, 0.2, 0.1], [1, 1, 1, 0, 0])
    assert found.estimate == 1
    assert found.high == 1
    assert 0.3 < found.low < 0.6
    tied = auroc([0.5] * 6, [1, 1, 1, 0, 0, 1])
    assert tied.low < 0.2
    assert tied.high > 0.8


@pytest.mark.parametrize("paired", [True, False])
def test_intervals_by_rearrangement_hold_their_level(paired):
    rng = np.random.default_rng(5)
    inside = 0
    for seed in range(200):
        a, b = rng.exponential(size=12), rng.exponential(size=12)
        found = (paired_permutation_interval if paired else permutation_interval)(a, b, seed=seed)
        inside += found.low <= 0 <= found.high
    assert 0.9 <= inside / 200 <= 0.985


def test_an_interval_agrees_with_its_test():
    """Darwin's maize: 1,726 of 32,768 flips are as extreme (Fisher 1935), so the interval just holds 0."""
    crossed = [188, 96, 168, 176, 153, 172, 177, 163, 146, 173, 186, 168, 177, 184, 96]
    selfed = [139, 163, 160, 160, 147, 149, 149, 122, 132, 144, 130, 144, 102, 124, 144]
    assert paired_permutation_test(crossed, selfed).p == pytest.approx(1726 / 32768)
    found = paired_permutation_interval(crossed, selfed)
    assert -3 < found.low < 1.5
    assert found.high == pytest.approx(38, abs=3)


def test_too_few_values_have_no_interval_by_rearrangement():
    assert paired_permutation_interval([1, 2, 3, 4], [2, 4, 6, 9]).reason == "so few values have only 16 arrangements"
    assert permutation_interval([1, 2], [3, 5]).low is None


def test_a_group_without_values_has_no_power():
    assert power(0.5, 10, 0) is None
    assert how_many_more(0.5, 0, 10) is None


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: adjust([0.1], "Holm"),
        lambda: mcnemar([[1, 2], [3, 4]], "midp"),
        lambda: welch([1, 2], [3, 4], alternative="lower"),
        lambda: mann_whitney([1, 2], [3, 4], method="normal"),
        lambda: paired_t([1, 2], [3, 5], alternative="lower"),
        lambda: paired_permutation_test([1, 2], [3, 5], alternative="lower"),
        lambda: calibration_error([0.5], [1], norm="L1"),
    ],
)
def test_an_option_that_does_not_exist_raises(wrong):
    with pytest.raises(ValueError, match="is one of"):
        wrong()


def test_a_table_of_shares_is_no_table_of_counts():
    for test in (mcnemar, stuart_maxwell):
        with pytest.raises(ValueError, match="counts"):
            test([[0.5, 0.2], [0.1, 0.2]])
