"""The tables agreement, pairs and confusion of a study."""

import numpy as np
import pandas as pd
import pytest

from annoeval.evaluation.agreement import AGREEMENT, agreement
from annoeval.evaluation.pairs import CONFUSION, PAIRS, confusion, items_of_cell, items_that_differ, pairs
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

# How often each pattern of right (1) and wrong (0) occurred among three annotators of 100 images in the VisualPun
# study (xkt88/VisualPun, Human Evaluation, section 8), which prints Fleiss' kappa 0.78 and Cohen's 0.73, 0.86, 0.76.
PATTERNS = {(1, 1, 1): 68, (0, 0, 0): 20, (1, 0, 1): 5, (0, 1, 1): 3, (1, 1, 0): 2, (0, 1, 0): 2}


def study(table, raters, scale, kinds=None, groups=None):
    """A study of one dimension `x`, items i0, i1, … from rows of values; None is missing."""
    ids = [f"i{k}" for k in range(len(table))]
    flat = [
        (ids[k], rater, (kinds or {}).get(rater, "human"), value)
        for k, row in enumerate(table)
        for rater, value in zip(raters, row, strict=True)
        if value is not None
    ]
    ratings = ratings_table(
        {
            "item_id": [f[0] for f in flat],
            "dimension": "x",
            "rater": [f[1] for f in flat],
            "kind": [f[2] for f in flat],
            "value": [f[3] for f in flat],
        }
    )
    items = pd.DataFrame(groups or {}, index=pd.Index(ids, name="item_id"))
    return Study("s", "ratings", items, ratings, {"x": scale}, groups=tuple(groups or ()))


def value(table, coefficient, **where):
    """One row of an agreement table."""
    rows = table[table["coefficient"] == coefficient]
    for column, wanted in where.items():
        rows = rows[rows[column] == wanted]
    assert len(rows) == 1
    return rows.iloc[0]


NOMINAL = Scale("nominal", ("a", "b"))


def test_tables_have_the_columns_of_the_contract():
    s = study([("a", "a"), ("b", "a")], ["r1", "r2"], NOMINAL)
    assert tuple(agreement(s).columns) == AGREEMENT
    assert tuple(pairs(s).columns) == PAIRS
    assert tuple(confusion(s).columns) == CONFUSION


def test_three_annotators_of_a_hundred_images():
    table = [pattern for pattern, times in PATTERNS.items() for _ in range(times)]
    s = study(table, ["A1", "A2", "A3"], Scale("nominal", (0, 1)))
    row = value(agreement(s), "fleiss_kappa")
    assert row["value"] == pytest.approx(0.7847404927050945, abs=1e-12)
    assert bool(row["recommended"])
    assert pairs(s)["kappa"].tolist() == pytest.approx([0.7333333333, 0.8648648649, 0.7567567568])


def test_one_label_only_is_undefined_with_a_reason_and_full_percent_agreement():
    s = study([("a", "a", "a")] * 3, ["r1", "r2", "r3"], NOMINAL)
    t = agreement(s)
    assert value(t, "percent")["value"] == 1.0
    for name in ("fleiss_kappa", "krippendorff_alpha", "conger_kappa", "light_kappa"):
        row = value(t, name)
        assert row["value"] is None or pd.isna(row["value"])
        assert "one and the same label" in row["reason"]
    assert pairs(s)["kappa"].isna().all()


def test_unequal_numbers_of_ratings():
    """Items with two or more ratings: P = 2/3; of all 14 ratings seven are y: Pe = 1/2, kappa 1/3; alpha .428571."""
    y, n = "y", "n"
    table = [(y, y, y), (y, n, y), (n, n, None), (y, None, None), (n, n, n), (y, n, None)]
    t = agreement(study(table, ["r1", "r2", "r3"], Scale("nominal", (y, n))))
    row = value(t, "fleiss_kappa")
    assert row["value"] == pytest.approx(1 / 3)
    assert (row["n_items"], row["n_ratings"]) == (5, 13)
    assert value(t, "krippendorff_alpha")["value"] == pytest.approx(0.428571, abs=5e-7)
    assert bool(value(t, "krippendorff_alpha")["recommended"])


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([("a",), ("b",)], "two raters"),
        ([("a", None), (None, "b")], "shared items"),
        ([("a", "a"), ("b", None)], "only shared item"),
    ],
)
def test_too_little_to_compare_is_said(table, words):
    t = agreement(study(table, [f"r{k}" for k in range(len(table[0]))], NOMINAL))
    row = value(t, "krippendorff_alpha")
    assert pd.isna(row["value"])
    assert words in row["reason"]


