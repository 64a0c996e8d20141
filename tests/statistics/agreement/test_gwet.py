"""Gwet's coefficients and standard errors against his and irrCAC's printed values."""

from math import sqrt

import numpy as np
import pandas as pd
import pytest

from annoeval.statistics.agreement.panel import Resampling, panel
from tests.statistics.agreement.published import DATA_C

ABSTRACTORS = [[13, 0, 0], [0, 20, 7], [0, 4, 56]]
FEW = Resampling(replicates=20)  # standard errors come with intervals


def of_table(table, level="nominal"):
    items = [(i, j) for (i, j), n in np.ndenumerate(np.array(table)) for _ in range(n)]
    return panel(pd.DataFrame(items, columns=["a", "b"]), level, tuple(range(len(table))), FEW)


def of_units(units, level="nominal"):
    labels = sorted({v for row in units for v in row if v not in (None, "") and v == v})
    return panel(pd.DataFrame(units), level, labels, FEW)


def test_two_abstractors():
    """irrCAC vignette "overview": Cohen .7964094 (se .05891072), Scott .7962397, AC1 .8493305 (.04321747), BP .835
    (.04693346), percent .89 (.03128898). For tables Gwet divides by n, for ratings by n − 1."""
    found = of_table(ABSTRACTORS)
    n = sqrt(99 / 100)
    want = {
        "percent": (0.89, 0.03128898),
        "cohen_kappa": (0.7964094, 0.05891072),
        "scott_pi": (0.7962397, 0.05905473),
        "ac1": (0.8493305, 0.04321747),
        "brennan_prediger": (0.835, 0.04693346),
        "krippendorff_alpha": (0.7972585, 0.05905473),
    }
    for name, pair in want.items():
        e = found.estimate(name)
        assert (e.value, e.se * n) == pytest.approx(pair, abs=6e-8), name


def test_a_common_label_lowers_kappa_not_ac1():
    """Gwet's paradox table 80 7 / 8 5: 85 % agreement, kappa .314, AC1 .808."""
    found = of_table([[80, 7], [8, 5]])
    got = [found.estimate(name).value for name in ("percent", "cohen_kappa", "ac1")]
    assert got == pytest.approx([0.85, 0.31444, 0.808], abs=1e-5)


def test_quadratic_weights_on_a_four_point_scale():
    """irrCAC 1.4 in R: AC2 .84028 for this table."""
    found = of_table([[20, 5, 1, 0], [4, 15, 6, 1], [0, 5, 18, 4], [0, 1, 3, 12]], "ordinal")
    assert found.estimate("ac2").value == pytest.approx(0.84028, abs=6e-6)


def test_two_labels_have_no_weights():
    names = {e.coefficient for e in of_table([[80, 7], [8, 5]], "ordinal").estimates}
    assert {"cohen_kappa_quadratic", "ac2"}.isdisjoint(names)


def test_four_raters_with_gaps_and_quadratic_weights():
    """irrCAC vignette "weighting": AC2 .91400 (se .10396), Conger .85771 (.14367)."""
    found = of_units(DATA_C, "ordinal")
    ac, conger = found.estimate("ac2"), found.estimate("conger_kappa_quadratic")
    assert (ac.value, ac.se) == pytest.approx((0.91400, 0.10396), abs=6e-6)
    assert (conger.value, conger.se) == pytest.approx((0.857710656223, 0.143670663829), abs=1e-11)


def test_a_unit_with_one_rating_counts_for_chance_only():
    """Ten units of two raters and three more by one: irrCAC in R gives AC1 .854936 (se .208097), Fleiss .678095
    (.317692), Conger .657895 (.317895); Cohen's kappa and alpha do not see the three."""
    units = [["y", "y"]] * 8 + [["n", "n"], ["y", "n"], ["y", None], ["y", None], ["n", None]]
    found = of_units(units)
    assert (found.n_items, found.dropped_items) == (10, 3)
    for name, value, se in (
        ("percent", 0.9, 0.17321),
        ("ac1", 0.8549356223175966, 0.208096734198),
        ("fleiss_kappa_gwet", 0.6780952380952381, 0.317691547557),
        ("conger_kappa", 0.657894736842, 0.317894946843),
        ("krippendorff_alpha", 0.6274509803921569, 0.375380677112),
    ):
        e = found.estimate(name)
        assert e.value == pytest.approx(value, abs=1e-11), name
        assert e.se == pytest.approx(se, abs=6e-6 if name == "percent" else 1e-11), name
    paired = of_units(units[:10])
    assert found.estimate("cohen_kappa").value == pytest.approx(paired.estimate("cohen_kappa").value, abs=1e-12)
    assert "conger_kappa" not in {e.coefficient for e in paired.estimates}  # it is Cohen's where nothing is missing


def test_a_standard_error_over_clusters_is_that_of_whole_clusters():
    """Every item ten times over is ten times the data, but as clusters of ten no more than before."""
    rng = np.random.default_rng(2)
    x = pd.DataFrame(rng.integers(0, 3, (30, 3)))
    many = pd.concat([x] * 10, ignore_index=True)
    one = panel(x, "nominal", (0, 1, 2), FEW)
    together = panel(many, "nominal", (0, 1, 2), Resampling(np.tile(np.arange(30), 10), "clusters", 20))
    apart = panel(many, "nominal", (0, 1, 2), FEW)
    for name in ("percent", "fleiss_kappa", "ac1", "conger_kappa"):
        assert together.estimate(name).se == pytest.approx(one.estimate(name).se, abs=1e-12)
        assert apart.estimate(name).se < one.estimate(name).se / 3


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_missing_is_never_a_label(missing):
    table = [[missing if v is None else v for v in row] for row in DATA_C]
    assert of_units(table).estimate("ac1").value == pytest.approx(0.775444, abs=1e-6)


def test_one_label_of_two_declared():
    found = of_table([[10, 0], [0, 0]])
    assert [found.estimate(n).value for n in ("percent", "ac1", "brennan_prediger")] == [1.0, 1.0, 1.0]
    assert [found.estimate(n).value for n in ("cohen_kappa", "scott_pi", "krippendorff_alpha")] == [None] * 3
    assert found.estimate("ac1").se == 0
    assert found.estimate("ac1").low is None


def test_no_shared_item():
    e = of_units([["a", None], [None, "b"]]).estimate("ac1")
    assert e.value is None
    assert "two raters" in e.reason
