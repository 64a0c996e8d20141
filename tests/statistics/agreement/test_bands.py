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
    assert span(0.52, 0.41, 0.72, 60) == "moderate to substantial"
    assert span(0.7, 0.65, 0.75, 60) == "substantial"
    assert span(None, None, None, 60) == ""
    assert span(1.0, None, None, 60) == ""


def test_no_word_below_twenty_items_or_over_three_bands():
    assert span(0.7, 0.65, 0.75, 19) == ""
    assert span(0.52, 0.31, 0.72, 60) == ""
    assert span(0.1, -0.1, 0.3, 60) == ""