def test_people_alone_and_people_with_the_ai():
    table = [("a", "a", "b"), ("b", "b", "b"), ("a", "b", "a"), ("b", "b", "a")]
    t = agreement(study(table, ["h1", "h2", "m"], NOMINAL, kinds={"m": "ai"}))
    assert value(t, "percent", raters="h1, h2")["value"] == pytest.approx(0.75)
    assert value(t, "percent", raters="h1, h2, m")["value"] == pytest.approx((1 / 3 + 1 + 1 / 3 + 1 / 3) / 4)


def test_a_person_against_the_ai_is_a_pair_with_the_person_first():
    s = study([("a", "a"), ("b", "a")], ["m", "h"], NOMINAL, kinds={"m": "ai"})
    row = pairs(s).iloc[0]
    assert (row["rater_a"], row["rater_b"], row["n"]) == ("h", "m", 2)
    cells = confusion(s)
    assert set(cells["rater_rows"]) == {"h"}


def test_confusion_is_square_over_declared_labels_in_their_order():
    s = study(
        [("ok", "ok"), ("ok", "unsure"), ("bad", "bad"), ("ok", "ok"), ("bad", "unsure"), ("ok", "bad")],
        ["human", "model"],
        Scale("nominal", ("ok", "bad", "unsure", "skip")),
        kinds={"model": "ai"},
    )
    cells = confusion(s)
    table = cells.pivot(index="label_rows", columns="label_columns", values="n")
    order = ["ok", "bad", "unsure", "skip"]
    assert list(dict.fromkeys(cells["label_rows"])) == order
    assert table.loc[order, order].to_numpy().tolist() == [[2, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert pairs(s)["kappa"].iloc[0] == pytest.approx(0.25)
    assert items_of_cell(s, "x", "human", "model", ["bad"], ["unsure"]) == ["i4"]
    assert items_that_differ(s, "x", ["human", "model"]).tolist() == ["i1", "i4", "i5"]


def test_weights_need_an_order():
    table = [("low", "low"), ("low", "medium"), ("high", "high"), ("medium", "high")]
    free = pairs(study(table, ["r1", "r2"], Scale("ordinal")))
    assert free["weights"].tolist() == ["none"]
    declared = pairs(study(table, ["r1", "r2"], Scale("ordinal", ("low", "medium", "high"))))
    assert declared["weights"].tolist() == ["none", "linear", "quadratic"]


def test_free_text_and_distances_have_no_agreement():
    s = study([("a", "a"), ("b", "a")], ["r1", "r2"], Scale("text"))
    assert agreement(s).empty
    s = study([(0.2, 0.3), (0.1, 0.9)], ["r1", "r2"], Scale("interval", role="score"))
    assert agreement(s).empty
    assert pairs(s).empty
    assert confusion(s).empty


def test_clusters_widen_the_interval():
    rng = np.random.default_rng(3)
    table = []
    for c in range(30):
        easy = c % 2
        for _ in range(10):
            a = int(rng.integers(2))
            table.append((a, a if easy or rng.random() < 0.3 else 1 - a))
    s = study(table, ["r1", "r2"], Scale("nominal", (0, 1)), groups={"paper": [str(i // 10) for i in range(300)]})
    alone = value(agreement(s, by=()), "cohen_kappa")
    together = value(agreement(s, by=(), cluster="paper"), "cohen_kappa")
    assert together["value"] == alone["value"]
    assert together["high"] - together["low"] > 1.5 * (alone["high"] - alone["low"])
    assert "clusters (paper)" in together["method"]


def test_groups_have_their_own_rows():
    table = [("a", "a"), ("a", "b"), ("b", "b"), ("a", "b")]
    t = agreement(study(table, ["r1", "r2"], NOMINAL, groups={"domain": ["x", "x", "y", "y"]}))
    assert value(t, "percent", group="x")["value"] == 0.5
    assert value(t, "percent", by="", group="all")["value"] == 0.5


def test_the_latest_answer_counts_where_a_file_has_two_by_one_rater():
    """h1 changed i2 from a to b: with the latest, four of five are equal and kappa is .545455."""
    s = study([("a", "a"), ("a", "b"), ("b", "b"), ("a", "b"), ("b", "b")], ["h1", "h2"], NOMINAL)
    again = ratings_table({"item_id": ["i1"], "dimension": "x", "rater": "h1", "kind": "human", "value": ["b"]})
    row = pairs(s.with_ratings(again)).iloc[0]
    assert (row["n"], row["observed"]) == (5, pytest.approx(0.8))
    assert row["kappa"] == pytest.approx(0.545455, abs=5e-7)


def test_a_rater_of_one_label_keeps_a_kappa_of_zero_and_an_empty_row():
    s = study([("ok", "ok")] * 9 + [("ok", "bad")], ["r1", "r2"], Scale("nominal", ("bad", "ok")))
    row = pairs(s).iloc[0]
    assert (row["observed"], row["expected"], row["kappa"]) == pytest.approx((0.9, 0.9, 0.0))
    cells = confusion(s).set_index(["label_rows", "label_columns"])["n"]
    assert [cells[k] for k in (("bad", "bad"), ("bad", "ok"), ("ok", "bad"), ("ok", "ok"))] == [0, 0, 1, 9]


def test_ordered_words_weigh_by_their_declared_order():
    table = [
        ("low", "low"),
        ("low", "medium"),
        ("medium", "medium"),
        ("high", "high"),
        ("high", "medium"),
        ("medium", "high"),
        ("low", "low"),
        ("high", "high"),
    ]
    found = pairs(study(table, ["r1", "r2"], Scale("ordinal", ("low", "medium", "high")))).set_index("weights")
    assert found.loc["quadratic", "kappa"] == pytest.approx(0.727273, abs=5e-7)
    assert found.loc["linear", "kappa"] == pytest.approx(0.586207, abs=5e-7)
    backwards = pairs(study(table, ["r1", "r2"], Scale("ordinal", ("high", "low", "medium")))).set_index("weights")
    assert backwards.loc["quadratic", "kappa"] == pytest.approx(0.181818, abs=5e-7)


def test_sets_are_compared_as_sets():
    table = [('["A"]', '["A"]'), ('["A"]', '["A","B"]'), ('["B","C"]', '["B","C"]'), ('["C"]', '["A"]')]
    s = study(table, ["r1", "r2"], Scale("set", ("A", "B", "C")))
    t = agreement(s)
    assert value(t, "percent")["value"] == pytest.approx(0.5)
    assert value(t, "mean_jaccard")["value"] == pytest.approx((1 + 0.5 + 1 + 0) / 4)
    assert bool(value(t, "krippendorff_alpha_masi")["recommended"])
    assert {"cohen_kappa:A", "cohen_kappa:B", "cohen_kappa:C"} <= set(t["coefficient"])
    assert confusion(s).empty  # combined sets are no labels
    assert set(pairs(s)["weights"]) == {"none", "jaccard", "masi"}


def test_three_hundred_labels_count_in_full_and_list_only_filled_cells():
    labels = tuple(f"l{k}" for k in range(300))
    table = [(labels[k % 300], labels[(k + (k % 7 == 0)) % 300]) for k in range(600)]
    s = study(table, ["r1", "r2"], Scale("nominal", labels))
    row = pairs(s).iloc[0]
    assert row["observed"] == pytest.approx(1 - 86 / 600)
    cells = confusion(s)
    assert cells["n"].sum() == 600
    assert (cells["n"] > 0).all()


def test_a_reference_stands_in_pairs_first_and_in_no_set_of_raters():
    s = study([("a", "a", "b"), ("b", "b", "b")], ["h", "gold", "m"], NOMINAL, kinds={"gold": "reference", "m": "ai"})
    assert set(agreement(s)["raters"]) == {"h, m"}
    assert pairs(s)[["rater_a", "rater_b"]].to_numpy().tolist() == [["gold", "h"], ["gold", "m"], ["h", "m"]]


def test_one_ai_under_two_rules_is_one_rater():
    kinds = {"as published": "ai", "recommended": "ai"}
    s = study([("a", "a", "b"), ("b", "b", "b")], ["h", "as published", "recommended"], NOMINAL, kinds=kinds)
    assert set(agreement(s)["raters"]) == {"h, recommended"}
    assert len(pairs(s)) == 3


def test_an_intraclass_correlation_counts_the_items_that_all_rated():
    table = [(1.0, 1.5, 2.0), (2.0, 2.5, 2.5), (4.0, 3.5, None), (3.0, 3.0, 3.5)]
    t = agreement(study(table, ["a", "b", "c"], Scale("interval")))
    assert (value(t, "icc2")["n_items"], value(t, "icc2")["n_ratings"]) == (3, 9)
    assert (value(t, "krippendorff_alpha")["n_items"], value(t, "krippendorff_alpha")["n_ratings"]) == (4, 11)


def test_a_rater_who_never_used_a_label_has_a_kappa_of_exactly_0_and_a_true_reason():
    table = [["ok", "ok"]] * 19 + [["ok", "bad"]]
    asked = study(table, ["A1", "A2"], Scale("nominal", categories=("ok", "bad")))
    found = agreement(asked).set_index("coefficient")
    assert found.loc["cohen_kappa", "value"] == 0
    assert found.loc["krippendorff_alpha", "value"] == 0
    pair = pairs(asked).iloc[0]
    assert pair["kappa"] == 0
    assert pair["reason"] == "no interval: every resample gives the same value, so they show no uncertainty"


def test_perfect_agreement_says_why_a_pair_has_no_interval():
    pair = pairs(study([["a", "a"], ["b", "b"]] * 10, ["A1", "A2"], Scale("nominal"))).iloc[0]
    assert pair["kappa"] == 1
    assert "every resample gives the same value" in pair["reason"]


def every_kappa(asked, **how):
    """κ of the first two raters by coefficient and by pair: their values and limits."""
    one = value(agreement(asked, raters=("A1", "A2"), **how), "cohen_kappa")
    two = pairs(asked, **how).iloc[0]
    return [one[c] for c in ("value", "low", "high")], [two[c] for c in ("kappa", "low", "high")]


def test_the_kappa_of_two_raters_has_one_interval_in_every_table():
    drawn = np.random.default_rng(5)
    truth = drawn.choice(["a", "b", "c"], 60)
    kept, other = drawn.random((60, 3)) < 0.7, drawn.choice(["a", "b", "c"], (60, 3))
    table = np.where(kept, truth[:, None], other).tolist()
    asked = study(table, ["A1", "A2", "A3"], Scale("nominal"))
    asked.items["paper"] = [f"p{i // 5}" for i in range(60)]
    for how in ({}, {"cluster": "paper"}):
        one, two = every_kappa(asked, **how)
        assert None not in one
        assert one == two


def test_of_many_pairs_none_is_resampled_unless_raters_are_named():
    table = np.random.default_rng(6).choice(["a", "b"], (30, 11)).tolist()
    asked = study(table, [f"A{i:02}" for i in range(11)], Scale("nominal"))
    found = pairs(asked)
    assert found["low"].isna().all()
    assert found["reason"].str.contains("name the raters").all()
    assert pairs(asked, raters=("A00", "A01"))["low"].notna().all()


def test_the_kappa_of_numbers_has_limits_by_items_and_by_whole_papers():
    drawn = np.random.default_rng(7)
    truth = np.repeat(drawn.normal(size=12), 10) + drawn.normal(size=120)
    table = np.column_stack([truth + 0.5 * drawn.normal(size=120) for _ in range(2)]).tolist()
    asked = study(table, ["A1", "A2"], Scale("interval"))
    asked.items["paper"] = [f"p{i // 10}" for i in range(120)]
    alone, whole = pairs(asked).iloc[0], pairs(asked, cluster="paper").iloc[0]
    for row in (alone, whole):
        assert row["low"] < row["kappa"] < row["high"]
    assert alone["method"].startswith("jackknife over 120 items")
    assert whole["method"].startswith("jackknife over 12 clusters")
    asked.items["paper"] = [f"p{i % 4}" for i in range(120)]
    assert "at least 5 clusters" in pairs(asked, cluster="paper").iloc[0]["reason"]


def test_a_limit_at_0_is_not_rounding_dust():
    """Twenty items, a rare label on two of them: kappa of the resamples is 0 at the lower end."""
    table = [["a", "a"], ["a", "b"], *[["b", "b"]] * 18]
    found = agreement(study(table, ["h1", "h2"], Scale("nominal"))).set_index("coefficient")
    assert found.loc["cohen_kappa", "low"] == 0
