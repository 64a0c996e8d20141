"""Cohen's kappa against what was printed, and where it has no value."""

import numpy as np
import pandas as pd
import pytest

from annoeval.statistics.agreement.coding import code
from annoeval.statistics.agreement.cohen import cohen, cohen_of_cells
from annoeval.statistics.agreement.contingency import cells, pair_cells, prevalence_and_bias
from annoeval.statistics.agreement.panel import Resampling, panel
from annoeval.statistics.agreement.weights import from_disagreement

COHEN_1960 = np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]])


def two(a, b, categories=(), level="nominal"):
    """Two columns of labels through the panel."""
    return panel(pd.DataFrame({"a": a, "b": b}, dtype=object), level, categories, Resampling(replicates=0))


def of_table(table, level="nominal"):
    """A table of counts, row by row, through the panel."""
    items = [(i, j) for (i, j), n in np.ndenumerate(table) for _ in range(n)]
    return two(*zip(*items, strict=True), tuple(range(len(table))), level)


def test_cohens_own_example():
    """Cohen (1960), Educ. Psychol. Meas. 20, p. 45: .70 observed, .41 expected, kappa .492, at most .831."""
    k = cohen(COHEN_1960)
    assert (k.n, k.po, k.pe) == (200, pytest.approx(0.70), pytest.approx(0.41))
    assert k.kappa == pytest.approx(0.4915254237288136, abs=1e-12)
    assert k.kappa_max == pytest.approx(0.8305084745762712, abs=1e-12)
    assert k.se == pytest.approx(0.05100181557607785, abs=1e-12)
    found = of_table(COHEN_1960).estimate("cohen_kappa")
    assert (found.value, found.observed, found.expected) == pytest.approx((k.kappa, k.po, k.pe), abs=1e-12)


def test_asymmetric_disagreement_weights():
    """Cohen (1968), Psychol. Bull. 70, 213–220: his own weights, rows = first rater; kappa_w .353."""
    d = np.array([[0, 1, 4], [1, 0, 6], [2, 2, 0]])
    k = cohen(COHEN_1960, from_disagreement(d))
    assert k.kappa == pytest.approx(0.3533834586466165, abs=1e-12)
    assert cohen(COHEN_1960, from_disagreement(7 * d)).kappa == pytest.approx(k.kappa, abs=1e-12)


def test_linear_weights_with_interval_and_test():
    """SAS PROC FREQ manual, skin ratings: weighted kappa .4701, se .1457, CI .1845–.7558, z 3.2971, p .0010."""
    table = np.array([[0, 4, 1], [0, 8, 0], [0, 1, 5]])
    k = cohen(table, "linear")
    got = (k.kappa, k.se, k.low, k.high, k.se0, k.z, k.p)
    assert got == pytest.approx((0.4701, 0.1457, 0.1845, 0.7558, 0.1426, 3.2971, 0.0010), abs=6e-5)
    assert of_table(table, "ordinal").estimate("cohen_kappa_linear").value == pytest.approx(k.kappa, abs=1e-12)


def test_the_error_by_chance_needs_no_table_of_labels():
    """Equality as a matrix of weights and as no weights are one kappa with one test."""
    row, column = np.nonzero(COHEN_1960)
    plain = cohen_of_cells(row, column, COHEN_1960[row, column], 3)
    matrix = cohen_of_cells(row, column, COHEN_1960[row, column], 3, np.eye(3))
    assert (plain.se0, plain.z, plain.p) == pytest.approx((matrix.se0, matrix.z, matrix.p), abs=1e-12)


def test_a_level_nobody_used_keeps_its_place():
    """The anxiety ratings of R's irr package: 5 is unused; on the declared 1–6 scale 4 and 6 are two steps apart."""
    a = [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4]
    b = [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2]
    used, declared = two(a, b, (1, 2, 3, 4, 6), "ordinal"), two(a, b, (1, 2, 3, 4, 5, 6), "ordinal")
    assert used.estimate("cohen_kappa_quadratic").value == pytest.approx(0.2520325, abs=1e-7)
    assert declared.estimate("cohen_kappa_quadratic").value == pytest.approx(0.2297979797979798, abs=1e-12)


