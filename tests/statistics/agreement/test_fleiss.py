"""Fleiss' kappa and its relatives against what was printed."""

import numpy as np
import pandas as pd
import pytest

from annoeval.statistics.agreement.fleiss import fleiss, fleiss_of_codes
from annoeval.statistics.agreement.panel import Resampling, panel

# Warrens (2010), Adv. Data Anal. Classif. 4, p. 284, after O'Malley et al. (2006), cannot be retyped in one line;
# Randolph's examples can.


def test_randolphs_first_example():
    """Randolph (2005), free-marginal multirater kappa, p. 17: both kappas .33, P = .67, Pe = .5."""
    k = fleiss(np.array([[3, 0], [2, 1], [1, 2], [0, 3]]))
    assert (k.kappa, k.randolph, k.po, k.pe) == pytest.approx((1 / 3, 1 / 3, 2 / 3, 0.5))
    assert k.z == pytest.approx(1.1547005383792515)


def test_high_agreement_and_negative_kappa():
    """Randolph (2005), p. 17: the same agreement, one label common: Fleiss −.2, free margins .33."""
    k = fleiss(np.array([[3, 0], [2, 1], [2, 1], [3, 0]]))
    assert (k.kappa, k.randolph) == pytest.approx((-0.2, 1 / 3))


def test_a_label_nobody_used_counts_for_free_margins_only():
    """Randolph's online calculator: counts 6 1 0 / 0 7 0 give .708333 and .785714."""
    k = fleiss(np.array([[6, 1, 0], [0, 7, 0]]))
    assert (k.kappa, k.randolph) == pytest.approx((0.708333, 0.785714), abs=1e-6)
    assert k.category_kappa == (pytest.approx(k.kappa), pytest.approx(k.kappa), None)


def test_one_label_only():
    k = fleiss(np.array([[7, 0], [7, 0]]))
    assert (k.po, k.pe, k.kappa, k.kappa_gwet, k.randolph, k.z) == (1.0, 1.0, None, None, 1.0, None)
    assert "same label" in k.reason


def test_everyone_different_is_worse_than_chance():
    """Two items, three raters, three labels, each once: no pair agrees, −.5 (statsmodels discussion 7657)."""
    assert fleiss(np.array([[1, 1, 1], [1, 1, 1]])).kappa == pytest.approx(-0.5)


def test_chance_from_pooled_ratings_or_item_by_item():
    """12 units of Gwet's (2014) four-rater example have unequal numbers of ratings: .6530 pooled, .6572 by item."""
    counts = np.array([
        [3, 0, 0, 0, 0], [0, 3, 1, 0, 0], [0, 0, 4, 0, 0], [0, 0, 4, 0, 0], [0, 4, 0, 0, 0], [1, 1, 1, 1, 0],
        [0, 0, 0, 4, 0], [3, 1, 0, 0, 0], [0, 4, 0, 0, 0], [0, 0, 0, 0, 3], [2, 0, 0, 0, 0], [0, 0, 1, 0, 0],
    ])  # fmt: skip
    k = fleiss(counts)
    assert k.kappa_gwet is not None
    assert k.n_items == 11
    assert k.se0 is None  # Fleiss, Nee & Landis (1979) need equally many ratings
    only_paired = fleiss(counts[:-1])
    assert only_paired.po == k.po
    assert only_paired.kappa != pytest.approx(k.kappa, abs=1e-6)


def test_codes_and_counts_give_the_same():
    rng = np.random.default_rng(2)
    codes = rng.integers(0, 4, (50, 3))
    table = np.array([np.bincount(row, minlength=5) for row in codes])
    a, b = fleiss(table), fleiss_of_codes(codes, 5)
    for field in ("po", "pe", "kappa", "kappa_gwet", "randolph", "se0", "z", "p"):
        assert getattr(a, field) == pytest.approx(getattr(b, field), abs=1e-12)
    assert a.category_kappa[:4] == pytest.approx(b.category_kappa[:4], abs=1e-12)


def test_no_item_with_two_ratings():
    k = fleiss(np.array([[1, 0], [0, 1]]))
    assert k.kappa is None
    assert "two ratings" in k.reason


def test_light_and_conger_of_three_annotators():
    """The recognition study's 100 images: Fleiss .784740, Conger .784753, Light .784985."""
    patterns = {(1, 1, 1): 68, (0, 0, 0): 20, (1, 0, 1): 5, (0, 1, 1): 3, (1, 1, 0): 2, (0, 1, 0): 2}
    rows = [p for p, times in patterns.items() for _ in range(times)]
    found = panel(pd.DataFrame(rows, columns=["A1", "A2", "A3"]), "nominal", (0, 1), Resampling(replicates=0))
    assert found.estimate("conger_kappa").value == pytest.approx(0.7847533632287, abs=1e-12)
    assert found.estimate("light_kappa").value == pytest.approx(0.784984984984985, abs=1e-12)
