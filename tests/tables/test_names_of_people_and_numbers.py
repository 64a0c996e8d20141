"""Names of people who did something, and numbers that were measured, are no one's judgements."""

import random

import pytest

from annoeval.problem import AnnoevalError
from annoeval.tables.guessing import SURE
from tests.tables.settled import load_asked, of_rows, of_text, sure

PEOPLE = ["Ana", "Ben", "Chi", "Dov", "Eva", "Fay"]


@pytest.mark.parametrize("names", [["annotator1", "annotator2", "annotator3"], ["judge 1", "judge 2"]])
def test_a_sheet_of_who_does_what_is_asked_about(names):
    chance = random.Random(1)
    rows = [f"img{i}," + ",".join(chance.sample(PEOPLE, len(names))) for i in range(40)]
    assert sure("\n".join(["image_id," + ",".join(names), *rows])) < SURE


def test_labels_of_raters_who_never_agree_on_few_items_are_labels():
    rows = ["i1,cat,dog", "i2,dog,bird", "i3,bird,cat", "i4,cat,bird", "i5,dog,cat"]
    assert sure("\n".join(["item,annotator1,annotator2", *rows])) >= SURE


def test_labels_of_raters_are_labels_where_some_agree():
    chance = random.Random(2)
    rows = [f"i{i}," + ",".join(chance.choices(["Hate", "Offensive", "Neither"], k=3)) for i in range(40)]
    assert sure("\n".join(["item,annotator1,annotator2,annotator3", *rows])) >= SURE


LETTERS = ["r1,r2,r3", "u74,u75,u80", "R 1,R 2,R 3"]
POINTS, MEASURED = [range(1, 6), range(2)], [range(100), [0.25, 0.5, 0.75]]


@pytest.mark.parametrize(
    ("names", "values"), [*((n, v) for n in LETTERS for v in POINTS + MEASURED), *(("A1,A2,A3", v) for v in MEASURED)]
)
def test_numbers_under_a_letter_and_a_number_may_be_raters_questions_or_runs(names, values):
    chance = random.Random(3)
    rows = [f"i{i}," + ",".join(map(str, chance.choices(list(values), k=3))) for i in range(40)]
    question = load_asked(f"item_id,{names}", (r.split(",") for r in rows))
    assert "each of 3 columns is a rater" in question.ways[0].because


def test_points_under_a_letter_and_a_number_may_be_answers_to_questions():
    rows = [(f"i{i}", i % 5 + 1, i % 3 + 1, i % 4 + 1) for i in range(40)]
    other = load_asked("item_id,r1,r2,r3", rows).ways[1]
    assert (other.mapping or {})["r1"] == {"role": "label", "dimension": "r1"}


@pytest.mark.parametrize(
    ("names", "labels"), [*((n, ["hate", "none", "unsure"]) for n in [*LETTERS, "A1,A2,A3"]), ("A1,A2,A3", "12345")]
)
def test_labels_under_a_letter_and_a_number_and_points_under_annotators_a_are_raters(names, labels):
    chance = random.Random(4)
    rows = [f"i{i}," + ",".join(chance.choices(labels, k=3)) for i in range(40)]
    assert len(of_text("\n".join([f"item_id,{names}", *rows])).raters) == 3


@pytest.mark.parametrize(
    "names", ["rater1,rater2", "annotator_1,annotator_2", "ann1,ann2", "r1,r2,r1_comment,r2_comment"]
)
def test_numbers_by_those_who_are_called_raters_or_comment_are_theirs(names):
    columns = names.split(",")
    rows = [[f"i{i}", *(f"because {i}" if "_c" in c else i % 5 + len(c) % 2 for c in columns)] for i in range(40)]
    assert len(of_rows(f"item_id,{names}", rows).raters) == 2


def test_runs_that_are_numbered_are_no_raters_without_a_question():
    rows = [(f"i{i}", i % 2, i % 3 % 2, i % 5 % 2) for i in range(40)]
    assert "each of 3 columns" in load_asked("prompt_id,run_1,run_2,run_3", rows).ways[0].because


@pytest.mark.parametrize("time", ["1949.0833", "1949", "1949-01-31"])
def test_a_series_of_values_in_time_is_asked_about(time):
    rows = [f"{time[:2]}{50 + i}{time[4:]},{100 + 7 * i % 43}" for i in range(40)]
    assert sure("\n".join(["time,value", *rows])) < SURE


def test_points_of_a_scale_are_judgements_though_nothing_says_of_what():
    rows = [f"{i % 5 + 1},{i % 3 + 2}" for i in range(30)]
    assert set(of_text("\n".join(["Adequacy,Fluency", *rows])).dimensions) == {"Adequacy", "Fluency"}


def test_a_density_of_thousands_is_no_quality():
    rows = [f"c{i},{200 + 31 * i},{100 + 97 * i}" for i in range(40)]
    with pytest.raises(AnnoevalError):
        of_text("\n".join(["city,population,density", *rows]))


def test_a_quality_on_a_slider_is_a_judgement():
    rows = [f"c{i},{(31 * i) % 101}" for i in range(40)]
    assert set(of_text("\n".join(["text_id,clarity", *rows])).dimensions) == {"clarity"}


def test_scores_named_after_judge_and_human_are_not_the_reviewers_alone():
    rows = [f"{i},{i % 5 + 1},{(i + i % 2) % 5 + 1},{'Kai' if i % 3 else 'Lea'}" for i in range(30)]
    assert sure("\n".join(["id,judge_score,human_score,reviewer", *rows])) < SURE


def test_each_run_of_an_item_is_judged_by_itself():
    rows = [f"q{i},{run},{(i + run) % 5 + 1},{i % 5 + 1}" for i in range(12) for run in (1, 2, 3)]
    study = of_text("\n".join(["item_id,run,judge_score,human_score", *rows]))
    assert study.ratings["item_id"].nunique() == 36
    assert set(study.ratings["rater"]) == {"judge", "human"}
    assert "run" in study.groups
