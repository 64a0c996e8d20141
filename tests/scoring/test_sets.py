"""Set-valued fields: precision, recall and F1 by element."""

import pytest

from annoeval.scoring.sets import match_sets


@pytest.mark.parametrize(
    ("reference", "predicted", "precision", "recall", "f1"),
    [
        (["a", "b"], ["a", "b"], 1, 1, 1),
        (["a", "b"], ["b", "a"], 1, 1, 1),
        (["a", "b"], ["a"], 1, 0.5, 2 / 3),
        (["a"], ["a", "b", "c"], 1 / 3, 1, 0.5),
        (["a"], ["b"], 0, 0, 0),
        ([], [], 1, 1, 1),
        (["a"], [], 0, 0, 0),
        ([], ["a"], 0, 0, 0),
        (["a", "a"], ["a"], 1, 1, 1),
    ],
)
def test_precision_recall_and_f1(reference, predicted, precision, recall, f1):
    match = match_sets(reference, predicted)
    assert (match.precision, match.recall, match.f1) == pytest.approx((precision, recall, f1))
