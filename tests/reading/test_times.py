"""Times cell by cell: each form is read, and day and month are told apart by the column or asked about."""

from __future__ import annotations

import pandas as pd
import pytest

from annoeval import load
from annoeval.reading.times import OPEN_DATES, looks_like_times, times


def cells(*texts: str | None, name: str = "time") -> pd.Series:
    return pd.Series(texts, index=pd.RangeIndex(2, len(texts) + 2), dtype="str", name=name)


def stamps(*texts: str, **options) -> list[str]:
    return ["–" if pd.isna(t) else t.strftime("%Y-%m-%d %H:%M:%S") for t in times(cells(*texts), **options).values]


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-25T14:05:09Z",
        "2026-03-25T14:05:09",
        "2026-03-25 15:05:09+01:00",
        "2026-03-25T14:05:09.000+0000",
        "2026/03/25 14:05:09",
        "20260325T14:05:09",
        "1774447509",
        "1774447509000",
        "1774447509.0",
        "1774447509000000",
        "25.03.2026 14:05:09",
        "25/03/2026, 14:05:09",
        "03/25/2026 2:05:09 PM",
        "3/25/26 2:05:09 p.m.",
        "25-03-2026 14:05:09",
        "25 Mar 2026 14:05:09",
        "25-Mar-2026 14:05:09",
        "25Mar2026:14:05:09",
        "25/Mar/2026:15:05:09 +0100",
        "March 25, 2026 2:05:09 PM",
        "Mar 25, 2026, 2:05:09 PM",
        "Wed, 25 Mar 2026 15:05:09 +0100",
        "Wed, 25 Mar 2026 14:05:09 GMT",
        "Wed Mar 25 07:05:09 PDT 2026",
        "Wed Mar 25 14:05:09 2026",
        "Wed Mar 25 2026 15:05:09 GMT+0100 (Central European Standard Time)",
        "2026/03/25 4:05:09 PM GMT+2",
        "25. März 2026 14:05:09",
        "25 de marzo de 2026 14:05:09",
        "2026年3月25日 14:05:09",
        "14:05:09 25.03.2026",
    ],
)
def test_a_time_is_read_in_whatever_form_it_is_written(text):
    assert stamps(text) == ["2026-03-25 14:05:09"]
    assert looks_like_times(cells(text), named=True)


def test_one_cell_in_another_form_leaves_the_others_as_they_are():
    mixed = [
        "2026-03-01T10:00:00Z",
        "2026-03-02T10:00:00Z",
        "1772532000",
        "Wed, 04 Mar 2026 10:00:00 +0000",
        "25.03.2026 10:00",
        "soon",
    ]
    got = times(cells(*mixed))
    assert got.values.dt.day.tolist()[:5] == [1, 2, 3, 4, 25]
    assert [(p.problem, p.row) for p in got.problems if p.problem == "not a time"] == [("not a time", 7)]
    assert looks_like_times(cells(*mixed), named=True)


def test_day_and_month_are_told_apart_by_the_columns_other_dates():
    assert times(cells("03/01/2026", "12/31/2026")).values.dt.month.tolist() == [3, 12]
    assert times(cells("03/01/2026", "31/12/2026")).values.dt.month.tolist() == [1, 12]


def test_dates_that_could_be_either_are_asked_about_and_never_guessed():
    asked = times(cells("03/04/2026", "05/06/2026", "2026-01-01", "07/07/2026"))
    assert asked.values.isna().tolist() == [True, True, False, False]
    assert [(p.row, p.problem) for p in asked.problems] == [(2, OPEN_DATES), (3, OPEN_DATES)]
    assert "day_first or month_first" in asked.problems[0].action
    assert stamps("03/04/2026", dates="day_first") == ["2026-04-03 00:00:00"]
    assert stamps("03/04/2026", dates="month_first") == ["2026-03-04 00:00:00"]


def test_a_column_that_shows_both_orders_decides_nothing():
    assert stamps("31/12/2026", "12/31/2026", "03/04/2026") == ["2026-12-31 00:00:00"] * 2 + ["–"]


def test_dates_with_points_have_the_day_first():
    assert stamps("03.04.2026") == ["2026-04-03 00:00:00"]


def test_a_time_without_a_zone_is_of_the_zone_that_is_said_and_told_where_others_have_one():
    assert stamps("2026-03-01 12:00:00", zone="Europe/Berlin") == ["2026-03-01 11:00:00"]
    got = times(cells("2026-03-01T12:00:00+02:00", "2026-03-01 12:00:00"))
    assert [str(t) for t in got.values] == ["2026-03-01 10:00:00+00:00", "2026-03-01 12:00:00+00:00"]
    assert [p.problem for p in got.problems] == ["times without a zone beside times with one"]


@pytest.mark.parametrize(
    ("texts", "yes"),
    [
        (("2026-03-01", "2026-03-02T10:00"), True),
        (("1.3.2026", "31.12.2026"), True),
        (("2026/03/01 1:02:03 PM",), True),
        (("Mar 5, 2026",), True),
        (("2026", "2025"), False),
        (("1700000000",), False),
        (("1-2", "3-4"), False),
        (("Figure 12", "May 3rd"), False),
        (("12:30",), False),
        (("chapter 3 2026",), False),
        (("1.2.3",), False),
    ],
)
def test_a_time_is_told_from_other_values_by_its_whole_date(texts, yes):
    assert looks_like_times(cells(*texts)) is yes


@pytest.mark.parametrize("odd", ["04.03.2026 10:00", "1772618400000", "Wed, 04 Mar 2026 10:00:00 +0000"])
def test_the_latest_judgement_is_the_latest_by_time_though_one_time_has_another_form(odd):
    table = (
        f'item_id,rater,label,time\ni1,A,new,"{odd}"\ni1,A,old,2026-03-01T10:00:00Z\n'
        "i1,B,new,2026-03-01T10:00:00Z\ni2,A,new,2026-03-01T10:00:00Z\ni2,B,old,2026-03-01T10:00:00Z\n"
    )
    from annoeval.ratings import latest

    study = load(("t.csv", table.encode()), protocol="ratings")
    now = latest(study.ratings).set_index(["item_id", "rater"])["value"]
    assert now["i1", "A"] == "new"
