"""What a methods section says around a figure."""

import pandas as pd

from annoeval.evaluation.design import design
from annoeval.problem import Problem
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study


def study(**more):
    ids = [f"i{n}" for n in range(4)]
    columns = {"item_id": ids[:3], "dimension": "x", "rater": "Ana", "kind": "human", "value": ["a", "b", "a"]}
    items = pd.DataFrame(index=pd.Index(ids, name="item_id"))
    found = (Problem("a label out of scale", "counts as missing", count=2),)
    scale = Scale("nominal", ("a", "b"))
    return Study("s", "ratings", items, ratings_table(columns | more), {"x": scale}, problems=found)


def test_what_is_not_recorded_is_said_to_be_so():
    said = design(study(), "x", None, "0.1.0")
    assert "People judged 3 of 4 items; the file doesn't say how they were selected." in said
    assert "What raters saw of each other's and the AI's scores isn't recorded." in said
    assert "a label out of scale (2: counts as missing)" in said
    assert "1 item without any value is missing" in said
    assert f"Computed with annoeval 0.1.0, data {study().digest}." in said


def test_selection_by_rule_and_blindness_are_counted():
    said = design(study(because=["rule", "rule", "audit"], blind=[True, False, None]), "x", "paper")
    assert "2 since a rule picked doubtful ones and 1 drawn at random by an audit" in said
    assert "1 of people's 3 ratings were made blind, 1 in sight of the AI's or others' scores and of 1 it isn't" in said
    assert "Items of one paper were taken as one cluster." in said
