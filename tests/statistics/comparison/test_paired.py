"""The same things measured twice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.comparison.paired import paired_t, sign_test

# Student (1908): extra hours of sleep of the same ten patients under two drugs (R: t = -4.0621, df = 9, p = 0.002833)
FIRST_DRUG = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND_DRUG = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


def test_students_ten_patients():
    t = paired_t(FIRST_DRUG, SECOND_DRUG)
    assert t.statistic == pytest.approx(-4.062127683382037, abs=1e-12)
    assert t.df == 9
    assert t.p == pytest.approx(0.002832890197384273, abs=1e-12)
    assert (t.low, t.high) == pytest.approx((-2.459885763276983, -0.7001142367230175), abs=1e-12)


def test_nine_of_nine_patients_that_differ_slept_less_under_the_first():
    s = sign_test(FIRST_DRUG, SECOND_DRUG)
    assert s.statistic == 0
    assert s.n_a == 10
    assert s.p == pytest.approx(2 / 2**9)
    assert s.estimate == 0
    assert s.high == pytest.approx(0.33627, abs=1e-5)  # 1 − 0.025^(1/9)


def test_a_difference_that_is_always_the_same_has_no_t():
    t = paired_t([1, 2, 3], [0, 1, 2])
    assert t.p is None
    assert t.estimate == 1
    assert "do not vary" in t.reason


def test_pairs_that_never_differ_have_p_one_and_no_share():
    s = sign_test([1, 2], [1, 2])
    assert s.p == 1
    assert s.estimate is None
    assert "no pair differs" in s.reason


@pytest.mark.parametrize("test", [paired_t, sign_test])
def test_no_complete_pair_is_said(test):
    assert "no item has both" in test([1, None], [None, 2]).reason


def test_lists_of_different_length_are_no_pairs():
    with pytest.raises(ValueError, match="equally many"):
        paired_t([1, 2], [1])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=25))
def test_exchanging_sides_mirrors_the_result(pairs):
    a, b = zip(*pairs, strict=True)
    assert sign_test(a, b).p == pytest.approx(sign_test(b, a).p)
    one, other = paired_t(a, b), paired_t(b, a)
    assert one.estimate == pytest.approx(-other.estimate)
    assert one.p == (None if other.p is None else pytest.approx(other.p))
