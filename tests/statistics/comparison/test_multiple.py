"""Adjusted p values."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.comparison.multiple import adjust


def test_the_four_p_values_of_rs_p_adjust():
    p = [0.01, 0.04, 0.03, 0.005]
    assert adjust(p)[0] == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjust(p, "bh")[0] == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert adjust(p, "bonferroni")[0] == pytest.approx([0.04, 0.16, 0.12, 0.02])


def test_a_missing_p_is_no_test():
    adjusted, tests = adjust([0.01, None, 0.03, float("nan")])
    assert adjusted == [pytest.approx(0.02), None, pytest.approx(0.03), None]
    assert tests == 2


def test_no_tests_at_all():
    assert adjust([]) == ([], 0)
    assert adjust([None]) == ([None], 0)


def test_a_p_outside_its_range_is_refused():
    with pytest.raises(ValueError, match="between 0 and 1"):
        adjust([1.2])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_adjusting_never_lowers_a_p_and_keeps_their_order(p):
    for method in ("holm", "bh", "bonferroni"):
        adjusted, _ = adjust(p, method)
        assert all(a >= q - 1e-12 and a <= 1 for a, q in zip(adjusted, p, strict=True))
        order = sorted(range(len(p)), key=p.__getitem__)
        assert all(adjusted[i] <= adjusted[j] + 1e-12 for i, j in pairwise(order))
    holm, bonferroni = adjust(p)[0], adjust(p, "bonferroni")[0]
    assert all(h <= b + 1e-12 for h, b in zip(holm, bonferroni, strict=True))
