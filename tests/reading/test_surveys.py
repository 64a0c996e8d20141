"""Exports of survey platforms: what a platform says of an answer, in words or in its own numbers."""

from __future__ import annotations

import pytest

from annoeval import load
from annoeval.tables.rejected import NOT_COUNTED

HEADER = "StartDate,EndDate,Status,ResponseId,RecordedDate,Q1,Q2"
SAID = {"ResponseId": "rater", "Status": "status", "Q1": "answer", "Q2": "answer"}


def survey(*statuses: str):
    rows = [
        f"2024-05-0{n} 10:00:00,2024-05-0{n} 10:05:00,{status},R_{n},2024-05-0{n} 10:05:01,{n % 3 + 1},{n % 2 + 1}"
        for n, status in enumerate(statuses, 1)
    ]
    return load(("answers.csv", "\n".join([HEADER, *rows]).encode()), options={"mapping": SAID})


@pytest.mark.parametrize(("number", "word"), [("1", "survey preview"), ("2", "survey test"), ("8", "spam")])
def test_a_status_that_is_a_number_turns_an_answer_down_as_its_word_does(number, word):
    by_number, by_word = survey("0", number, "0"), survey("IP Address", word, "IP Address")
    assert by_number.raters["name"].tolist() == by_word.raters["name"].tolist() == ["R_1", "R_3"]
    assert [p.value for p in by_number.problems if p.action == NOT_COUNTED] == [word]


def test_answers_that_were_imported_or_given_offline_count():
    assert survey("0", "4", "16").raters["name"].tolist() == ["R_1", "R_2", "R_3"]