def test_labels_are_ordered_as_declared_not_by_alphabet():
    a = ["low", "low", "medium", "high", "high", "medium", "low", "high"]
    b = ["low", "medium", "medium", "high", "medium", "medium", "low", "low"]
    found = two(a, b, ("low", "medium", "high"), "ordinal")
    assert found.estimate("cohen_kappa_quadratic").value == pytest.approx(0.4)


def test_one_label_only_has_no_kappa():
    k = cohen(np.array([[5, 0], [0, 0]]))
    assert (k.po, k.pe, k.kappa, k.low) == (1.0, 1.0, None, None)
    assert "one label only" in k.reason
    found = of_table(np.array([[5, 0], [0, 0]])).estimate("cohen_kappa")
    assert found.value is None
    assert "by chance is certain" in found.reason


def test_nothing_in_common_has_no_kappa():
    k = cohen(np.zeros((2, 2)))
    assert (k.n, k.kappa) == (0, None)
    assert "no item" in k.reason
    assert "agreement needs shared items" in two(["a", None], [None, "b"]).estimate("cohen_kappa").reason


def test_a_rater_of_one_label_gives_kappa_zero_not_nan():
    """Nine of ten equal, one rater never said "bad": kappa is exactly 0, its test undefined."""
    k = cohen(np.array([[0, 0], [1, 9]]))
    assert k.kappa == pytest.approx(0, abs=1e-15)
    assert (k.se, k.z, k.p) == (0.0, None, None)


@pytest.mark.parametrize("missing", [None, float("nan"), ""])
def test_missing_is_no_label(missing):
    assert sum(cells(code([["a", "a"], ["b", "b"], [missing, "a"]]), 0, 1)[2]) == 2


def test_a_label_called_nan_is_a_label():
    assert sum(cells(code([["nan", "nan"], ["naan", "naan"], ["nan", "naan"]]), 0, 1)[2]) == 3


@pytest.mark.parametrize(("raters", "labels"), [(5, 4), (3, 700)])
@pytest.mark.parametrize("every", [False, True])
def test_the_tables_of_all_pairs_are_those_of_each(raters, labels, every):
    rng = np.random.default_rng(7)
    table = rng.integers(0, min(labels, 40), (60, raters)).astype(float)
    table[rng.random(table.shape) < 0.3] = np.nan
    coded = code(table, tuple(map(float, range(labels))))
    for i, j, found in pair_cells(coded, every):
        both = np.isfinite(table[:, i]) & np.isfinite(table[:, j])
        assert found[2].sum() == both.sum()
        for one, other in zip(found, cells(coded, i, j, every), strict=True):
            assert one.tolist() == other.tolist()


def test_prevalence_and_bias_index():
    """Byrt, Bishop & Carlin (1993), J. Clin. Epidemiol. 46: PI = |a − d| / n, BI = |b − c| / n."""
    assert prevalence_and_bias(np.array([[80, 7], [8, 5]])) == pytest.approx((0.75, 0.01))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (np.ones((2, 3)), "square"),
        ([[0.4, 0.1], [0.1, 0.4]], "counts"),
        ([[4, -1], [1, 4]], "counts"),
        ([[4, float("nan")], [1, 4]], "counts"),
    ],
)
def test_a_table_holds_counts_and_is_square(table, words):
    """Shares, negatives and gaps once gave a kappa of 2.2."""
    with pytest.raises(ValueError, match=words):
        cohen(np.array(table))


def test_weights_must_fit_the_table():
    with pytest.raises(ValueError, match="3 labels"):
        cohen(COHEN_1960, np.eye(2))
