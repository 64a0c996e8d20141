"""Confidence against outcome: correlation and calibration tables."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from annoeval.evaluation.calibration import COLUMNS, SUMMARY_COLUMNS, calibration, calibration_summary
from annoeval.evaluation.correlation import correlation
from annoeval.evaluation.current import with_confidence
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.study import Study

GRADED = Scale("ratio", bounds=(0, 1), role="score")
RIGHT_WRONG = Scale("nominal", (0, 1))


def trials(values, scale, confidence=None, of_rating=None, groups=None, name="score"):
    ids = [f"t{i}" for i in range(len(values))]
    items = pd.DataFrame(index=pd.Index(ids, name="item_id"))
    if confidence is not None:
        items["confidence"] = confidence
    if groups is not None:
        items["condition"] = groups
    ratings = ratings_table(
        {"item_id": ids, "dimension": name, "rater": "model", "kind": "ai", "value": values, "confidence": of_rating}
    )
    return Study("s", "recall", items, ratings, {name: scale}, groups=("condition",) if groups is not None else ())


@pytest.fixture(scope="module")
def sure_and_right():
    rng = np.random.default_rng(0)
    confidence = rng.integers(1, 101, 60) / 100
    return confidence, (rng.random(60) < confidence).astype(int)


def row(table, **keys):
    for column, value in keys.items():
        table = table[table[column] == value]
    assert len(table) == 1
    return table.iloc[0]


def test_correlation_of_confidence_with_a_graded_score_leaves_gaps_out(sure_and_right):
    confidence, right = sure_and_right
    score = np.clip(right * 0.5 + confidence / 3, 0, 1)
    gaps = pd.Series(confidence).where(np.arange(60) >= 5)
    table = correlation(trials(score.tolist(), GRADED, gaps.tolist()))
    for method, test in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr), ("kendall", stats.kendalltau)):
        found = row(table, method=method, group="all")
        expected = test(confidence[5:], score[5:])
        assert found["n"] == 55
        assert found["estimate"] == pytest.approx(expected.statistic, abs=1e-12)
        assert found["p"] == pytest.approx(expected.pvalue, abs=1e-12)
        assert found["low"] < found["estimate"] < found["high"]


def test_a_confidence_outside_its_range_is_missing_and_raises_nothing(sure_and_right):
    confidence, right = sure_and_right
    cells = [85.0, None, -0.1, *confidence[3:]]
    summary = row(calibration_summary(trials(right.tolist(), RIGHT_WRONG, cells)), group="all")
    assert (summary["n"], summary["missing"]) == (57, 3)


def test_a_right_or_wrong_score_is_its_own_outcome(sure_and_right):
    confidence, right = sure_and_right
    summary = row(calibration_summary(trials(right.tolist(), RIGHT_WRONG, of_rating=confidence.tolist())), group="all")
    assert summary["n"] == 60
    assert summary["brier"] == pytest.approx(np.mean((confidence - right) ** 2))
    curve = calibration(trials(right.tolist(), RIGHT_WRONG, of_rating=confidence.tolist()))
    assert list(curve.columns) == COLUMNS
    assert curve["n"].sum() == 60
    weighted = (curve["n"] / 60 * (curve["accuracy"] - curve["confidence"]).abs()).sum()
    assert summary["ece"] == pytest.approx(weighted)
    assert summary["mce"] == pytest.approx((curve["accuracy"] - curve["confidence"]).abs().max())


def test_every_group_has_its_own_rows(sure_and_right):
    confidence, right = sure_and_right
    halves = ["control"] * 30 + ["experimental"] * 30
    study = trials(right.tolist(), RIGHT_WRONG, confidence.tolist(), groups=halves)
    summary = calibration_summary(study)
    assert summary[["by", "group"]].to_numpy().tolist() == [
        ["", "all"],
        ["condition", "control"],
        ["condition", "experimental"],
    ]
    assert row(correlation(study, dimension="score"), method="pearson", group="control")["n"] == 30


def test_graded_scores_are_not_called_right_or_wrong():
    study = trials([0.25, 0.5, 1.0], GRADED, [0.1, 0.5, 0.9])
    assert calibration(study).empty
    summary = calibration_summary(study)
    assert list(summary.columns) == SUMMARY_COLUMNS
    assert summary["ece"].isna().all()
    assert "graded" in summary["reason"].iloc[0]


def test_a_reference_says_what_is_right():
    study = trials(
        ["cat", "dog", "cat", "bird"], Scale("nominal", ("cat", "dog", "bird")), of_rating=[0.9, 0.8, 0.6, 1]
    )
    gold = ratings_table(
        {
            "item_id": ["t0", "t1", "t2"],
            "dimension": "score",
            "rater": "gold",
            "kind": "reference",
            "value": ["cat", "cat", "cat"],
        }
    )
    summary = row(calibration_summary(study.with_ratings(gold)), rater="model")
    assert (summary["n"], summary["missing"]) == (3, 1)
    assert summary["brier"] == pytest.approx((0.01 + 0.64 + 0.16) / 3)


def test_without_a_reference_people_say_what_is_right():
    scale = Scale("ordinal", (0, 1, 2))
    study = trials([2, 1, 0, 2], scale, of_rating=[0.9, 0.8, 0.6, 0.7])
    people = [
        ratings_table(
            {"item_id": ["t0", "t1", "t2"], "dimension": "score", "rater": name, "kind": "reviewer", "value": values}
        )
        for name, values in (("ana", [2, 0, 0]), ("ben", [2, 0, 1]))
    ]
    study = study.with_ratings(pd.concat(people, ignore_index=True))
    summary = calibration_summary(study)
    assert set(summary["rater"]) == {"model"}
    # t2 is a tie among people and t3 unseen: unknown, not wrong
    assert summary["n"].tolist() == [2]
    assert summary["brier"].iloc[0] == pytest.approx((0.01 + 0.64) / 2)


def test_nobody_to_say_what_is_right_is_a_reason():
    study = trials(["cat", "dog"], Scale("nominal", ("cat", "dog")), of_rating=[0.9, 0.8])
    assert "no reference" in calibration_summary(study)["reason"].iloc[0]


def test_all_right_has_every_figure_but_auroc():
    summary = calibration_summary(trials([1, 1], RIGHT_WRONG, [0.5, 0.9])).iloc[0]
    assert summary["ece"] == pytest.approx(0.3)
    assert pd.isna(summary["auroc"])
    assert "all answers are right" in summary["reason"]


def test_no_confidence_no_rows():
    study = trials([1, 0, 1], RIGHT_WRONG)
    assert correlation(study).empty
    assert calibration(study).empty
    assert calibration_summary(study).empty


def test_who_stated_a_confidence_is_known_before_counting():
    study = trials([1, 0, 1], RIGHT_WRONG, of_rating=[0.5, None, 0.9])
    silent = ratings_table({"item_id": ["t0"], "dimension": "score", "rater": "other", "kind": "ai", "value": [1]})
    assert with_confidence(study.with_ratings(silent)) == {"score": ["model"]}
    assert with_confidence(trials([1, 0], RIGHT_WRONG, [0.5, 0.6]).with_ratings(silent)) == {
        "score": ["model", "other"]
    }
    assert with_confidence(trials([1, 0], RIGHT_WRONG)) == {}
