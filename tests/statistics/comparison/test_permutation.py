"""Permutation tests: exact where the count allows, never zero, uniform where drawn."""

from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.comparison.arrangements import exact_sign_sums, exact_sums, random_sign_sums, random_sums
from annoeval.statistics.comparison.permutation import paired_permutation_test, permutation_test

# seconds on a rotating rod, 300 at most (Bergmann, Ludbrook & Spooren 2000; R package coin, p = 0.03727)
ROTAROD_CONTROL = [300] * 12
ROTAROD_TREATED = [22, 300, 75, 271, 300, 18, 300, 300, 163, 300, 300, 300]


def test_the_rotarod_trial_has_its_published_exact_p():
    assert permutation_test(ROTAROD_CONTROL, ROTAROD_TREATED).p == pytest.approx(0.037267080745341616, abs=1e-12)


def test_three_against_three_cannot_go_below_a_tenth_and_says_so():
    result = permutation_test([0, 0.25, 0.5], [0.625, 0.75, 1.0])
    assert result.p == pytest.approx(2 / 20)
    assert "all 20 arrangements" in result.method
    assert "smallest p that so few values can give is 0.1" in result.method


def test_one_against_one_has_p_one():
    assert permutation_test([0.3], [0.9]).p == 1
    assert paired_permutation_test([0.3], [0.9]).p == 1


def test_zero_variance_is_no_obstacle_to_a_permutation_test():
    assert permutation_test([1, 1, 1], [2, 2, 2]).p == pytest.approx(0.1)
    assert permutation_test([1, 1, 1], [1, 1, 1]).p == 1


def test_drawn_p_counts_the_observed_arrangement_and_states_its_seed():
    rng = np.random.default_rng(0)
    far = permutation_test(rng.normal(0, 1, 200), rng.normal(9, 1, 200), draws=999)
    assert far.p == 1 / 1000
    assert "seed 0" in far.method


def test_the_same_seed_gives_the_same_p_and_another_one_another():
    rng = np.random.default_rng(1)
    a, b = rng.normal(0, 1, 300), rng.normal(0.05, 1, 300)
    assert permutation_test(a, b).p == permutation_test(a, b).p
    assert permutation_test(a, b).p != permutation_test(a, b, seed=1).p


def test_asking_for_an_exact_p_out_of_reach_raises():
    rng = np.random.default_rng(1)
    with pytest.raises(ValueError, match="too many"):
        permutation_test(rng.normal(size=200), rng.normal(size=200), exact=True)


def test_scores_on_a_grid_are_exact_even_for_forty_against_forty():
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 9, 40) / 8, rng.integers(1, 9, 40) / 8
    exact = permutation_test(a, b)
    assert "exact" in exact.method
    assert permutation_test(a, b, exact=False, draws=100_000).p == pytest.approx(exact.p, abs=0.004)


def brute_p(a, b):
    values = np.array([*a, *b], dtype=float)
    observed = abs(np.mean(a) - np.mean(b))
    hits = 0
    for chosen in combinations(range(len(values)), len(a)):
        rest = np.delete(values, chosen)
        hits += abs(values[list(chosen)].mean() - rest.mean()) >= observed - 1e-9
    return hits / comb(len(values), len(a))


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.sampled_from([0, 0.5, 1]), min_size=1, max_size=6),
    st.lists(st.sampled_from([0, 0.5, 1]), min_size=1, max_size=6),
)
def test_grid_scores_agree_with_listing_every_arrangement(a, b):
    assert permutation_test(a, b).p == pytest.approx(brute_p(a, b))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.integers(-5000, 5000).map(lambda k: k / 1000), min_size=1, max_size=6),
    st.lists(st.integers(-5000, 5000).map(lambda k: k / 1000), min_size=1, max_size=6),
)
def test_any_numbers_agree_with_listing_every_arrangement(a, b):
    assert permutation_test(a, b).p == pytest.approx(brute_p(a, b), abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-6, 6).map(lambda k: k / 4), min_size=1, max_size=9))
