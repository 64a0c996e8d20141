"""Gwet's coefficients and standard errors against his and irrCAC's printed values."""

import numpy as np
import pytest

from annoeval.statistics.agreement.coding import code
from annoeval.statistics.agreement.gwet import gwet, gwet_of_table

ABSTRACTORS = np.array([[13, 0, 0], [0, 20, 7], [0, 4, 56]])


def test_two_abstractors():
    """irrCAC vignette "overview": Cohen .7964094 (se .05891072), Scott .7962397, AC1 .8493305 (.04321747), BP .835
    (.04693346)."""
    g = gwet_of_table(ABSTRACTORS)
    assert (g.conger.value, g.conger.se) == pytest.approx((0.7964094, 0.05891072), abs=6e-8)
    assert g.fleiss.value == pytest.approx(0.7962397, abs=6e-8)
    assert (g.ac.value, g.ac.se) == pytest.approx((0.8493305, 0.04321747), abs=6e-8)
    assert (g.bp.value, g.bp.se) == pytest.approx((0.835, 0.04693346), abs=6e-8)
    assert g.alpha.value == pytest.approx(0.7972585, abs=6e-8)
    assert (g.percent.value, g.percent.se) == pytest.approx((0.89, 0.03128898), abs=6e-8)


def test_a_common_label_lowers_kappa_not_ac1():
    """Gwet's paradox table 80 7 / 8 5: 85 % agreement, kappa .314, AC1 .808."""
    g = gwet_of_table(np.array([[80, 7], [8, 5]]))
    assert (g.percent.value, g.conger.value, g.ac.value) == pytest.approx((0.85, 0.31444, 0.808), abs=1e-5)


def test_quadratic_weights_on_a_four_point_scale():
    """irrCAC 1.4 in R: AC2 .84028 for this table."""
    table = np.array([[20, 5, 1, 0], [4, 15, 6, 1], [0, 5, 18, 4], [0, 1, 3, 12]])
    assert gwet_of_table(table, "quadratic").ac.value == pytest.approx(0.84028, abs=6e-6)


def test_two_labels_have_no_weights():
    table = np.array([[80, 7], [8, 5]])
    assert gwet_of_table(table, "quadratic") == gwet_of_table(table)


FOUR_RATERS = [  # Gwet (2014); Krippendorff's (2011) data C: 12 units, 4 raters, five labels
    [1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4], [4, 4, 4, 4], [1, 1, 2, 1],
    [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1], [None, None, 3, None],
]  # fmt: skip


def test_four_raters_with_gaps_and_quadratic_weights():
    """irrCAC vignette "weighting": AC2 .91400 (se .10396), Fleiss .86494, alpha .84911, Conger .85771, BP .90152
    (.11089)."""
    g = gwet(code(FOUR_RATERS), "quadratic")
    got = (g.percent.value, g.ac.value, g.ac.se, g.fleiss.value, g.alpha.value, g.conger.value, g.bp.value, g.bp.se)
    want = (0.9753788, 0.91400, 0.10396, 0.86494, 0.84911, 0.85771, 0.90152, 0.11089)
    assert got == pytest.approx(want, abs=6e-6)
    assert g.ac.high == 1.0  # cut, since the limit lies above


def test_a_unit_with_one_rating_counts_for_chance_only():
    units = [["y", "y"]] * 8 + [["n", "n"], ["y", "n"], ["y", None], ["y", None], ["n", None]]
    g = gwet(code(units))
    assert (g.n, g.n_paired) == (13, 10)
    assert g.percent.value == pytest.approx(0.9)
    assert g.ac.value == pytest.approx(0.8549356223175966, abs=1e-12)


@pytest.mark.parametrize("missing", [None, float("nan"), ""])
def test_missing_is_never_a_label(missing):
    table = [[missing if v is None else v for v in row] for row in FOUR_RATERS]
    assert gwet(code(table)).ac.value == pytest.approx(0.775444, abs=1e-6)


def test_one_label_of_two_declared():
    g = gwet_of_table(np.array([[10, 0], [0, 0]]))
    assert (g.percent.value, g.ac.value, g.bp.value) == (1.0, 1.0, 1.0)
    assert (g.conger.value, g.fleiss.value, g.alpha.value) == (None, None, None)
    assert "chance agreement is 1" in g.conger.reason
    assert g.ac.low is None


def test_no_shared_item():
    g = gwet(code([["a", None], [None, "b"]]))
    assert g.ac.value is None
    assert "two raters" in g.ac.reason
