"""Labels with an order: told where everyone knows it, taken as given where someone says it."""

from __future__ import annotations

import pytest

from annoeval import evaluate, load
from annoeval.protocols.ordered import known_order

FEW = "item_id,rater,rating\na,x,poor\nb,x,fair\na,y,good\nb,y,fair\nc,x,good\nc,y,good\nd,x,fair\nd,y,good\n"


@pytest.mark.parametrize(
    "labels",
    [
        ("Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"),
        ("poor", "fair", "very good", "excellent"),
        ("Never", "rarely", "Sometimes", "Always"),
        ("low", "medium", "high"),
        ("none", "mild", "severe"),
    ],
)
def test_the_answers_of_well_known_scales_have_an_order(labels):
    assert known_order(sorted(labels)) == labels


@pytest.mark.parametrize(
    "labels", [("good", "bad"), ("positive", "neutral", "negative"), ("low", "medium", "cat"), ("A", "B", "tie")]
)
def test_other_labels_have_none(labels):
    assert known_order(labels) is None


def of(study, coefficient: str) -> float:
    rows = evaluate(study)["agreement"]
    return float(rows.loc[rows["coefficient"] == coefficient, "value"].iloc[0])


def test_words_in_an_order_agree_as_the_numbers_of_their_places_do():
    words = load(("a.csv", FEW.encode()))
    places = FEW.replace("poor", "0").replace("fair", "1").replace("good", "2")
    numbers = load(("a.csv", places.encode()))
    assert words.dimensions["rating"].level == "ordinal"
    assert any(p.action == "taken as ordered: poor < fair < good" for p in words.problems)
    for coefficient in ("cohen_kappa", "cohen_kappa_quadratic", "krippendorff_alpha", "ac2"):
        assert of(words, coefficient) == pytest.approx(of(numbers, coefficient), abs=1e-12)


def test_an_order_that_is_said_counts_and_a_label_left_out_of_it_comes_last():
    said = {"scales": {"rating": {"level": "ordinal", "categories": ["good", "poor"]}}}
    study = load(("a.csv", FEW.encode()), options=said)
    assert study.dimensions["rating"].categories == ("good", "poor", "fair")
    assert len(study.ratings["value"].dropna()) == 8
    assert any(p.problem == "labels without a place in the order" and p.value == "“fair”" for p in study.problems)


def test_numbers_that_are_said_to_be_codes_have_no_order():
    codes = load(("a.csv", FEW.replace("poor", "1").replace("fair", "2").replace("good", "3").encode()),
                 options={"scales": {"rating": {"level": "nominal"}}})  # fmt: skip
    assert codes.dimensions["rating"].level == "nominal"
    assert of(codes, "cohen_kappa") == pytest.approx(of(load(("a.csv", FEW.encode())), "cohen_kappa"))
