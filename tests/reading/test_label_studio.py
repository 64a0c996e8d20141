"""Label Studio: what counts as an answer, whose it is, and where a box lies."""

from __future__ import annotations

import json

import pytest

from annoeval.reading import read


def choice(*labels, control="s"):
    return {"type": "choices", "from_name": control, "to_name": "t", "value": {"choices": list(labels)}}


def annotation(by, *results, **more):
    return {"id": by, "completed_by": by, "was_cancelled": False, "result": list(results), **more}


def task(number, *annotations, data=None, **more):
    return {"id": number, "data": data or {"text": f"text {number}"}, "annotations": list(annotations), **more}


def opened(*tasks):
    return read(json.dumps(tasks).encode(), "export.json")


def box(identity, by, turn=0, **place):
    value = {"x": 25, "y": 10, "width": 20, "height": 15, "rotation": turn, "rectanglelabels": ["bar"], **place}
    region = {
        "id": identity,
        "type": "rectanglelabels",
        "from_name": "l",
        "original_width": 800,
        "original_height": 400,
    }
    return annotation(by, {**region, "value": value})


def test_cancelled_work_drafts_and_empty_submissions_are_counted_and_are_no_labels():
    reading = opened(
        task(1, annotation(1, choice("ok")), annotation(2, choice("ok"))),
        task(2, annotation(1, choice("bad"), was_cancelled=True), annotation(2, choice("ok"))),
        task(3, annotation(1, choice("bad")), annotation(2)),
        task(4, drafts=[{"id": 7, "result": [choice("ok")]}]),
    )
    found = reading.annotations
    assert {k: found.counts[k] for k in ("submitted", "cancelled", "empty", "drafts")} == {
        "submitted": 4,
        "cancelled": 1,
        "empty": 1,
        "drafts": 1,
    }
    per_item = found.ratings.groupby("item_id")["rater"].apply(list).to_dict()
    assert per_item == {"1": ["1", "2"], "2": ["2"], "3": ["1"]}
    assert len(found.items) == 4


def test_several_choices_are_a_set_without_order():
    found = opened(task(1, annotation(1, choice("Dog", "Cat")), annotation(2, choice("Cat", "Dog")))).annotations
    assert found.scales["s"].level == "set"
    assert found.ratings["value"].tolist() == ['["Cat", "Dog"]'] * 2
    assert found.ratings["response"].tolist() == ['["Dog", "Cat"]', '["Cat", "Dog"]']


def test_a_person_is_known_by_their_address_and_a_prediction_by_its_model():
    person = {"id": 7, "email": "a@b.c", "first_name": "", "last_name": ""}
    guess = {"model_version": "m1", "score": 0.8, "result": [choice("ok")]}
    found = opened(task(1, annotation(person, choice("ok"), lead_time=1.5), predictions=[guess])).annotations
    assert found.ratings[["rater", "kind"]].to_numpy().tolist() == [["a@b.c", "human"], ["m1", "ai"]]
    assert found.ratings["confidence"].tolist()[1] == 0.8
    assert found.ratings["seconds"].tolist()[0] == 1.5


def test_ground_truth_is_the_reference_and_a_review_is_its_reviewers_verdict():
    review = {"created_by": {"email": "r@b.c"}, "accepted": False, "created_at": "2026-01-01T00:00:00Z"}
    found = opened(task(1, annotation(1, choice("ok"), ground_truth=True, reviews=[review]))).annotations
    assert found.ratings[["dimension", "kind", "value"]].to_numpy().tolist() == [
        ["s", "reference", "ok"],
        ["review", "reviewer", "rejected"],
    ]


