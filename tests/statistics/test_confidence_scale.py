"""The scale of stated confidence belongs to the columns, not to the cell."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.statistics.confidence_scale import ConfidenceScale, recognise, to_unit


def unit(cells, scale=None):
    return to_unit(cells, scale or recognise(cells))


def test_both_ends_of_a_percentage_scale_are_values():
    values, left_out = unit(["0", "1", "40", "100", "90%"])
    assert values.tolist() == pytest.approx([0, 0.01, 0.4, 1, 0.9])
    assert not left_out


def test_a_lone_fraction_among_percentages_is_flagged_not_guessed():
    values, left_out = unit(["0", "1", "40", "100", "0.9"])
    assert np.isnan(values[4])
    assert "ambiguous" in left_out[4]


def test_on_a_scale_of_zero_to_one_a_one_is_certain():
    assert unit(["0", "1", "0.25", "0.8"])[0].tolist() == [0, 1, 0.25, 0.8]


def test_the_family_decides_and_not_the_column():
    low, high = ["1", "1", "0"], ["9", "10", "8"]
    scale = recognise([*low, *high])
    assert scale.name == "0-10"
    assert to_unit(low, scale)[0].tolist() == [0.1, 0.1, 0]


def test_fractions_are_a_matter_of_course_where_others_have_them():
    values, left_out = unit(["7.5", "0.5", "8"])
    assert values.tolist() == [0.75, 0.05, 0.8]
    assert not left_out


def test_percent_signs_alone_say_the_scale():
    assert recognise(["85%", "7 %"]).because == "every value has a percent sign"
    assert unit(["85%", "7 %", "0.5%"])[0].tolist() == pytest.approx([0.85, 0.07, 0.005])


def test_words_and_gaps_are_missing_and_only_words_are_said():
    values, left_out = unit(["8", "very sure", "", None, float("nan")])
    assert np.isnan(values[1:]).all()
    assert left_out == {1: "no number"}


def test_a_value_beyond_a_set_scale_is_said():
    values, left_out = to_unit(["4", "7"], ConfidenceScale.named("1-5"))
    assert values[0] == 0.75
    assert "outside the scale 1-5" in left_out[1]


def test_a_scale_can_be_set_by_name():
    assert to_unit(["1"], ConfidenceScale.named("0-10"))[0][0] == 0.1
    assert ConfidenceScale.named("percent").name == "1-100"
    assert ConfidenceScale.named(" 1 – 7 ").high == 7
    with pytest.raises(ValueError, match="unknown confidence scale"):
        ConfidenceScale.named("stars")


def test_a_family_without_numbers_has_no_scale():
    assert recognise(["high", "", None]) is None


def test_decimal_commas_are_read():
    assert unit(["0,5", "1"])[0].tolist() == [0.5, 1]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 100), min_size=1, max_size=30))
def test_every_whole_number_of_a_percentage_column_is_kept(numbers):
    cells = [str(n) for n in numbers] + ["100"]
    values, left_out = unit(cells)
    assert not left_out
    assert values.tolist() == pytest.approx([n / 100 for n in numbers] + [1])
