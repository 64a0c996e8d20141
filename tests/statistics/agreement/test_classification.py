"""Precision, recall and F."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.agreement.classification import f_beta, precision, recall


@pytest.mark.parametrize(
    ("hits", "false_alarms", "misses", "beta", "value"),
    [
        (2, 1, 1, 0.5, 2 / 3),
        (2, 1, 0, 0.5, 5 / 7),
        (2, 1, 0, 2, 10 / 11),  # class 0 of [0,1,2,0,1,2] against [0,2,1,0,0,1] in scikit-learn's documentation
    ],
)
def test_worked_examples(hits, false_alarms, misses, beta, value):
    assert f_beta(hits, false_alarms, misses, beta) == pytest.approx(value, abs=1e-12)


def test_nothing_there_and_nothing_found_has_no_figure():
    assert f_beta(0, 0, 0) is None
    assert precision(0, 0) is None
    assert recall(0, 0) is None


def test_only_errors_are_zero():
    assert f_beta(0, 3, 2) == 0


def test_impossible_arguments_are_refused():
    with pytest.raises(ValueError, match="above 0"):
        f_beta(1, 1, 1, 0)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 50), st.integers(0, 50), st.integers(0, 50), st.floats(0.1, 10))
def test_f_lies_between_precision_and_recall(hits, false_alarms, misses, beta):
    p, r = precision(hits, false_alarms), recall(hits, misses)
    assert min(p, r) - 1e-12 <= f_beta(hits, false_alarms, misses, beta) <= max(p, r) + 1e-12
