"""`recognition`: open answers on images with a target."""

import pandas as pd
import pytest

from annoeval.protocols.recognition import Recognition
from annoeval.reading.table import Reading, Table
from annoeval.scoring.answers import right

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
    assert list(study.dimensions) == ["recognised_auto", "answer"]


@pytest.mark.parametrize(
    ("answer", "target", "verdict"),
    [
        ("Break the ice!", "break the ice", 1.0),
        ("to break ice", "break the ice", 1.0),
        ("beat around the bush", "break the ice", 0.0),
        ("achilles heel", "Achilles' heel", 1.0),
        ("brake the ice", "break the ice", 1.0),  # misspelt
        ("elbow room", "elbow grease", 0.0),
        ("a snake in the gras", "snake in the grass", 1.0),
        (None, "break the ice", None),
        ("", "break the ice", 0.0),
    ],
)
def test_an_answer_is_right_when_it_names_the_target_in_its_own_words(answer, target, verdict):
    assert right(answer, target)[0] == verdict
