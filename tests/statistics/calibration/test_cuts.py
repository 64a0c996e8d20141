"""Cuts of measures into scores, fitted to people's scores and judged on items they were not fitted to."""

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from annoeval.statistics.calibration.cuts import FEWEST, fit_cuts, quadratic

CUTS = {"whole": 0.8, "part": 0.6}


def made(n=200, whole=0.55, part=0.25, noise=0.0, seed=1):
    """A measure, people's scores by true cuts of it, and what scores other cuts would give."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(size=n)
    seen = x + noise * rng.normal(size=n)
    truth = (seen >= whole).astype(float) + (seen >= part)
    return (lambda cuts: np.where(x >= cuts["whole"], 2.0, np.where(x >= cuts["part"], 1.0, 0.0))), truth


def test_quadratic_kappa_is_the_usual_one():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 3, 80), rng.integers(0, 3, 80)
    assert quadratic(a, b) == pytest.approx(cohen_kappa_score(a, b, weights="quadratic", labels=[0, 1, 2]))


def test_cuts_that_people_plainly_use_are_found_and_their_gain_is_certain():
    scores, truth = made()
    found = fit_cuts(scores, CUTS, truth)
    assert found.reason == ""
    assert found.cuts == {"whole": 0.55, "part": 0.25}
    assert found.fitted == pytest.approx(1.0, abs=0.02)
    assert 0 < found.low <= found.gain <= found.high


def test_cuts_that_are_right_already_are_not_replaced():
    scores, truth = made(whole=0.8, part=0.6, noise=0.1)
    assert fit_cuts(scores, CUTS, truth).reason == "no better cuts are certain"


def test_scores_that_say_nothing_gain_nothing_on_items_not_looked_at():
    """Fitted and judged on the same items, some cut would seem to help."""
    scores, _ = made(60)
    truth = np.random.default_rng(5).integers(0, 3, 60).astype(float)
    found = fit_cuts(scores, CUTS, truth)
    assert found.reason == "no better cuts are certain"


def test_fewer_than_fifty_items_and_one_score_throughout_give_a_reason():
    scores, truth = made(FEWEST - 1)
    assert fit_cuts(scores, CUTS, truth).reason == "49 items were scored by people and the AI; 50 are needed"
    scores, truth = made()
    assert "one score throughout" in fit_cuts(scores, CUTS, np.ones_like(truth)).reason


def test_items_of_one_paper_are_never_split():
    scores, truth = made()
    found = fit_cuts(scores, CUTS, truth, np.arange(200) % 10)
    assert "over papers" in found.method
