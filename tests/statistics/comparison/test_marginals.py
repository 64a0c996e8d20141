"""Label shares of judges on the same items."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.comparison.marginals import bhapkar, cochran_q, mcnemar, stuart_maxwell

# approval of a prime minister in two surveys of the same people (Agresti 1990, p. 350: z² = 17.36)
APPROVAL = [[794, 150], [86, 570]]
# unaided vision of 7,477 women, right eye against left (Stuart 1953; Bhapkar 1966 gives 11.976)
VISION = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
# two psychiatrists' diagnoses in Cohen (1960), p. 45
DIAGNOSES = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]


def test_approval_ratings():
    chi2, corrected = mcnemar(APPROVAL, "chi2"), mcnemar(APPROVAL, "corrected")
    assert chi2.statistic == pytest.approx(17.35593220338983, abs=1e-9)
    assert corrected.statistic == pytest.approx(16.81779661016949, abs=1e-9)
    assert chi2.p == pytest.approx(3.099293441045215e-05, abs=1e-12)
    assert corrected.p == pytest.approx(4.114562281345944e-05, abs=1e-12)
    assert mcnemar(APPROVAL).p == pytest.approx(3.715936139571442e-05, abs=1e-12)
    assert chi2.estimate == pytest.approx((150 - 86) / 1600)
    assert chi2.low < chi2.estimate < chi2.high


def test_one_against_nine_by_hand():
    # 2 (C(10,0) + C(10,1)) / 2^10
    assert mcnemar([[20, 9], [1, 30]]).p == pytest.approx(22 / 1024)
    # mid-p takes C(10,1) / 2^10 off
    assert mcnemar([[20, 9], [1, 30]], "mid_p").p == pytest.approx(12 / 1024)


def test_two_identical_annotators_do_not_differ_significantly():
    same = [[5, 0], [0, 7]]
    assert mcnemar(same).p == 1
    assert mcnemar(same, "mid_p").p == 1
    approximate = mcnemar(same, "corrected")
    assert approximate.p is None
    assert approximate.statistic is None
    assert "no pair differs" in approximate.reason


def test_an_even_split_has_p_one_either_way():
    # p exact is cut at 1; mid-p is 2·P(X ≤ 3) − P(X = 3) of six: 2·42/64 − 20/64
    assert mcnemar([[0, 3], [3, 0]]).p == 1
    assert mcnemar([[0, 3], [3, 0]], "mid_p").p == pytest.approx(1.0)


def test_mcnemar_wants_two_by_two():
    with pytest.raises(ValueError, match="2 × 2"):
        mcnemar(VISION)


def test_the_vision_data():
    sm, b = stuart_maxwell(VISION), bhapkar(VISION)
    assert sm.statistic == pytest.approx(11.956569622982556, abs=1e-9)
    assert b.statistic == pytest.approx(11.975720155525675, abs=1e-9)
    assert sm.df == b.df == 3
    assert sm.p == pytest.approx(0.007533425054800532, abs=1e-12)
    assert b.p == pytest.approx(0.007466797469723952, abs=1e-12)


def test_a_label_with_equal_margins_still_counts():
    # 13.51; leaving out the second label, whose margins are both 60, would give 12.80
    assert stuart_maxwell(DIAGNOSES).statistic == pytest.approx(13.513513513513514, abs=1e-9)
    assert bhapkar(DIAGNOSES).statistic == pytest.approx(14.492753623188406, abs=1e-9)


def test_a_label_nobody_used_has_no_degree_of_freedom():
    with_unused = np.zeros((4, 4))
    with_unused[np.ix_([0, 1, 3], [0, 1, 3])] = DIAGNOSES
    padded = stuart_maxwell(with_unused)
    assert padded.df == 2
    assert padded.statistic == pytest.approx(13.513513513513514, abs=1e-9)


def test_a_label_never_exchanged_has_no_degree_of_freedom():
    table = [[5, 3, 0], [1, 6, 0], [0, 0, 9]]
    result = stuart_maxwell(table)
    assert result.df == 1
    assert result.statistic == pytest.approx((3 - 1) ** 2 / 4)  # McNemar's chi-square


def test_the_callers_table_is_left_alone():
    table = np.array([[4.0, 0.0], [2.0, 5.0]])
    stuart_maxwell(table)
    bhapkar(table)
    assert table.tolist() == [[4, 0], [2, 5]]


@pytest.mark.parametrize("test", [stuart_maxwell, bhapkar])
def test_nothing_to_test_is_said(test):
    assert "same label every time" in test([[3, 0], [0, 4]]).reason
    assert "one label" in test([[3, 0], [0, 0]]).reason
    assert "no item" in test([[0, 0], [0, 0]]).reason


def test_bhapkar_is_infinite_when_all_differ_in_one_direction():
    result = bhapkar([[0, 5], [0, 0]])
    assert result.statistic is None
    assert "infinite" in result.reason


def test_with_two_labels_stuart_maxwell_is_mcnemar():
    assert stuart_maxwell(APPROVAL).statistic == pytest.approx(mcnemar(APPROVAL, "chi2").statistic)


def test_with_two_judges_cochrans_q_is_mcnemar():
    rows = [[1, 1]] * 20 + [[1, 0]] * 9 + [[0, 1]] + [[0, 0]] * 30
    assert cochran_q(rows).statistic == pytest.approx(6.4)


def test_cochrans_q_by_hand():
    # column sums 3, 2, 0; row sums 2, 2, 1: Q = 2 (3·13 − 25) / (3·5 − 9)
    q = cochran_q([[1, 1, 0], [1, 1, 0], [1, 0, 0]])
    assert q.statistic == pytest.approx(2 * 14 / 6)
    assert q.df == 2
    assert cochran_q([[1, 1, 0], [1, 1, 0], [1, 0, 0], [None, 1, 1]]).n_a == 3


def test_answers_that_never_differ_have_no_q():
    assert "same answer" in cochran_q([[1, 1], [0, 0]]).reason
    assert "two or more judges" in cochran_q([]).reason


tables = st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=3, max_size=3)


@settings(max_examples=60, deadline=None)
@given(tables, st.permutations(range(3)))
def test_order_of_labels_and_of_judges_changes_nothing(table, order):
    for test in (stuart_maxwell, bhapkar):
        plain = test(table)
        moved = test(np.array(table)[np.ix_(order, order)].T)
        assert plain.df == moved.df
        if plain.p is not None and plain.p > 1e-9:
            assert moved.p == pytest.approx(plain.p, rel=1e-6)
