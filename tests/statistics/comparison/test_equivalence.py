"""Equal is said only within a stated margin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.comparison.equivalence import equivalence, verdict
from annoeval.statistics.comparison.two_groups import welch


def test_an_interval_says_no_more_than_it_holds():
    assert verdict(0.1, 0.3) == "higher"
    assert verdict(-0.3, -0.1) == "lower"
    assert verdict(-0.01, 0.01) == "no clear difference"
    assert verdict(-0.01, 0.01, margin=0.05) == "equal"
    assert verdict(-0.01, 0.06, margin=0.05) == "no clear difference"
    assert verdict(0.01, 0.04, margin=0.05) == "equal"
    assert verdict(None, None) == "undefined"
    assert verdict(float("nan"), 1.0) == "undefined"


def test_large_equal_groups_are_equivalent_and_small_ones_are_not_known_to_be():
    rng = np.random.default_rng(0)
    assert equivalence(rng.normal(0, 1, 2000), rng.normal(0, 1, 2000), 0.2).p < 0.001
    small = equivalence(rng.normal(0, 1, 8), rng.normal(0, 1, 8), 0.2)
    assert small.p > 0.05


def test_a_margin_is_stated_and_positive():
    with pytest.raises(ValueError, match="above 0"):
        equivalence([1, 2], [1, 2], 0)


def test_no_variation_has_no_equivalence_test():
    assert equivalence([1, 1], [1, 1], 0.1).p is None
    assert equivalence([1, 2, 3], [1, 2, 3], 0.1, paired=True).reason


def test_equal_means_exactly():
    assert equivalence([0, 1, 2], [2, 1, 0], 5).estimate == 0
    assert equivalence([0, 1, 2], [2, 1, 0], 5).p < 0.01


numbers = st.lists(st.integers(0, 20).map(float), min_size=3, max_size=15)


@settings(max_examples=60, deadline=None)
@given(numbers, numbers, st.floats(0.1, 10))
def test_p_is_below_alpha_exactly_when_the_interval_lies_within_the_margin(a, b, margin):
    e = equivalence(a, b, margin)
    if e.p is None:
        assert welch(a, b).p is None
    elif abs(e.p - 0.05) > 1e-9:
        assert (e.p < 0.05) == (-margin < e.low and e.high < margin)