def test_percent_become_pixels_before_a_box_is_turned_about_its_corner():
    """An upright box and one turned by 90° over the same area coincide on an image of 800 × 400."""
    found = opened(task(1, box("b", 1, 90), box("c", 2, x=17.5, width=7.5, height=40), data={"image": "bars.png"}))
    shapes = found.annotations.shapes.set_index("object_id")
    assert shapes.loc["b", "coordinates"] == (200, 40, 200, 200, 140, 200, 140, 40)
    assert shapes.loc["b", "kind"] == "rotated box"
    assert shapes.loc["c", "coordinates"] == (140, 40, 200, 200)
    assert shapes["submission"].tolist() == ["1", "2"]
    assert found.annotations.items.loc["1", ["width", "height"]].tolist() == ["800", "400"]


def test_a_choice_about_a_box_is_the_boxs_attribute():
    entry = box("b", 1)
    place = {"x": 25, "y": 10, "width": 20, "height": 15}
    about = {**entry["result"][0], "type": "choices", "from_name": "quality"}
    entry["result"].append({**about, "value": {**place, "choices": ["blurred"]}})
    shapes = opened(task(1, entry, data={"image": "a.png"})).annotations.shapes
    assert shapes["attributes"].tolist() == [{"task": "1", "quality": "blurred"}]


@pytest.mark.parametrize(
    ("kind", "value", "named"),
    [
        ("labels", {"start": 0, "end": 3, "text": "abc", "labels": ["ORG"]}, "text spans"),
        ("brushlabels", {"format": "rle", "rle": [1, 2], "brushlabels": ["x"]}, "brush masks"),
    ],
)
def test_what_is_not_read_is_named_and_counted(kind, value, named):
    reading = opened(task(1, annotation(1, {"type": kind, "from_name": "l", "value": value, "id": "r"})))
    assert [(p.problem.split(":")[0], p.count) for p in reading.problems] == [(named, 1)]


def test_stars_and_numbers_are_numbers():
    stars = {"type": "rating", "from_name": "stars", "value": {"rating": 4}}
    amount = {"type": "number", "from_name": "amount", "value": {"number": 2.5}}
    found = opened(task(1, annotation(1, stars, amount))).annotations
    assert dict(zip(found.ratings["dimension"], found.ratings["value"], strict=True)) == {"stars": 4.0, "amount": 2.5}
    assert found.scales["stars"].categories == (1, 2, 3, 4, 5)


def test_the_short_export_gives_the_same_answers():
    rows = [
        {"id": 1, "text": "a", "annotation_id": 1, "annotator": "ann", "lead_time": 2.0, "mood": "good"},
        {"id": 1, "text": "a", "annotation_id": 2, "annotator": "ben", "lead_time": 2.0, "mood": "bad"},
    ]
    found = read(json.dumps(rows).encode(), "min.json").annotations
    assert found.ratings[["item_id", "dimension", "rater", "value"]].to_numpy().tolist() == [
        ["1", "mood", "ann", "good"],
        ["1", "mood", "ben", "bad"],
    ]
    assert found.items["text"].tolist() == ["a"]


def test_a_number_and_an_address_with_that_number_are_one_person():
    person = {"id": 3, "email": "ana@example.org"}
    review = {"accepted": True, "created_by": 3}
    reading = opened(
        task(1, annotation(3, choice("ok")), annotation(4, choice("bad"), reviews=[review])),
        task(2, {**annotation(3, choice("ok")), "completed_by": person}),
    )
    found = reading.annotations.ratings
    assert found.groupby("rater")["dimension"].apply(list).to_dict() == {
        "4": ["s"],
        "ana@example.org": ["s", "review", "s"],
    }


def test_a_prediction_that_is_not_in_the_export_is_not_the_same_as_none():
    guess = {"model_version": "m1", "result": [choice("ok")]}
    elsewhere = opened(task(1, annotation(1, choice("ok")), predictions=[12, 13]))
    none = opened(
        task(1, annotation(1, choice("ok")), predictions=[guess]), task(2, annotation(1, choice("ok")), predictions=[])
    )
    assert [(p.problem, p.count) for p in elsewhere.problems] == [("predictions that are not in the export", 2)]
    assert [(p.problem, p.count) for p in none.problems] == [("tasks without a prediction", 1)]
    assert opened(task(1, annotation(1, choice("ok")))).problems == ()
