"""Fleiss' kappa and its relatives against what was printed."""

import pandas as pd
import pytest

from annoeval.statistics.agreement.panel import Resampling, panel

BARE = Resampling(replicates=0)


def counted(*items):
    """Items that only count labels, as a panel of raters whose places mean nothing."""
    width = max(map(sum, items))
    rows = [[k for k, n in enumerate(item) for _ in range(n)] for item in items]
    table = pd.DataFrame([row + [None] * (width - len(row)) for row in rows], dtype=object)
    return panel(table, "nominal", tuple(range(len(items[0]))), BARE)


def values(found, *names):
    return tuple(found.estimate(name).value for name in names)


def test_randolphs_first_example():
    """Randolph (2005), free-marginal multirater kappa, p. 17: both kappas .33, P = .67, Pe = .5."""
    found = counted([3, 0], [2, 1], [1, 2], [0, 3])
    assert values(found, "fleiss_kappa", "brennan_prediger", "percent") == pytest.approx((1 / 3, 1 / 3, 2 / 3))
    k = found.estimate("fleiss_kappa")
    assert k.expected == pytest.approx(0.5)
    assert k.value / k.se0 == pytest.approx(1.1547005383792515)  # the test of Fleiss, Nee & Landis (1979)


def test_high_agreement_and_negative_kappa():
    """Randolph (2005), p. 17: the same agreement, one label common: Fleiss −.2, free margins .33."""
    found = counted([3, 0], [2, 1], [2, 1], [3, 0])
    assert values(found, "fleiss_kappa", "brennan_prediger") == pytest.approx((-0.2, 1 / 3))


def test_a_label_nobody_used_counts_for_free_margins_only():
    """Randolph's online calculator: counts 6 1 0 / 0 7 0 give .708333 and .785714."""
    found = counted([6, 1, 0], [0, 7, 0])
    assert values(found, "fleiss_kappa", "brennan_prediger") == pytest.approx((0.708333, 0.785714), abs=1e-6)


def test_one_label_only():
    found = counted([7, 0], [7, 0])
    assert values(found, "percent", "fleiss_kappa", "fleiss_kappa_gwet", "brennan_prediger") == (1.0, None, None, 1.0)
    assert "one and the same label" in found.estimate("fleiss_kappa").reason


def test_everyone_different_is_worse_than_chance():
    """Two items, three raters, three labels, each once: no pair agrees, −.5 (statsmodels discussion 7657)."""
    assert counted([1, 1, 1], [1, 1, 1]).estimate("fleiss_kappa").value == pytest.approx(-0.5)


def test_unequal_numbers_of_ratings_have_two_kappas():
    """Gwet's four-rater example (2014) and two items more: chance by item gives .657245 (R irrCAC, dist, g1g2 data);
    from all ratings pooled, .652964 (Fleiss 1971, eq. 2; chance .261141, observed .743590)."""
    found = counted(
        *([3, 0, 0, 0, 0], [0, 3, 1, 0, 0], [0, 0, 4, 0, 0], [0, 0, 4, 0, 0], [0, 4, 0, 0, 0], [1, 1, 1, 1, 0]),
        *([0, 0, 0, 4, 0], [3, 1, 0, 0, 0], [0, 4, 0, 0, 0], [0, 0, 0, 0, 3], [2, 0, 0, 0, 0], [0, 0, 1, 0, 0]),
        *([0, 3, 1, 0, 0], [1, 2, 1, 0, 0]),
    )
    assert found.n_items == 13
    assert values(found, "fleiss_kappa_gwet", "fleiss_kappa") == pytest.approx((0.657245, 0.652964), abs=6e-7)
    assert found.estimate("fleiss_kappa").se0 is None  # Fleiss, Nee & Landis need equally many ratings


def test_an_item_with_one_rating_counts_for_chance_only():
    """Nine ratings and one more: shares 6/10 and 4/10, chance .52, observed 7/9 of the three items with more."""
    rows = [[3, 0], [2, 1], [0, 3]]
    alone, beside = counted(*rows), counted(*rows, [1, 0])
    assert beside.estimate("fleiss_kappa").value == pytest.approx((7 / 9 - 0.52) / 0.48, abs=1e-12)
    assert beside.estimate("krippendorff_alpha").value == pytest.approx(
        alone.estimate("krippendorff_alpha").value, abs=1e-12
    )
    assert alone.estimate("fleiss_kappa_gwet").value != pytest.approx(beside.estimate("fleiss_kappa_gwet").value)


def test_no_item_with_two_ratings():
    k = panel(pd.DataFrame([["a", None], [None, "b"]]), "nominal", (), BARE).estimate("scott_pi")
    assert k.value is None
    assert "two raters" in k.reason


def test_light_and_conger_of_three_annotators():
    """The recognition study's 100 images: Fleiss .784740, Conger .784753, Light .784985."""
    patterns = {(1, 1, 1): 68, (0, 0, 0): 20, (1, 0, 1): 5, (0, 1, 1): 3, (1, 1, 0): 2, (0, 1, 0): 2}
    rows = [p for p, times in patterns.items() for _ in range(times)]
    found = panel(pd.DataFrame(rows, columns=["A1", "A2", "A3"]), "nominal", (0, 1), BARE)
    want = (0.7847404927050945, 0.7847533632287, 0.784984984984985)
    assert values(found, "fleiss_kappa", "conger_kappa", "light_kappa") == pytest.approx(want, abs=1e-12)
