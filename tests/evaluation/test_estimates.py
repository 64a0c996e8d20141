"""What is true of all items when people reviewed some."""

import numpy as np
import pandas as pd
import pytest

import annoeval
from annoeval.answers.estimates import summary
from annoeval.evaluation.estimates import estimate, estimates
from annoeval.evaluation.plans import plan
from annoeval.statistics.partial.limits import limits
from annoeval.statistics.partial.looks import ANY_TIME
from annoeval.statistics.partial.stratum import Stratum
from annoeval.study import AnnoevalError

TRUTH = np.array([0] * 8 + [1] * 12 + [2] * 40)
AI = np.array([0] * 6 + [2] * 2 + [1] * 9 + [2] * 3 + [2] * 40)  # of the AI's 45 twos 2 are truly 0 and 3 truly 1


def study(tmp_path, audited=(), why="audit", reasons=True, rest="rule"):
    """60 items; people reviewed all that the AI called 0 or 1, and of its twos those `audited`."""
    seen = AI < 2
    because = np.where(seen, rest, "").astype("object")
    seen[list(audited)] = True
    because[list(audited)] = why
    table = pd.DataFrame({"id": [f"i{n}" for n in range(60)], "ai_caption": AI})
    table["human_caption"] = pd.Series(TRUTH).where(seen).astype("Int64")
    if reasons:
        table["reviewed_because"] = because
    table.to_csv(tmp_path / "scores.csv", index=False)
    return annoeval.load(tmp_path / "scores.csv")


AUDITED = (7, 17, *range(22, 40))  # one 0, one 1 and 18 right ones of 45


def test_with_no_audit_nothing_is_valid_and_the_bounds_hold_the_truth(tmp_path):
    row = estimate(study(tmp_path), "caption")
    assert not row["valid"]
    assert pd.isna(row["estimate"])
    assert "audit" in row["reason"]
    assert row["bound_low"] == pytest.approx(9 / 60)
    assert row["bound_high"] == pytest.approx(99 / 60)
    assert row["bound_low"] <= TRUTH.mean() <= row["bound_high"]


def test_an_audit_gives_the_exact_limits_of_the_whole(tmp_path):
    row = estimate(study(tmp_path, AUDITED), "caption")
    found = limits([Stratum(45, 20, 1, 1)], 2)
    assert row["valid"]
    assert row["low"] == pytest.approx((9 + 90 - found.high) / 60)
    assert row["high"] == pytest.approx((9 + 90 - found.low) / 60)
    assert row["estimate"] == pytest.approx((9 + 90 - 45 / 20 * 3) / 60)
    assert (row["n_all"], row["n_reviewed"], row["n_audited"], row["n_unseen"]) == (60, 35, 20, 25)


def test_the_merged_mean_stands_beside_it_uncorrected(tmp_path):
    s = study(tmp_path, AUDITED)
    row = estimate(s, "caption")
    assert row["naive"] == pytest.approx((9 + 90 - 3) / 60)
    first, _, grey = summary("caption", s.dimensions["caption"], estimates(s, "caption"))
    assert first.startswith("Caption: 1.54 of 2 (95 % CI")
    assert grey == f"As reviewed, not corrected: {row['naive']:.2f}."


def test_a_random_subset_counts_as_an_audit(tmp_path):
    assert estimate(study(tmp_path, AUDITED, "random"), "caption")["valid"]


@pytest.mark.parametrize("why", ["chosen", ""])
def test_items_chosen_by_hand_are_no_random_sample(tmp_path, why):
    row = estimate(study(tmp_path, AUDITED, why), "caption")
    assert not row["valid"]
    assert pd.isna(row["low"])


def test_a_file_that_does_not_say_why_is_asked(tmp_path):
    row = estimate(study(tmp_path, AUDITED, reasons=False), "caption")
    assert not row["valid"]
    assert "reviewed_because" in row["reason"]


def test_where_everything_was_reviewed_the_interval_has_no_width(tmp_path):
    row = estimate(study(tmp_path, range(60), "all"), "caption")
    assert row["valid"]
    assert row["low"] == row["high"] == row["estimate"] == pytest.approx(TRUTH.mean())


def test_precision_and_share_found_follow_from_the_same_counts(tmp_path):
    s = study(tmp_path, AUDITED)
    zeros = limits([Stratum(45, 20, 1)], 1)
    found = estimate(s, "caption", "found of 0")
    assert found["high"] == pytest.approx(6 / (6 + zeros.low))
    assert found["low"] == pytest.approx(6 / (6 + zeros.high))
    assert estimate(s, "caption", "precision of 0")["estimate"] == 1.0


def test_limits_at_any_time_are_wider(tmp_path):
    s = study(tmp_path, AUDITED)
    fixed, free = estimate(s, "caption"), estimate(s, "caption", looks=ANY_TIME)
    assert free["low"] <= fixed["low"] <= fixed["high"] <= free["high"]


def test_a_plan_goes_on_from_what_was_audited(tmp_path):
    s = study(tmp_path, AUDITED)
    assert plan(s, "caption", 0.5).more == 0
    assert 0 < plan(s, "caption", 0.05).more <= 25
    with pytest.raises(AnnoevalError, match="above 0"):
        plan(s, "caption", 0.0)


def test_an_unknown_dimension_is_named(tmp_path):
    with pytest.raises(AnnoevalError, match="no dimension 'title'"):
        estimate(study(tmp_path), "title")


def test_a_random_sample_of_everything_gives_precision_and_share_found_of_every_score(tmp_path):
    order = np.random.default_rng(4).permutation(60)[:40]
    table = pd.DataFrame({"id": [f"i{n}" for n in range(60)], "ai_caption": AI})
    table["human_caption"] = pd.Series(TRUTH).where(np.isin(np.arange(60), order)).astype("Int64")
    table["reviewed_because"] = np.where(table["human_caption"].notna(), "random", "")
    table.to_csv(tmp_path / "random.csv", index=False)
    s = annoeval.load(tmp_path / "random.csv")
    rows = estimates(s, "caption").set_index("what")
    truth = {
        "accuracy": (AI == TRUTH).mean(),
        "precision of 2": (TRUTH[AI == 2] == 2).mean(),
        "found of 0": (AI[TRUTH == 0] == 0).mean(),
        "found of 2": 1.0,
    }
    for what, value in truth.items():
        assert rows.loc[what, "valid"], what
        assert rows.loc[what, "low"] <= value <= rows.loc[what, "high"], what
        assert rows.loc[what, "bound_low"] <= rows.loc[what, "low"] + 1e-12, what
