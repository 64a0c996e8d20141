"""Labels with an order: told where everyone knows it, taken as given where someone says it."""

from __future__ import annotations

import json

import pytest

from annoeval import evaluate, load
from annoeval.scale import NOT_DECLARED
from annoeval.tables.ordered import known_order
from annoeval.tables.written import written_scores

FEW = "item_id,rater,rating\na,x,poor\nb,x,fair\na,y,good\nb,y,fair\nc,x,good\nc,y,good\nd,x,fair\nd,y,good\n"


@pytest.mark.parametrize(
    "labels",
    [
        ("Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"),
        ("poor", "fair", "very good", "excellent"),
        ("Never", "rarely", "Sometimes", "Always"),
        ("low", "medium", "high"),
        ("none", "mild", "severe"),
        ("0 - wrong", "1 - partly", "2 - accurate"),
        ("1 (low)", "2 (mid)", "3 (high)"),
        ("1 - strongly disagree", "2 - disagree", "4 - agree", "5 - strongly agree"),
        ("0=low", "1=medium", "2=high"),
        ("-1: negative", "0: neutral", "1: positive"),
        ("0 - not supported", "1 - partially supported", "2 - fully supported"),
        # ITU-T P.800, comparison category rating
        ("Much Worse", "Worse", "Slightly Worse", "About the Same", "Slightly Better", "Better", "Much Better"),
        # ITU-T P.800, absolute category rating
        ("Bad", "Poor", "Fair", "Good", "Excellent"),
        ("poor", "fair", "average", "good", "excellent"),
        ("not at all", "a little", "somewhat", "a lot"),
        ("none", "low", "medium", "high"),
    ],
)
def test_the_answers_of_well_known_scales_have_an_order(labels):
    assert known_order(sorted(labels)) == labels


