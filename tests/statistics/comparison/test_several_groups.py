"""More than two groups."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.comparison.several_groups import anova, friedman, kruskal_wallis, welch_anova
from annoeval.statistics.comparison.two_groups import student, welch

# weights of plants under a control and two treatments (Dobson 1983; R's PlantGrowth: F = 4.8461, p = 0.01591)
CONTROL = [4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14]
FIRST = [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69]
SECOND = [6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26]
PLANTS = [CONTROL, FIRST, SECOND]


def test_plant_growth():
    f = anova(PLANTS)
    assert f.statistic == pytest.approx(4.8461, abs=5e-5)
    assert (f.df, f.df_residual) == (2, 27)
    assert f.p == pytest.approx(0.01591, abs=5e-6)
    w = welch_anova(PLANTS)  # R: F = 5.181, denominator df = 17.128, p = 0.01739
    assert w.statistic == pytest.approx(5.181, abs=5e-4)
    assert w.df_residual == pytest.approx(17.128, abs=5e-4)
    assert w.p == pytest.approx(0.01739, abs=5e-6)
    h = kruskal_wallis(PLANTS)  # R: chi-squared = 7.9882, p = 0.01842
    assert h.statistic == pytest.approx(7.9882, abs=5e-5)
    assert h.p == pytest.approx(0.01842, abs=5e-6)


def test_rounding_the_bases():
    # three ways of running round first base, 22 players (Hollander & Wolfe 1973, p. 140; R: 11.143, p = 0.003805)
    times = np.array([
        5.40, 5.50, 5.55, 5.85, 5.70, 5.75, 5.20, 5.60, 5.50, 5.55, 5.50, 5.40, 5.90, 5.85, 5.70, 5.45, 5.55, 5.60,
        5.40, 5.40, 5.35, 5.45, 5.50, 5.35, 5.25, 5.15, 5.00, 5.85, 5.80, 5.70, 5.25, 5.20, 5.10, 5.65, 5.55, 5.45,
        5.60, 5.35, 5.45, 5.05, 5.00, 4.95, 5.50, 5.50, 5.40, 5.45, 5.55, 5.50, 5.55, 5.55, 5.35, 5.45, 5.50, 5.55,
        5.50, 5.45, 5.25, 5.65, 5.60, 5.40, 5.70, 5.65, 5.55, 6.30, 6.30, 6.25,
    ]).reshape(22, 3)  # fmt: skip
    result = friedman(times)
    assert result.statistic == pytest.approx(11.143, abs=5e-4)
    assert result.df == 2
    assert result.p == pytest.approx(0.003805, abs=5e-7)


def test_with_two_groups_they_are_the_t_tests():
    assert anova([CONTROL, FIRST]).p == pytest.approx(student(CONTROL, FIRST).p)
    assert welch_anova([CONTROL, FIRST]).p == pytest.approx(welch(CONTROL, FIRST).p)


@pytest.mark.parametrize("test", [anova, welch_anova, kruskal_wallis])
def test_what_can_not_be_compared_is_said(test):
    assert "fewer than two groups" in test([[1, 2], []]).reason
    assert "fewer than two groups" in test([]).reason
    assert test([[1, 1], [1, 1]]).p is None
    assert test([[1, 1], [1, 1]]).reason


def test_one_value_per_group_has_ranks_but_no_f():
    assert "nothing to compare" in anova([[1], [2], [3]]).reason
    assert "at least 2" in welch_anova([[1], [2, 3]]).reason
    assert kruskal_wallis([[1], [2], [3]]).p is not None


def test_items_with_a_missing_measurement_are_left_out():
    assert friedman([[1, 2, 3], [1, None, 3], [2, 1, 3]]).n_a == 2
    assert "nothing to rank" in friedman([[1, 1], [2, 2]]).reason
    assert "two or more" in friedman([]).reason


groups = st.lists(st.lists(st.integers(0, 5), min_size=2, max_size=10), min_size=2, max_size=4)


@settings(max_examples=60, deadline=None)
@given(groups, st.randoms())
def test_order_of_groups_changes_nothing(parts, random):
    shuffled = list(parts)
    random.shuffle(shuffled)
    for test in (anova, welch_anova, kruskal_wallis):
        one, other = test(parts), test(shuffled)
        assert (one.p is None) == (other.p is None) == bool(one.reason)
        if one.p is not None:
            assert one.p == pytest.approx(other.p, abs=1e-9)
