"""The page Matching: asks what is right, then shows pairs, the class, how firm it is, and the rules."""

import json

import pytest


def coco(*boxes):
    return json.dumps(
        {
            "images": [{"id": i, "file_name": f"{i}.png", "width": 99, "height": 99} for i in (1, 2)],
            "categories": [{"id": 1, "name": "car"}, {"id": 2, "name": "cat"}],
            "annotations": [
                {"id": n, "image_id": 1 + n % 2, "category_id": 1, "bbox": b} for n, b in enumerate(boxes, 1)
            ],
        }
    ).encode()


TRUTH, ANNA = coco([0, 0, 10, 10], [20, 20, 30, 30]), coco([0, 0, 10, 9], [60, 60, 30, 30])


@pytest.fixture
def graded(store):
    return store.add_study([("truth.json", TRUTH), ("anna.json", ANNA), ("ben.json", TRUTH)])


def test_where_no_file_says_it_the_page_asks_which_is_the_ground_truth(visit, store):
    id = store.add_study([("anna.json", ANNA), ("ben.json", TRUTH)])
    screen = visit("matching", study=id).sound()
    assert "say which is the ground truth" in screen.answer
    assert "Grade the others against it" in screen.buttons
    screen.app.session_state["_person"] = "Ada"
    assert "of 2 objects matched" in screen.press("Grade the others against it").sound().answer
    assert len(store.studies()) == 1


def test_the_image_shows_both_sides_and_the_chosen_pair(visit, graded):
    screen = visit("matching", study=graded, of="anna", pair="anna/2.png/1").sound()
    found = next(
        json.loads(c.proto.json) for c in screen.app.get("bidi_component") if "shapes" in json.loads(c.proto.json)
    )
    assert (found["width"], found["height"], found["picture"]) == (99, 99, None)
    assert [(s["side"], s["outcome"]) for s in found["shapes"]] == [("truth", "matched"), ("drawn", "matched")]
    assert set(found["selected"]) == {"truth/2.png/1", "anna/2.png/1"}
    assert "Set the score" in screen.buttons
    assert "Break the pair" in screen.buttons


def test_a_missed_object_may_be_paired_with_an_extra_one_and_a_reason_is_asked_for(visit, graded, store):
    screen = visit("matching", study=graded, of="anna", pair="anna/1.png/2").sound()
    assert "Extra: car" in screen.words
    screen.app.session_state["_person"] = ""
    assert "Say who you are" in screen.press("Make the pair").sound().words
    assert not len(store.events(graded))


@pytest.mark.parametrize("view", ["all", "firm", "rules"])
def test_every_view_opens(visit, graded, view):
    screen = visit("matching", study=graded, view=view).sound()
    assert "2 submissions against truth" in screen.answer
    assert screen.charts or view == "rules"


def test_a_study_without_drawn_objects_says_what_the_page_needs(visit, example):
    assert "drawn objects" in visit("matching", study=example("ratings")).sound().answer
