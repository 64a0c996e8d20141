"""Krippendorff's alpha against his own examples, and the identities it must keep."""

import numpy as np
import pandas as pd
import pytest

from annoeval.statistics.agreement import formulas
from annoeval.statistics.agreement.many import ratio_distance
from annoeval.statistics.agreement.panel import Resampling, panel
from tests.statistics.agreement.published import DATA_C

THREE_JUDGES = [[1, 1, 1], [1, 2, 2], [2, 2, 2], [4, 4, 4], [1, 4, 4], [2, 2, 2], [1, 2, 3], [3, 3, 3], [2, 2, 2]]
BARE = Resampling(replicates=0)
LEVELS = ["nominal", "ordinal", "interval", "ratio"]


def alpha(units, level, how=BARE):
    return panel(pd.DataFrame(units), level, (), how).estimate("krippendorff_alpha")


@pytest.mark.parametrize(
    ("level", "value"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_his_example_with_gaps(level, value):
    """Krippendorff (2011), section D: .743, .815, .849, .797."""
    found = panel(pd.DataFrame(DATA_C), level, (), BARE)
    assert found.estimate("krippendorff_alpha").value == pytest.approx(value, abs=6e-4)
    assert (found.n_ratings, found.n_items) == (40, 11)


@pytest.mark.parametrize(
    ("level", "value", "observed", "expected"),
    [
        ("interval", 0.546916890080429, 0.9629629629629629, 2.1253561253561255),
        ("ratio", 0.48325429160359434, 0.04975308641975309, 0.09628156675775723),
    ],
)
def test_three_judges_without_gaps(level, value, observed, expected):
    """Krippendorff (1980), p. 139: .547 interval, .483 ratio; disagreement in units of the metric."""
    found = alpha(THREE_JUDGES, level)
    assert (found.value, found.observed, found.expected) == pytest.approx((value, observed, expected), abs=1e-12)


def test_two_observers():
    """Krippendorff (2011), data A and B: .095 and .692."""
    a = [[0, 1], [1, 1], [0, 1], [0, 0], [0, 0], [0, 1], [0, 0], [0, 0], [1, 0], [0, 0]]
    b = [[1, 2], [1, 1], [2, 2], [2, 2], [4, 2], [3, 3], [3, 3], [3, 3], [5, 5], [4, 4], [4, 4], [1, 4]]
    assert alpha(a, "nominal").value == pytest.approx(0.0952, abs=6e-5)
    assert alpha(b, "nominal").value == pytest.approx(0.692, abs=6e-4)


def test_one_disagreement_among_equal_values_is_exactly_zero():
    units = [[3] * 5, [3, 3, 3, 3, None], [3, 3, None, 3, 3], [3, 3, None, 3, 3], [3, 3, 3, 1, 3]]
    assert alpha(units, "nominal").value == 0


def test_swapped_labels_are_worse_than_chance():
    assert alpha([["A", "B"], ["B", "A"]], "nominal").value == pytest.approx(-0.5)


@pytest.mark.parametrize("level", LEVELS)
def test_a_unit_with_one_rating_changes_nothing(level):
    units = [[1, 2, 2], [1, 2, None], [3, 3, 3]]
    alone, beside = alpha(units, level), alpha([*units, [None, None, 2]], level)
    assert beside.value == pytest.approx(alone.value, abs=1e-12)


def test_a_stray_number_takes_no_digits_from_those_that_are_compared():
    """One date among scores, rated by one person only, once made alpha and ICC undefined. Scores 1–5 of three people on
    six items: alpha and ICC(2) are those without it."""
    scores = [[1, 1, 2], [2, 2, 2], [3, 4, 3], [4, 4, 5], [5, 5, 5], [3, 3, 3]]
    plain = panel(pd.DataFrame(scores), "interval", (), BARE)
    stray = panel(pd.DataFrame([*scores, [20261128, None, None]]), "interval", (), BARE)
    for name in ("krippendorff_alpha", "icc1", "icc2", "icc3k"):
        assert stray.estimate(name).value == pytest.approx(plain.estimate(name).value, abs=1e-12)
    assert plain.estimate("icc2").value > 0.8


@pytest.mark.parametrize("level", LEVELS)
def test_undefined_has_a_reason(level):
    alone = alpha([[1, None], [2, None], [None, 2]], level)
    assert alone.value is None
    assert "shared items" in alone.reason
    same = alpha([[3, 3], [3, 3]], level)
    assert same.value is None
    assert "one and the same" in same.reason


def test_ordinal_alpha_is_interval_alpha_of_mid_ranks():
    rng = np.random.default_rng(1)
    x = rng.integers(0, 7, (40, 4)).astype(float)
    x[rng.random(x.shape) < 0.3] = np.nan
    x = x[np.isfinite(x).sum(axis=1) >= 2]
    n_k = np.bincount(x[np.isfinite(x)].astype(int), minlength=7)
    middle = np.cumsum(n_k) - n_k / 2
    ranks = np.where(np.isfinite(x), middle[np.nan_to_num(x).astype(int)], np.nan)
    assert alpha(x, "ordinal").value == pytest.approx(alpha(ranks, "interval").value, abs=1e-12)


@pytest.mark.parametrize("cluster", [None, np.arange(60) // 3])
def test_many_ordered_values_need_no_table(monkeypatch, cluster):
    """More labels than an item's table should hold go by the list of ratings; the numbers are the same."""
    rng = np.random.default_rng(1)
    x = np.round(rng.normal(size=(60, 1)) + rng.normal(scale=0.4, size=(60, 3)), 2)
    x[rng.random(x.shape) < 0.2] = np.nan
    how = Resampling(cluster, replicates=50)
    by_list = alpha(x, "ordinal", how)
    assert len(np.unique(x[np.isfinite(x)])) > formulas.RANKED
    monkeypatch.setattr(formulas, "RANKED", 1000)
    by_table = alpha(x, "ordinal", how)
    for field in ("value", "observed", "expected"):
        assert getattr(by_list, field) == pytest.approx(getattr(by_table, field), abs=1e-9)
    if cluster is not None:  # clusters are drawn in one order, items by their distinct rows or one by one
        assert (by_list.low, by_list.high) == pytest.approx((by_table.low, by_table.high), abs=1e-9)


def test_many_ratios_need_no_table(monkeypatch):
    x = np.random.default_rng(3).gamma(2, size=(40, 1)) * np.random.default_rng(4).gamma(9, size=(40, 3))
    by_table = alpha(x, "ratio")
    monkeypatch.setattr(formulas, "VALUES", 5)
    by_list = alpha(x, "ratio")
    for field in ("value", "observed", "expected"):
        assert getattr(by_list, field) == pytest.approx(getattr(by_table, field), abs=1e-12)


def test_numbers_keep_their_digits_far_from_zero():
    x = np.array([[1, 2], [2, 2], [4, 3], [5, 5]], dtype=float)
    assert alpha(x + 1e8, "interval").value == pytest.approx(alpha(x, "interval").value, abs=1e-9)


def test_ratio_distance_of_zero_and_zero_is_zero():
    assert ratio_distance(np.array([0.0, 1.0]), np.array([0.0, 3.0])).tolist() == [[0.0, 1.0], [1.0, 0.25]]


def test_whole_clusters_are_drawn():
    rng = np.random.default_rng(4)
    kind = rng.integers(0, 2, 20)
    x = np.repeat(kind, 10)[:, None] + np.zeros((200, 2))
    x[:, 1] = np.where(np.repeat(rng.random(20) < 0.3, 10), 1 - x[:, 1], x[:, 1])
    alone = alpha(x, "nominal", Resampling(replicates=500))
    together = alpha(x, "nominal", Resampling(np.repeat(np.arange(20), 10), "clusters", 500))
    assert together.value == alone.value
    assert together.high - together.low > 2 * (alone.high - alone.low)
