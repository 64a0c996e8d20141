"""What is said of the share of each label that a rater finds."""

import pandas as pd

from annoeval.answers.classes import how_much_found, in_short, truth_and_ai
from annoeval.evaluation.classes import classes
from annoeval.scale import Scale
from tests.evaluation.test_agreement import study
from tests.evaluation.test_classes import JUDGE, PASS

KINDS = {"h": "human", "h2": "human", "m": "ai", "gold": "reference"}


def judge():
    return classes(study(JUDGE, ["h", "m"], PASS, kinds={"m": "ai"}))


def test_a_judge_that_misses_failures_is_told_by_what_it_misses():
    assert in_short(judge(), PASS) == "Of the 6 items that h calls “fail” the AI finds **1** (95 % CI 3–56 %)."
    said = how_much_found(judge(), PASS)
    assert said.startswith("m finds **17 %** (1 of 6, 95 % CI 3–56 %) of what h calls “fail”, the label found least")
    assert "where m says “fail”, h agrees on **50 %** (1 of 2" in said


def test_a_share_of_too_few_papers_is_said_to_have_no_interval():
    s = study(JUDGE, ["h", "m"], PASS, kinds={"m": "ai"})
    s.items["paper"] = [f"p{i % 3}" for i in range(43)]
    said = in_short(classes(s, cluster="paper"), PASS)
    assert said.endswith("finds **1** (no interval: it needs at least 5 clusters, and there are 3).")


def test_ties_of_people_are_said_to_be_open():
    table = [("a", "a", "a"), ("a", "b", "b"), ("b", "b", "b")]
    s = study(table, ["h", "h2", "m"], Scale("nominal", ("a", "b")), kinds={"m": "ai"})
    said = how_much_found(classes(s, raters=["majority", "m"]), Scale("nominal", ("a", "b")))
    assert said.endswith("1 item on which people are tied is left open.")
    assert "the majority of people" in said


def test_the_truth_is_the_reference_before_the_majority_before_one_person():
    def couples(*two):
        return pd.DataFrame(two, columns=["rater_a", "rater_b"])

    assert truth_and_ai(couples(("gold", "h"), ("gold", "m"), ("majority", "m")), KINDS) == ("gold", "m")
    assert truth_and_ai(couples(("h", "h2"), ("h", "m"), ("h2", "m"), ("majority", "m")), KINDS) == ("majority", "m")
    assert truth_and_ai(couples(("h", "m")), KINDS) == ("h", "m")
    assert truth_and_ai(couples(("h", "h2")), KINDS) is None
    assert truth_and_ai(couples(("h", "m"), ("h", "m2"), ("m", "m2")), {**KINDS, "m2": "ai"}) is None
