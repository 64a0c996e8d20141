"""Landis & Koch's words."""

import pytest

from annoeval.statistics.agreement.bands import band, span


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (-0.01, "poor"),
        (0, "slight"),
        (0.1999, "slight"),
        (0.2, "fair"),
        (0.4, "moderate"),
        (0.5999, "moderate"),
        (0.6, "substantial"),
        (0.8, "almost perfect"),
        (1.0, "almost perfect"),
        (None, ""),
    ],
)
def test_a_bound_belongs_to_the_band_above_it(value, word):
    assert band(value) == word


def test_words_say_the_range_of_the_interval():
    assert span(0.52, 0.31, 0.72) == "fair to substantial"
    assert span(0.7, 0.65, 0.75) == "substantial"
    assert span(None, None, None) == ""
    assert span(1.0, None, None) == ""
