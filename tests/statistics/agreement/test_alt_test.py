"""The alternative annotator test."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ttest_1samp

from annoeval.statistics.agreement.alt_test import alt_test


def study(seed, ai_knows, n=80, people=3, knows=0.75):
    """People who know the label with probability `knows`, an AI with `ai_knows`."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n)
    skill = [knows] * people + [ai_knows]
    given = {f"r{k}": np.where(rng.random(n) < p, truth, rng.integers(0, 3, n)) for k, p in enumerate(skill)}
    return pd.DataFrame(given).rename(columns={f"r{people}": "ai"})


def test_a_good_ai_passes_and_a_guessing_one_does_not():
    good, bad = alt_test(study(1, 0.95), "ai"), alt_test(study(1, 0.0), "ai")
    assert (good.passed, good.winning_rate) == (True, 1.0)
    assert (bad.passed, bad.winning_rate) == (False, 0.0)
    assert good.advantage > bad.advantage


def test_the_t_test_is_that_of_calderon_and_others():
    """Calderon, Reichart & Dror (2025), sec. 3: differences of win indicators against epsilon, one-sided."""
    values = study(3, 0.8)
    found = alt_test(values, "ai", 0.1).raters[0]
    others = values[["r1", "r2"]]
    ai = others.eq(values["ai"], axis=0).mean(axis=1)
    rater = others.eq(values["r0"], axis=0).mean(axis=1)
    d = (rater >= ai).astype(int) - (ai >= rater).astype(int)
    assert found.p == pytest.approx(ttest_1samp(d, 0.1, alternative="less").pvalue)
    assert found.ai_wins == pytest.approx((ai >= rater).mean())


def test_a_larger_epsilon_is_kinder_to_the_ai():
    values = study(4, 0.7)
    p = [alt_test(values, "ai", e).raters[0].p for e in (0.05, 0.1, 0.2)]
    assert p == sorted(p, reverse=True)


def test_an_ai_that_equals_a_rater_has_no_t_but_a_bound():
    values = study(5, 0.7, n=20)
    values["ai"] = values["r0"]
    row = alt_test(values, "ai", 0.15).raters[0]
    assert (row.ai_wins, row.rater_wins) == (1.0, 1.0)
    assert row.p == pytest.approx(0.85**20)


def test_numbers_are_compared_by_distance():
    values = pd.DataFrame({"r0": [1.0, 2, 3, 4], "r1": [1.1, 2.1, 3.1, 4.1], "ai": [9.0, 9, 9, 9]})
    row = alt_test(values, "ai", measure="distance").raters[0]
    assert (row.ai_wins, row.rater_wins) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"r0": ["a", "b"], "ai": ["a", "b"]}, "two raters"),
        ({"r0": ["a"], "r1": ["a"], "ai": [None]}, "AI rated nothing"),
        ({"r0": ["a", None], "r1": [None, "b"], "ai": ["a", "b"]}, "shares two items"),
    ],
)
def test_too_little_is_said(values, words):
    found = alt_test(pd.DataFrame(values), "ai")
    assert found.passed is None
    assert words in found.reason


def test_few_items_are_said():
    assert "read with care" in alt_test(study(1, 0.9, n=12), "ai").reason
