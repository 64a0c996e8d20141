"""Students' boxes against ground truth, by hand-worked cases."""

import json

import pytest

from annoeval import evaluate, load
from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.protocols.boxes import Boxes
from annoeval.protocols.boxes.rules import Rules
from annoeval.protocols.boxes.study import only
from annoeval.protocols.protocol import Told
from annoeval.rating_table import ratings_table


def coco(objects, images=("a.png",), first=1, categories=("car", "cat")):
    """objects: (image, label, (x, y, w, h), attributes)."""
    return json.dumps(
        {
            "images": [{"id": first + i, "file_name": n, "width": 200, "height": 200} for i, n in enumerate(images)],
            "categories": [{"id": i, "name": c} for i, c in enumerate(categories, 1)],
            "annotations": [
                {
                    "id": n,
                    "image_id": first + images.index(image),
                    "category_id": categories.index(label) + 1,
                    "bbox": list(box),
                    **({"attributes": more[0]} if more else {}),
                }
                for n, (image, label, box, *more) in enumerate(objects, 1)
            ],
        }
    ).encode()


def opened(truth, *students, **rules):
    files = [("truth.json", truth), *((f"student{n}.json", s) for n, s in enumerate(students, 1))]
    return load(*files, options={"rules": rules} if rules else None)


def summary(study, rule="recommended"):
    table = evaluate(study)["submissions"]
    return table[table["rule"] == rule].set_index("submission")


WALK_TRUTH = coco(
    [
        ("a.png", "car", (0, 0, 100, 100), {"colour": "red"}),
        ("a.png", "cat", (120, 0, 50, 50), {"colour": "white"}),
        ("a.png", "car", (0, 150, 20, 20), {"colour": "red"}),
    ]
)
WALK_STUDENT = coco(
    [
        ("a.png", "car", (0, 0, 95, 100), {"colour": "red"}),
        ("a.png", "cat", (120, 0, 45, 50), {"colour": "whitz"}),  # one of five letters differs: 0.8
        ("a.png", "cat", (150, 150, 20, 20), {"colour": "red"}),
    ]
)


def test_the_walk_through_of_the_published_formula():
    study = opened(WALK_TRUTH, WALK_STUDENT)
    pairs = evaluate(study)["matches"].query("outcome == 'matched'")
    assert pairs["original_score"].tolist() == pytest.approx([96.5, 90.0])
    one = summary(study).loc["student1"]
    assert (one["matched"], one["missed"], one["extra"]) == (2, 1, 1)
    assert one["f_beta"] == pytest.approx(200 / 3)
    assert one["overall"] == pytest.approx(79.958, abs=5e-4)


def test_points_lost_add_up_to_what_lacks_to_a_hundred():
    study = opened(WALK_TRUTH, WALK_STUDENT)
    assert evaluate(study)["lost_points"]["points"].sum() == pytest.approx(100 - summary(study)["overall"].iloc[0])


def test_as_published_every_pair_counts_even_one_that_does_not_touch():
    one = summary(opened(WALK_TRUTH, WALK_STUDENT), "as published").loc["student1"]
    assert (one["matched"], one["missed"], one["extra"]) == (3, 0, 0)


def test_images_and_labels_are_joined_by_name_and_never_by_number():
    objects = [("a.png", "car", (0, 0, 10, 10)), ("b.png", "cat", (5, 5, 10, 10))]
    truth = coco(objects, ("a.png", "b.png"))
    other = coco(objects[::-1], ("b.png", "a.png"), 20180000001, ("cat", "car"))
    assert summary(opened(truth, other))["overall"].tolist() == [100.0]


def test_images_join_without_folder_ending_and_upload_code_and_it_is_said():
    truth = coco([("images/a.png", "car", (0, 0, 10, 10))], ("images/a.png",))
    student = coco([("0a1b2c3d-a.jpg", "car", (0, 0, 10, 10))], ("0a1b2c3d-a.jpg",))
    study = opened(truth, student)
    assert summary(study)["overall"].tolist() == [100.0]
    assert any("upload code" in p.problem for p in study.problems)
    apart = summary(opened(truth, student, images="as named")).iloc[0]
    assert (apart["matched"], apart["missed"], apart["extra"]) == (0, 1, 1)


