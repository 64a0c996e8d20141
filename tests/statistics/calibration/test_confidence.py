"""Calibration: published values, ends of the scale, and what cannot be said."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.calibration.confidence import (
    auroc,
    brier,
    brier_parts,
    calibration_error,
    clustered_auroc,
    ece_interval,
    reliability_curve,
    risk_coverage,
)

# the two examples in torchmetrics' documentation of its calibration error
BINARY = ([0.25, 0.25, 0.55, 0.75, 0.75], [0, 0, 1, 1, 1], 2)
TOP_CLASS = ([0.55, 0.55, 0.6, 0.9], [0, 0, 1, 1], 3)


@pytest.mark.parametrize(
    ("example", "norm", "value"),
    [
        (BINARY, "l2", 0.29183328574147716),
        (BINARY, "max", 0.31666666666666665),
        (TOP_CLASS, "l2", 0.20816659994661327),
        (TOP_CLASS, "max", 0.23333333333333334),
    ],
)
def test_calibration_errors_of_documented_examples(example, norm, value):
    confidence, correct, bins = example
    assert calibration_error(confidence, correct, bins=bins, norm=norm) == pytest.approx(value, abs=1e-12)


def test_a_confidence_of_one_belongs_to_the_last_bin():
    # both answers share [0.9, 1]: |0.5 − 0.975|; a bin of its own for 1.0 would give another value
    assert calibration_error([0.95, 1.0], [1, 0]) == pytest.approx(0.475)
    assert reliability_curve([0.95, 1.0], [1, 0])["n"].tolist() == [0] * 9 + [2]


def test_bin_edges_are_exact_tenths():
    curve = reliability_curve([0.3, 0.29999, 0.7, 0.6], [1, 1, 1, 1])
    assert curve["n"].tolist() == [0, 0, 1, 1, 0, 0, 1, 1, 0, 0]


def test_two_bins_of_scikit_learns_calibration_curve_example():
    curve = reliability_curve([0, 0.1, 0.2, 0.8, 0.9, 1.0], [0, 0, 0, 1, 1, 1], bins=2)
    assert curve["accuracy"].tolist() == [0, 1]
    assert curve["confidence"].tolist() == pytest.approx([0.1, 0.9])


def test_empty_bins_stay_in_the_curve_with_no_means():
    curve = reliability_curve([0.05, 0.95], [0, 1], bins=3)
    assert curve["n"].tolist() == [1, 0, 1]
    assert curve["accuracy"].isna().tolist() == [False, True, False]
    assert curve["low"].isna().tolist() == [False, True, False]


def test_bins_of_equal_mass_keep_equal_confidences_together():
    curve = reliability_curve([0.1] * 5 + [0.9] * 5, [0, 1] * 5, bins=4, binning="mass")
    assert curve["n"].tolist() == [5, 5]
    spread = reliability_curve(np.arange(12) / 12, [0, 1] * 6, bins=4, binning="mass")
    assert spread["n"].tolist() == [3, 3, 3, 3]


def test_one_confidence_for_everything_is_one_bin():
    assert reliability_curve([0.4] * 7, [1] * 7, bins=4, binning="mass")["n"].tolist() == [7]
    assert reliability_curve([0.0] * 7, [1] * 7, bins=4, binning="mass")["n"].tolist() == [7]


def test_debiasing_takes_out_what_noise_adds():
    rng = np.random.default_rng(0)
    plain, l1, l2 = [], [], []
    for _ in range(200):
        p = rng.random(200)
        y = rng.random(200) < p
        plain.append(calibration_error(p, y))
        l1.append(calibration_error(p, y, debiased=True))
        l2.append(calibration_error(p, y, norm="l2", debiased=True))
    assert np.mean(l1) < 0.7 * np.mean(plain)
    assert np.median(l2) < 0.5 * np.mean(plain)
    with pytest.raises(ValueError, match="debiased"):
        calibration_error([0.5], [1], norm="max", debiased=True)


def test_the_l2_debiasing_is_the_bin_variance_of_kumar_and_colleagues():
    # one bin: accuracy 3/4, confidence 0.9, variance term 0.75·0.25/3
    value = calibration_error([0.9] * 4, [1, 1, 1, 0], norm="l2", debiased=True)
    assert value == 0
    assert calibration_error([0.2] * 4, [1, 1, 1, 0], norm="l2", debiased=True) == pytest.approx(
        np.sqrt(0.55**2 - 0.0625)
    )


def test_the_brier_score_of_scikit_learns_tests():
    assert brier([0.1, 0.8, 0.9, 0.3, 1.0, 0.95], [0, 1, 1, 0, 1, 1]) == pytest.approx(0.025416666666666667)


def test_the_parts_of_a_brier_score_add_up():
    rng = np.random.default_rng(1)
    p = rng.random(300)
    parts = brier_parts(p, rng.random(300) < p**2)
    total = parts["reliability"] - parts["resolution"] + parts["uncertainty"] + parts["within"]
    assert parts["score"] == pytest.approx(total)
    on_grid = brier_parts([0.2, 0.2, 0.8, 0.8], [0, 0, 1, 0])
    assert on_grid["within"] == pytest.approx(0, abs=1e-15)


def test_auroc_counts_ties_a_half():
    # right 0.9, 0.5; wrong 0.5, 0.1: pairs 1, 1, 0.5, 1
    assert auroc([0.9, 0.5, 0.5, 0.1], [1, 1, 0, 0]).estimate == pytest.approx(3.5 / 4)


def test_auroc_of_the_delong_interval_covers():
    rng = np.random.default_rng(2)
    true = 0.7602499389  # Φ(1/√2)
    inside = 0
    for _ in range(500):
        area = auroc(np.append(rng.normal(1, 1, 60), rng.normal(0, 1, 60)), [1] * 60 + [0] * 60)
        inside += area.low <= true <= area.high
    assert 0.92 <= inside / 500 <= 0.98


def test_all_right_has_no_auroc_and_the_reason_says_so():
    area = auroc([0.3, 0.8], [1, 1])
    assert area.estimate is None
    assert "all answers are right" in area.reason


def test_no_data_is_none_not_zero():
    assert calibration_error([], []) is None
    assert brier([None], [1]) is None
    assert brier_parts([], []) is None
    assert auroc([], []).estimate is None
    assert len(risk_coverage([], [])) == 0


def test_confidence_outside_its_range_is_refused():
    with pytest.raises(ValueError, match="between 0 and 1"):
        brier([85], [1])
    with pytest.raises(ValueError, match="0 \\(wrong\\)"):
        brier([0.5], [0.5])


def test_risk_falls_as_only_the_surest_are_kept():
    curve = risk_coverage([0.9, 0.9, 0.5, 0.1], [1, 1, 0, 0])
    assert curve["coverage"].tolist() == [0.5, 0.75, 1]
    assert curve["risk"].tolist() == pytest.approx([0, 1 / 3, 0.5])


answers = st.lists(st.tuples(st.integers(0, 100).map(lambda k: k / 100), st.integers(0, 1)), min_size=1, max_size=60)


@settings(max_examples=60, deadline=None)
@given(answers, st.randoms(), st.sampled_from(["width", "mass"]))
def test_order_of_answers_changes_nothing_and_errors_stay_in_range(rows, random, binning):
    p, y = zip(*rows, strict=True)
    ece = calibration_error(p, y, binning=binning)
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert ece == pytest.approx(calibration_error(*zip(*shuffled, strict=True), binning=binning))
    assert 0 <= ece <= calibration_error(p, y, binning=binning, norm="max") + 1e-12 <= 1 + 1e-9
    assert reliability_curve(p, y, binning=binning)["n"].sum() == len(rows)
    assert calibration_error(p, y, debiased=True) <= calibration_error(p, y) + 1e-12


def test_the_interval_of_a_calibrated_raters_error_holds_0_where_a_bootstraps_never_does():
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(40):
        p = rng.beta(3, 1.2, 50)
        found = ece_interval(p, rng.random(50) < p, draws=400)
        held += found.low == 0
    assert held >= 36


def test_a_large_error_excludes_0_and_stays_within_1():
    found = ece_interval([1.0] * 40, [0] * 38 + [1, 1])
    assert 0.7 < found.low < 0.95 < found.high <= 1


def test_auroc_of_each_answer_a_cluster_of_its_own_is_nearly_delongs():
    rng = np.random.default_rng(1)
    p = rng.random(400)
    y = rng.random(400) < p
    alone, whole = auroc(p, y), clustered_auroc(p, y, np.arange(400))
    assert (whole.low, whole.high) == pytest.approx((alone.low, alone.high), abs=0.002)


def test_copies_of_answers_do_not_shorten_the_interval_of_auroc():
    rng = np.random.default_rng(1)
    p = rng.random(30)
    y = rng.random(30) < p
    once, copied = (
        clustered_auroc(p, y, np.arange(30)),
        clustered_auroc(np.tile(p, 5), np.tile(y, 5), np.tile(np.arange(30), 5)),
    )
    assert copied.high - copied.low == pytest.approx(once.high - once.low, rel=0.05)
    assert auroc(np.tile(p, 5), np.tile(y, 5)).low > copied.low


def test_calibration_of_fewer_than_five_clusters_has_figures_without_intervals():
    found = clustered_auroc([0.1, 0.9, 0.4, 0.8], [0, 1, 1, 0], [1, 1, 2, 3])
    assert found.estimate == 0.75  # of the four pairs, right before wrong, one is the wrong way round
    assert found.low is None
    assert "at least 5 clusters" in found.reason
    assert "at least 5 clusters" in ece_interval([0.1, 0.9], [0, 1], clusters=[1, 2]).reason