def test_paired_p_agrees_with_every_choice_of_signs(differences):
    d = np.array(differences)
    sums = [abs(np.dot(signs, d)) for signs in product([-1, 1], repeat=len(d))]
    expected = np.mean(np.array(sums) >= abs(d.sum()) - 1e-9)
    assert paired_permutation_test(d, np.zeros(len(d))).p == pytest.approx(expected)


def test_pairs_with_a_missing_side_are_left_out():
    result = paired_permutation_test([1, None, 3], [0, 5, 1])
    assert result.n_a == 2
    assert paired_permutation_test([None], [1]).p is None


@pytest.mark.parametrize("size", [1, 4, 6, 9, 10])
def test_random_subsets_are_uniform(size):
    values = np.sqrt(np.arange(11.0) + 0.1)  # all subsets have different sums
    exact = np.sort([values[list(c)].sum() for c in combinations(range(11), size)])
    drawn = random_sums(values, size, 40_000, seed=5)
    place = np.clip(np.searchsorted(exact, drawn - 1e-9), 0, len(exact) - 1)
    assert exact[place] == pytest.approx(drawn)
    expected = 40_000 / len(exact)
    chi_square = ((np.bincount(place, minlength=len(exact)) - expected) ** 2 / expected).sum()
    df = len(exact) - 1
    assert chi_square < df + 4 * np.sqrt(2 * df)


def test_large_random_groups_keep_their_size_and_have_the_right_mean_and_spread():
    ones = np.ones(1003)
    assert set(random_sums(ones + np.arange(1003) * 1e-9, 301, 50, 0).round(3)) == {301.0}
    values = np.random.default_rng(0).normal(size=1003)
    sums = random_sums(values, 301, 20_000, seed=1)
    n, k = len(values), 301
    sd = np.sqrt(k * (n - k) / n * values.var(ddof=1))
    assert sums.mean() == pytest.approx(values.mean() * k, abs=4 * sd / np.sqrt(20_000))
    assert sums.std() == pytest.approx(sd, rel=0.03)


def test_exact_distributions_add_up_to_one():
    for values, size in (([0, 1, 1, 2, 5], 2), ([0.1, 0.7, 3.3, 0.11], 3)):
        _, chance = exact_sums(np.array(values, dtype=float), size)
        assert chance.sum() == pytest.approx(1)
    _, chance = exact_sign_sums(np.array([1.0, 2.0, 2.0]))
    assert chance.sum() == pytest.approx(1)


def test_random_signs_match_the_exact_ones():
    d = np.array([0.3, 1.7, -2.2, 0.9])
    exact, _ = exact_sign_sums(d)
    drawn = random_sign_sums(d, 8000, seed=0)
    assert set(np.round(drawn, 9)) == set(np.round(exact, 9))
    assert drawn.mean() == pytest.approx(0, abs=0.15)


def test_thousands_of_different_numbers_have_the_normal_limit_of_all_arrangements():
    rng = np.random.default_rng(6)
    a, b = rng.normal(0.05, 1, 3000), rng.normal(0, 1, 4000)
    limit = permutation_test(a, b)
    assert "normal limit" in limit.method
    assert limit.p == pytest.approx(permutation_test(a, b, exact=False, draws=5_000).p, abs=0.01)
    pairs = paired_permutation_test(rng.normal(0.02, 1, 6000), np.zeros(6000))
    assert "normal limit" in pairs.method


def test_one_number_that_outweighs_all_others_is_drawn():
    values = np.append(np.random.default_rng(0).normal(size=5999), 1e6)
    assert "random arrangements" in permutation_test(values[:3000], values[3000:], draws=200).method


def test_thousands_of_pairs_on_a_few_steps_are_drawn_by_their_counts():
    rng = np.random.default_rng(0)
    d = rng.integers(-2, 3, 40_000)
    result = paired_permutation_test(d, np.zeros(40_000))
    z = d.sum() / np.sqrt((d**2).sum())
    from scipy.stats import norm

    assert result.p == pytest.approx(2 * norm.sf(abs(z)), abs=0.02)