def test_untouched_images_count_as_missed_and_images_outside_the_truth_as_extra():
    names = ("1.png", "2.png", "3.png")
    truth = coco(
        [("1.png", "car", (10, 10, 20, 20)), ("3.png", "car", (0, 0, 9, 9)), ("3.png", "car", (50, 50, 9, 9))], names
    )
    student = coco([("1.png", "car", (10, 10, 20, 20)), ("4.png", "car", (5, 5, 9, 9))], ("1.png", "2.png", "4.png"))
    study = opened(truth, student)
    one = summary(study).iloc[0]
    assert (one["matched"], one["missed"], one["extra"]) == (1, 2, 1)
    assert one["overall"] == pytest.approx(72.727, abs=5e-4)
    assert any("not in the ground truth" in p.problem and p.value == "4.png" for p in study.problems)


def test_a_submission_without_any_match_has_quality_0_and_one_without_any_object_no_score():
    empty, far = coco([], ("a.png",)), coco([("a.png", "car", (100, 100, 5, 5))])
    truth = coco([("a.png", "car", (0, 0, 10, 10))])
    assert summary(opened(truth, far)).iloc[0][["quality", "overall"]].tolist() == [0.0, 0.0]
    nothing = opened(truth, far, labels=["cat"])
    assert summary(nothing)["overall"].isna().all()
    assert summary(nothing)["reason"].tolist() == ["nothing to match and nothing drawn"]
    assert empty


def keyed(places, key="Annotation No"):
    return [("a.png", "car", box, {key: value}) for box, value in places]


def test_a_shared_key_pairs_at_any_overlap_and_blank_keys_never_match():
    truth = coco(keyed([((0, 0, 10, 10), "1"), ((50, 50, 10, 10), "")]))
    student = coco(keyed([((90, 90, 10, 10), "1"), ((120, 50, 10, 10), "")]))
    pairs = evaluate(opened(truth, student, match_key="Annotation No"))["matches"]
    assert pairs["outcome"].tolist() == ["matched", "missed", "extra"]
    assert pairs["iou"].iloc[0] == 0.0


def test_a_repeated_key_is_reported_and_its_objects_paired_by_overlap():
    truth = coco(keyed([((0, 0, 10, 10), "K1"), ((40, 0, 10, 10), "K1"), ((80, 0, 10, 10), "K2")]))
    student = coco(keyed([((40, 0, 10, 10), "K1"), ((0, 0, 10, 10), "K1"), ((80, 0, 10, 10), "k2 ")]))
    study = opened(truth, student, match_key="Annotation No")
    pairs = evaluate(study)["matches"]
    assert pairs["outcome"].tolist() == ["matched"] * 3
    assert pairs["iou"].tolist() == [1.0] * 3
    assert [(p.value, p.count) for p in study.problems if "match key" in p.problem] == [("K1", 1)]


def test_swapped_corners_are_put_in_order_and_boxes_without_area_match_nothing():
    truth = coco([("a.png", "car", (30, 30, -20, -20)), ("a.png", "car", (7, 9, 0, 0))])
    study = opened(truth, coco([("a.png", "car", (10, 10, 20, 20)), ("a.png", "car", (7, 9, 0, 0))]))
    one = summary(study).iloc[0]
    assert (one["matched"], one["missed"], one["extra"]) == (1, 1, 1)
    said = {p.problem: p.count for p in study.problems}
    assert said["a box whose corners are swapped"] == 1
    assert said["a drawn object without an area"] == 2


def test_class_first_pairs_equal_labels_only():
    truth = coco([("a.png", "car", (0, 0, 10, 10))])
    student = coco([("a.png", "cat", (0, 0, 10, 10))])
    assert summary(opened(truth, student)).iloc[0]["matched"] == 1
    assert summary(opened(truth, student, how="class first")).iloc[0]["matched"] == 0


def test_a_crowd_is_not_missed_and_what_lies_on_it_is_not_extra():
    truth = json.loads(coco([("a.png", "car", (0, 0, 100, 100)), ("a.png", "cat", (150, 150, 10, 10))]))
    truth["annotations"][0]["iscrowd"] = 1
    student = coco([("a.png", "car", (10, 10, 20, 20)), ("a.png", "cat", (150, 150, 10, 10))])
    one = summary(opened(json.dumps(truth).encode(), student)).iloc[0]
    assert (one["matched"], one["missed"], one["extra"], one["ignored"]) == (1, 0, 0, 1)


