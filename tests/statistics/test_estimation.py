"""What is true of all when people looked at some."""

import numpy as np
import pytest

from annoeval.statistics.estimation import prediction_powered_mean, rogan_gladen

# twelve judged items and forty with the machine's answer only
TRUTH = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1]
MACHINE = [1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1]
REST = [int(c) for c in "1101001011001101011001110100111011001010"]


def test_algorithm_one_of_prediction_powered_inference():
    # Angelopoulos et al. (2023), closed form; as ppi_py has it, with population variances and the normal quantile
    r = prediction_powered_mean(TRUTH, MACHINE, REST, small_sample=False)
    assert r.estimate == pytest.approx(0.55, abs=1e-12)
    assert (r.low, r.high) == pytest.approx((0.27229040134538435, 0.8277095986546157), abs=1e-9)
    assert r.se == pytest.approx(0.14169117435072973, abs=1e-12)


def test_without_trust_it_is_the_mean_of_the_judged():
    r = prediction_powered_mean(TRUTH, MACHINE, REST, trust=0, level=0.9, small_sample=False)
    assert r.estimate == pytest.approx(7 / 12)
    assert (r.low, r.high) == pytest.approx((0.34923980371414165, 0.8174268629525251), abs=1e-9)


def test_a_constant_bias_of_the_machine_is_taken_out():
    # ppi_py, tests/test_mean.py: machine = truth + 2
    truth = [-1.5, -0.5, 0, 0.5, 1.5]
    r = prediction_powered_mean(truth, [t + 2 for t in truth], [2.0] * 50, small_sample=False)
    assert r.estimate == pytest.approx(0)
    assert r.se == pytest.approx(0, abs=1e-12)


def test_five_items_without_spread_of_errors_have_no_interval():
    truth = [-1.5, -0.5, 0, 0.5, 1.5]
    r = prediction_powered_mean(truth, [t + 2 for t in truth], [2.0] * 50)
    assert r.estimate == pytest.approx(0)
    assert r.low is None
    assert "no spread of errors" in r.reason


def test_chosen_trust_never_has_a_wider_interval_than_none():
    chosen = prediction_powered_mean(TRUTH, MACHINE, REST, trust=None)
    ignored = prediction_powered_mean(TRUTH, MACHINE, REST, trust=0)
    assert 0 < chosen.statistic <= 1
    assert chosen.se <= ignored.se + 1e-12
    noise = prediction_powered_mean(TRUTH, [0.5] * 12, [0.5] * 40, trust=None)
    assert noise.statistic == 0


@pytest.mark.parametrize("trust", [None, 0.0, 1.0])
def test_one_sided_alternatives_have_one_limit(trust):
    larger = prediction_powered_mean(TRUTH, MACHINE, REST, trust=trust, alternative="larger", small_sample=False)
    smaller = prediction_powered_mean(TRUTH, MACHINE, REST, trust=trust, alternative="smaller", small_sample=False)
    assert larger.high is None
    assert smaller.low is None
    assert larger.low == pytest.approx(larger.estimate - 1.6448536269514722 * larger.se)


def test_small_samples_get_wider_intervals():
    normal = prediction_powered_mean(TRUTH[:8], MACHINE[:8], REST, small_sample=False)
    small = prediction_powered_mean(TRUTH[:8], MACHINE[:8], REST)
    assert small.high - small.low > 1.2 * (normal.high - normal.low)
    assert "Student" in small.method


def test_large_samples_have_the_published_interval():
    truth, machine = TRUTH * 2, MACHINE * 2
    assert prediction_powered_mean(truth, machine, REST) == prediction_powered_mean(
        truth, machine, REST, small_sample=False
    )


def test_small_samples_hold_the_truth_where_the_published_interval_misses():
    rng, held = np.random.default_rng(4), {None: 0, False: 0}
    for _ in range(1000):
        truth = rng.normal(size=8)
        machine, rest = truth + rng.normal(size=8), rng.normal(scale=2**0.5, size=200)
        for small in held:
            r = prediction_powered_mean(truth, machine, rest, small_sample=small)
            held[small] += r.low <= 0 <= r.high
    assert held[None] / 1000 >= 0.94
    assert held[False] / 1000 < 0.93


def test_nothing_judged_or_nothing_left_is_said():
    assert "nobody judged" in prediction_powered_mean([], [], [1]).reason
    assert "no item left" in prediction_powered_mean([1], [1], []).reason


def test_a_perfect_judge_needs_no_correction():
    # judgy, read-me
    r = rogan_gladen([1, 1, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0], [1, 1, 0, 0])
    assert r.estimate == 0.5
    assert r.statistic == 0.5


def test_a_judge_who_was_never_seen_to_err_still_leaves_some_doubt():
    r = rogan_gladen([1, 1, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0], [1] * 10)
    assert r.estimate == r.high == 1
    assert r.low < 0.9


def test_error_rates_that_contradict_the_answers_are_said():
    # of the judge's zeros half are wrong ones, so at least half of all should be called 1; a quarter is
    r = rogan_gladen([1] * 8 + [0] * 4, [1] * 8 + [1, 1, 0, 0], [1, 0, 0, 0])
    assert r.estimate == 0
    assert "contradict" in r.method
    many = rogan_gladen([1] * 200 + [0] * 200, [1] * 200 + [1, 0] * 100, [1, 0, 0, 0] * 100)
    assert many.estimate is None
    assert "fewer than the 50.0%" in many.reason


def test_the_corrected_interval_holds_the_truth():
    rng, held = np.random.default_rng(2), 0
    for _ in range(600):
        truth = (rng.random(340) < 0.05).astype(int)
        truth[:40] = [1, 0] * 20
        judged = np.where(truth == 1, rng.random(340) < 0.9, rng.random(340) < 0.05).astype(int)
        r = rogan_gladen(truth[:40], judged[:40], judged[40:])
        held += r.low <= 0.05 <= r.high if r.low is not None else False
    assert held / 600 >= 0.93


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
