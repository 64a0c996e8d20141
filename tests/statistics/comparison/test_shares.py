"""Two shares: Fisher's exact test and Newcombe's interval."""

import pytest

from annoeval.statistics.comparison.shares import cohen_h, fisher, newcombe


def test_none_of_ten_against_three_of_ten():
    """p 4/19 by hand: the two tables with all three on one side have the chance 2 · C(10,3)/C(20,3)."""
    found = fisher([0] * 10, [1] * 3 + [0] * 7)
    assert found.p == pytest.approx(2 * 120 / 1140)
    assert found.p == pytest.approx(0.2105, abs=5e-5)
    assert (found.low, found.high) == pytest.approx((-0.603, 0.038), abs=5e-4)
    assert fisher([0] * 10, [1] * 3 + [0] * 7, method="mid_p").p == pytest.approx(180 / 1140)


def test_newcombes_published_interval():
    """56/70 − 48/80, method 10: .0524 to .3339 (Newcombe 1998, table II, a)."""
    assert newcombe(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_the_lady_tasting_tea():
    """Three of four cups right: two-sided p 34/70 (Agresti 2002, Categorical Data Analysis, 3.5)."""
    assert fisher([1, 1, 1, 0], [1, 0, 0, 0]).p == pytest.approx(34 / 70)


def test_equal_shares_of_all_have_an_interval():
    found = fisher([1] * 5, [1] * 5)
    assert found.estimate == 0
    assert found.p == 1
    assert found.low == pytest.approx(-found.high)
    assert found.high < 1


def test_shares_need_zero_and_one():
    with pytest.raises(ValueError, match="0 and 1"):
        fisher([0, 2], [1, 0])
    with pytest.raises(ValueError, match="method is one of"):
        fisher([0, 1], [1, 0], method="midp")
    assert fisher([], [1]).reason


def test_the_size_of_a_difference_of_shares():
    """h of .50 and .25 is 1.571 − 1.047 (Cohen 1988, table 6.2.2)."""
    assert cohen_h([1, 0], [1, 0, 0, 0]).estimate == pytest.approx(0.5236, abs=5e-5)
