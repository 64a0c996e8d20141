"""Means with intervals, by rater and group."""

import math

import pandas as pd
import pytest
from scipy.stats import beta

from annoeval.evaluation.scores import scores, sources
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.statistics.intervals import wilson
from annoeval.study import Study

RIGHT = Scale(level="nominal", categories=(0, 1))
RUBRIC = Scale(level="ordinal", categories=(0, 1, 2))


def study(rows: list[tuple], scale: Scale = RUBRIC, **groups: dict) -> Study:
    item, rater, kind, value = map(list, zip(*rows, strict=True))
    table = ratings_table({"item_id": item, "dimension": "d", "rater": rater, "kind": kind, "value": value})
    ids = pd.Index(dict.fromkeys(item), name="item_id")
    items = pd.DataFrame({k: [v.get(i) for i in ids] for k, v in groups.items()}, index=ids)
    return Study("s", "ratings", items, table, {"d": scale}, groups=tuple(groups))


def row(table: pd.DataFrame, rater: str, group: str = "all") -> pd.Series:
    (found,) = [r for _, r in table.iterrows() if r["rater"] == rater and r["group"] == group]
    return found


def test_mean_sd_and_interval_of_four_scores_of_a_bounded_scale():
    table = scores(
        study([("a", "Ana", "human", 0), ("b", "Ana", "human", 1), ("c", "Ana", "human", 1), ("d", "Ana", "human", 2)])
    )
    ana = row(table, "Ana")
    assert ana["mean"] == 1.0
    assert ana["sd"] == pytest.approx(math.sqrt(2 / 3))
    # half of the scale, standard error 0.816497 / 4 of it: as sure as ¼ / 0.0416667 = 6 answers, right or wrong;
    # t(3, .975) = 3.182446 (Student's table) leaves 6 · (1.959964 / 3.182446)² = 2.27568; half of them by
    # Clopper & Pearson
    assert ana["low"] == pytest.approx(2 * beta.ppf(0.025, 1.13784, 2.13784), abs=1e-4)
    assert ana["high"] == pytest.approx(2 - ana["low"])
    assert ana["share_of_maximum"] == 0.5


def test_a_share_has_wilsons_interval():
    # Newcombe (1998), Stat. Med. 17, table I: 15 of 148 by the score method 0.0624 to 0.1605
    low, high = wilson(15, 148)
    assert (float(low), float(high)) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    # and 0 of 20: 0 to 0.1611
    low, high = wilson(0, 20)
    assert (float(low), float(high)) == pytest.approx((0.0, 0.1611), abs=5e-5)


def test_one_score_has_no_interval_and_says_why():
    one = row(scores(study([("a", "Ana", "human", 2)])), "Ana")
    assert one["mean"] == 2.0
    assert one["low"] is None or pd.isna(one["low"])
    assert "one value" in one["reason"]


def test_labels_that_are_names_have_counts_and_no_mean():
    table = scores(study([("a", "Ana", "human", "cat")], Scale(level="nominal", categories=("cat", "dog"))))
    ana = row(table, "Ana")
    assert ana["n"] == 1
    assert pd.isna(ana["mean"])
    assert "no mean" in ana["reason"]


def test_the_published_ways_of_counting_recognition_stand_side_by_side():
    # two images, three annotators: 1 1 1 and 1 1 0
    rows = [("a", r, "human", 1) for r in "xyz"] + [
        ("b", "x", "human", 1),
        ("b", "y", "human", 1),
        ("b", "z", "human", 0),
    ]
    table = scores(study(rows, RIGHT))
    assert row(table, "individual")["mean"] == pytest.approx(5 / 6)
    assert row(table, "majority")["mean"] == 1.0
    assert row(table, "unanimous")["mean"] == 0.5


def test_pooled_ratings_count_items_not_ratings_for_the_interval():
    once = [(f"i{k}", "x", "human", k % 2) for k in range(20)]
    copied = once + [(i, "y", "human", v) for i, _, _, v in once]
    pooled = row(scores(study(copied, RIGHT)), "individual")
    half = (pooled["high"] - pooled["low"]) / 2
    # a second rater who copies the first adds ratings and no knowledge: t(19) · sqrt(p(1-p)/19)
    assert half == pytest.approx(2.093024054408263 * math.sqrt(0.25 / 19))


def test_groups_have_rows_of_their_own_and_missing_counts_unrated_items():
    s = study(
        [("a", "Ana", "human", 2), ("b", "Ana", "human", 0), ("c", "AI", "ai", 1)],
        domain={"a": "Biology", "b": "Biology", "c": "Physics"},
    )
    table = scores(s)
    assert row(table, "Ana", "Biology")["mean"] == 1.0
    assert row(table, "Ana")["missing"] == 1
    assert row(table, "resolved", "Physics")["mean"] == 1.0


def test_a_tie_of_people_is_open_and_neither_a_value_nor_missing():
    people = [("a", "Ana", 2), ("a", "Bo", 0), ("b", "Ana", 1), ("b", "Bo", 1)]
    s = study([*((i, who, "human", value) for i, who, value in people), ("c", "AI", "ai", 2)])
    table = scores(s)
    assert row(table, "majority")[["n", "open", "missing", "mean"]].tolist() == [1, 1, 1, 1.0]
    assert row(table, "resolved")[["n", "open", "missing", "mean"]].tolist() == [2, 1, 0, 1.5]
    assert row(table, "Ana")[["n", "open", "missing"]].tolist() == [2, 0, 1]


def test_the_final_score_says_where_its_values_came_from():
    s = study([("a", "AI", "ai", 0), ("a", "Rob", "reviewer", 2), ("b", "AI", "ai", 1)])
    assert row(scores(s), "resolved")["mean"] == 1.5
    counts = sources(s)
    assert dict(zip(counts["source"], counts["n"], strict=True)) == {"reviewer": 1, "ai": 1}
