"""What is said of agreement."""

import pandas as pd
import pytest

from annoeval.answers.agreement import coefficients, consensus, how_alike, nearer, replaces, told, who
from annoeval.scale import Scale
from annoeval.statistics.agreement.alt_test import AltTest

KINDS = {"Ana": "human", "Ben": "reviewer", "Cem": "human", "Dee": "human", "gpt": "ai", "gold": "reference"}
PEOPLE = ("Ana", "Ben", "Cem", "Dee", "gpt")
SCALE = Scale("nominal", ("a", "b"), title="caption")


def rows(*given):
    columns = [
        "coefficient",
        "value",
        "low",
        "high",
        "recommended",
        "reason",
        "n_items",
        "n_ratings",
        "words",
        "method",
        "se",
    ]
    blank = {**dict.fromkeys(columns, ""), "n_items": 20, "n_ratings": 40, "low": None, "high": None, "se": None}
    return pd.DataFrame([{**blank, **g} for g in given])


@pytest.mark.parametrize(
    ("raters", "words"),
    [
        (["Ana", "Ben"], "Ana and Ben"),
        (["Ana", "Ben", "gpt"], "Ana, Ben and the AI"),
        (["Ana", "Ben", "Cem", "Dee"], "4 people"),
        (["gpt"], "gpt"),
    ],
)
def test_raters_in_words(raters, words):
    assert who(raters, KINDS) == words


def test_the_sentence_has_share_coefficient_interval_and_counts():
    own = rows(
        {"coefficient": "percent", "value": 0.75, "recommended": False},
        {"coefficient": "cohen_kappa", "value": 0.5, "low": 0.31, "high": 0.72, "recommended": True},
    )
    said = how_alike("caption", SCALE, own, "Ana and Ben")
    assert said == (
        "Caption: Ana and Ben agree on **75 %**, Cohen's κ **0.50** (95 % CI 0.31–0.72; 20 items, 40 ratings)."
    )


def test_a_coefficient_without_an_interval_says_why():
    why = "no interval: it needs 20 items that two rated, not 15"
    own = rows({"coefficient": "cohen_kappa", "value": 0.5, "recommended": True, "reason": f"{why}; Two raters."})
    assert how_alike("caption", SCALE, own, "Ana and Ben").endswith(f"**0.50** ({why}; 20 items, 40 ratings).")


def test_an_undefined_coefficient_says_why_and_what_is_known():
    own = rows(
        {"coefficient": "percent", "value": 1.0, "recommended": False},
        {"coefficient": "cohen_kappa", "value": None, "recommended": True, "reason": "only one label; two raters"},
    )
    said = how_alike("caption", SCALE, own, "Ana and Ben")
    assert "can't be said, Cohen's κ –: only one label (20 items" in said
    assert "**100 %**" in said


def pairs(*given):
    return pd.DataFrame(given, columns=["rater_a", "rater_b", "kappa"]).assign(n=40)


def test_a_reviewer_who_settles_disputes_is_none_of_the_people_that_agree():
    found = pairs(("Ana", "Cem", 0.7), ("Ana", "Ben", 0.0), ("Ana", "gpt", 0.7), ("Ben", "gpt", 0.0))
    assert "(mean κ 0.70 and 0.70)" in nearer(found, ("Ana", "Cem"), KINDS)


def test_a_coefficient_of_four_items_is_not_shown():
    own = rows(
        {"coefficient": "percent", "value": 0.75, "recommended": False, "n_items": 4, "n_ratings": 8},
        {"coefficient": "cohen_kappa", "value": 0.5, "low": -0.4, "high": 1.0, "recommended": True, "reason": "Two.",
         "n_items": 4, "n_ratings": 8},
    )  # fmt: skip
    assert "Cohen's κ –: 4 items are too few for a coefficient" in how_alike("caption", SCALE, own, "Ana and Ben")
    saved = told(own).set_index("coefficient")
    assert pd.isna(saved.loc["cohen_kappa", "value"])
    assert saved.loc["percent", "value"] == 0.75
    shown = coefficients(own, few=True)
    assert shown.loc[0, ["Value", "95 % CI"]].tolist() == ["–", "–"]
    assert "too few" in shown.loc[0, "What it tells"]


def test_people_against_the_ai():
    more = nearer(pairs(("Ana", "Ben", 0.7), ("Ana", "gpt", 0.4), ("Ben", "gpt", 0.5)), PEOPLE, KINDS)
    assert more == "People agree with each other more than with the AI (mean κ 0.70 and 0.45)."
    assert "about as much" in nearer(pairs(("Ana", "Ben", 0.70), ("Ana", "gpt", 0.68)), PEOPLE, KINDS)
    assert "with the AI more" in nearer(pairs(("Ana", "Ben", 0.2), ("Ana", "gpt", 0.68)), PEOPLE, KINDS)
    assert nearer(pairs(("Ana", "Ben", 0.7), ("gold", "gpt", 0.7)), PEOPLE, KINDS) == ""


def test_the_recommended_coefficient_stands_first_with_its_reason():
    own = rows(
        {"coefficient": "percent", "value": 0.75, "recommended": False},
        {"coefficient": "ac1", "value": 0.6, "recommended": False},
        {"coefficient": "light_kappa", "value": 0.6, "recommended": False},
        {
            "coefficient": "fleiss_kappa",
            "value": 0.5,
            "low": 0.3,
            "high": 0.7,
            "recommended": True,
            "reason": "Because.",
        },
    )
    few = coefficients(own, few=True)
    assert few["Coefficient"].tolist() == ["Fleiss' κ", "Percent agreement", "Gwet's AC1"]
    assert few["What it tells"].iloc[0] == "Recommended: because"
    assert len(coefficients(own, few=False)) == 4


def test_consensus_counts_unanimous_majority_and_ties():
    items = pd.DataFrame({"n": [2, 3, 3, 2, 1], "agreement": [1, 1 / 3, 1, 0, None], "tied": [0, 0, 0, 1, 0]})
    said = consensus(items)
    assert said == (
        "**2** of 4 items with two ratings or more are unanimous, 1 have a majority and 1 is tied and has no majority."
    )


def test_an_untestable_ai_is_said_to_be_so():
    said = replaces(AltTest(None, None, None, 0.15, (), "it needs at least two raters beside the AI"), "gpt")
    assert "can't be tested: it needs at least two raters" in said
