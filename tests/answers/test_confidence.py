"""What is said of confidence."""

import pandas as pd

from annoeval.answers.confidence import groups_apart, how_telling, kept_from, within
from annoeval.evaluation.confidence_figures import calibration_figures
from annoeval.evaluation.correlation import correlation
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.statistics.calibration.confidence import risk_coverage
from annoeval.study import Study


def said(confidence, values, scale):
    ids = [f"q{i}" for i in range(len(values))]
    ratings = ratings_table(
        {
            "item_id": ids,
            "dimension": "score",
            "rater": "model",
            "kind": "ai",
            "value": values,
            "confidence": confidence,
        }
    )
    study = Study("s", "ratings", pd.DataFrame(index=pd.Index(ids, name="item_id")), ratings, {"score": scale})
    overall = correlation(study, by=())
    return how_telling("score", scale, "model", overall, calibration_figures(study, "score", "model"))


GRADED = Scale("ratio", bounds=(0, 1), role="score")
RIGHT_WRONG = Scale("nominal", (0, 1))


def test_a_clear_relation_is_said_with_its_interval():
    text = said([0.1, 0.2, 0.4, 0.5, 0.7, 0.9], [0.1, 0.3, 0.3, 0.6, 0.8, 0.8], GRADED)
    assert text.startswith("The surer, the higher the score: r **0.9")
    assert "95 % CI" in text
    assert "6 items" in text


def test_an_unclear_one_is_not_called_none():
    assert said([0.1, 0.5, 0.4, 0.9], [0.5, 0.1, 0.8, 0.5], GRADED).startswith("No clear relation of confidence")


def test_right_and_wrong_answers_have_their_gap_and_their_pairs():
    text = said([0.9, 0.8, 0.3, 0.2, 0.7, 0.4], [1, 1, 0, 0, 0, 1], RIGHT_WRONG)
    assert "apart on average (ECE; " in text
    assert "**89 %** of pairs" in text


def test_all_right_says_what_can_not_be_said():
    text = said([0.9, 0.8, 0.3, 0.5], [1, 1, 1, 1], RIGHT_WRONG)
    assert "all answers are right" in text
    assert "does not vary" in text


def test_groups_are_told_apart_by_their_intervals():
    rows = pd.DataFrame({"group": ["A", "B"], "low": [0.1, -0.2], "high": [0.5, 0.3]})
    assert groups_apart(rows) == "Confidence goes with the score in **A**; in B no relation is clear."
    assert "In no group" in groups_apart(rows[1:])


def test_keeping_the_surest_is_said_in_shares():
    curve = risk_coverage([0.9, 0.9, 0.5, 0.1], [1, 1, 1, 0])
    assert kept_from(0.9, curve).startswith("**50 %** of the answers were stated with confidence 0.90 or more; **0 %**")


def test_a_box_is_described_by_the_items_in_it():
    assert within(pd.DataFrame({"confidence": [0.2, 0.4], "value": [1.0, 1.0]})) == (
        "with confidence 0.20–0.40 and score 1.00"
    )
