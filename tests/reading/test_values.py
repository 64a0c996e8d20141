"""The text of cells as numbers, yes or no, confidences, times and labels."""

from __future__ import annotations

import pandas as pd
import pytest

from annoeval.reading.labels import label_set, variants
from annoeval.reading.times import looks_like_times, times
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
    [("0,625", ",", 0.625), ("1.234,5", ",", 1234.5), ("1,234.5", ".", 1234.5), ("−3", ".", -3), ("1e3", ".", 1000),
     ("1_000", ".", None), ("nan", ".", None), ("inf", ".", None), ("1,5", ".", None), ("12 %", ".", None)],
)  # fmt: skip
def test_a_number_is_read_by_the_decimal_mark_of_its_file(text, decimal, value):
    assert number(text, decimal) == value


def test_words_for_no_answer_leave_a_column_of_numbers_one():
    assert looks_numeric(cells("1", "2,5", "n/a"), ",")
    assert not looks_numeric(cells("1", "2,5", "good"), ",")


def test_times_become_utc():
    got = times(cells("2026-03-01T12:00:00+02:00", "2026-03-01 12:00:00", "soon"))
    assert [str(t) for t in got.values[:2]] == ["2026-03-01 10:00:00+00:00", "2026-03-01 12:00:00+00:00"]
    assert got.problems[0].row == 4


def test_day_and_month_are_told_apart_by_the_whole_column():
    assert times(cells("03/01/2026", "12/31/2026")).values.dt.month.tolist() == [3, 12]
    assert times(cells("03/01/2026", "31/12/2026")).values.dt.month.tolist() == [1, 12]
    either = times(cells("03/01/2026", "02/03/2026"))
    assert "either way" in either.problems[0].problem


def test_the_times_of_mechanical_turk_carry_their_zone_within():
    got = times(cells("Tue Sep 08 11:28:31 PDT 2020", "Wed Jan 06 03:04:05 PST 2021"))
    assert [str(t) for t in got.values] == ["2020-09-08 18:28:31+00:00", "2021-01-06 11:04:05+00:00"]
    assert not got.problems


@pytest.mark.parametrize(
    ("texts", "yes"),
    [(("2026-03-01", "2026-03-02T10:00"), True), (("1.3.2026", "31.12.2026"), True), (("2026/03/01 1:02:03 PM",), True),
     (("Mar 5, 2026",), True), (("2026", "2025"), False), (("1700000000",), False), (("1-2", "3-4"), False),
     (("Figure 12", "May 3rd"), False), (("12:30",), False)],
)  # fmt: skip
def test_a_time_is_told_from_other_values_by_its_whole_date(texts, yes):
    assert looks_like_times(cells(*texts)) is yes


def test_unix_times_are_seconds_or_milliseconds():
    got = times(cells("1700000000", "1700000000000")).values
    assert got.iloc[0] == got.iloc[1] == pd.Timestamp("2023-11-14 22:13:20", tz="UTC")


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
