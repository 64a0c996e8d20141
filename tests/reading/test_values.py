"""The text of cells as numbers, yes or no, confidences, times and labels."""

from __future__ import annotations

import pandas as pd
import pytest

from annoeval.reading.labels import label_set, variants
from annoeval.reading.values import looks_numeric, number, numbers


def cells(*texts: str | None, name: str = "score") -> pd.Series:
    return pd.Series(texts, index=pd.RangeIndex(2, len(texts) + 2), dtype="str", name=name)


def test_rubric_scores_are_read_whatever_their_form_and_nothing_is_clipped():
    got = numbers(cells("2", "2.0", " 1", "0 ", "n/a", "3", "-1", "1.5", None, "two"), allowed=(0, 1, 2))
    assert got.values.dropna().tolist() == [2, 2, 1, 0]
    assert got.values.mean() == 1.25
    assert [p.row for p in got.problems if p.problem.startswith(("not a", "outside"))] == [11, 7, 8, 9]


@pytest.mark.parametrize(
    ("text", "decimal", "value"),
    [
        ("0,625", ",", 0.625),
        ("1.234,5", ",", 1234.5),
        ("1,234.5", ".", 1234.5),
        ("−3", ".", -3),
        ("1e3", ".", 1000),
        ("1_000", ".", None),
        ("nan", ".", None),
        ("inf", ".", None),
        ("1,5", ".", None),
        ("12 %", ".", None),
    ],
)
def test_a_number_is_read_by_the_decimal_mark_of_its_file(text, decimal, value):
    assert number(text, decimal) == value


def test_words_for_no_answer_leave_a_column_of_numbers_one():
    assert looks_numeric(cells("1", "2,5", "n/a"), ",")
    assert not looks_numeric(cells("1", "2,5", "good"), ",")


@pytest.mark.parametrize("text", ['{"choices": ["Dog", "Cat"]}', '["Cat", "Dog"]', '["Dog", "Cat", "Dog"]'])
def test_the_order_of_labels_in_a_set_does_not_matter(text):
    assert label_set(text) == ("Cat", "Dog")


def test_a_bare_word_is_a_set_of_one():
    assert label_set("Cat") == label_set('["Cat"]') == label_set('{"choices": ["Cat"]}') == ("Cat",)
    assert label_set("Cat; Dog", ";") == ("Cat", "Dog")


def test_spellings_of_one_label_are_listed():
    got = variants(["Yes", "yes ", "Yes", " YES", "No", "no", "yes\u00a0", "maybe"])
    assert set(got) == {"Yes", "No"}
    assert set(got["Yes"]) == {"Yes", "yes ", " YES", "yes\u00a0"}


def test_numbers_too_large_to_be_counted_with_are_no_numbers():
    assert number("1e308") is number("-1e61") is number("1e999") is None
    assert number("-1e30") == -1e30
