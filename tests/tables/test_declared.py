"""Labels that people declared, an order that they didn't, and cells that hold several."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from annoeval import load
from annoeval.problem import AnnoevalError
from annoeval.reading import read
from annoeval.reading.table import Reading, Table
from annoeval.scale import NOT_DECLARED
from annoeval.tables.additions import addition
from annoeval.tables.mapping import Column, Guess
from annoeval.tables.parts import part_of


def study(*labels: str, **options):
    text = "id,A1,A2\n" + "".join(f"{n},{label},{label}\n" for n, label in enumerate(labels))
    mapping = {"id": "item", "A1": "rating", "A2": "rating"}
    return load(("a.csv", text.encode()), options={"mapping": mapping, **options})


def test_a_label_that_was_not_declared_is_listed_and_not_let_in():
    found = study("yes", "no", "perhaps", "yes", scales={"label": {"categories": ["yes", "no"]}})
    assert found.dimensions["label"].categories == ("yes", "no")
    assert set(found.ratings["value"].dropna()) == {"yes", "no"}
    assert {(p.value, p.row) for p in found.problems if p.problem == NOT_DECLARED} == {("perhaps", 4)}


def test_a_set_with_a_label_that_was_not_declared_is_not_let_in():
    said = {"label": {"level": "set", "categories": ["a", "b"]}}
    found = study("a|b", "a", "a|c", "b", scales=said)
    assert set(found.ratings["value"].dropna()) == {'["a", "b"]', '["a"]', '["b"]'}
    assert {p.value for p in found.problems if p.problem == NOT_DECLARED} == {"a|c"}


def test_words_said_to_be_ordered_need_their_order():
    with pytest.raises(AnnoevalError, match="put “blue”, “green” and “red” in order"):
        study("red", "green", "blue", scales={"label": {"level": "ordinal"}})


def test_words_whose_order_everyone_knows_need_none():
    found = study("low", "high", "medium", scales={"label": {"level": "ordinal"}})
    assert found.dimensions["label"].categories == ("low", "medium", "high")


def test_one_other_spelling_leaves_several_choices_sets():
    found = study("cat|dog", "dog|bird", "cat", "bird", "Cat|dog", "dog")
    assert found.dimensions["label"].level == "set"
    assert json.loads(found.ratings["value"].iloc[4]) == ["Cat", "dog"]


def test_labels_parted_by_a_slash_are_sets_where_each_also_stands_alone():
    found = study("joy", "joy/anger", "anger", "fear", "fear/joy", "anger")
    assert found.dimensions["label"].level == "set"


def test_labels_that_follow_one_another_in_any_place_are_sets_though_some_never_stand_alone():
    found = study("joy", "joy/anger", "anger", "joy/fear", "joy/anger/fear", "anger/fear", "joy/fear")
    assert found.dimensions["label"].level == "set"
    assert json.loads(found.ratings["value"].iloc[4]) == ["anger", "fear", "joy"]


def test_a_label_and_its_kind_stay_one_and_are_asked_about():
    found = study("Accuracy/Omission", "Accuracy", "Style/Awkward", "Accuracy/Addition", "Style", "Accuracy")
    assert found.dimensions["label"].level == "nominal"
    assert any(p.problem == "cells with “/” may hold several labels" for p in found.problems)


def test_fractions_are_no_sets():
    assert study("1/2", "2/2", "1/2", "2/2").dimensions["label"].level != "set"


def tool_export(*labels: str) -> tuple[str, bytes]:
    """Prodigy's answers to a choice of two options."""
    options = [{"id": "cat", "text": "cat"}, {"id": "dog", "text": "dog"}]
    rows = [
        {
            "text": f"t{n}",
            "options": options,
            "accept": [label],
            "answer": "accept",
            "_annotator_id": "ann",
            "_input_hash": n,
            "_task_hash": n,
        }
        for n, label in enumerate(labels)
    ]
    return "choices.jsonl", "\n".join(map(json.dumps, rows)).encode()


def test_a_label_that_is_none_of_a_tools_choices_is_listed_and_not_let_in():
    found = load(tool_export("cat", "dog", "cow"))
    scale = found.dimensions["label"]
    assert (scale.categories, scale.closed) == (("cat", "dog"), True)
    assert found.ratings["value"].dropna().tolist() == ["cat", "dog"]
    assert [p.value for p in found.problems if p.problem == NOT_DECLARED] == ["cow"]


def second_file() -> Reading:
    return read(b"id,label,annotator\n0,yes,ben\n1,perhaps,ben\n2,no,ben\n", "b.csv")


def test_another_file_adds_no_label_to_declared_ones():
    found = study("yes", "no", "yes", "no", scales={"label": {"categories": ["yes", "no"]}})
    more = addition(found, [second_file()])
    assert more.ratings["value"].tolist() == ["yes", "no"]
    assert [p.value for p in more.problems if p.problem == NOT_DECLARED] == ["perhaps"]


def test_another_file_may_add_a_label_where_none_were_declared():
    more = addition(study("yes", "no", "yes"), [second_file()])
    assert more.ratings["value"].tolist() == ["yes", "perhaps", "no"]


def test_what_a_tool_says_a_rater_is_goes_before_the_words_in_the_name():
    frame = pd.DataFrame({"id": ["1", "2"], "rater": ["panel", "Judge Ann"], "label": ["a", "b"]}, dtype="str")
    frame.index = pd.RangeIndex(2, 4, name="row")
    table = Table("t", frame, kinds={"panel": "ai", "Judge Ann": "human"})
    guess = Guess({"id": Column("item"), "rater": Column("rater"), "label": Column("label")}, "")
    part = part_of(table, Reading("t", "csv", (table,)), guess, {})
    assert dict(zip(part.ratings["rater"], part.ratings["kind"], strict=True)) == {"panel": "ai", "Judge Ann": "human"}
