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


def test_what_the_numbers_of_a_box_are_is_asked_on_the_page(visit, store):
    table = b"image,label,b0,b1,b2,b3\n1.png,car,0,0,10,10\n"
    screen = visit("matching", study=store.add_study([("truth.json", TRUTH), ("anna.csv", table)])).sound()
    assert screen.answer.startswith("anna.csv: say what the four numbers of a box are")
    screen.app.session_state["_person"] = "Ada"
    assert screen.press("They are two corners").sound().answer.startswith("anna: ")


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


@pytest.mark.parametrize(("rows", "many"), [("all", 3), ("image", 1)])
def test_the_list_holds_all_rows_or_those_of_the_image(visit, graded, rows, many):
    screen = visit("matching", study=graded, of="anna", pair="anna/2.png/1", rows=rows).sound()
    found = next(d.value for d in screen.app.dataframe if "What" in d.value.columns)
    assert len(found) == many
    assert ("Image" in found.columns) == (rows == "all")


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


def test_names_of_images_that_differ_are_shown_before_they_are_taken_as_the_same(visit, store):
    id = store.add_study([("truth.json", TRUTH), ("anna.json", ANNA.replace(b".png", b".jpg"))])
    screen = visit("matching", study=id).sound()
    assert "2 images by other names in other files" in screen.words
    screen.app.session_state["_person"] = "Ada"
    assert "They are the same" not in screen.press("They are the same").sound().buttons
    screen = visit("matching", study=id, view="rules").sound()
    assert "by name" in [s.value for s in screen.app.selectbox]


def test_images_may_be_kept_apart(visit, store):
    id = store.add_study([("truth.json", TRUTH), ("anna.json", ANNA.replace(b".png", b".jpg"))])
    screen = visit("matching", study=id)
    screen.app.session_state["_person"] = "Ada"
    assert "0 of 2 objects matched" in screen.press("Keep them apart").sound().answer


def test_the_sidebars_filter_grades_what_it_lets_through(visit, graded):
    screen = visit("matching", study=graded, by_submission="ben").sound()
    assert screen.answer.startswith("ben: 2 of 2 objects matched")


def test_feedback_for_a_class_holds_tables_and_a_page_for_each_student():
    from io import BytesIO
    from zipfile import ZipFile

    from annoeval import load
    from annoeval.protocols.boxes.study import rules_of
    from annoeval.protocols.boxes.tables import box_tables
    from annoeval.ui.matching.sheet import feedback

    study = load(("truth.json", TRUTH), ("anna <1>.json", ANNA), ("anna _1_.json", TRUTH))
    archive = ZipFile(BytesIO(feedback(box_tables(study), ["anna <1>", "anna _1_"], rules_of(study))))
    pages = [n for n in archive.namelist() if n.startswith("students/")]
    assert pages == ["students/anna _1_.html", "students/anna _1_ 2.html"]
    page = archive.read(pages[0]).decode()
    assert "anna &lt;1&gt;" in page
    assert "Extra: car at 60, 60 (30 × 30 px)" in page
    assert "Why it was set" not in page  # no one has
    perfect = archive.read(pages[1]).decode()
    assert "2 objects right in every respect, not listed." in perfect
    assert "Right." not in perfect
    assert b"anna <1>" in archive.read("summary.csv")
    assert {"detailed.csv", "detailed.xlsx", "summary.xlsx"} <= set(archive.namelist())


def test_of_many_submissions_names_do_not_lie_over_each_other():
    import pandas as pd

    from annoeval.charts.boxes import NAMED, precision_recall

    def modes(n):
        shares = [0.9 + k / 1000 for k in range(n)]
        found = pd.DataFrame({"submission": [f"s{k}" for k in range(n)], "precision": shares, "recall": shares})
        figure = precision_recall(found)
        return figure["data"][0]["mode"], figure["layout"]["xaxis"]["range"][0]

    assert modes(NAMED) == ("markers+text", pytest.approx(0.87))
    assert modes(NAMED + 1)[0] == "markers"
