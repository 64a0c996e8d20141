"""How like two sets of values are: precision, recall and F1, element by element."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class SetMatch:
    """Precision, recall and F1 of a predicted set against a reference set, each in [0, 1].

    Two empty sets agree (1, 1, 1); one empty set against a filled one has nothing right (0, 0, 0).
    """

    precision: float
    recall: float
    f1: float
    n_reference: int
    n_predicted: int
    n_shared: int


def match_sets(reference: Iterable[str], predicted: Iterable[str]) -> SetMatch:
    """Precision = shared ÷ predicted, recall = shared ÷ reference, F1 = 2 × shared ÷ (predicted + reference).

    Elements are compared as given; a repeated element counts once. Source: van Rijsbergen (1979), for sets the
    Dice coefficient.
    """
    a, b = set(reference), set(predicted)
    shared = len(a & b)
    if not a and not b:
        return SetMatch(1.0, 1.0, 1.0, 0, 0, 0)
    precision = shared / len(b) if b else 0.0
    recall = shared / len(a) if a else 0.0
    return SetMatch(precision, recall, 2 * shared / (len(a) + len(b)), len(a), len(b), shared)
