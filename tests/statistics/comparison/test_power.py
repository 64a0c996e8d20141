"""How many it takes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.comparison.power import how_many_more, power, sample_needed


def test_cohens_medium_effect_needs_sixty_four_per_group():
    # Cohen (1988), table 2.4.1: d = 0.5, two-sided 5 %, power 0.80
    assert sample_needed(0.5) == 64
    assert sample_needed(0.2) == 394
    assert sample_needed(0.8) == 26
    assert sample_needed(-0.5) == 64


def test_pairs_need_fewer():
    assert sample_needed(0.5, paired=True) == 34


def test_how_many_more_counts_what_is_there():
    assert how_many_more(0.5, 40, 40) == (24, 24)
    assert how_many_more(0.5, 100, 100) == (0, 0)
    assert how_many_more(0.5, 10) == (24, 0)
    lacking = how_many_more(0.5, 20, 60)
    assert power(0.5, 20 + lacking[0], 60 + lacking[1]) >= 0.8


def test_no_effect_is_never_settled():
    assert sample_needed(0) is None
    assert how_many_more(0.0, 40, 40) is None
    assert how_many_more(float("nan"), 40, 40) is None


def test_power_of_no_effect_is_the_level():
    assert power(0, 20, 20) == pytest.approx(0.05, abs=1e-9)
    assert power(0, 20) == pytest.approx(0.05, abs=1e-9)


def test_a_single_value_has_no_power():
    assert power(1, 1, 0) is None
    assert power(1, 1) is None


@settings(max_examples=40, deadline=None)
@given(st.floats(0.05, 3), st.integers(2, 200), st.integers(2, 200))
def test_power_grows_with_effect_and_size(effect, n, m):
    assert power(effect, n, m) == pytest.approx(power(-effect, m, n), abs=1e-9)
    assert power(effect, n, m) <= power(effect, n + 5, m + 5) + 1e-9
    assert power(effect, n, m) <= power(effect * 1.2, n, m) + 1e-9
    assert 0.05 - 1e-9 <= power(effect, n, m) <= 1 + 1e-9
