"""What is true of all when people looked at some."""

import numpy as np
import pytest

from annoeval.statistics.estimation import prediction_powered_mean, rogan_gladen

# twelve judged items and forty with the machine's answer only
TRUTH = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1]
MACHINE = [1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1]
REST = [int(c) for c in "1101001011001101011001110100111011001010"]


def test_algorithm_one_of_prediction_powered_inference():
    # Angelopoulos et al. (2023), closed form
    r = prediction_powered_mean(TRUTH, MACHINE, REST)
    assert r.estimate == pytest.approx(0.55, abs=1e-12)
    assert (r.low, r.high) == pytest.approx((0.27229040134538435, 0.8277095986546157), abs=1e-9)
    assert r.se == pytest.approx(0.14169117435072973, abs=1e-12)


def test_without_trust_it_is_the_mean_of_the_judged():
    r = prediction_powered_mean(TRUTH, MACHINE, REST, trust=0, level=0.9)
    assert r.estimate == pytest.approx(7 / 12)
    assert (r.low, r.high) == pytest.approx((0.34923980371414165, 0.8174268629525251), abs=1e-9)


def test_a_constant_bias_of_the_machine_is_taken_out():
    truth = [-1.5, -0.5, 0, 0.5, 1.5]
    r = prediction_powered_mean(truth, [t + 2 for t in truth], [2.0] * 50)
    assert r.estimate == pytest.approx(0)
    assert r.se == pytest.approx(0, abs=1e-12)


def test_chosen_trust_never_has_a_wider_interval_than_none():
    chosen = prediction_powered_mean(TRUTH, MACHINE, REST, trust=None)
    ignored = prediction_powered_mean(TRUTH, MACHINE, REST, trust=0)
    assert 0 < chosen.statistic <= 1
    assert chosen.se <= ignored.se + 1e-12
    noise = prediction_powered_mean(TRUTH, [0.5] * 12, [0.5] * 40, trust=None)
    assert noise.statistic == 0


@pytest.mark.parametrize("trust", [None, 0.0, 1.0])
def test_one_sided_alternatives_have_one_limit(trust):
    larger = prediction_powered_mean(TRUTH, MACHINE, REST, trust=trust, alternative="larger")
    smaller = prediction_powered_mean(TRUTH, MACHINE, REST, trust=trust, alternative="smaller")
    assert larger.high is None
    assert smaller.low is None
    assert larger.low == pytest.approx(larger.estimate - 1.6448536269514722 * larger.se)


def test_small_samples_get_wider_intervals():
    normal = prediction_powered_mean(TRUTH[:8], MACHINE[:8], REST)
    small = prediction_powered_mean(TRUTH[:8], MACHINE[:8], REST, small_sample=True)
    assert small.high - small.low > 1.2 * (normal.high - normal.low)


def test_nothing_judged_or_nothing_left_is_said():
    assert "nobody judged" in prediction_powered_mean([], [], [1]).reason
    assert "no item left" in prediction_powered_mean([1], [1], []).reason


def test_a_perfect_judge_needs_no_correction():
    r = rogan_gladen([1, 1, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0], [1, 1, 0, 0])
    assert r.estimate == 0.5
    assert r.statistic == 0.5


def test_a_judge_no_better_than_chance_is_refused():
    r = rogan_gladen([1] * 4 + [0] * 4, [0] * 4 + [1] * 4, [1, 0, 1, 0])
    assert r.estimate is None
    assert "no better than chance" in r.reason


def test_a_judge_whose_errors_are_unknown_is_refused():
    assert "both ones and zeros" in rogan_gladen([1, 1], [1, 0], [1, 0]).reason


def test_the_correction_by_hand():
    # tpr 3/4, tnr 1: (0.5 + 1 − 1) / 0.75
    r = rogan_gladen([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 0], [1, 0])
    assert r.estimate == pytest.approx(2 / 3)
    assert 0 <= r.low < r.estimate < r.high <= 1


def test_the_corrected_share_is_right_on_average():
    rng = np.random.default_rng(0)
    found = []
    for _ in range(300):
        truth = rng.random(1200) < 0.3
        judged = np.where(truth, rng.random(1200) < 0.8, rng.random(1200) < 0.1)
        found.append(rogan_gladen(truth[:400].astype(int), judged[:400].astype(int), judged[400:].astype(int)).estimate)
    assert np.mean(found) == pytest.approx(0.3, abs=0.01)
