"""`recognition`: open answers on images with a target."""

import pandas as pd
import pytest

from annoeval.protocols.recognition import Recognition
from annoeval.questions import questions
from annoeval.ratings import latest
from annoeval.reading.table import Reading, Table

COLUMNS = ("image_id", "target", "annotator_id", "response_raw", "is_correct")


def reading(rows: list[tuple], columns=COLUMNS) -> list[Reading]:
    return [Reading("a.csv", "csv", (Table("a.csv", pd.DataFrame(rows, columns=list(columns)).astype("str")),))]


def test_is_recognised_by_target_annotator_and_answer():
    found = Recognition().detect(reading([("1", "break the ice", "A1", "ice", "0")]))
    assert found is not None
    assert found.confidence > 0.9


def test_an_image_is_one_item_with_an_answer_of_each_annotator():
    study = Recognition().build(reading([("1", "t", "A1", "x", "1"), ("1", "t", "A2", "y", "0")]), {})
    assert len(study.items) == 1
    judged = study.ratings[study.ratings["dimension"] == "recognised"]
    assert dict(zip(judged["rater"], judged["value"], strict=True)) == {"A1": 1.0, "A2": 0.0}
    assert study.items["answers"].iloc[0] == "A1: x\nA2: y"


def test_a_model_among_the_annotators_is_an_ai():
    study = Recognition().build(reading([("1", "t", "A1", "x", "1"), ("1", "t", "gpt-4o", "y", "0")]), {})
    assert study.of_kind("ai") == ["gpt-4o"]


def test_a_table_without_answers_dropped_along_is_named_as_not_used():
    other = Reading("labels.csv", "csv", (Table("labels.csv", pd.DataFrame({"id": ["1"], "A": ["x"]}).astype("str")),))
    study = Recognition().build([*reading([("1", "t", "A1", "x", "1")]), other], {})
    assert [(p.file, p.action) for p in study.problems] == [("labels.csv", "not used")]


def test_a_cell_that_says_neither_right_nor_wrong_is_missing():
    study = Recognition().build(reading([("1", "t", "A1", "x", "maybe")]), {})
    assert study.ratings.loc[study.ratings["dimension"] == "recognised", "value"].isna().all()
    assert any(p.value == "maybe" for p in study.problems)


def test_without_judgements_only_the_rule_scores():
    study = Recognition().build(reading([("1", "break the ice", "A1", "to break ice")], COLUMNS[:4]), {})
    assert list(study.dimensions) == ["recognised_auto", "answer", "canonical"]


RAW = (*COLUMNS, "response_normalized", "timestamp")


def test_when_an_answer_was_given_is_kept_with_it():
    row = ("1", "t", "A1", "The Ice!", "1", "the ice", "2024-03-01 10:00:00")
    study = Recognition().build(reading([row], RAW), {})
    assert set(study.ratings["time"]) == {pd.Timestamp("2024-03-01 10:00", tz="UTC")}
    assert study.problems == ()


def test_a_normalised_answer_is_the_value_and_the_raw_one_what_was_written():
    rows = [("1", "t", "A1", "The Ice!", "1", "the ice", ""), ("1", "t", "A2", "Snow", "0", None, "")]
    study = Recognition().build(reading(rows, RAW), {})
    answers = study.ratings[study.ratings["dimension"] == "answer"]
    assert answers[["response", "value"]].values.tolist() == [["The Ice!", "the ice"], ["Snow", "Snow"]]
    assert study.items["answers"].tolist() == ["A1: The Ice!\nA2: Snow"]


def test_of_two_answers_of_one_person_the_later_counts_whatever_the_order_of_rows():
    rows = [("1", "t", "A1", "second", "1", "", "2024-03-02"), ("1", "t", "A1", "first", "0", "", "2024-03-01")]
    for order in (rows, rows[::-1]):
        study = Recognition().build(reading(order, RAW), {})
        assert latest(study.ratings).query("dimension == 'recognised'")["value"].tolist() == [1.0]
        assert study.items["answers"].tolist() == ["A1: second"]
        assert [p.action for p in study.problems] == ["the latest counts"]


def test_without_times_the_last_row_counts_and_that_is_said():
    study = Recognition().build(reading([("1", "t", "A1", "x", "0"), ("1", "t", "A1", "y", "1")]), {})
    assert latest(study.ratings).query("dimension == 'recognised'")["value"].tolist() == [1.0]
    assert "no time says" in study.problems[0].action


def test_a_column_that_differs_between_answers_and_has_no_place_is_said():
    rows = [("1", "t", "A1", "x", "1", "de"), ("1", "t", "A2", "y", "0", "fr")]
    study = Recognition().build(reading(rows, (*COLUMNS, "browser_language")), {})
    assert "browser_language" not in study.items
    assert [(p.column, p.action, p.count) for p in study.problems] == [("browser_language", "not used", 2)]


@pytest.mark.parametrize(("dates", "last"), [("day_first", "the first"), ("month_first", "the second")])
def test_the_order_of_day_and_month_says_which_answer_came_last(dates, last):
    rows = [("1", "t", "A1", "the first", "0", "02/05/2026"), ("1", "t", "A1", "the second", "0", "05/04/2026")]
    study = Recognition().build(reading(rows, (*COLUMNS, "timestamp")), {"dates": dates})
    answers = study.ratings[study.ratings["dimension"] == "answer"]
    assert latest(answers)["response"].tolist() == [last]


@pytest.mark.parametrize(
    ("who", "asked"),
    [
        ("ABC", ["recognised of A", "recognised of B", "recognised of C"]),
        ("A", ["recognised of A"]),
        (["gpt-4o"], ["recognised"]),
    ],
)
def test_review_asks_of_each_persons_answer_whether_it_is_right(who, asked):
    study = Recognition().build(reading([("1", "spill the beans", w, "spill the tea", "FALSE") for w in who]), {})
    assert questions(study, "1", "recognised") == asked
    assert study.dimensions["recognised"].question == "Is the answer right?"
