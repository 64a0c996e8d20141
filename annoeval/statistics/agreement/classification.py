"""How good are finds? Precision, recall and F from counts of hits, false alarms and misses."""

from __future__ import annotations


def precision(hits: float, false_alarms: float) -> float | None:
    """Share of the finds that are right; None without a find."""
    return hits / (hits + false_alarms) if hits + false_alarms else None


def recall(hits: float, misses: float) -> float | None:
    """Share of what there is that was found; None where there was nothing to find."""
    return hits / (hits + misses) if hits + misses else None


def f_beta(hits: float, false_alarms: float, misses: float, beta: float = 1.0) -> float | None:
    """The weighted harmonic mean of precision and recall, recall counting beta times as much; None without any object.

    (1 + β²) hits / ((1 + β²) hits + β² misses + false alarms). Raises ValueError for a negative count or beta ≤ 0.
    Source: van Rijsbergen (1979), Information Retrieval, 7.
    """
    if min(hits, false_alarms, misses) < 0 or beta <= 0:
        raise ValueError("counts are not negative and beta is above 0")
    weighted = (1 + beta**2) * hits
    total = weighted + beta**2 * misses + false_alarms
    return weighted / total if total else None
