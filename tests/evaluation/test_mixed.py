"""Final scores that are people's on some items and unchecked ones of the AI on others have no interval and no test."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import annoeval
from annoeval.evaluation.comparison import comparison
from annoeval.evaluation.coverage_table import coverage
from annoeval.evaluation.labels import labels
from annoeval.evaluation.reviewer_error import reviewer_error
from annoeval.evaluation.scores import scores


@pytest.fixture
def study(tmp_path):
    """Forty items, twenty of each domain; people reviewed the ten of Physics that the AI scored 0."""
    n = np.arange(40)
    ai = np.where(n % 4 == 0, 0, 2)
    table = pd.DataFrame(
        {"id": [f"i{k}" for k in n], "domain": np.where(n < 20, "Physics", "Biology"), "ai_caption": ai}
    )
    table["human_caption"] = pd.Series(np.where(n % 8 == 0, 1, ai)).where((ai == 0) & (n < 20)).astype("Int64")
    table.to_csv(tmp_path / "scores.csv", index=False)
    return annoeval.load(tmp_path / "scores.csv")


def final(table, by="", group="all"):
    rows = table[(table["rater"] == "resolved") & (table["by"] == by) & (table["group"] == group)]
    return rows.iloc[0]


def test_their_mean_stands_without_an_interval(study):
    row = final(scores(study, "caption"))
    assert row["mean"] == pytest.approx((30 * 2 + 3) / 40)
    assert pd.isna(row["low"])
    assert row["reason"] == "35 values are unchecked, the AI's: see the table estimates"


def test_a_group_of_the_ais_alone_has_the_ais_interval(study):
    assert pd.notna(final(scores(study, "caption"), "domain", "Biology")["low"])
    assert pd.isna(final(scores(study, "caption"), "domain", "Physics")["low"])


def test_their_shares_have_no_interval(study):
    assert pd.isna(final(labels(study, "caption"))["low"])


def test_groups_of_them_are_not_tested(study):
    found = comparison(study, by=("domain",), raters=("resolved",))
    assert len(found)
    assert found["p"].isna().all()
    assert found["low"].isna().all()
    assert found["reason"].str.contains("unchecked").all()
    assert comparison(study, by=("domain",), raters=("ai",))["p"].notna().any()


def test_the_coverage_of_review_is_told_by_score_and_group(study):
    found = coverage(study, "caption").set_index(["by", "group", "ai"])
    assert found.loc[("", "all", "all"), "words"] == "5 of 40 items reviewed by people (13 %), none drawn at random"
    assert found.loc[("", "all", "0"), ["n_all", "n_reviewed"]].tolist() == [10, 5]
    assert found.loc[("domain", "Biology", "2"), "n_reviewed"] == 0


def test_people_who_differ_by_half_a_step_on_average_move_a_mean_by_it(tmp_path):
    rows = [(f"i{k}", who, min(k % 3 + (who == "Ben" and k < 4), 2)) for k in range(8) for who in ("Ana", "Ben")]
    pd.DataFrame(rows, columns=["item", "rater", "score"]).to_csv(tmp_path / "two.csv", index=False)
    error = reviewer_error(annoeval.load(tmp_path / "two.csv"), "score")
    assert error.n == 8
    assert error.differ == 3  # of the first four, the third is at the top for both
    assert error.shift == pytest.approx(3 / 8)


def test_without_a_second_opinion_nothing_is_known_of_people(study):
    assert reviewer_error(study, "caption") is None
