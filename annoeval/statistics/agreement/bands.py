"""Landis & Koch's words for a coefficient, as the range its interval spans."""

from __future__ import annotations

BANDS: tuple[tuple[float, str], ...] = (
    (0.80, "almost perfect"),
    (0.60, "substantial"),
    (0.40, "moderate"),
    (0.20, "fair"),
    (0.00, "slight"),
)


def band(value: float | None) -> str:
    """The word for one value (Landis & Koch 1977, Biometrics 33, p. 165); lower bounds belong to their band.

    Below 0 is "poor"; an undefined value has no band ("").
    """
    if value is None:
        return ""
    return next((word for low, word in BANDS if value >= low), "poor")


FEWEST = 20  # items below which no word is said
MOST = 2  # bands that an interval may span


def span(value: float | None, low: float | None, high: float | None, items: int) -> str:
    """The words the interval spans ("moderate to substantial"); "" where there is no value or no interval, below 20
    items, and where the interval spans three bands or more, since then any word would claim too much.

    The bounds of the bands are arbitrary, so one word for an estimate with an interval would claim too much as well.
    """
    if value is None or low is None or high is None or items < FEWEST:
        return ""
    words = [word for _, word in BANDS[::-1]]
    first, last = band(low), band(high)
    rank = {"poor": -1, **{word: n for n, word in enumerate(words)}}
    if rank[last] - rank[first] >= MOST:
        return ""
    return first if first == last else f"{first} to {last}"
