"""Weights of labels that differ."""

import numpy as np
import pytest

from annoeval.statistics.agreement.weights import WEIGHTS, agreement_weights, from_disagreement


def test_linear_and_quadratic_weights_of_four_labels():
    assert agreement_weights("linear", 4)[0] == pytest.approx([1, 2 / 3, 1 / 3, 0])
    assert agreement_weights("quadratic", 4)[0] == pytest.approx([1, 8 / 9, 5 / 9, 0])


def test_ordinal_weights_count_pairs_of_ranks_between():
    """Gwet (2014), table 3.6: 1 − C(|k − l| + 1, 2) / C(4, 2) for four labels."""
    assert agreement_weights("ordinal", 4)[0] == pytest.approx([1, 5 / 6, 1 / 2, 0])


def test_distances_by_value_where_asked_for():
    assert agreement_weights("linear", 3, (1, 2, 10))[0] == pytest.approx([1, 8 / 9, 0])


@pytest.mark.parametrize("kind", WEIGHTS)
@pytest.mark.parametrize("size", [0, 1, 2, 5])
def test_weights_are_between_0_and_1_with_ones_on_the_diagonal(kind, size):
    w = agreement_weights(kind, size)
    assert np.diag(w) == pytest.approx(np.ones(size))
    assert ((w >= 0) & (w <= 1)).all()
    assert np.array_equal(w, w.T)


def test_bad_weights_are_named():
    with pytest.raises(ValueError, match="unknown weights"):
        agreement_weights("cubic", 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="diagonal"):
        from_disagreement(np.ones((2, 2)))
    with pytest.raises(ValueError, match="square"):
        from_disagreement(np.ones((2, 3)))
