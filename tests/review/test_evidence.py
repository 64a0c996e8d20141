"""Evidence is shown as it is: passages against each other, tables as tables, nothing fetched from elsewhere."""

from __future__ import annotations

import base64
from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annoeval.rating_table import empty_ratings, ratings_table
from annoeval.review.evidence import Facts, Grid, Picture, Text, answers, differences, parts
from annoeval.scale import Scale
from annoeval.study import Study

LONG = "Counts fall as the water rises and the mud is covered, and rise again when it is bare."


def study_of(**columns: object) -> Study:
    items = pd.DataFrame({k: [v] for k, v in columns.items()}, index=pd.Index(["a"], name="item_id"))
    return Study("s", "p", items, empty_ratings(), {}, evidence=tuple(columns))


def test_differing_words_are_marked_and_merged():
    left, right = differences("the cat sat on the red mat", "the dog sat on the red mat")
    assert [(r.text, r.differs) for r in left] == [("the ", False), ("cat", True), (" sat on the red mat", False)]
    assert [r.text for r in right if r.differs] == ["dog"]


def test_texts_with_little_in_common_are_not_marked():
    left, right = differences("one two three", "four five six")
    assert not any(r.differs for r in (*left, *right))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_runs_spell_the_texts(a, b):
    left, right = differences(a, b)
    assert "".join(r.text for r in left) == a
    assert "".join(r.text for r in right) == b


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "a\tb\n1\t2",
        "a,b\n1,2",
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
    ],
)
def test_a_table_in_a_cell_is_shown_as_a_table(text):
    assert parts(study_of(content=text), "a") == [Grid("Content", (("a", "b"), ("1", "2")))]


def test_markup_in_a_cell_of_a_table_stays_text():
    grid = parts(study_of(content="<table><tr><td>&lt;b&gt;x</td><td><i>2</i></td></tr></table>"), "a")[0]
    assert grid == Grid("Content", (("<b>x", "2"),))


def test_a_sentence_with_commas_is_no_table():
    assert isinstance(parts(study_of(caption=f"{LONG}\n\nOne, two, three; {LONG}"), "a")[0], Text)


def test_columns_with_the_same_ending_share_a_row():
    found = parts(
        study_of(secret_animal="heron", guess_animal="heron", secret_color="red", guess_color=None, note="x"), "a"
    )
    assert found[0] == Facts((("Animal", ("heron", "heron")), ("Color", ("red", None))), ("Secret", "Guess"))
    assert found[1] == Facts((("Note", ("x",)),))


def test_missing_evidence_is_said():
    both = study_of(caption=LONG, description=LONG)
    gone = replace(
        both, items=pd.concat([both.items, pd.DataFrame({"caption": [None], "description": [LONG]}, index=["b"])])
    )
    assert parts(gone, "b")[0] == Text("Caption", None)


def test_only_images_that_came_with_the_study_are_shown():
    pixel = base64.b64encode(b"\x89PNG").decode()
    assert parts(study_of(image=f"data:image/png;base64,{pixel}"), "a") == [Picture("Image", b"\x89PNG")]
    assert parts(study_of(image="one.png"), "a", {"one.png": b"1"}.get) == [Picture("Image", b"1")]
    assert not any(isinstance(p, Picture) for p in parts(study_of(image="http://example.com/one.png"), "a"))


def test_raters_words_are_given_where_they_say_more_than_the_score(study):
    rows = ratings_table(
        {
            "item_id": ["f1"] * 3,
            "dimension": "caption",
            "rater": ["Ana", "Ben", "Cleo"],
            "kind": "human",
            "value": [1, 2, 0],
            "response": ["1.0", "it is fine", None],
        }
    )
    assert answers(study.with_ratings(rows), "f1") == [("Ben", "Caption", "it is fine")]


def test_a_label_that_is_also_a_word_of_the_text_is_an_answer(study):
    rows = ratings_table(
        {
            "item_id": ["f1"],
            "dimension": "caption",
            "rater": "Ana",
            "kind": "human",
            "value": ["bug"],
            "response": ["bug"],
        }
    )
    about = study.items.assign(caption="a bug in the app")
    assert answers(replace(study, items=about).with_ratings(rows), "f1") == [("Ana", "Caption", "bug")]


def test_a_set_of_labels_is_read_as_labels_and_what_someone_wrote_stays_as_written():
    kept = '["bird", "cat"]'
    rows = {
        "item_id": ["a", "a"],
        "dimension": ["tags"] * 2,
        "rater": ["Ana", "Ben"],
        "kind": ["human"] * 2,
        "value": [kept, kept],
        "response": [kept, "cat; bird"],
    }
    study = replace(study_of(text="x"), ratings=ratings_table(rows), dimensions={"tags": Scale("set")})
    assert answers(study, "a") == [("Ana", "tags", "bird, cat"), ("Ben", "tags", "cat; bird")]


def test_an_item_called_as_its_picture_shows_it():
    items = pd.DataFrame({"caption": ["a bird"]}, index=pd.Index(["img/bird.png"], name="item_id"))
    study = Study("s", "p", items, empty_ratings(), {}, evidence=("caption",))
    found = parts(study, "img/bird.png", {"img/bird.png": b"PNG"}.get)
    assert found[0] == Picture("img/bird.png", b"PNG")
    assert Picture not in map(type, parts(study, "img/bird.png"))
