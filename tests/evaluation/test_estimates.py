"""What is true of all items when people reviewed some."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import annoeval
from annoeval.answers.estimates import among_people, summary
from annoeval.evaluation.estimates import estimate, estimates
from annoeval.evaluation.plans import plan
from annoeval.evaluation.reviewer_error import reviewer_error
from annoeval.problem import AnnoevalError
from annoeval.rating_table import ratings_table
from annoeval.scale import Scale
from annoeval.statistics.partial.limits import limits
from annoeval.statistics.partial.looks import ANY_TIME
from annoeval.statistics.partial.stratum import Stratum
from annoeval.study import Audit, Study

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


def test_every_planned_look_costs_items(tmp_path):
    s = study(tmp_path)
    sizes = [plan(s, "caption", 0.1, looks=k).more for k in (1, 2, 5)]
    assert sizes[0] < sizes[1] < sizes[2]
    with pytest.raises(AnnoevalError, match="1 to 5"):
        plan(s, "caption", 0.1, looks=6)


def long(tmp_path, audited, answered=True):
    """The same 60 items as a table of a row a rating; why people looked stands beside their answers alone."""
    rows = [(f"i{n}", "gpt-4o", AI[n], None) for n in range(60)]
    seen = [(n, "rule") for n in range(60) if AI[n] < 2] + [(n, "audit") for n in audited]
    rows += [(f"i{n}", "Ana", TRUTH[n] if answered or n != audited[-1] else None, why) for n, why in seen]
    table = pd.DataFrame(rows, columns=["item_id", "rater", "caption", "reviewed_because"])
    table["caption"] = table["caption"].astype("Int64")
    table.to_csv(tmp_path / "long.csv", index=False)
    return annoeval.load(tmp_path / "long.csv")


def test_a_table_of_a_row_a_rating_says_beside_each_why_people_looked(tmp_path):
    same = ["estimate", "low", "high", "n_audited", "n_unseen", "valid"]
    found = long(tmp_path, AUDITED)
    assert estimate(found, "caption")[same].tolist() == estimate(study(tmp_path, AUDITED), "caption")[same].tolist()
    assert found.problems == ()
    assert "no answer yet" in estimate(long(tmp_path, AUDITED, answered=False), "caption")["reason"]


def test_a_label_that_nothing_truly_has_is_found_nowhere_and_says_so(tmp_path):
    table = pd.DataFrame({"id": [f"i{n}" for n in range(8)], "ai_caption": [1, *[2] * 7]})
    table["human_caption"] = pd.Series([2, 2, 2]).astype("Int64")
    table["reviewed_because"] = table["human_caption"].notna().map({True: "random", False: ""})
    table.to_csv(tmp_path / "scores.csv", index=False)
    row = estimate(annoeval.load(tmp_path / "scores.csv"), "caption", "found of 1")
    assert (row["valid"], row["reason"]) == (False, "as far as people saw, no item is truly 1")


def test_of_one_score_ever_given_no_mean_is_known_while_items_are_unseen(tmp_path):
    table = pd.DataFrame({"id": [f"i{n}" for n in range(8)], "ai_quality": 2})
    table["human_quality"] = pd.Series([2, 2, 2]).astype("Int64")
    table["reviewed_because"] = table["human_quality"].notna().map({True: "random", False: ""})
    table.to_csv(tmp_path / "scores.csv", index=False)
    found = annoeval.load(tmp_path / "scores.csv")
    row = estimate(found, "quality")
    assert not row["valid"]
    assert row[["estimate", "low", "high", "bound_low", "bound_high"]].isna().all()
    [said, *_] = summary("quality", found.dimensions["quality"], estimates(found, "quality"))
    assert (
        said
        == "Quality is not known: one score is all that was ever given, so where its scale begins and ends isn't known."
    )


def test_a_scale_of_which_only_the_upper_part_was_seen_is_named(tmp_path):
    table = pd.DataFrame({"id": [f"i{n}" for n in range(8)], "ai_quality": [3, 4, 5, 4, 3, 5, 4, 5]})
    table["human_quality"] = pd.Series([3, 4, 5]).astype("Int64")
    table["reviewed_because"] = table["human_quality"].notna().map({True: "random", False: ""})
    table.to_csv(tmp_path / "scores.csv", index=False)
    found = annoeval.load(tmp_path / "scores.csv")
    [said, *_] = summary("quality", found.dimensions["quality"], estimates(found, "quality"))
    assert "on the scale seen, from 3 to 5" in said


def second(gaps):
    """Two reviewers on as many items as there are `gaps`, the second that much lower; one more with one answer."""
    ids = [f"i{n}" for n in range(len(gaps))]
    rows = {"item_id": [*ids, *ids, "alone"], "rater": ["Ana"] * len(ids) + ["Ben"] * len(ids) + ["Ana"]}
    values = [2.0] * len(ids) + [2.0 - g for g in gaps] + [2.0]
    items = pd.DataFrame(index=pd.Index([*ids, "alone"], name="item_id"))
    ratings = ratings_table({**rows, "dimension": "caption", "kind": "reviewer", "value": values})
    return Study("s", "ratings", items, ratings, {"caption": Scale("ordinal", (0, 1, 2), title="Caption")})


def test_second_opinions_say_how_far_disagreement_could_move_the_figure():
    # worked by hand: on 5 items people differ by 0, 0, 1, 0, 2, so the mean by (1 + 2) / 5
    error = reviewer_error(second([0, 0, 1, 0, 2]), "caption")
    assert (error.n, error.differ, error.shift) == (5, 2, 0.6)
    said = among_people(error, Scale("ordinal", (0, 1, 2)))
    assert said.startswith("Of 5 items that two or more people judged they differ on 2")
    assert said.endswith("the figure moves by up to 0.60")
    assert "never differ" in among_people(reviewer_error(second([0, 0]), "caption"), Scale("ordinal", (0, 1, 2)))
    assert reviewer_error(second([]), "caption") is None


def test_an_unknown_dimension_is_named(tmp_path):
    with pytest.raises(AnnoevalError, match="There is no dimension 'x'"):
        estimates(study(tmp_path), "x")
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


def split(tmp_path, domains, by=""):
    """60 items in domains, with an audit of 20 of the AI's twos, drawn in all or from every domain apart."""
    s = study(tmp_path, AUDITED)
    s.items["domain"] = domains
    frame = [f"i{n}" for n in range(60) if AI[n] == 2]
    audit = Audit("caption", tuple(frame), tuple(f"i{n}" for n in AUDITED), by)
    return replace(s, groups=["domain"], audits=(audit,))


