"""Comparison of groups, on a small recall experiment built here."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from annoeval.evaluation.comparison import COLUMNS, comparison
from annoeval.study import Scale, Study, ratings_table


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
        ratings_table({"item_id": ids, "dimension": "score", "rater": r, "kind": "ai",
                       "value": [max(v - 0.25 * k, 0) for v in values]})
        for k, r in enumerate(raters)
    )  # fmt: skip
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
