"""Effect sizes and their intervals."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.comparison.effects import cliff_delta, cohen_d, hedges_g, paired_d, small_sample_factor

FIRST_DRUG = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND_DRUG = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


def test_effects_on_students_sleep_data():
    assert cohen_d(FIRST_DRUG, SECOND_DRUG).estimate == pytest.approx(-0.8321810813495397, abs=1e-12)
    assert hedges_g(FIRST_DRUG, SECOND_DRUG).estimate == pytest.approx(-0.7969352391911191, abs=1e-12)
    approximate = hedges_g(FIRST_DRUG, SECOND_DRUG, correction="approximate")
    assert approximate.estimate == pytest.approx(-0.7970185004474465, abs=1e-12)
    assert cliff_delta(FIRST_DRUG, SECOND_DRUG).estimate == pytest.approx(-0.49, abs=1e-12)


def test_cliffs_delta_of_the_example_in_rs_effsize_package():
    a, b = [10, 10, 20, 20, 20, 30, 30, 30, 40, 50], [10, 20, 30, 40, 40, 50]
    assert cliff_delta(a, b).estimate == pytest.approx(-0.25)
    assert cohen_d(a, b).estimate == pytest.approx(-0.4220893283949147, abs=1e-12)


def test_d_is_t_times_the_root_of_the_summed_inverse_sizes():
    # t = −1.8608134674868526 on ten and ten
    assert cohen_d(FIRST_DRUG, SECOND_DRUG).estimate == pytest.approx(-1.8608134674868526 * np.sqrt(0.2))


def test_the_interval_of_d_has_the_observed_t_at_its_tails():
    from scipy.stats import nct

    d = cohen_d(FIRST_DRUG, SECOND_DRUG)
    scale = np.sqrt(5)
    assert nct.cdf(d.estimate * scale, 18, d.low * scale) == pytest.approx(0.975, abs=1e-9)
    assert nct.cdf(d.estimate * scale, 18, d.high * scale) == pytest.approx(0.025, abs=1e-9)


def test_the_exact_small_sample_factor_is_close_to_the_approximate_one():
    assert small_sample_factor(18) == pytest.approx(small_sample_factor(18, "approximate"), abs=2e-4)


def test_no_variation_has_no_d_but_a_delta():
    assert cohen_d([1, 1], [2, 2]).estimate is None
    assert "varies" in hedges_g([1, 1], [2, 2]).reason
    delta = cliff_delta([1, 1, 1], [2, 2, 2])
    assert delta.estimate == -1
    assert delta.low == -1
    assert -1 < delta.high < 1


def test_one_value_has_no_d_and_a_delta_without_interval():
    assert cohen_d([1], [2, 3]).estimate is None
    delta = cliff_delta([1], [2, 3])
    assert delta.estimate == -1
    assert delta.low is None


def test_paired_d_is_the_mean_difference_in_its_own_spread():
    d = paired_d([1, 2, 3], [0, 0, 0])
    assert d.estimate == pytest.approx(2)
    assert paired_d([1, 2], [0, 1]).estimate is None


def test_delta_counts_pairs_without_building_them():
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 5, 70), rng.integers(1, 6, 40)
    assert cliff_delta(x, y).estimate == pytest.approx(np.sign(np.subtract.outer(x, y)).mean())


scores = st.lists(st.integers(0, 8), min_size=3, max_size=20)


@settings(max_examples=60, deadline=None)
@given(scores, scores)
def test_effects_mirror_and_lie_in_their_intervals(a, b):
    for effect in (cohen_d, hedges_g, cliff_delta):
        one, other = effect(a, b), effect(b, a)
        if one.estimate is None:
            assert one.reason
            continue
        assert one.estimate == pytest.approx(-other.estimate, abs=1e-9)
        assert one.low - 1e-9 <= one.estimate <= one.high + 1e-9
    assert -1 <= cliff_delta(a, b).estimate <= 1


def test_the_interval_of_delta_covers():
    rng = np.random.default_rng(7)
    true = 0.5204998778  # P(X>Y) − P(X<Y) for normal X, Y one apart: erf(1/2)
    inside = 0
    for _ in range(600):
        d = cliff_delta(rng.normal(1, 1, 25), rng.normal(0, 1, 30))
        inside += d.low <= true <= d.high
    assert 0.92 <= inside / 600 <= 0.98
