"""Krippendorff's alpha against his own examples, and the identities it must keep."""

import numpy as np
import pytest

from annoeval.statistics.agreement.coding import code, counts
from annoeval.statistics.agreement.krippendorff import Draw, alpha_of_counts, krippendorff, ratio_distance

DATA_C = [  # Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, data C
    [1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4], [4, 4, 4, 4], [1, 1, 2, 1],
    [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1], [None, None, 3, None],
]  # fmt: skip
THREE_JUDGES = [[1, 1, 1], [1, 2, 2], [2, 2, 2], [4, 4, 4], [1, 4, 4], [2, 2, 2], [1, 2, 3], [3, 3, 3], [2, 2, 2]]


@pytest.mark.parametrize(
    ("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_his_example_with_gaps(level, alpha):
    """Krippendorff (2011), section D: .743, .815, .849, .797."""
    a = krippendorff(DATA_C, level)
    assert a.alpha == pytest.approx(alpha, abs=6e-4)
    assert (a.n_pairable, a.n_units) == (40, 11)


@pytest.mark.parametrize(
    ("level", "alpha"), [("interval", 0.546916890080429), ("ratio", 0.48325429160359434)]
)  # fmt: skip
def test_three_judges_without_gaps(level, alpha):
    """Krippendorff (1980), p. 139: .547 interval, .483 ratio."""
    assert krippendorff(THREE_JUDGES, level).alpha == pytest.approx(alpha, abs=1e-12)


def test_two_observers():
    """Krippendorff (2011), data A and B: .095 and .692."""
    a = [[0, 1], [1, 1], [0, 1], [0, 0], [0, 0], [0, 1], [0, 0], [0, 0], [1, 0], [0, 0]]
    b = [[1, 2], [1, 1], [2, 2], [2, 2], [4, 2], [3, 3], [3, 3], [3, 3], [5, 5], [4, 4], [4, 4], [1, 4]]
    assert krippendorff(a, "nominal").alpha == pytest.approx(0.0952, abs=6e-5)
    assert krippendorff(b, "nominal").alpha == pytest.approx(0.692, abs=6e-4)


def test_one_disagreement_among_equal_values_is_exactly_zero():
    units = [[3] * 5, [3, 3, 3, 3, None], [3, 3, None, 3, 3], [3, 3, None, 3, 3], [3, 3, 3, 1, 3]]
    assert krippendorff(units, "nominal").alpha == pytest.approx(0, abs=1e-15)


def test_swapped_labels_are_worse_than_chance():
    assert krippendorff([["A", "B"], ["B", "A"]], "nominal").alpha == pytest.approx(-0.5)


def test_a_unit_with_one_rating_changes_nothing():
    units = [["y", "n", "n"], ["y", "n", None]]
    assert krippendorff([*units, [None, None, "n"]], "nominal") == krippendorff(units, "nominal")


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_undefined_has_a_reason(level):
    alone = krippendorff([[1, None], [2, None]], level)
    assert alone.alpha is None
    assert "two ratings" in alone.reason
    same = krippendorff([[3, 3], [3, 3]], level)
    assert same.alpha is None
    assert "same value" in same.reason


def test_the_level_must_be_named_and_fit():
    with pytest.raises(ValueError, match="unknown level"):
        krippendorff([[1, 1]], "numbers")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="numbers"):
        krippendorff([["a", "b"]], "interval")


def test_ordinal_alpha_is_interval_alpha_of_mid_ranks():
    rng = np.random.default_rng(1)
    x = rng.integers(0, 7, (40, 4)).astype(float)
    x[rng.random(x.shape) < 0.3] = np.nan
    x = x[np.isfinite(x).sum(axis=1) >= 2]
    n_k = np.bincount(x[np.isfinite(x)].astype(int), minlength=7)
    middle = np.cumsum(n_k) - n_k / 2
    ranks = np.where(np.isfinite(x), middle[np.nan_to_num(x).astype(int)], np.nan)
    assert krippendorff(x, "ordinal").alpha == pytest.approx(krippendorff(ranks, "interval").alpha, abs=1e-12)


def test_many_ordered_values_need_no_table():
    """More values than a table should have columns go by the list of ratings; the number is the same."""
    rng = np.random.default_rng(1)
    x = np.round(rng.normal(size=(60, 3)), 2)
    coded = code(x)
    assert coded.size > 64
    by_list = krippendorff(x, "ordinal", draw=Draw(50))
    by_table = alpha_of_counts(counts(coded.codes, coded.size), "ordinal", draw=Draw(50))
    assert by_list.alpha == pytest.approx(by_table.alpha, abs=1e-12)
    assert by_list.low == pytest.approx(by_table.low, abs=0.1)


def test_numbers_keep_their_digits_far_from_zero():
    x = np.array([[1, 2], [2, 2], [4, 3], [5, 5]], dtype=float)
    near, far = krippendorff(x, "interval"), krippendorff(x + 1e8, "interval")
    assert far.alpha == pytest.approx(near.alpha, abs=1e-9)


def test_ratio_distance_of_zero_and_zero_is_zero():
    assert ratio_distance(np.array([0.0, 1.0]), np.array([0.0, 3.0])).tolist() == [[0.0, 1.0], [1.0, 0.25]]


def test_any_distance_between_labels():
    """Nominal alpha is alpha with distance 1 between all labels."""
    table = counts(code(DATA_C).codes, 5)
    assert alpha_of_counts(table, distance=1 - np.eye(5)).alpha == pytest.approx(krippendorff(DATA_C, "nominal").alpha)


def test_whole_clusters_are_drawn():
    rng = np.random.default_rng(4)
    kind = rng.integers(0, 2, 20)
    x = np.repeat(kind, 10)[:, None] + np.zeros((200, 2))
    x[:, 1] = np.where(np.repeat(rng.random(20) < 0.3, 10), 1 - x[:, 1], x[:, 1])
    alone = krippendorff(x, "nominal", draw=Draw(500))
    together = krippendorff(x, "nominal", draw=Draw(500, cluster=np.repeat(np.arange(20), 10)))
    assert together.alpha == alone.alpha
    assert together.high - together.low > 2 * (alone.high - alone.low)
