"""Agreement beyond chance: (observed − expected) / (1 − expected), and 1 − observed / expected disagreement."""

from __future__ import annotations

import numpy as np

from annoeval.statistics.rounding import ROUNDING

Parts = tuple[np.ndarray, np.ndarray, np.ndarray]  # value, observed, expected


def chance_corrected(observed: np.ndarray, expected: np.ndarray) -> Parts:
    """(observed − expected) / (1 − expected), NaN where chance agreement is 1.

    A difference that is rounding alone is 0, so that a coefficient of exactly 0 is neither 2e-15 nor −8e-16.
    """
    room, beyond = 1 - expected, observed - expected
    beyond = beyond - np.where(np.abs(beyond) < ROUNDING, beyond.real, 0.0)  # a derivative's imaginary part stays
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(room.real < ROUNDING, np.nan, beyond / np.where(room.real < ROUNDING, 1.0, room))
    return value, observed, expected


def one_minus(observed: np.ndarray, expected: np.ndarray) -> Parts:
    """1 − observed / expected disagreement, NaN where no disagreement was possible."""
    value = 1 - ratio(observed, np.where(expected.real > ROUNDING, expected, 0.0))
    return value - np.where(np.abs(value) < ROUNDING, value.real, 0.0), observed, expected


def ratio(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a / b, NaN where b is not above 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(b.real > 0, a / np.where(b.real > 0, b, 1.0), np.nan)
