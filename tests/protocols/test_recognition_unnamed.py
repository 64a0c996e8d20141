"""Answers of one person a file, as an annotation page saves them: whose they are is asked, never guessed."""

import pytest

import annoeval
from annoeval.__main__ import main
from annoeval.opening import Said, header_of, open, readings_of
from annoeval.problem import AnnoevalError
from annoeval.ways import NotSure, Question

ANNA = ("anna.csv", b"image_id,text_value\n6.jpg,A bite at the cherry!\n25.jpg,pot of luck\n27.jpg,\n")
BEN = ("ben.csv", b"text_value,image_id\nrolling stone,27.jpg\n,6.jpg\n")
LIST = ("sampled_idioms.csv", b"id,idiom\n6,a bite at the cherry\n25,a pot of gold\n27,a rolling stone\n")


def of_all(study, dimension):
    mine = study.ratings[(study.ratings["dimension"] == dimension) & study.ratings["value"].notna()]
    return dict(zip(zip(mine["item_id"], mine["rater"], strict=True), mine["value"], strict=True))


def test_a_file_that_says_no_annotator_asks_for_one():
    with pytest.raises(NotSure) as asked:
        annoeval.load(ANNA, BEN, LIST)
    assert asked.value.question.unsaid == ("anna.csv", "ben.csv")
    assert "anna.csv and ben.csv do not say who annotated" in str(asked.value)


def test_with_a_list_of_targets_and_annotators_the_answers_are_judged_and_blanks_are_no_answers():
    study = annoeval.load(ANNA, BEN, LIST, options={"annotators": {"anna.csv": "A1", "ben.csv": "A2"}})
    assert of_all(study, "recognised_auto") == {("6", "A1"): 1.0, ("25", "A1"): 0.0, ("27", "A2"): 1.0}
    assert study.items["target"].tolist() == ["a bite at the cherry", "a pot of gold", "a rolling stone"]
    assert study.problems == ()


def test_without_targets_there_is_no_right_and_wrong_and_what_was_written_counts():
    study = annoeval.load(ANNA, options={"annotators": {"": "A1"}})
    assert of_all(study, "recognised_auto") == {}
    assert of_all(study, "canonical") == {("6.jpg", "A1"): "bite at cherry", ("25.jpg", "A1"): "pot of luck"}


def test_beside_a_file_that_names_its_annotators_the_image_of_an_id_is_the_same():
    raw = (
        "raw.csv",
        b"image_id,target_idiom,annotator_id,response_raw\n6,a bite at the cherry,B1,cherry\n",
    )
    study = annoeval.load(raw, ANNA, protocol="recognition", options={"annotators": {"anna.csv": "A1"}})
    assert of_all(study, "recognised_auto")["6", "A1"] == 1.0
    assert "6.jpg" not in study.items.index


def test_who_annotated_one_file_is_never_taken_for_the_next_of_its_columns():
    said = {"protocol": "recognition", "annotators": {"other.csv": "A1"}}
    before = {header_of(readings_of([ANNA])): Said(said, "UTF-8")}
    assert open([ANNA], before).unsaid == ("anna.csv",)


def test_the_command_line_names_the_option_and_takes_it(tmp_path, capsys):
    path = tmp_path / "anna.csv"
    path.write_bytes(ANNA[1])
    assert main(["inspect", str(path)]) == 1
    assert "--annotator 'anna.csv=NAME'" in capsys.readouterr().err
    assert main(["inspect", str(path), "--annotator", "anna.csv=A1"]) == 0
    assert "rater A1 (human)" in capsys.readouterr().out


def test_steps_chosen_on_the_screen_are_the_steps_of_the_rule():
    table = ("a.csv", b"image_id,target_idiom,annotator_id,response_raw\n1,the ice,A1,ice\n1,the ice,A2,The ice\n")
    study = annoeval.load(table, options={"protocol": "recognition", "steps": "lower,whitespace"})
    assert of_all(study, "recognised_auto") == {("1", "A1"): 0.0, ("1", "A2"): 1.0}
    with pytest.raises((AnnoevalError, ValueError)):
        annoeval.load(table, options={"protocol": "recognition", "steps": "upper"})


def test_a_list_of_ids_under_the_id_s_own_name_is_offered_as_images_before_any_answer():
    asked = open([("a.csv", b"item_id\n6\n25\n25\n")])
    assert isinstance(asked, Question)
    assert asked.ways[0].outcome.startswith("2 items")
