"""Files of students as tools write them: whose they are, which images are the same, and what their coordinates mean."""

import io
import json
import zipfile

import pytest

from annoeval import evaluate, load
from annoeval.protocols import protocol_of
from annoeval.protocols.boxes.joining import bare_name, joined_images
from annoeval.protocols.boxes.study import submissions_of


def coco(*boxes, image="a.png", size=(200, 200), **more):
    return json.dumps(
        {
            "images": [{"id": 1, "file_name": image, "width": size[0], "height": size[1]}],
            "categories": [{"id": 1, "name": "car"}],
            "annotations": [
                {"id": n, "image_id": 1, "category_id": 1, "bbox": list(b), **more} for n, b in enumerate(boxes)
            ],
        }
    ).encode()


def packed(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def studio(account, *boxes, image="/data/upload/1/0a1b2c3d-a.png", width=200):
    """boxes: x, y, width, height in per cent."""
    result = [
        {
            "id": f"r{n}",
            "type": "rectanglelabels",
            "from_name": "l",
            "to_name": "i",
            "original_width": width,
            "original_height": width,
            "value": dict(zip(("x", "y", "width", "height"), b, strict=True)) | {"rectanglelabels": ["car"]},
        }
        for n, b in enumerate(boxes)
    ]
    return json.dumps(
        [{"id": 7, "data": {"image": image}, "annotations": [{"completed_by": account, "result": result}]}]
    )


def overall(study):
    table = evaluate(study)["submissions"]
    return table[table["rule"] == "recommended"].set_index("submission")["overall"].to_dict()


def said(study):
    return {p.problem: p.count for p in study.problems}


def test_a_student_who_drew_nothing_missed_everything():
    study = load(("truth.json", coco((0, 0, 10, 10))), ("anna.json", coco((0, 0, 10, 10))), ("ben.json", coco()))
    assert submissions_of(study) == ["anna", "ben"]
    assert overall(study) == {"anna": 100.0, "ben": 0.0}
    row = evaluate(study)["submissions"].set_index(["submission", "rule"]).loc["ben", "recommended"]
    assert (row["matched"], row["missed"], row["extra"]) == (0, 1, 0)


def test_students_who_share_one_account_are_told_apart_by_their_files():
    right, wrong = studio(1, (0, 0, 10, 10)), studio(1, (50, 50, 10, 10))
    study = load(("gt.json", right.encode()), ("anna.json", right.encode()), ("ben.json", wrong.encode()))
    assert overall(study) == {"anna": 100.0, "ben": 0.0}
    assert said(study)["“1” drew on the same images in several files"] == 3


def test_files_of_one_name_are_told_apart_by_their_folders_else_by_their_order():
    right, wrong = coco((0, 0, 10, 10)), coco((50, 50, 10, 10))
    data = packed(
        {"set/gt/annotations.json": right, "set/anna/annotations.json": right, "set/ben/annotations.json": wrong}
    )
    assert overall(load(("class.zip", data))) == {"anna": 100.0, "ben": 0.0}
    study = load(("gt.json", right), ("annotations.json", right), ("annotations.json", wrong))
    assert sorted(overall(study).values()) == [0.0, 100.0]
    assert submissions_of(study) == ["submission", "submission (2)"]


def test_each_students_own_order_of_classes_names_their_numbers():
    def yolo(classes, number):
        return packed({"labels/a.txt": f"{number} 0.5 0.5 0.2 0.2\n", "classes.txt": "\n".join(classes)})

    truth = coco((80, 80, 40, 40))
    anna, ben = yolo(["car", "cat"], 0), yolo(["cat", "car"], 1)
    study = load(("truth.json", truth), ("class.zip", packed({"anna.zip": anna, "ben.zip": ben})))
    assert overall(study) == {"anna": pytest.approx(100), "ben": pytest.approx(100)}


def test_a_picture_of_another_size_is_scaled_and_one_of_another_form_is_said():
    truth, half = coco((20, 20, 40, 40)), coco((10, 10, 20, 20), size=(100, 100))
    study = load(("truth.json", truth), ("anna.json", half))
    assert overall(study) == {"anna": pytest.approx(100)}
    assert said(study)["images that have another size in this file"] == 1
    turned = load(("truth.json", truth), ("anna.json", coco((20, 20, 40, 40), size=(150, 200))))
    assert said(turned)["images that have another form in this file"] == 1


def test_shares_of_an_image_whose_size_only_the_ground_truth_says_are_scaled():
    task = json.loads(studio("anna", (10, 10, 20, 20)))
    for key in ("original_width", "original_height"):
        del task[0]["annotations"][0]["result"][0][key]
    study = load(("truth.json", coco((20, 20, 40, 40))), ("anna.json", json.dumps(task).encode()))
    assert overall(study) == {"anna": pytest.approx(100)}


@pytest.mark.parametrize(
    "written",
    [
        "a b.png",
        "C:\\pictures\\set 1\\a b.png",
        "./a b.JPG",
        "deadbeef-a_b.png",
        "x/0123abcd-a_b.jpeg",
        "A B.tiff",
        "a b",
        "s3://bucket/set/a%20b.png?Signature=x%2Fy",
        "a_b_png.rf.0123456789abcdef0123456789abcdef.jpg",
        "/data/local-files/?d=set/a%20b.png",
        "01234567-89ab-4def-8123-0123456789ab-a b.png",
    ],
)
def test_one_image_under_the_names_that_tools_give_it(written):
    assert bare_name(written) == bare_name("folder/a b.png")


def test_dates_before_names_are_no_upload_codes_unless_all_names_beside_them_have_one():
    names = joined_images({"gt": ["20240101-1.png"], "anna": ["20240102-1.png"]}, "by name", [])
    assert len(set(names.values())) == 2
    coded = ["0a1b2c3d-1.png", "20240102-2.png"]
    names = joined_images({"gt": ["1.png", "2.png"], "anna": coded}, "by name", [])
    assert [names[n] for n in coded] == ["1.png", "2.png"]


def test_images_of_one_name_in_several_folders_are_joined_by_their_folders():
    ours, theirs = ["train/1.png", "val/1.png"], ["D:\\set\\train\\1.png", "D:\\set\\val\\1.png"]
    names = joined_images({"gt": ours, "anna": theirs}, "by name", [])
    assert [names[n] for n in theirs] == ours
    problems = []
    names = joined_images({"gt": ours, "anna": ["1.png"]}, "by name", problems)
    assert names["1.png"] == "1.png"


def test_outlines_without_area_and_that_cross_themselves_are_said():
    flat = {"segmentation": [[0, 0, 10, 10, 20, 20]]}
    tie = {"segmentation": [[0, 0, 20, 20, 20, 0, 0, 20]]}
    study = load(("truth.json", coco((0, 0, 20, 20), **tie)), ("anna.json", coco((0, 0, 20, 20), **flat)))
    assert said(study)["a drawn object without an area"] == 1
    assert said(study)["an outline that crosses itself"] == 1
    assert overall(study) == {"anna": 0.0}


def test_a_mask_is_said_and_its_box_marked_and_graded():
    mask = {"segmentation": {"size": [200, 200], "counts": [0, 100]}}
    study = load(("truth.json", coco((0, 0, 20, 20))), ("anna.json", coco((0, 0, 20, 20), **mask)))
    assert said(study)["masks of pixels"] == 1
    assert study.shapes.set_index("submission").loc["anna", "attributes"] == {"from mask": "yes"}
    assert overall(study) == {"anna": 100.0}


def test_an_ellipse_is_graded_by_its_area():
    def cvat(rx):
        return (
            '<annotations><version>1.1</version><image id="0" name="a.png" width="99" height="99">'
            f'<ellipse label="car" cx="50" cy="50" rx="{rx}" ry="20"/></image></annotations>'
        ).encode()

    study = load(("gt.xml", cvat(20)), ("anna.xml", cvat(10)), options={"rules": {"gate": 0.4}})
    assert evaluate(study)["matches"]["iou"].tolist() == pytest.approx([0.5], abs=1e-3)


def test_an_empty_file_of_labels_is_an_image_without_objects():
    data = packed({"labels/a.txt": "", "classes.txt": "car"})
    assert overall(load(("truth.json", coco((0, 0, 9, 9))), ("anna.zip", data))) == {"anna": 0.0}


def test_coordinates_that_no_picture_has_are_left_out_and_said():
    study = load(("truth.json", coco((0, 0, 9, 9))), ("anna.json", coco((0, 0, 1e308, 1e308), (0, 0, 9, 9))))
    assert overall(study) == {"anna": 100.0}
    assert said(study)["drawn objects more than 100,000,000 pixels away"] == 1


def test_what_the_numbers_of_a_box_are_is_asked_where_a_table_does_not_say_it():
    truth = coco((50, 50, 100, 100), size=(160, 160))
    table = b"image,label,b0,b1,b2,b3\na.png,car,50,50,150,150\n"
    waiting = load(("truth.json", truth), ("anna.csv", table))
    assert protocol_of(waiting).headline(waiting).startswith("anna.csv: say what the four numbers of a box are")
    assert waiting.options["submissions"] == ["truth"]
    told = next(p for p in waiting.problems if p.file == "anna.csv")
    assert "as corner and size, 1 of 1 would leave their image" in told.action
    for numbers, iou in (("xyxy", 1.0), ("xywh", 4 / 9)):
        graded = load(("truth.json", truth), ("anna.csv", table), options={"rules": {"numbers": numbers, "gate": 0.0}})
        assert evaluate(graded)["matches"]["iou"].tolist() == [pytest.approx(iou, abs=1e-6)]
