"""Every calibration figure with its interval."""

import numpy as np
import pandas as pd
import pytest

from annoeval.evaluation.calibration import calibration_summary, figures_of, judged
from annoeval.evaluation.confidence_figures import (
    MEANING,
    area_under_risk,
    calibration_figures,
    mean_by_confidence,
    risk_curve,
)
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.statistics.calibration.confidence import risk_coverage
from annoeval.study import Study

RIGHT_WRONG = Scale("nominal", (0, 1))


def answers(confidence, correct, scale=RIGHT_WRONG):
    ids = [f"q{i}" for i in range(len(confidence))]
    ratings = ratings_table(
        {
            "item_id": ids,
            "dimension": "answer",
            "rater": "model",
            "kind": "ai",
            "value": list(correct),
            "confidence": list(confidence),
        }
    )
    return Study("s", "ratings", pd.DataFrame(index=pd.Index(ids, name="item_id")), ratings, {"answer": scale})


@pytest.fixture(scope="module")
def figures():
    rng = np.random.default_rng(0)
    p = rng.integers(0, 101, 400) / 100
    study = answers(p.tolist(), (rng.random(400) < p).astype(int).tolist())
    return study, calibration_figures(study, "answer", "model").set_index("figure")


def test_they_are_those_of_the_summary(figures):
    study, found = figures
    summary = calibration_summary(study).iloc[0]
    for name in ("ece", "mce", "brier", "auroc"):
        assert found.loc[name, "value"] == pytest.approx(summary[name])


def test_the_parts_of_the_brier_score_add_up_within_a_bins_width(figures):
    _, found = figures
    v = found["value"]
    assert v["brier"] == pytest.approx(v["reliability"] - v["resolution"] + v["uncertainty"], abs=0.01)


def test_figures_with_intervals_lie_in_them(figures):
    _, found = figures
    for name in ("brier", "auroc"):
        row = found.loc[name]
        assert row["low"] < row["value"] < row["high"]
    assert found.loc["ece", "low"] < found.loc["ece", "high"]


def test_debiasing_lowers_the_error_of_an_honest_model(figures):
    _, found = figures
    assert found.loc["ece_debiased", "value"] < found.loc["ece", "value"]


def test_the_interval_of_the_brier_score_covers():
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(100):
        p = rng.integers(0, 11, 120) / 10
        y = rng.random(120) < p
        limit, _ = figures_of(pd.DataFrame({"confidence": p, "correct": y.astype(float)}))["brier"]
        true = np.mean([q * (1 - q) for q in np.arange(11) / 10])
        inside += limit.low <= true <= limit.high
    assert inside >= 88


def test_undefined_figures_all_have_a_reason():
    graded = calibration_figures(answers([0.2, 0.8], [0.5, 1.0], Scale("ratio", role="score")), "answer", "model")
    assert len(graded) == len(MEANING)
    assert graded["value"].isna().all()
    assert graded["reason"].str.contains("graded").all()
    all_right = calibration_figures(answers([0.2, 0.8], [1, 1]), "answer", "model").set_index("figure")
    assert pd.isna(all_right.loc["auroc", "value"])
    assert "all answers are right" in all_right.loc["auroc", "reason"]
    assert all_right.loc["ece", "value"] == pytest.approx(0.5)


def test_one_answer_raises_nothing():
    one = calibration_figures(answers([0.7], [1]), "answer", "model").set_index("figure")
    assert one.loc["ece", "value"] == pytest.approx(0.3)
    assert (one.loc["ece", "low"], one.loc["ece", "high"] > 0.9) == (0, True)
    assert one.loc["brier", "reason"] == "an interval needs at least 10 answers; there is 1"


def test_the_area_under_risk_and_coverage():
    # kept ½: no error; kept all: ½ wrong. Flat 0 up to ½, then a straight line to ½: ⅛
    assert area_under_risk(risk_coverage([0.9, 0.1], [1, 0])) == pytest.approx(0.125)
    assert area_under_risk(risk_coverage([], [])) is None
    curve = risk_curve(judged(answers([0.9, 0.1], [1, 0]), "answer"))
    assert curve["risk"].tolist() == [0, 0.5]


def test_mean_scores_by_confidence_use_bins_of_equal_size_within_the_scale():
    values = pd.DataFrame({"confidence": np.arange(60) / 59, "value": [0.0, 1.0, 0.5] * 20})
    table = mean_by_confidence(values, Scale("ratio", bounds=(0, 1)))
    assert table["n"].tolist() == [10] * 6
    assert (table["low"] >= 0).all()
    assert (table["high"] <= 1).all()
    few = mean_by_confidence(values.iloc[:2], Scale("ratio", bounds=(0, 1)))
    assert few["n"].tolist() == [2]
    assert few["low"].isna().all()


def test_mean_scores_by_confidence_take_whole_clusters():
    """Four answers to each of ten questions, all alike: ten values are known of each bin, not forty."""
    value = np.repeat(np.linspace(0, 1, 10), 4)
    values = pd.DataFrame({"confidence": 0.5, "value": value})
    scale = Scale("ratio", bounds=(0, 1))
    alone = mean_by_confidence(values, scale)
    whole = mean_by_confidence(values.assign(cluster=np.repeat(np.arange(10), 4)), scale)
    once = mean_by_confidence(values.iloc[::4], scale)
    assert whole["mean"].tolist() == alone["mean"].tolist()
    assert whole[["low", "high"]].to_numpy() == pytest.approx(once[["low", "high"]].to_numpy(), abs=1e-9)
    assert (whole["high"] - whole["low"]).item() > 1.8 * (alone["high"] - alone["low"]).item()
    few = mean_by_confidence(values.assign(cluster=np.repeat(np.arange(4), 10)), scale)
    assert few["low"].isna().all()


def test_of_nine_answers_a_brier_score_has_no_interval():
    """Simulated, t on a bounded scale held 92 % of five answers: see docs/statistics.md."""
    p, y = np.linspace(0.1, 0.9, 9), np.array([0, 1, 0, 0, 1, 0, 1, 1, 1.0])
    limit, value = figures_of(pd.DataFrame({"confidence": p, "correct": y}), names=("brier",))["brier"]
    assert limit.low is None
    assert limit.reason == "an interval needs at least 10 answers; there are 9"
    assert value == pytest.approx(((p - y) ** 2).mean())
