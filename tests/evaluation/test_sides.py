"""The values behind a comparison, item by item."""

import pandas as pd
import pytest

from annoeval.evaluation.comparison import comparison
from annoeval.evaluation.sides import Sides, equal_within, paired_sides, shares, sides
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

SCORE = Scale("ordinal", (0, 1, 2), names={0: "Incorrect", 2: "Accurate"})


def study(scale=SCORE, first=(0, 1, 2, 2), second=(0, 2, 1, None)):
    ids = [f"i{k}" for k in range(len(first))]
    items = pd.DataFrame({"domain": list("ABBA")[: len(ids)]}, index=pd.Index(ids, name="item_id"))
    ratings = pd.concat(
        [
            ratings_table({"item_id": ids, "dimension": "caption", "rater": r, "kind": "human", "value": list(v)})
            for r, v in (("ana", first), ("ben", second))
        ],
        ignore_index=True,
    )
    return Study("s", "ratings", items, ratings, {"caption": scale}, groups=("domain",))


def test_groups_hold_different_items():
    found = sides(study(), "domain", "A", "B", "caption", "ana")
    assert not found.paired
    assert found.of("a").to_dict() == {"i0": 0, "i3": 2}
    assert (found.mean("a"), found.mean("b")) == (1, 1.5)


def test_raters_are_compared_on_the_items_both_rated():
    found = sides(study(), "rater", "ana", "ben", "caption")
    assert found.paired
    assert sorted(found.of("a").index) == ["i0", "i1", "i2"]
    changes = found.changes().set_index("item_id")["change"].to_dict()
    assert changes == {"i0": "same", "i1": "lower", "i2": "higher"}


def test_the_largest_differences_come_first():
    found = sides(study(first=(0, 0, 2, 1), second=(0, 2, 1, 1)), "rater", "ana", "ben", "caption")
    assert found.changes()["item_id"].tolist()[:2] == ["i1", "i2"]


def test_the_means_are_those_of_the_table():
    one = study()
    for row in comparison(one).query("recommended and b != ''").itertuples():
        found = sides(one, row.what, row.a, row.b, row.dimension, row.rater)
        assert found.mean("a") - found.mean("b") == pytest.approx(row.estimate)


def test_steps_of_a_scale_all_stand_even_those_not_given():
    table = shares(sides(study(), "domain", "A", "B", "caption", "ana"))
    own = table[table["side"] == "a"]
    assert own["label"].tolist() == ["0 Incorrect", "1", "2 Accurate"]
    assert own["share"].tolist() == [0.5, 0, 0.5]


def test_a_bar_leads_to_its_items():
    found = sides(study(), "domain", "A", "B", "caption", "ana")
    table = shares(found)
    key = table[(table["side"] == "b") & (table["label"] == "2 Accurate")]["key"].iloc[0]
    assert found.items("b", key) == ["i2"]


def test_many_numbers_stand_in_intervals_that_hold_every_item():
    n = 40
    items = pd.DataFrame({"item_id": [f"i{k}" for k in range(n)], "this": [k / 39 for k in range(n)], "other": 0.5})
    found = paired_sides("new", "old", Scale("ratio", bounds=(0, 1)), items)
    table = shares(found)
    own = table[table["side"] == "a"]
    assert own["label"].tolist()[:2] == ["0.0–0.1", "0.1–0.2"]
    assert own["n"].tolist() == [len(found.items("a", key)) for key in own["key"]]
    assert sorted(i for key in own["key"] for i in found.items("a", key)) == sorted(items["item_id"])


@pytest.mark.parametrize(
    ("low", "high", "first", "last"),
    [
        (0, 100, "0–10", "90–100"),
        (0, 1, "0.0–0.1", "0.9–1.0"),
        (-3.2, 4.1, "−3.5 to −3.0", "4.0–4.5"),
        (17, 1003, "0–100", "1000–1100"),
        (0.4321, 0.4327, "0.43210–0.43215", "0.43265–0.43270"),
    ],
)
def test_intervals_begin_and_end_at_round_numbers(low, high, first, last):
    values = [low + (high - low) * k / 39 for k in range(40)]
    items = pd.DataFrame({"item_id": [f"i{k}" for k in range(40)], "this": values, "other": low})
    bounds = (low, high) if (low, high) in ((0, 100), (0, 1)) else ()
    labels = shares(paired_sides("new", "old", Scale("ratio", bounds=bounds), items))["label"].tolist()
    assert (labels[0], labels[-1]) == (first, last)
    assert len(labels) <= 32


def test_ordered_words_stand_in_their_order():
    scale = Scale("ordinal", ("poor", "fair", "good"))
    words = study(scale, ("good", "good", "poor", "good"), ("good", "good", "good", None))
    found = shares(sides(words, "rater", "ana", "ben", "caption"))
    assert found["label"].tolist() == ["poor", "fair", "good"] * 2
    assert found["n"].tolist() == [1, 0, 2, 0, 0, 3]


def test_rare_labels_stand_together():
    items = pd.DataFrame({"item_id": [f"i{k}" for k in range(30)], "this": [f"l{k}" for k in range(30)], "other": "l0"})
    found = paired_sides("new", "old", Scale("nominal"), items)
    table = shares(found, most=5)
    assert table["label"].tolist()[-1] == "other"
    assert table[table["side"] == "a"]["n"].sum() == 30
    assert pd.isna(table["key"].iloc[-1])
    assert found.items("b", "=l0") == items["item_id"].tolist()
    assert set(found.changes()["change"]) == {"same", "different"}


def test_equality_needs_a_margin_and_numbers():
    found = sides(study(), "rater", "ana", "ben", "caption")
    assert equal_within(found, 5).p < 0.05
    assert equal_within(found, 0.1).p > 0.05
    labels = Sides("x", "y", True, Scale("nominal"), found.values)
    assert equal_within(labels, 0.1) is None


def test_nothing_in_common_is_empty_and_raises_nothing():
    found = sides(study(first=(0, None, None, None), second=(None, 1, None, None)), "rater", "ana", "ben", "caption")
    assert found.values.empty
    assert found.mean("a") is None
    assert shares(found).empty
    assert found.changes().empty


def test_a_few_numbers_that_are_no_steps_of_a_scale_stand_in_intervals():
    def labels(*values):
        items = pd.DataFrame({"item_id": [f"i{k}" for k in range(len(values))], "this": values, "other": values[0]})
        return shares(paired_sides("new", "old", Scale("ratio", bounds=(0, 1)), items))["label"].unique().tolist()

    assert labels(0, 0.5, 1) == ["0", "0.5", "1"]
    assert len(labels(0.216216, 0.955556, 0.956522, 1)) == 10
