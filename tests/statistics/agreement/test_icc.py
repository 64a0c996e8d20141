"""Intraclass correlations against Shrout & Fleiss."""

import numpy as np
import pandas as pd
import pytest

from annoeval.statistics.agreement.icc import FORMS
from annoeval.statistics.agreement.panel import Resampling, panel

JUDGES = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def iccs(values):
    found = panel(pd.DataFrame(values), "interval", (), Resampling(replicates=40))
    return {form: found.estimate(form) for form in FORMS}


def test_four_judges_six_targets():
    """Shrout & Fleiss (1979), Psychol. Bull. 86, table 4: .17, .29, .71; averages .44, .62, .91."""
    found = iccs(JUDGES)
    assert [found[f].value for f in FORMS] == pytest.approx([0.17, 0.29, 0.71, 0.44, 0.62, 0.91], abs=6e-3)


def test_limits_of_a_single_judge():
    """The same data in R's psych: ICC(2,1) .019 to .761, ICC(3,1) .342 to .946, ICC(1,1) −.133 to .723."""
    forms = iccs(JUDGES)
    assert (forms["icc1"].low, forms["icc1"].high) == pytest.approx((-0.132932324874751, 0.722560062328121), abs=1e-9)
    assert (forms["icc2"].low, forms["icc2"].high) == pytest.approx((0.018786513374712, 0.761084369648953), abs=1e-9)
    assert (forms["icc3"].low, forms["icc3"].high) == pytest.approx((0.342464765033925, 0.94585825995536), abs=1e-9)
    assert forms["icc2"].method == "Shrout–Fleiss F limits"


def test_limits_of_the_mean_are_those_of_one_stepped_up():
    forms = iccs(JUDGES)
    low, high = forms["icc2"].low, forms["icc2"].high
    assert forms["icc2k"].low == pytest.approx(4 * low / (1 + 3 * low))
    assert forms["icc2k"].high == pytest.approx(4 * high / (1 + 3 * high))


def test_items_with_a_gap_are_dropped_and_counted():
    found = panel(pd.DataFrame([*JUDGES, [5, None, 4, 4]]), "interval", (), Resampling(replicates=0))
    assert (found.n_complete, found.n_items) == (6, 7)
    assert found.estimate("icc1").value == pytest.approx(iccs(JUDGES)["icc1"].value)


def test_a_shift_between_judges_counts_in_icc2_only():
    x = np.arange(6.0)
    forms = iccs(np.stack([x, x + 3], axis=1) + np.array([[0.1, 0]] * 3 + [[0, 0.1]] * 3))
    assert forms["icc3"].value > 0.99
    assert forms["icc2"].value < 0.6


@pytest.mark.parametrize("values", [[[1, 1], [1, 1], [1, 1]], [[1], [2]], [[1, 2]], [[1, None], [None, 2]]])
def test_undefined_has_a_reason(values):
    for form in iccs(values).values():
        assert form.value is None
        assert form.reason


def test_judges_who_never_differ_have_no_limits_but_a_value():
    form = iccs([[1, 1], [2, 2], [3, 3]])["icc3"]
    assert form.value == pytest.approx(1.0)
    assert form.low is None
    assert "infinite" in form.reason
