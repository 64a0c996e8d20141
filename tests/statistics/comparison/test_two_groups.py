"""Two independent groups: published values, and what has no value."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.comparison.two_groups import mann_whitney, student, welch

# Student (1908): extra hours of sleep under two drugs, ten patients each (R's data set `sleep`)
FIRST_DRUG = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND_DRUG = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


def test_welch_on_students_sleep_data_gives_what_r_prints():
    t = welch(FIRST_DRUG, SECOND_DRUG)
    assert t.statistic == pytest.approx(-1.8608134674868526, abs=1e-12)
    assert t.df == pytest.approx(17.776473516178488, abs=1e-9)
    assert t.p == pytest.approx(0.0793941401873583, abs=1e-12)
    assert (t.low, t.high) == pytest.approx((-3.3654832307117104, 0.20548323071171137), abs=1e-9)


def test_student_has_all_degrees_of_freedom_and_the_same_t_in_equal_groups():
    t = student(FIRST_DRUG, SECOND_DRUG)
    assert t.df == 18
    assert t.statistic == pytest.approx(welch(FIRST_DRUG, SECOND_DRUG).statistic)


def test_one_sided_alternatives_split_the_two_sided_p():
    two, less, greater = (
        welch(FIRST_DRUG, SECOND_DRUG, alternative=alternative) for alternative in ("two-sided", "less", "greater")
    )
    assert less.p == pytest.approx(two.p / 2)
    assert less.p + greater.p == pytest.approx(1)
    assert less.low is None
    assert greater.high is None


def test_missing_values_are_left_out_and_n_says_so():
    with_gaps = welch([*FIRST_DRUG, None, float("nan")], SECOND_DRUG)
    assert with_gaps.n_a == 10
    assert with_gaps.p == welch(FIRST_DRUG, SECOND_DRUG).p


@pytest.mark.parametrize("test", [student, welch])
def test_a_single_value_per_group_has_no_t_test_but_a_difference(test):
    t = test([0.5], [0.25, 0.75, 1.0])
    assert t.p is None
    assert t.statistic is None
    assert "two values per group" in t.reason
    assert t.estimate == pytest.approx(0.5 - 2 / 3)


@pytest.mark.parametrize("test", [student, welch])
@pytest.mark.parametrize(("a", "b", "difference"), [([0.7] * 30, [0.7] * 90, 0.0), ([0.0] * 3, [1.0] * 3, -1.0)])
def test_groups_without_variation_have_no_p_however_many_values(test, a, b, difference):
    t = test(a, b)
    assert t.p is None
    assert t.statistic is None
    assert "varies" in t.reason
    assert t.estimate == difference


def test_rounding_noise_is_no_variation():
    third = [0.1 + 0.2, 0.3, 0.3]
    assert welch(third, third).p is None


def test_one_constant_group_still_has_a_t_test():
    assert welch([1, 1, 1], [1, 2, 3]).p is not None


def test_an_empty_group_is_said():
    assert "no value" in student([], [1, 2]).reason
    assert "no value" in mann_whitney([None], [1, 2]).reason


# three against thirteen values with R's wilcox.test results, as SciPy's tests record them
FEW = [210.05211, 110.19063, 307.918612]
MANY = [
    436.08811482466416,
    416.3739732976819,
    179.96975939463582,
    197.8118754228619,
    34.038757281225756,
    138.54220550921517,
    128.7769351470246,
    265.9272142795185,
    275.6617533155341,
    592.3408339541626,
    448.7317759061702,
    300.61495185038905,
    187.97508449019588,
]


def test_mann_whitney_one_sided_equals_r():
    assert mann_whitney(FEW, MANY, alternative="less", method="asymptotic").p == pytest.approx(
        0.34325209089379594, abs=1e-12
    )
    exact = mann_whitney(FEW, MANY, alternative="greater", method="exact")
    assert exact.statistic == 16
    assert exact.p == pytest.approx(0.6946428571428571, abs=1e-12)


def test_mann_whitney_corrects_for_ties():
    u = mann_whitney([1, 2, 3, 4], [1, 2, 3, 4, 5], method="asymptotic")
    assert u.statistic == 8
    assert u.p == pytest.approx(0.7086240584439221, abs=1e-12)


def test_mann_whitney_counts_arrangements_with_ties_too():
    # 1, 1, 2 against 2, 3: of ten ways to choose the first group's mid-ranks (1.5, 1.5, 3.5, 3.5, 5),
    # two have a sum as low as 6.5, so one-sided p is 2/10 and two-sided twice that
    assert mann_whitney([1, 1, 2], [2, 3], method="exact").p == pytest.approx(0.4)


def test_equal_values_everywhere_have_no_rank_test():
    u = mann_whitney([2, 2], [2, 2, 2])
    assert u.p is None
    assert u.statistic == 3
    assert "equal" in u.reason


def test_the_estimate_of_a_rank_test_is_cliffs_delta():
    # pairs 1–0, 1–4, 5–0, 5–4: larger, smaller, larger, larger
    assert mann_whitney([1, 5], [0, 4]).estimate == 0.5


values = st.lists(st.integers(0, 8).map(lambda k: k / 8), min_size=2, max_size=30)


@settings(max_examples=60, deadline=None)
@given(values, values)
def test_exchanging_the_groups_mirrors_the_result(a, b):
    for test in (student, welch, mann_whitney):
        one, other = test(a, b), test(b, a)
        assert (one.p is None) == (other.p is None)
        if one.p is not None:
            assert one.p == pytest.approx(other.p)
            assert one.estimate == pytest.approx(-other.estimate)
            assert 0 <= one.p <= 1


@settings(max_examples=60, deadline=None)
@given(values, values, st.randoms())
def test_order_of_values_changes_nothing(a, b, random):
    shuffled = list(a)
    random.shuffle(shuffled)
    assert welch(a, b).p == pytest.approx(welch(shuffled, b).p) if welch(a, b).p is not None else True
    assert mann_whitney(a, b).p == mann_whitney(shuffled, b).p


def test_welch_holds_its_level_when_there_is_no_difference():
    rng = np.random.default_rng(3)
    rejected = sum(welch(rng.normal(0, 1, 12), rng.normal(0, 4, 30)).p < 0.05 for _ in range(1000))
    assert 30 <= rejected <= 72
