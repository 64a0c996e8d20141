"""Comparison of groups, on a small recall experiment built here."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from annoeval.evaluation.comparison import COLUMNS, comparable, comparison
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study


def recall_study(control, experimental, confidence=None, raters=("as published", "recommended")):
    """Trials of two conditions with a score from 0 to 1; the second rater scores a quarter lower where it can."""
    values = [*control, *experimental]
    ids = [f"t{i}" for i in range(len(values))]
    items = pd.DataFrame(
        {"condition": ["control"] * len(control) + ["experimental"] * len(experimental)},
        index=pd.Index(ids, name="item_id"),
    )
    if confidence is not None:
        items["confidence"] = confidence
    ratings = pd.concat(
        ratings_table(
            {
                "item_id": ids,
                "dimension": "score",
                "rater": r,
                "kind": "ai",
                "value": [max(v - 0.25 * k, 0) for v in values],
            }
        )
        for k, r in enumerate(raters)
    )
    scale = Scale("ratio", bounds=(0, 1), role="score")
    return Study("recall", "recall", items, ratings.reset_index(drop=True), {"score": scale}, groups=("condition",))


def of(table, test, rater="as published"):
    return table[(table["test"] == test) & (table["rater"] == rater) & (table["what"] == "condition")].iloc[0]


@pytest.fixture(scope="module")
def eighty_trials():
    rng = np.random.default_rng(4)
    return rng.integers(0, 7, 40) / 8, rng.integers(1, 9, 40) / 8


def test_both_rules_are_compared_by_condition(eighty_trials):
    table = comparison(recall_study(*eighty_trials))
    assert list(table.columns) == COLUMNS
    assert set(table["rater"]) >= {"as published", "recommended"}
    welch = of(table, "welch")
    assert (welch["a"], welch["b"], welch["n_a"], welch["n_b"]) == ("control", "experimental", 40, 40)
    assert bool(welch["recommended"])
    assert welch["low"] < welch["estimate"] < welch["high"]


def test_the_tests_are_scipys(eighty_trials):
    a, b = eighty_trials
    table = comparison(recall_study(a, b))
    assert of(table, "student")["p"] == pytest.approx(stats.ttest_ind(a, b).pvalue, abs=1e-12)
    assert of(table, "welch")["p"] == pytest.approx(stats.ttest_ind(a, b, equal_var=False).pvalue, abs=1e-12)
    u = stats.mannwhitneyu(a, b)
    assert of(table, "mann_whitney")["statistic"] == u.statistic
    assert of(table, "mann_whitney")["p"] == pytest.approx(u.pvalue, abs=1e-12)


def test_which_group_comes_first_is_alphabetical_and_not_the_files_order(eighty_trials):
    study = recall_study(*eighty_trials)
    turned = Study(**{**study.__dict__, "items": study.items.iloc[::-1], "digest": ""})
    pd.testing.assert_frame_equal(comparison(study), comparison(turned))


def test_three_against_three_states_the_smallest_p():
    table = comparison(recall_study([0, 0.1, 0.2], [0.7, 0.8, 0.9], raters=("as published",)))
    permutation = of(table, "permutation")
    assert permutation["p"] == pytest.approx(0.1)
    assert "20 arrangements" in permutation["method"]


def test_groups_without_variation_have_reasons_and_a_difference():
    table = comparison(recall_study([0.25] * 3, [0.75] * 3, raters=("as published",)))
    for test in ("welch", "student"):
        row = of(table, test)
        assert pd.isna(row["p"])
        assert "varies" in row["reason"]
        assert row["estimate"] == -0.5


def test_a_single_trial_per_condition_raises_nothing():
    table = comparison(recall_study([0.25], [0.75], raters=("as published",)))
    assert of(table, "permutation")["p"] == 1
    assert "two values per group" in of(table, "welch")["reason"]


def test_a_study_without_groups_or_with_labels_only_has_an_empty_table():
    study = recall_study([0.5], [0.5], raters=("as published",))
    labels = Study("x", "ratings", study.items[[]], study.ratings, {"score": Scale("nominal", ("a", "b"))})
    table = comparison(labels)
    assert list(table.columns) == COLUMNS
    assert table.empty


def rated(values_by_rater, scale, dimension="caption", kind="human"):
    """Items rated by several raters: values per rater, missing as None."""
    n = len(next(iter(values_by_rater.values())))
    ids = [f"i{i}" for i in range(n)]
    ratings = pd.concat(
        [
            ratings_table({"item_id": ids, "dimension": dimension, "rater": rater, "kind": kind, "value": values})
            for rater, values in values_by_rater.items()
        ],
        ignore_index=True,
    )
    return Study("s", "ratings", pd.DataFrame(index=pd.Index(ids, name="item_id")), ratings, {dimension: scale})


def recommended(table):
    return table[table["recommended"]]


def test_right_or_wrong_answers_of_two_models_are_compared_by_mcnemar():
    study = rated({"a": [1] * 9 + [0] + [1] * 5, "b": [0] * 9 + [1] + [1] * 5}, Scale("nominal", (0, 1)), kind="ai")
    row = recommended(comparison(study)).iloc[0]
    assert row["test"] == "mcnemar_exact"
    assert row["p"] == pytest.approx(22 / 1024)
    assert row["effect"] == pytest.approx(9)
    assert row["estimate"] == pytest.approx(8 / 15)


def test_identical_raters_have_p_one_and_a_reason_for_the_missing_interval():
    study = rated({"ana": [0, 1, 2, 1], "ben": [0, 1, 2, 1]}, Scale("ordinal", (0, 1, 2)))
    row = recommended(comparison(study)).iloc[0]
    assert row["p"] == 1
    assert row["estimate"] == 0
    assert "no interval" in row["reason"]


def test_three_raters_are_compared_all_at_once_and_in_pairs_over_one_family():
    values = {"c": [2, 2, 1, 2, 2, 2], "a": [0, 1, 0, 1, 0, 1], "b": [1, 1, 0, 2, 1, None]}
    table = comparison(rated(values, Scale("ordinal", (0, 1, 2))))
    assert recommended(table)[["a", "b"]].to_numpy().tolist() == [["all", ""], ["a", "b"], ["a", "c"], ["b", "c"]]
    whole = table[table["b"] == ""].iloc[0]
    assert whole["test"] == "friedman"
    assert whole["n_a"] == 5  # the item without b's score is left out
    pairs = table[(table["test"] == "paired_permutation")]
    assert pairs["n_a"].tolist() == [5, 6, 5]
    assert pairs["p_adjusted"].max() >= pairs["p"].max()
    smallest = pairs["p"].idxmin()
    assert pairs.loc[smallest, "p_adjusted"] == pytest.approx(3 * pairs.loc[smallest, "p"])


def test_of_more_than_two_only_the_pair_named_has_every_test():
    values = {"c": [2, 2, 1, 2, 2, 2], "a": [0, 1, 0, 1, 0, 1], "b": [1, 1, 0, 2, 1, 0]}
    study = rated(values, Scale("ordinal", (0, 1, 2)))
    few, some = comparison(study), comparison(study, pair=("a", "c"))
    assert set(few.loc[few["b"] != "", "test"]) == {"paired_permutation"}
    assert set(some.loc[(some["a"] == "a") & (some["b"] == "c"), "test"]) > {"paired_permutation", "paired_t", "sign"}
    both = few.merge(some, on=["a", "b", "test"], suffixes=("", "_all"))
    assert both["p_adjusted"].tolist() == pytest.approx(both["p_adjusted_all"].tolist())


def test_a_slice_has_the_rows_of_the_whole_table_with_the_same_adjusted_p():
    study = rated({"a": [0, 1, 0, 1, 0, 1], "b": [1, 1, 0, 2, 1, 0]}, Scale("ordinal", (0, 1, 2)))
    whole, shown = comparison(study), comparison(study, by=("rater",), every=False)
    assert shown["recommended"].all()
    pd.testing.assert_frame_equal(shown, whole[whole["recommended"]].reset_index(drop=True))


def test_labels_are_compared_by_their_shares():
    study = rated({"a": list("xxyyzz"), "b": list("xyyzzz")}, Scale("nominal", ("x", "y", "z", "never used")))
    table = comparison(study)
    assert set(table["test"]) == {"stuart_maxwell", "bhapkar"}
    assert recommended(table)["test"].tolist() == ["stuart_maxwell"]


def test_a_reference_and_a_majority_are_no_raters_to_compare():
    study = rated({"ana": [0, 1, 1], "ben": [0, 1, 0]}, Scale("ordinal", (0, 1, 2)))
    gold = ratings_table(
        {"item_id": ["i0"], "dimension": "caption", "rater": "gold", "kind": "reference", "value": [0]}
    )
    assert set(comparison(study.with_ratings(gold))["a"]) == {"ana"}


def test_slots_on_one_scale_are_compared_within_a_rater():
    slot = Scale("ordinal", (0, 0.5, 1), role="score")
    ids = [f"t{i}" for i in range(6)]
    slots = {"animal": [1, 1, 1, 0.5, 1, 1], "color": [0, 0, 0.5, 0, 1, 0], "location": [1, 0, 1, 0, 1, 0]}
    ratings = pd.concat(
        ratings_table({"item_id": ids, "dimension": d, "rater": "rule", "kind": "ai", "value": v})
        for d, v in slots.items()
    ).reset_index(drop=True)
    items = pd.DataFrame(index=pd.Index(ids, name="item_id"))
    table = comparison(Study("s", "recall", items, ratings, dict.fromkeys(slots, slot)))
    own = table[table["what"] == "dimension"]
    assert own["dimension"].eq("").all()
    assert own["rater"].eq("rule").all()
    assert recommended(own)[["a", "b"]].to_numpy().tolist() == [
        ["all", ""],
        ["animal", "color"],
        ["animal", "location"],
        ["color", "location"],
    ]


def test_more_than_two_groups_start_with_welchs_analysis_of_variance():
    ids = [f"i{i}" for i in range(12)]
    items = pd.DataFrame({"domain": list("aaaabbbbcccc")}, index=pd.Index(ids, name="item_id"))
    ratings = ratings_table(
        {
            "item_id": ids,
            "dimension": "caption",
            "rater": "model",
            "kind": "ai",
            "value": [0, 1, 1, 2, 0, 0, 1, 0, 2, 2, 1, 2],
        }
    )
    study = Study("s", "figures", items, ratings, {"caption": Scale("ordinal", (0, 1, 2))}, groups=("domain",))
    table = comparison(study)
    whole = table[table["b"] == ""]
    assert whole["test"].tolist() == ["welch_anova", "anova", "kruskal_wallis"]
    assert whole["recommended"].tolist() == [True, False, False]
    values = ratings["value"].astype(float).to_numpy().reshape(3, 4)
    assert whole.loc[whole["test"] == "anova", "p"].iloc[0] == pytest.approx(stats.f_oneway(*values).pvalue)
    assert len(recommended(table)) == 4


def test_groups_are_named_even_when_they_are_numbers_or_missing():
    ids = [f"i{i}" for i in range(6)]
    items = pd.DataFrame({"run": [1, 1, 1, 2, 2, None]}, index=pd.Index(ids, name="item_id"))
    ratings = ratings_table({"item_id": ids, "dimension": "s", "rater": "m", "kind": "ai", "value": [1, 2, 3, 4, 6, 9]})
    table = comparison(Study("s", "ratings", items, ratings, {"s": Scale("interval")}, groups=("run",)))
    pairs = recommended(table)[recommended(table)["b"] != ""]
    assert pairs[["a", "b", "n_a", "n_b"]].to_numpy().tolist() == [
        ["(none)", "1.0", 1, 3],
        ["(none)", "2.0", 1, 2],
        ["1.0", "2.0", 3, 2],
    ]


def test_many_raters_are_each_compared_with_the_best():
    rng = np.random.default_rng(0)
    values = {f"m{i:02d}": (rng.random(30) < 0.3 + i / 40).astype(int).tolist() for i in range(15)}
    table = comparison(rated(values, Scale("nominal", (0, 1)), kind="ai"))
    pairs = recommended(table[table["b"] != ""])
    assert len(pairs) == 14
    means = {k: np.mean(v) for k, v in values.items()}
    best = max(means, key=means.get)
    assert all(best in (a, b) for a, b in zip(pairs["a"], pairs["b"], strict=True))


@pytest.mark.parametrize("values", [{"a": [None, None]}, {"a": [1, None], "b": [None, 2]}, {"a": [1], "b": [1]}])
def test_ordinary_but_thin_data_raise_nothing(values):
    table = comparison(rated(values, Scale("ordinal", (0, 1, 2))))
    undefined = table[table["p"].isna()]
    assert undefined["reason"].str.len().gt(0).all()


def test_what_can_be_compared_is_known_before_comparing(eighty_trials):
    study = recall_study(*eighty_trials)
    assert comparable(study) == {"condition": ["as published", "recommended"], "rater": [""]}
    table = comparison(study)
    assert set(table["what"]) == set(comparable(study))
    people = rated({"ana": [0, 1, 2], "ben": [0, 1, 1], "gold": [0, 1, 1]}, Scale("ordinal", (0, 1, 2)))
    assert set(comparable(people)) == {"rater"}
    assert comparable(rated({"ana": [0, 1, 2]}, Scale("ordinal", (0, 1, 2)))) == {}


def test_narrowing_changes_no_number(eighty_trials):
    study = recall_study(*eighty_trials)
    whole = comparison(study).query("what == 'condition' and rater == 'recommended'").reset_index(drop=True)
    narrow = comparison(study, by=("condition",), raters=("recommended",))
    pd.testing.assert_frame_equal(whole, narrow)


def test_how_many_values_a_side_has_is_a_whole_number_and_missing_where_there_is_no_side():
    table = comparison(recall_study([0.1, 0.2, 0.3], [0.4, 0.5, 0.6]))
    assert str(table["n_a"].dtype) == str(table["n_b"].dtype) == "Int64"
    assert table["n_b"].dropna().gt(0).all()


def test_after_one_correction_final_scores_stand_in_every_dimension():
    items = pd.DataFrame({"condition": ["a", "a", "b", "b"]}, index=pd.Index(list("wxyz"), name="item_id"))
    by_ai = [
        ratings_table({"item_id": list("wxyz"), "dimension": d, "rater": "AI", "kind": "ai", "value": [0, 1, 2, 2]})
        for d in ("caption", "table")
    ]
    mine = ratings_table({"item_id": ["w"], "dimension": "caption", "rater": "Ana", "kind": "reviewer", "value": [1]})
    rubric = Scale("ordinal", (0, 1, 2))
    ratings = pd.concat([*by_ai, mine], ignore_index=True)
    study = Study("s", "ratings", items, ratings, {"caption": rubric, "table": rubric}, groups=("condition",))
    table = comparison(study)
    final = table[(table["rater"] == "resolved") & (table["what"] == "condition")]
    assert set(final["dimension"]) == {"caption", "table"}
