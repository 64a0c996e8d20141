"""How often each label was given."""

import pandas as pd
import pytest

from annoeval.conclusions import OPEN
from annoeval.evaluation.labels import labels
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study


def study(values: dict[str, list[object]], scale: Scale) -> Study:
    n = len(next(iter(values.values())))
    ids = [f"i{k}" for k in range(n)]
    items = pd.DataFrame({"kind": ["x", "y"] * (n // 2)}, index=pd.Index(ids, name="item_id"))
    parts = [
        ratings_table({"item_id": ids, "dimension": "label", "rater": r, "kind": "human", "value": v})
        for r, v in values.items()
    ]
    return Study("s", "ratings", items, pd.concat(parts, ignore_index=True), {"label": scale}, ("kind",))


def test_shares_are_of_the_items_the_rater_judged():
    table = labels(study({"A": ["cat", "cat", "dog", None]}, Scale("nominal", ("cat", "dog"))))
    own = table[(table["rater"] == "A") & (table["by"] == "")].set_index("label")
    assert own.loc["cat", ["n", "of"]].tolist() == [2, 3]
    assert own.loc["cat", "share"] == pytest.approx(2 / 3)
    # Wilson (1927) for 2 of 3: centre (p + z²/2n)/(1 + z²/n), by hand 0.2077–0.9385
    assert own.loc["cat", "low"] == pytest.approx(0.2077, abs=5e-5)
    assert own.loc["cat", "high"] == pytest.approx(0.9385, abs=5e-5)


def test_a_label_nobody_gave_stands_with_zero():
    table = labels(study({"A": ["cat"] * 4}, Scale("nominal", ("cat", "dog"))))
    assert table.loc[(table["label"] == "dog") & (table["by"] == ""), "n"].eq(0).all()


def test_labels_stand_in_the_scales_order_others_after_them():
    table = labels(study({"A": ["owl", "dog", "dog", "cat"]}, Scale("nominal", ("dog", "cat"))), by=())
    assert table.loc[table["rater"] == "A", "label"].tolist() == ["dog", "cat", "owl"]


def test_every_label_of_a_set_counts():
    table = labels(study({"A": ['["a", "b"]', '["b"]', '["b"]', "[]"]}, Scale("set", ("a", "b"))), by=())
    own = table[table["rater"] == "A"].set_index("label")
    assert own["n"].to_dict() == {"a": 1, "b": 3}
    assert own["of"].tolist() == [4, 4]


def test_groups_have_their_own_shares():
    table = labels(study({"A": ["cat", "dog", "cat", "dog"]}, Scale("nominal", ("cat", "dog"))))
    own = table[(table["rater"] == "A") & (table["by"] == "kind") & (table["label"] == "cat")].set_index("group")
    assert own["share"].to_dict() == {"x": 1.0, "y": 0.0}


def test_a_study_of_numbers_has_no_labels():
    assert labels(study({"A": [0.1, 0.2]}, Scale("ratio", bounds=(0, 1)))).empty


def test_two_opinions_that_part_are_open_and_stay_in_n():
    """Of four items with two opinions each, one is tied: the majority says a on half of the four, not on two thirds."""
    given = {"h1": list("aabb"), "h2": list("aaba")}
    ids = [f"i{n}" for n in range(4)]
    ratings = pd.concat(
        [
            ratings_table({"item_id": ids, "dimension": "x", "rater": r, "kind": "human", "value": v})
            for r, v in given.items()
        ],
        ignore_index=True,
    )
    study = Study(
        "s", "ratings", pd.DataFrame(index=pd.Index(ids, name="item_id")), ratings, {"x": Scale("nominal", ("a", "b"))}
    )
    table = labels(study).set_index(["rater", "label"])
    for rater in ("majority", "resolved"):
        assert table.loc[(rater, "a"), ["n", "of", "share"]].tolist() == [2, 4, 0.5]
        assert table.loc[(rater, OPEN), ["n", "of"]].tolist() == [1, 4]
    assert ("h1", OPEN) not in table.index
