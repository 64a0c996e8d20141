"""Exports of survey platforms: what a platform says of an answer, in words or in its own numbers."""

from __future__ import annotations

import pytest

from annoeval import load
from annoeval.tables.rejected import NOT_COUNTED
from tests.tables.settled import likeliest, load_asked

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


TIMES = ["Timestamp", "Zeitstempel", "Horodateur", "Отметка времени", "タイムスタンプ", "时间戳记"]


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("who", ["E-Mail-Adresse", "メールアドレス", "Identifiant", None])
def test_a_form_in_any_language_has_a_row_a_person_and_a_column_a_question(time, who):
    head = [time, *([who] if who else []), "Text 1?", "Text 2?", "Text 3?"]
    rows = [
        [f"2024/01/{n + 1:02d} 10:00:00", *([f"p{n}@x.org"] if who else []), n % 5 + 1, n % 3 + 1, n % 2 + 1]
        for n in range(10)
    ]
    study = likeliest(("form.csv", "\n".join(",".join(map(str, r)) for r in [head, *rows]).encode()))
    assert (len(study.raters), list(study.items.index)) == (10, ["Text 1?", "Text 2?", "Text 3?"])


def test_people_known_by_their_addresses_are_no_items():
    rows = [(f"p{n}@x.org", n % 5 + 1, n % 3 + 1) for n in range(10)]
    question = load_asked("contact,clarity of A,clarity of B", rows)
    assert all((way.mapping or {})["contact"] != "item" for way in question.ways)


def test_a_second_row_that_says_the_names_again_holds_no_answer():
    names = "Start Date,End Date,Response Type,Response ID,Recorded Date,How good is A?,How good is B?"
    rows = [f"2024-05-0{n} 10:00:00,2024-05-0{n} 10:05:00,IP Address,R_{n},2024-05-0{n},3,4" for n in range(1, 8)]
    study = load(("s.csv", "\n".join([HEADER, names, *rows]).encode()), options={"mapping": SAID})
    assert study.raters["name"].tolist() == [f"R_{n}" for n in range(1, 8)]
    assert study.items["question"].tolist() == ["How good is A?", "How good is B?"]


def test_parts_of_a_question_stand_in_a_second_row():
    head = "Respondent ID,Collector ID,End Date,Rate the texts,,,Any comments?"
    parts = ",,,Text A,Text B,Text C,Open-Ended Response"
    rows = [f"{118 + n},4,2024-05-{n + 1:02d},{n % 5 + 1},{n % 3 + 1},{n % 4 + 1},ok" for n in range(14)]
    study = likeliest(("s.csv", "\n".join([head, parts, *rows]).encode()))
    assert (len(study.raters), list(study.items.index)) == (14, ["Text A", "Text B", "Text C"])
