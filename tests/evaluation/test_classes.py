"""The share found of each class and how often a rater is right, from tables counted by hand."""

import pytest

from annoeval.conclusions import OPEN
from annoeval.evaluation.agreement import agreement
from annoeval.evaluation.classes import COLUMNS, classes
from annoeval.evaluation.pairs import confusion, items_of_cell, pairs
from annoeval.evaluation.raters import rater_sets
from annoeval.scale import Scale
from tests.evaluation.test_agreement import study, value

PASS = Scale("nominal", ("pass", "fail"))
JUDGE = [("pass", "pass")] * 36 + [("pass", "fail")] + [("fail", "pass")] * 5 + [("fail", "fail")]


def of(table, label, **where):
    rows = table[table["label"] == label]
    for column, wanted in where.items():
        rows = rows[rows[column] == wanted]
    assert len(rows) == 1
    return rows.iloc[0]


def test_a_judge_that_misses_five_of_six_failures_agrees_on_86_percent_and_finds_a_sixth():
    s = study(JUDGE, ["h", "m"], PASS, kinds={"m": "ai"})
    found = classes(s)
    assert list(found.columns) == COLUMNS
    fail = of(found, "fail", truth="h", rater="m")
    assert (fail["n"], fail["n_truth"], fail["n_said"], fail["n_both"]) == (43, 6, 2, 1)
    assert fail["found"] == pytest.approx(1 / 6)
    # Wilson (1927) of 1 in 6, as R's prop.test(1, 6, correct = FALSE) prints it
    assert [fail["found_low"], fail["found_high"]] == pytest.approx([0.03005337, 0.56350283], abs=1e-6)
    assert fail["precision"] == 0.5
    assert value(agreement(s), "percent")["value"] == pytest.approx(37 / 43)


def test_shares_found_in_whole_papers_count_papers():
    s = study(JUDGE * 6, ["h", "m"], PASS, kinds={"m": "ai"})
    s.items["paper"] = [f"p{i // 43}" for i in range(258)]
    alone, whole = of(classes(s), "fail"), of(classes(s, cluster="paper"), "fail")
    assert (whole["found"], whole["n_truth"]) == (alone["found"], 36)
    s.items["paper"] = [f"p{i % 9}" for i in range(258)]
    spread = of(classes(s, cluster="paper"), "pass")
    assert spread["found_low"] < spread["found"] < spread["found_high"]
    assert spread["method"] == "Korn–Graubard over 9 clusters"
    s.items["paper"] = [f"p{i % 4}" for i in range(258)]
    few = of(classes(s, cluster="paper"), "fail")
    assert few[["found_low", "found_high"]].isna().all()
    assert "at least 5 clusters" in few["reason"]


def test_a_label_nobody_gave_has_no_share_and_a_reason():
    s = study(
        [("ok", "ok"), ("ok", "unsure")], ["h", "m"], Scale("nominal", ("ok", "unsure", "skip")), kinds={"m": "ai"}
    )
    found = classes(s)
    unsure, skip = of(found, "unsure"), of(found, "skip")
    assert unsure[["found"]].isna().all()
    assert unsure["precision"] == 0
    assert unsure["reason"] == "the truth never is this label"
    assert skip[["found", "precision"]].isna().all()


def test_the_majority_of_people_is_held_against_the_ai_and_ties_are_open():
    """Of five items the two annotators part on one: the majority has four labels, and the AI's answer to it is open."""
    table = [("a", "a", "a"), ("a", "a", "b"), ("b", "b", "b"), ("b", "b", "b"), ("a", "b", "a")]
    s = study(table, ["h1", "h2", "m"], Scale("nominal", ("a", "b")), kinds={"m": "ai"})
    row = pairs(s).query("rater_a == 'majority'").iloc[0]
    assert (row["rater_b"], row["n"], row["open"]) == ("m", 4, 1)
    assert row["observed"] == pytest.approx(0.75)
    a = of(classes(s), "a", truth="majority")
    assert (a["n_truth"], a["n_both"], a["open"]) == (2, 1, 1)
    cells = confusion(s).query("rater_rows == 'majority'")
    assert cells["n"].sum() == 5  # no item is lost
    assert cells.query("label_rows == @OPEN")[["label_columns", "n"]].to_numpy().tolist() == [["a", 1]]
    assert items_of_cell(s, "x", "majority", "m", [OPEN], ["a"]) == ["i4"]


def test_the_majority_stands_against_none_of_those_it_is_made_of():
    s = study([("a", "a", "a"), ("a", "b", "b")], ["h1", "h2", "m"], Scale("nominal", ("a", "b")), kinds={"m": "ai"})
    couples = {(a, b) for a, b in pairs(s)[["rater_a", "rater_b"]].itertuples(index=False)}
    assert couples == {("h1", "h2"), ("h1", "m"), ("h2", "m"), ("majority", "m")}


def test_people_alone_have_no_majority_row():
    s = study([("a", "a"), ("a", "b")], ["h1", "h2"], Scale("nominal", ("a", "b")))
    assert "majority" not in set(pairs(s)["rater_a"])


def test_reviewers_who_settle_disputed_items_are_no_further_annotators():
    """Fleiss' κ of three annotators stays what it was after a reviewer settled five items."""
    table = [(i % 2, i % 2, (i + (i % 7 == 0)) % 2, i % 2 if i < 5 else None) for i in range(40)]
    scale = Scale("nominal", (0, 1))
    before = study([row[:3] for row in table], ["A1", "A2", "A3"], scale)
    after = study(table, ["A1", "A2", "A3", "R"], scale, kinds={"R": "reviewer"})
    assert rater_sets(after, "x") == {"people": ["A1", "A2", "A3"]}
    first, second = (value(agreement(s), "fleiss_kappa") for s in (before, after))
    assert first["value"] == second["value"]
    assert bool(second["recommended"])


def test_a_reviewer_is_held_against_an_ai_that_nobody_else_rated():
    s = study([("a", "a"), ("a", "b")], ["R", "m"], Scale("nominal", ("a", "b")), kinds={"m": "ai", "R": "reviewer"})
    assert rater_sets(s, "x") == {"people and AI": ["R", "m"]}


def test_one_label_of_a_rater_never_seen_as_a_pair_has_every_item_in_its_cells():
    s = study(JUDGE, ["h", "m"], PASS, kinds={"m": "ai"})
    assert confusion(s)["n"].sum() == len(JUDGE)
