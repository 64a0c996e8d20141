"""The tables agreement, pairs and confusion of a study."""

import numpy as np
import pandas as pd
import pytest

from annoeval.evaluation.agreement import (
    AGREEMENT,
    CONFUSION,
    PAIRS,
    agreement,
    confusion,
    items_of_cell,
    items_that_differ,
    pairs,
)
from annoeval.study import Scale, Study, ratings_table

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
    ratings = ratings_table({
        "item_id": [f[0] for f in flat], "dimension": "x", "rater": [f[1] for f in flat], "kind": [f[2] for f in flat],
        "value": [f[3] for f in flat],
    })  # fmt: skip
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
    """Items with two or more ratings: P = 2/3, Pe = .502959, kappa .329365; nominal alpha .428571."""
    y, n = "y", "n"
    table = [(y, y, y), (y, n, y), (n, n, None), (y, None, None), (n, n, n), (y, n, None)]
    t = agreement(study(table, ["r1", "r2", "r3"], Scale("nominal", (y, n))))
    row = value(t, "fleiss_kappa")
    assert row["value"] == pytest.approx(0.329365, abs=5e-7)
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
        ["human", "model"], Scale("nominal", ("ok", "bad", "unsure", "skip")), kinds={"model": "ai"},
    )  # fmt: skip
    cells = confusion(s)
    table = cells.pivot(index="label_rows", columns="label_columns", values="n")
    order = ["ok", "bad", "unsure", "skip"]
    assert list(dict.fromkeys(cells["label_rows"])) == order
    assert table.loc[order, order].to_numpy().tolist() == [[2, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert pairs(s)["kappa"].iloc[0] == pytest.approx(0.25)
    assert items_of_cell(s, "x", "human", "model", ["bad"], ["unsure"]) == ["i4"]
    assert items_that_differ(s, "x", ["human", "model"]).index.tolist() == ["i1", "i4", "i5"]


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
