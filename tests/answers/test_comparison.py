"""What is said of a difference: no more than the interval holds."""

import pandas as pd
import pytest

from annoeval.answers.comparison import all_at_once, how_different, how_many, settled, within_margin
from annoeval.evaluation.comparison import comparison
from annoeval.evaluation.sides import equal_within, sides
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

SCORE = Scale("ratio", bounds=(0, 1), role="score")
NAMES = {"score": "Score"}


def groups(control, experimental, scale=SCORE):
    values = [*control, *experimental]
    ids = [f"t{i}" for i in range(len(values))]
    items = pd.DataFrame(
        {"condition": ["control"] * len(control) + ["experimental"] * len(experimental)},
        index=pd.Index(ids, name="item_id"),
    )
    ratings = ratings_table({"item_id": ids, "dimension": "score", "rater": "rule", "kind": "ai", "value": values})
    return Study("s", "recall", items, ratings, {"score": scale}, groups=("condition",))


def pairs(first, second, scale=SCORE):
    ids = [f"t{i}" for i in range(len(first))]
    ratings = pd.concat(
        [
            ratings_table({"item_id": ids, "dimension": "score", "rater": r, "kind": "ai", "value": list(v)})
            for r, v in (("first", first), ("second", second))
        ],
        ignore_index=True,
    )
    return Study("s", "ratings", pd.DataFrame(index=pd.Index(ids, name="item_id")), ratings, {"score": scale})


def looked_at(study, what):
    row = comparison(study).query("recommended and what == @what").iloc[0]
    return row, sides(study, what, row["a"], row["b"], row["dimension"], row["rater"])


def test_a_clear_difference_names_the_higher_side_first_and_both_means():
    row, found = looked_at(groups([0.25, 0.5, 0.25, 0.25], [0.75, 0.75, 1.0, 0.75]), "condition")
    said = how_different(row, found, NAMES)
    assert said.startswith(
        "Score is higher in **experimental** than in control: 0.81 against 0.31 "
        "(control minus experimental **−0.50**, 95 %"
    )
    assert "n 4 and 4" in said
    assert "Welch's t" in said
    assert settled(row)
    assert how_many(row, found) == ""


def test_no_clear_difference_always_comes_with_the_interval_and_what_it_would_take():
    row, found = looked_at(groups([0.25, 0.5, 0.25, 1.0], [0.75, 0.25, 1.0, 0.5]), "condition")
    said = how_different(row, found, NAMES)
    assert said.startswith("**No clear difference** in score between control and experimental: 0.50 against 0.63")
    assert "control minus experimental −0.13, 95 % CI −0.71 to 0.46" in said
    assert "more in control and" in how_many(row, found)


def test_equal_is_said_only_within_a_stated_margin():
    row, found = looked_at(groups([0.5, 0.51, 0.49, 0.5] * 5, [0.5, 0.5, 0.51, 0.49] * 5), "condition")
    assert "No clear difference" in how_different(row, found, NAMES)
    assert "**equal** in control and experimental within ±0.1" in how_different(row, found, NAMES, margin=0.1)
    assert "No clear difference" in how_different(row, found, NAMES, margin=0.001)
    assert within_margin(equal_within(found, 0.1), 0.1).startswith("Equal within ±0.1 (90 % CI")
    assert within_margin(equal_within(found, 0.001), 0.001).startswith("Not shown to be equal")


def test_narrow_intervals_keep_their_width():
    row, found = looked_at(groups([0.5, 0.501] * 20, [0.5, 0.5005] * 20), "condition")
    assert "0.00 to 0.00" not in how_different(row, found, NAMES)


def test_shares_differ_by_points():
    right = Scale("nominal", (0, 1))
    row, found = looked_at(pairs([1] * 12 + [0] * 3, [1] * 6 + [0] * 9, right), "rater")
    said = how_different(row, found, NAMES)
    assert said.startswith(
        "Score is higher in **first** than in second: 80 % against 40 % (first minus second **40 points**"
    )
    assert "McNemar, exact" in said
    assert said.endswith("15 items).")


def test_what_can_not_be_tested_says_why():
    row, found = looked_at(pairs([0.5, 0.5], [0.5, 0.5]), "rater")
    said = how_different(row, found, NAMES)
    assert "0.50 in first and 0.50 in second" in said
    assert "no interval" in said
    one, values = looked_at(groups([0.5], [0.75]), "condition")
    assert "p = 1.000, permutation test" in how_different(one, values, NAMES)
    assert "can't be tested" in within_margin(equal_within(values, 0.1), 0.1)


def test_labels_are_used_differently_often_or_not():
    animals = Scale("nominal", ("cat", "dog"))
    row, found = looked_at(pairs(["cat"] * 10, ["cat"] * 5 + ["dog"] * 5, animals), "rater")
    assert "**differently often**" in how_different(row, found, NAMES)
    row, found = looked_at(pairs(["cat", "dog"], ["cat", "dog"], animals), "rater")
    assert "can't be compared" in how_different(row, found, NAMES)


@pytest.mark.parametrize(
    ("third", "word"), [([0.5, 0.6, 0.4, 0.5], "**No clear difference**"), ([0, 0, 0, 0.1], "**differ**")]
)
def test_all_at_once(third, word):
    values = {"a": [0.5, 0.6, 0.4, 0.5], "b": [0.4, 0.6, 0.5, 0.5], "c": third}
    ids = [f"t{i}" for i in range(12)]
    items = pd.DataFrame({"run": list("aaaabbbbcccc")}, index=pd.Index(ids, name="item_id"))
    ratings = ratings_table(
        {
            "item_id": ids,
            "dimension": "score",
            "rater": "rule",
            "kind": "ai",
            "value": [v for part in values.values() for v in part],
        }
    )
    table = comparison(Study("s", "recall", items, ratings, {"score": SCORE}, groups=("run",)))
    said = all_at_once(table[(table["b"] == "") & table["recommended"]].iloc[0], "run", 3)
    assert word in said
    assert "3 values of run" in said


def test_the_sentence_and_the_chart_point_the_same_way():
    """Control is lower: first minus second is negative in the table, on the chart and above it."""
    row, found = looked_at(groups([0.25, 0.5, 0.25, 0.25], [0.75, 0.75, 1.0, 0.75]), "condition")
    assert row["estimate"] == -0.5
    assert "control minus experimental **−0.50**" in how_different(row, found, NAMES)
    assert row["effect"] < 0
    assert f"Hedges' g {row['effect']:.2f}".replace("-", "−") in how_different(row, found, NAMES)


def test_what_both_have_is_counted_and_what_each_lacks():
    """Of ten items two were tried by both, with equal scores: means over different items would differ by 0.60."""
    ids = [f"t{i}" for i in range(10)]

    def given(rater, which, value):
        return ratings_table({"item_id": which, "dimension": "score", "rater": rater, "kind": "ai", "value": value})

    ratings = pd.concat([given("A", ids[:6], [1, 1, 1, 1, 0.5, 0.25]), given("B", ids[4:], [0.5, 0.25, 0, 0, 0, 0])])
    row, found = looked_at(Study("s", "ratings", pd.DataFrame(index=pd.Index(ids, name="item_id")),
                                 ratings.reset_index(drop=True), {"score": SCORE}), "rater")  # fmt: skip
    assert row["estimate"] == 0
    said = how_different(row, found, NAMES)
    assert "2 items that both have, 4 only in A, 4 only in B" in said
    assert "0.38" in said
