"""A study against another one with the same items."""

import pandas as pd
import pytest

from annoeval.evaluation.against import against
from annoeval.evaluation.comparison import COLUMNS
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

SCORE = Scale("ordinal", (0, 1, 2))


def study(name, values, scale=SCORE, kind="ai"):
    ids = list(values)
    items = pd.DataFrame(index=pd.Index(ids, name="item_id"))
    ratings = ratings_table(
        {"item_id": ids, "dimension": "caption", "rater": "model", "kind": kind, "value": list(values.values())}
    )
    return Study(name, "figures", items, ratings, {"caption": scale})


NEW = study("new", {"f1": 2, "f2": 1, "f3": 2, "f4": 0, "f5": 2})
OLD = study("old", {"f2": 1, "f1": 0, "f3": 1, "f4": 1, "f9": 2})


def test_items_are_matched_by_id_and_not_by_place():
    found = against(NEW, OLD)
    assert dict(zip(found.items["item_id"], found.items["change"], strict=True)) == {
        "f1": "better",
        "f2": "same",
        "f3": "better",
        "f4": "worse",
    }
    counts = found.counts.iloc[0]
    assert (counts["better"], counts["worse"], counts["same"]) == (2, 1, 1)
    assert (counts["only_this"], counts["only_other"]) == (1, 1)


def test_the_test_is_the_paired_one():
    table = against(NEW, OLD).table
    assert list(table.columns) == COLUMNS
    row = table[table["recommended"]].iloc[0]
    assert (row["a"], row["b"], row["n_a"], row["test"]) == ("new", "old", 4, "paired_permutation")
    assert row["estimate"] == pytest.approx((2 + 0 + 1 - 1) / 4)


def test_a_persons_correction_counts_in_the_final_score():
    corrected = OLD.with_ratings(
        ratings_table({"item_id": ["f1"], "dimension": "caption", "rater": "ana", "kind": "reviewer", "value": [2]})
    )
    assert against(NEW, corrected).counts.iloc[0]["better"] == 1
    assert against(NEW, corrected, rater="model").counts.iloc[0]["better"] == 2


def test_labels_are_the_same_or_different_but_not_better():
    animals = Scale("nominal", ("cat", "dog"))
    found = against(study("a", {"x": "cat", "y": "dog"}, animals), study("b", {"x": "dog", "y": "dog"}, animals))
    assert found.items["change"].tolist() == ["different", "same"]


def test_right_and_wrong_are_compared_by_mcnemar():
    right = Scale("nominal", (0, 1))
    found = against(study("a", {"x": 1, "y": 1}, right), study("b", {"x": 0, "y": 1}, right))
    assert found.table.loc[found.table["recommended"], "test"].tolist() == ["mcnemar_exact"]


def test_studies_with_nothing_in_common_raise_nothing():
    found = against(NEW, study("old", {"z": 1}))
    assert found.items.empty
    assert found.table["reason"].str.len().gt(0).all()
    elsewhere = Study("e", "ratings", NEW.items, NEW.ratings.iloc[:0], {"other": SCORE})
    assert against(NEW, elsewhere).table.empty