def test_without_a_ground_truth_nothing_is_graded_and_it_is_asked():
    one = coco([("a.png", "car", (0, 0, 10, 10))])
    study = load(("anna.json", one), ("ben.json", one))
    assert "say which is the ground truth" in protocol_of(study).headline(study)
    assert "submissions" not in evaluate(study)
    assert study.ratings.empty
    told = load(("anna.json", one), ("ben.json", one), options={"rules": {"truth": "ben"}})
    assert summary(told)["overall"].tolist() == [100.0]


def test_feedback_says_what_is_wrong_in_pixels_and_words():
    truth = coco([("a.png", "car", (50, 50, 50, 50), {"colour": "red"})])
    student = coco([("a.png", "cat", (38, 50, 62, 50), {"colour": "blue"}), ("a.png", "car", (0, 0, 9, 9))])
    said = evaluate(opened(truth, student))["matches"]["remark"].tolist()
    assert said == [
        "Wrong label: cat instead of car, colour: blue instead of red and too far out by 12 px on the left.",
        "Extra: car at 0, 0 (9 × 9 px), with no object of the ground truth.",
    ]
    nothing = evaluate(opened(truth, coco([])))["matches"]["remark"].tolist()
    assert nothing == ["Missed: car at 50, 50 (50 × 50 px)."]


def test_a_score_given_by_a_person_stands_in_place_of_the_rules_with_its_reason():
    study = opened(WALK_TRUTH, WALK_STUDENT)
    changed = ratings_table(
        {
            "item_id": ["student1/a.png/2"],
            "dimension": "match_score",
            "rater": "trainer",
            "kind": "reviewer",
            "value": [100.0],
            "note": ["white is fine"],
        }
    )
    study = study.with_ratings(changed)
    row = evaluate(study)["matches"].set_index("object_id").loc["student1/a.png/2"]
    assert (row["original_score"], row["final_score"], row["override_reason"]) == (90.0, 100.0, "white is fine")
    assert summary(study)["quality"].tolist() == pytest.approx([98.25])


def test_pairs_made_and_broken_by_hand_are_graded():
    study = opened(WALK_TRUTH, WALK_STUDENT)
    boxes = protocol_of(study)
    made = boxes.follow(study, Told({"student1/a.png/3": "truth/a.png/3"}))
    one = summary(made).iloc[0]
    assert (one["matched"], one["missed"], one["extra"]) == (3, 0, 0)
    broken = boxes.follow(study, Told({"student1/a.png/1": None}))
    assert (summary(broken).iloc[0]["matched"], summary(broken).iloc[0]["missed"]) == (1, 2)
    assert len(broken.ratings.query("rater == 'recommended'")) == 1
    assert boxes.follow(broken).ratings.equals(study.ratings)


def test_every_label_missed_and_extra_has_its_cell_in_the_confusion():
    cells = evaluate(opened(WALK_TRUTH, WALK_STUDENT))["label_confusion"]
    found = {(r.truth_label, r.label): r.n for r in cells.itertuples()}
    assert found == {("car", "car"): 1, ("cat", "cat"): 1, ("car", "(none)"): 1, ("(none)", "cat"): 1}


def test_a_stricter_gate_never_matches_more():
    table = evaluate(opened(WALK_TRUTH, WALK_STUDENT))["robustness"]
    at = table[table["beta"] == 0.5].set_index("gate")["overall"]
    assert at[0.3] == pytest.approx(79.958, abs=5e-4)
    assert at[0.9] == pytest.approx(at[0.3])  # IoU 0.9 passes a gate of 0.9


def test_rules_are_refused_with_a_sentence_and_come_back_from_their_file():
    with pytest.raises(AnnoevalError, match="gate takes a number from 0 to 1"):
        Rules.of({"gate": 50})
    with pytest.raises(AnnoevalError, match="no rule 'gatte'"):
        Rules.of({"gatte": 0.5})
    with pytest.raises(AnnoevalError, match="at least one must be more"):
        Rules.of({"iou": 0, "label": 0, "attributes": 0})
    with pytest.raises(AnnoevalError, match="holds no rules"):
        Rules.read(b"<xml/>")
    rules = Rules.of({"gate": 0.7, "compared": {"car": ["colour"]}, "labels": ["car"]})
    assert Rules.read(json.dumps(rules.values()).encode()) == rules


