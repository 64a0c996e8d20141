"""Cohen's kappa against what was printed, and where it has no value."""

import numpy as np
import pytest

from annoeval.statistics.agreement.coding import code
from annoeval.statistics.agreement.cohen import cohen, cohen_of, kappa_matrix, prevalence_and_bias

COHEN_1960 = np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]])


def test_cohens_own_example():
    """Cohen (1960), Educ. Psychol. Meas. 20, p. 45: .70 observed, .41 expected, kappa .492, at most .831."""
    k = cohen(COHEN_1960)
    assert (k.n, k.po, k.pe) == (200, pytest.approx(0.70), pytest.approx(0.41))
    assert k.kappa == pytest.approx(0.4915254237288136, abs=1e-12)
    assert k.kappa_max == pytest.approx(0.8305084745762712, abs=1e-12)
    assert k.se == pytest.approx(0.05100181557607785, abs=1e-12)


def test_asymmetric_disagreement_weights():
    """Cohen (1968), Psychol. Bull. 70, 213–220: his own weights, rows = first rater; kappa_w .353."""
    k = cohen(COHEN_1960, disagreement=np.array([[0, 1, 4], [1, 0, 6], [2, 2, 0]]))
    assert k.kappa == pytest.approx(0.3533834586466165, abs=1e-12)


def test_the_scale_of_disagreement_weights_does_not_matter():
    d = np.array([[0, 1, 4], [1, 0, 6], [2, 2, 0]])
    assert cohen(COHEN_1960, disagreement=7 * d) == cohen(COHEN_1960, disagreement=d)


def test_linear_weights_with_interval_and_test():
    """SAS PROC FREQ manual, skin ratings: weighted kappa .4701, se .1457, CI .1845–.7558, z 3.2971, p .0010."""
    k = cohen(np.array([[0, 4, 1], [0, 8, 0], [0, 1, 5]]), "linear")
    got = (k.kappa, k.se, k.low, k.high, k.se0, k.z, k.p)
    assert got == pytest.approx((0.4701, 0.1457, 0.1845, 0.7558, 0.1426, 3.2971, 0.0010), abs=6e-5)


def test_a_level_nobody_used_keeps_its_place():
    """The anxiety ratings of R's irr package: 5 is unused; on the declared 1–6 scale 4 and 6 are two steps apart."""
    a = [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4]
    b = [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2]
    assert cohen_of(a, b, (1, 2, 3, 4, 6), "quadratic").kappa == pytest.approx(0.2520325, abs=1e-7)
    assert cohen_of(a, b, (1, 2, 3, 4, 5, 6), "quadratic").kappa == pytest.approx(0.2297979797979798, abs=1e-12)


def test_labels_are_ordered_as_declared_not_by_alphabet():
    a = ["low", "low", "medium", "high", "high", "medium", "low", "high"]
    b = ["low", "medium", "medium", "high", "medium", "medium", "low", "low"]
    assert cohen_of(a, b, ("low", "medium", "high"), "quadratic").kappa == pytest.approx(0.4)


def test_numbers_written_as_text_sort_by_size():
    a, b = ["1", "2", "10", "10", "2", "1", "10", "2"], ["1", "10", "10", "10", "2", "2", "2", "2"]
    assert cohen_of(a, b, (), "quadratic").kappa == pytest.approx(0.647058823529, abs=1e-9)


def test_one_label_only_has_no_kappa():
    k = cohen(np.array([[5, 0], [0, 0]]))
    assert (k.po, k.pe, k.kappa, k.low) == (1.0, 1.0, None, None)
    assert "one label only" in k.reason


def test_nothing_in_common_has_no_kappa():
    k = cohen_of(["a", None], [None, "b"])
    assert (k.n, k.kappa) == (0, None)
    assert "no item" in k.reason


def test_a_rater_of_one_label_gives_kappa_zero_not_nan():
    """Nine of ten equal, one rater never said "bad": kappa is exactly 0, its test undefined."""
    k = cohen(np.array([[0, 0], [1, 9]]))
    assert k.kappa == pytest.approx(0, abs=1e-15)
    assert (k.se, k.z, k.p) == (0.0, None, None)


@pytest.mark.parametrize("missing", [None, float("nan"), ""])
def test_missing_is_no_label(missing):
    assert cohen_of(["a", "b", missing], ["a", "b", "a"]).n == 2


def test_a_label_called_nan_is_a_label():
    assert cohen_of(["nan", "naan", "nan"], ["nan", "naan", "naan"]).n == 3


def test_the_matrix_of_all_pairs_equals_the_pairs():
    rng = np.random.default_rng(7)
    table = rng.integers(0, 4, (60, 5)).astype(float)
    table[rng.random(table.shape) < 0.3] = np.nan
    kappa, n = kappa_matrix(code(table))
    for i in range(5):
        for j in range(5):
            k = cohen_of(table[:, i], table[:, j], (0.0, 1.0, 2.0, 3.0))
            assert kappa[i, j] == pytest.approx(k.kappa, abs=1e-12)
            assert n[i, j] == k.n


def test_prevalence_and_bias_index():
    """Byrt, Bishop & Carlin (1993), J. Clin. Epidemiol. 46: PI = |a − d| / n, BI = |b − c| / n."""
    assert prevalence_and_bias(np.array([[80, 7], [8, 5]])) == pytest.approx((0.75, 0.01))


def test_a_table_must_be_square():
    with pytest.raises(ValueError, match="square"):
        cohen(np.ones((2, 3)))