def test_kappa_of_one_random_order_takes_domains_of_few_items_together(tmp_path):
    few = np.where(np.isin(np.arange(60), (*range(36, 44),)), "few", "many")  # 8 of the AI's twos
    found = estimate(split(tmp_path, few), "caption", "kappa_quadratic", group="")
    whole = estimate(study(tmp_path, AUDITED), "caption", "kappa_quadratic")
    assert found["valid"]
    assert tuple(found[["low", "estimate", "high"]]) == pytest.approx(tuple(whole[["low", "estimate", "high"]]))


def test_kappa_is_refused_where_few_items_were_drawn_from_apart(tmp_path):
    few = np.where(np.isin(np.arange(60), (*range(36, 44),)), "few", "many")
    s = split(tmp_path, few, "domain")
    found = estimate(s, "caption", "kappa_quadratic")
    assert not found["valid"]
    assert pd.isna(found["low"])
    assert "fewer than 10" in found["reason"]
    assert estimate(s, "caption")["valid"]


def test_where_only_an_ai_scored_the_truth_may_lie_anywhere_and_an_audit_is_offered(tmp_path):
    table = pd.DataFrame({"id": [f"i{n}" for n in range(60)], "ai_caption": AI})
    table.to_csv(tmp_path / "ai.csv", index=False)
    mapping = {"id": "item", "ai_caption": {"role": "rating", "rater": "ai", "dimension": "caption"}}
    s = annoeval.load(tmp_path / "ai.csv", options={"mapping": mapping, "kinds": {"ai": "ai"}})
    row = estimates(s, "caption").set_index("what").loc["mean"]
    assert (row["bound_low"], row["bound_high"], row["valid"], row["n_unseen"]) == (0, 2, False, 60)
    assert estimates(s)["dimension"].unique().tolist() == ["caption"]
    assert 0 < plan(s, "caption", 0.2).more < 60
    order = np.random.default_rng(4).permutation(60)
    frame = tuple(f"i{n}" for n in order)
    drawn = replace(s, audits=(Audit("caption", frame, frame[:30]),))
    people = ratings_table(
        {
            "item_id": frame[:30],
            "dimension": "caption",
            "rater": "Ada",
            "kind": "reviewer",
            "value": TRUTH[order[:30]].tolist(),
            "because": "audit",
        }
    )
    found = estimate(drawn.with_ratings(people), "caption")
    assert found["valid"]
    assert found["low"] <= TRUTH.mean() <= found["high"]


def test_where_a_reference_says_what_is_right_no_audit_is_asked_for(tmp_path):
    table = pd.DataFrame({"id": [f"i{n}" for n in range(60)], "gold_caption": TRUTH, "ai_caption": AI})
    table.to_csv(tmp_path / "gold.csv", index=False)
    assert estimates(annoeval.load(tmp_path / "gold.csv")).empty


def test_kappa_of_two_labels_has_the_limits_of_a_count(tmp_path):
    """20 of 40 accepted audited, 2 of them wrong; κ falls with every wrong one, so its limits are those of their count
    (exact hypergeometric) put into Cohen's formula."""
    ai = np.array(["no"] * 20 + ["yes"] * 40)
    truth = np.array(["no"] * 18 + ["yes"] * 2 + ["no"] * 4 + ["yes"] * 36)
    seen = np.isin(np.arange(60), (*range(20), 20, 21, *range(24, 42)))
    table = pd.DataFrame({"id": [f"i{n}" for n in range(60)], "ai_correct": ai, "human_correct": truth})
    table["human_correct"] = table["human_correct"].where(seen)
    table["reviewed_because"] = np.select([~seen, ai == "no"], ["", "rule"], "audit")
    table.to_csv(tmp_path / "two.csv", index=False)
    row = estimate(annoeval.load(tmp_path / "two.csv"), "correct", "kappa_quadratic")
    wrong = limits([Stratum(40, 20, 2)], 1)

    def kappa(m):
        observed = (18 + 40 - m) / 60
        expected = (20 * (18 + m) + 40 * (42 - m)) / 3600
        return (observed - expected) / (1 - expected)

    assert row["valid"], row["reason"]
    assert (row["low"], row["high"]) == (pytest.approx(kappa(wrong.high)), pytest.approx(kappa(wrong.low)))
    assert row["estimate"] == pytest.approx(kappa(4))


def test_kappa_of_more_steps_is_refused_with_the_reason(tmp_path):
    s = study(tmp_path, AUDITED)
    wide = replace(s, dimensions={"caption": replace(s.dimensions["caption"], categories=(0, 1, 2, 3))})
    row = estimates(wide, "caption").set_index("what").loc["kappa_quadratic"]
    assert not row["valid"]
    assert "two labels and for scales of three equal steps" in row["reason"]
