"""Of a crowd only those who judged an item together are held against each other."""

import numpy as np
import pandas as pd
import pytest

from annoeval.evaluation.pairs import MANY, confusion, pairs
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

RATERS = 2 * MANY


def crowd(scale: Scale) -> Study:
    """Each item is judged by three who follow one another, so that a rater meets four others."""
    rows = [(f"i{n:02d}", f"w{(n + k) % RATERS:02d}", (n + k) % 2) for n in range(RATERS) for k in range(3)]
    items, raters, values = zip(*rows, strict=True)
    ratings = ratings_table({"item_id": items, "rater": raters, "kind": "human", "dimension": "d", "value": values})
    return Study("crowd", "ratings", pd.DataFrame(index=pd.unique(np.array(items))), ratings, {"d": scale})


@pytest.mark.parametrize("scale", [Scale("nominal", (0, 1)), Scale("ordinal", (0, 1, 2)), Scale("interval")])
def test_a_crowds_pairs_are_those_with_a_common_item(scale):
    found = pairs(crowd(scale))
    couples = found[["rater_a", "rater_b"]].drop_duplicates()
    assert len(couples) == 2 * RATERS
    assert found["n"].isin([1, 2]).all()


def test_pairs_that_are_named_are_told_though_they_share_nothing():
    found = pairs(crowd(Scale("nominal", (0, 1))), raters=["w00", "w20"])
    assert found["n"].tolist() == [0]
    assert found["reason"].iloc[0]


def test_a_crowds_confusion_is_that_of_the_same_pairs():
    study = crowd(Scale("nominal", (0, 1)))
    both = pairs(study)[["rater_a", "rater_b"]]
    found = confusion(study)[["rater_rows", "rater_columns"]].drop_duplicates()
    assert {frozenset(p) for p in found.to_numpy()} == {frozenset(p) for p in both.to_numpy()}