@pytest.mark.parametrize(
    "labels",
    [
        ("good", "bad"),
        ("positive", "neutral", "negative"),
        ("low", "medium", "cat"),
        ("A", "B", "tie"),
        ("1. Sports", "2. Politics", "3. Health"),
        ("1 - yes", "2 - no"),
        ("1 - Sports", "2 - Politics", "3 - Economy"),
        ("1 (cat)", "2 (dog)", "3 (none of these)"),
        ("1 = yes", "2 = no", "3 = not sure"),
        ("1: correct", "2: incorrect", "3: partly correct"),
        ("1: positive", "2: negative", "3: neutral"),
        ("never", "often", "frequently", "always"),
        ("10 - ten", "2 - two", "7 - seven"),
    ],
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


def test_an_order_that_is_said_counts_and_a_label_left_out_of_it_is_listed_and_not_let_in():
    said = {"scales": {"rating": {"level": "ordinal", "categories": ["good", "poor"]}}}
    study = load(("a.csv", FEW.encode()), options=said)
    assert study.dimensions["rating"].categories == ("good", "poor")
    assert set(study.ratings["value"].dropna()) == {"good", "poor"}
    assert {p.value for p in study.problems if p.problem == NOT_DECLARED} == {"fair"}


def test_a_spelling_that_the_said_order_lacks_stands_beside_its_like():
    said = {"scales": {"rating": {"level": "ordinal", "categories": ["poor", "fair", "good"]}}}
    study = load(("a.csv", FEW.replace("a,x,poor", "a,x,Poor").encode()), options=said)
    assert study.dimensions["rating"].categories == ("poor", "Poor", "fair", "good")


def test_numbers_that_are_said_to_be_codes_have_no_order():
    codes = load(
        ("a.csv", FEW.replace("poor", "1").replace("fair", "2").replace("good", "3").encode()),
        options={"scales": {"rating": {"level": "nominal"}}},
    )
    assert codes.dimensions["rating"].level == "nominal"
    assert of(codes, "cohen_kappa") == pytest.approx(of(load(("a.csv", FEW.encode())), "cohen_kappa"))


@pytest.mark.parametrize(
    ("choices", "categories", "values"),
    [
        (("poor", "good", "fair"), ("poor", "fair", "good"), ["poor", "good", "fair"]),
        (("0", "2", "1"), (0, 1, 2), [0, 2, 1]),
        (("cat", "dog", "cow"), ("cat", "dog", "cow"), ["cat", "dog", "cow"]),
    ],
)
def test_choices_of_a_tool_have_the_order_that_a_tables_labels_have(choices, categories, values):
    tasks = [
        {
            "id": i,
            "data": {"text": f"t{i}"},
            "annotations": [
                {
                    "id": i,
                    "completed_by": 1,
                    "result": [{"from_name": "q", "to_name": "t", "type": "choices", "value": {"choices": [c]}}],
                }
            ],
        }
        for i, c in enumerate(choices)
    ]
    study = load(("export.json", json.dumps(tasks).encode()))
    assert study.dimensions["q"].level == ("nominal" if "cat" in choices else "ordinal")
    assert study.dimensions["q"].categories == categories
    assert study.ratings["value"].tolist() == values


def values(*cells: str, **options) -> tuple:
    text = "item_id,rater,score\n" + "".join(f"i{k},ann,{c}\n" for k, c in enumerate(cells))
    study = load(("a.csv", text.encode()), options=options)
    return study, study.ratings["value"].tolist()


@pytest.mark.parametrize(
    ("cells", "numbers", "categories"),
    [
        (("4/5", "3/5", "5 / 5"), [4, 3, 5], (1, 2, 3, 4, 5)),
        (("0/2", "1/2", "2/2"), [0, 1, 2], (0, 1, 2)),
        (("4 out of 5", "2 out of 5", "5 of 5"), [4, 2, 5], (1, 2, 3, 4, 5)),
        (("★★★☆☆", "★☆☆☆☆", "★★★★★"), [3, 1, 5], (1, 2, 3, 4, 5)),
        (("Score: 4", "Score: 2", "score 3"), None, None),
        (("Score: 4", "Rating = 2", "[[3]]"), [4, 2, 3], (2, 3, 4)),
        (("[[7]]", "[[9]]", "[[7]]"), [7, 9, 7], (7, 8, 9)),
        (("[2]", "[3]", "[1]"), [2, 3, 1], (1, 2, 3)),
        (("☆☆☆☆☆", "★☆☆☆☆", "★★★★★"), [0, 1, 5], (0, 1, 2, 3, 4, 5)),
        (("4 stars", "1 star", "5 stars"), [4, 1, 5], (1, 2, 3, 4, 5)),
        (("3 points", "2 pts", "3 points"), [3, 2, 3], (2, 3)),
    ],
)
def test_a_score_written_as_more_than_a_number_is_its_number(cells, numbers, categories):
    study, found = values(*cells)
    if numbers is None:
        assert found == list(cells)
    else:
        assert found == numbers
        assert study.dimensions["score"].categories == categories
        assert any(p.problem == "scores written as more than a number" and p.count == 3 for p in study.problems)


def test_parts_of_different_wholes_and_scores_above_the_whole_stay_labels():
    assert values("4/5", "3/6", "1/5")[1] == ["4/5", "3/6", "1/5"]
    assert values("6/5", "3/5", "1/5")[1] == ["6/5", "3/5", "1/5"]


def test_a_written_score_outside_a_known_scale_is_reported_and_missing():
    said = {"scales": {"score": {"level": "ordinal", "categories": [0, 1, 2]}}}
    study, found = values("2/3", "3/3", "0/3", **said)
    assert found == [2, None, 0]
    assert any(p.problem == "outside the scale (0, 1, 2)" for p in study.problems)


def test_a_number_with_the_other_decimal_mark_is_no_written_score():
    assert written_scores(["0,5"], ".") is None
    assert written_scores(["0,5", "1"], ".") is None
    study = load(("a.csv", b'A / score,rater 1,item_id\n"0,5",nan,1 - partly\n'))
    assert len(study.items) == 1