def test_cvat_says_which_attributes_are_compared_and_points_are_counted():
    head = (
        "<annotations><version>1.1</version><meta><task><labels><label><name>car</name><attributes><attribute>"
        "<name>colour</name></attribute></attributes></label></labels></task></meta>"
    )

    def cvat(colour, extra=""):
        box = f'<box label="car" occluded="{extra or 0}" xtl="0" ytl="0" xbr="10" ybr="10">'
        return (
            f'{head}<image id="0" name="a.png" width="99" height="99">{box}'
            f'<attribute name="colour">{colour}</attribute>'
            '</box><points label="car" points="3,4"></points></image></annotations>'
        ).encode()

    study = load(("gt.xml", cvat("red")), ("anna.xml", cvat("red", "1")))
    assert summary(study)["overall"].tolist() == [100.0]
    assert any(p.problem.startswith("points") and p.count == 2 for p in study.problems)


def test_a_zip_a_student_in_a_zip_is_named_after_the_student():
    import io
    import zipfile

    def packed(**files):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, data in files.items():
                archive.writestr(name.replace("__", "."), data)
        return out.getvalue()

    box = (
        '<annotations><version>1.1</version><image id="0" name="a.png" width="9" height="9">'
        '<box label="car" xtl="0" ytl="0" xbr="5" ybr="5"></box></image></annotations>'
    )
    one = packed(annotations__xml=box)
    study = load(("class.zip", packed(gt__zip=one, anna__zip=one, ben__zip=one)))
    assert summary(study)["overall"].to_dict() == {"anna": 100.0, "ben": 100.0}
    alone = load(("gt.zip", one), ("anna.zip", one))
    assert summary(alone)["overall"].to_dict() == {"anna": 100.0}


def test_attributes_of_missed_and_extra_objects_have_their_own_row_and_column():
    cells = evaluate(opened(WALK_TRUTH, WALK_STUDENT))["attribute_confusion"]
    found = {(r.truth_value, r.value): r.n for r in cells.itertuples()}
    assert found == {("red", "red"): 1, ("white", "whitz"): 1, ("red", "(none)"): 1, ("(none)", "red"): 1}


def test_a_whole_number_written_with_a_point_is_the_same_attribute():
    truth = coco([("a.png", "car", (0, 0, 9, 9), {"age": 1.0})])
    assert summary(opened(truth, coco([("a.png", "car", (0, 0, 9, 9), {"age": "1"})])))["overall"].tolist() == [100.0]


def test_labels_of_whole_images_are_compared_as_sets():
    def cvat(*tags):
        inside = "".join(f'<tag label="{t}"/>' for t in tags) + '<box label="car" xtl="0" ytl="0" xbr="9" ybr="9"/>'
        image = f'<image name="a.png" width="9" height="9">{inside}</image>'
        return f"<annotations><version>1.1</version>{image}</annotations>"

    files = {"gt.xml": cvat("day", "rain"), "anna.xml": cvat("day", "snow"), "ben.xml": cvat()}
    table = evaluate(load(*((n, d.encode()) for n, d in files.items())))["image_tags"].set_index("submission")
    assert table.loc["anna", ["matched", "missed", "extra"]].tolist() == [1, 1, 1]
    assert table.loc["anna", "jaccard"] == pytest.approx(1 / 3)
    assert table.loc["ben", ["matched", "missed", "extra"]].tolist() == [0, 2, 0]


def test_nothing_to_match_and_nothing_drawn_has_no_score_and_a_reason():
    one = summary(opened(coco([]), coco([]))).iloc[0]
    assert one["overall"] != one["overall"]
    assert one["reason"] == "nothing to match and nothing drawn"


def test_some_submissions_and_labels_by_themselves_are_graded_as_the_rules_would():
    study = opened(WALK_TRUTH, WALK_STUDENT, WALK_TRUTH)
    cars = only(study, ["student1"], ["car"])
    assert (
        summary(cars)["overall"].to_dict()
        == summary(opened(WALK_TRUTH, WALK_STUDENT, labels=["car"]))["overall"].to_dict()
    )
    assert only(study) is study
    assert cars.digest != study.digest


def test_options_that_people_may_set_beforehand_are_rules():
    for setting in Boxes().settings():
        name = setting.key.removeprefix("rules.")
        assert getattr(Rules(), name) == setting.default
        if setting.kind == "number":
            assert Rules.of({name: setting.range[1]})
            with pytest.raises(AnnoevalError, match=name):
                Rules.of({name: setting.range[1] + 1})


def test_a_ground_truth_alone_has_no_tables_and_says_what_lacks():
    study = load(("truth.json", WALK_TRUTH))
    assert "add a submission" in protocol_of(study).headline(study)
    assert "submissions" not in evaluate(study)
