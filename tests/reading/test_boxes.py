"""CVAT, COCO, Pascal VOC and YOLO: drawn objects in pixels, complete."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from annoeval.reading import ReadError, flat, read
from annoeval.reading.archive import member

CVAT = """<?xml version="1.0"?><annotations><version>1.1</version><meta><task><assignee><username>ann</username>
</assignee></task></meta>
<image id="0" name="a.png" width="100" height="50" {subset}>
<box label="car" xtl="1" ytl="2" xbr="11.5" ybr="22" occluded="1">
<attribute name="colour">red</attribute></box><polygon label="road" points="1,2;3,4;6,5"/><tag label="day"/>
<mask label="sky" rle="1,2" left="0" top="0" width="2" height="2"/>
<box label="car" xtl="0" ytl="0" xbr="20" ybr="10" rotation="90"/></image>{more}</annotations>"""


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\0" * 20


def packed(files: dict[str, bytes | str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def cvat(more: str = "", subset: str = "") -> bytes:
    return CVAT.format(more=more, subset=subset).encode()


def test_cvat_boxes_polygons_and_attributes_are_read_and_masks_counted():
    reading = read(cvat(), "annotations.xml")
    shapes = reading.annotations.shapes
    assert shapes["kind"].tolist() == ["box", "polygon", "rotated box"]
    assert shapes["coordinates"].tolist() == [
        (1, 2, 11.5, 22), (1, 2, 3, 4, 6, 5), (15, -5, 15, 15, 5, 15, 5, -5)]  # fmt: skip
    assert shapes["attributes"].tolist()[0] == {"colour": "red", "occluded": "true"}
    assert set(shapes["submission"]) == {"ann"}
    assert any(p.problem.startswith("masks") and p.count == 1 for p in reading.problems)


def test_cvat_tags_are_ratings_of_the_image():
    found = read(cvat(), "annotations.xml").annotations
    assert found.ratings[["item_id", "dimension", "value"]].to_numpy().tolist() == [["a.png", "tag", "day"]]


def test_cvat_reads_without_an_xml_prolog():
    assert read(cvat().split(b"?>", 1)[1], "x.xml").format == "cvat"


def test_images_of_one_name_in_several_subsets_stay_apart():
    again = '<image id="0" name="a.png" width="9" height="9" subset="Val"/>'
    items = read(cvat(again, 'subset="Train"'), "p.xml").annotations.items
    assert items.index.tolist() == ["Train/a.png", "Val/a.png"]


def test_a_track_is_drawn_only_where_it_is_inside():
    track = '<track id="3" label="cat">{}{}</track>'.format(
        '<box frame="10" outside="0" xtl="1" ytl="1" xbr="2" ybr="2"/>',
        '<box frame="11" outside="1" xtl="1" ytl="1" xbr="2" ybr="2"/>',
    )
    shapes = read(cvat(track), "v.xml").annotations.shapes
    assert shapes.loc[shapes["object_id"] == "track 3", "image"].tolist() == ["video, frame 10"]


COCO = {
    "images": [{"id": 7, "file_name": "a.png", "width": 100, "height": 50}],
    "categories": [{"id": 2, "name": "car"}],
    "annotations": [
        {"id": 1, "image_id": 7, "category_id": 2, "bbox": [1, 2, 10, 20], "attributes": {"colour": "red"}},
        {"id": 2, "image_id": 7, "category_id": 2, "bbox": [0, 0, 3, 3], "segmentation": [[0, 0, 3, 0, 0, 3]]},
        {"id": 3, "image_id": 7, "category_id": 2, "bbox": [0, 0, 3, 3], "segmentation": [[0, 0, 3, 0, 3, 3, 0, 3]]},
        {
            "id": 4,
            "image_id": 7,
            "category_id": 9,
            "bbox": [0, 0, 1, 1],
            "segmentation": {"size": [5, 5], "counts": [25]},
        },
        {"id": 5, "image_id": 99, "category_id": 2, "bbox": [0, 0, 1, 1]},
    ],
}


def test_coco_boxes_are_corner_and_size():
    reading = read(json.dumps(COCO).encode(), "coco.json")
    shapes = reading.annotations.shapes.set_index("object_id")
    assert shapes.loc["1", "coordinates"] == (1, 2, 11, 22)
    assert shapes.loc["2", "kind"] == "polygon"
    assert shapes.loc["3", "kind"] == "box", "a polygon that is only the box again is the box"
    assert shapes.loc["4", "label"] == "category 9"
    assert "5" not in shapes.index
    said = " | ".join(p.problem for p in reading.problems)
    assert "masks" in said
    assert "not in the file" in said


def test_a_list_of_results_keeps_numbers_and_scores():
    shapes = read(
        b'[{"image_id": 42, "category_id": 18, "bbox": [1, 1, 2, 2], "score": 0.25}]', "r.json"
    ).annotations.shapes
    assert shapes.iloc[0][["image", "label", "confidence"]].tolist() == ["image 42", "category 18", 0.25]


VOC = """<annotation><filename>{0}.jpg</filename><size><width>10</width><height>9</height></size>
<object><name>dog</name><difficult>1</difficult><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax></bndbox></object></annotation>"""


def test_a_folder_of_voc_files_is_one_submission():
    data = packed({"ann/Annotations/a.xml": VOC.format("a"), "ann/Annotations/b.xml": VOC.format("b")})
    parts = flat([read(data, "boxes.zip")])
    assert [p.annotations.shapes.iloc[0]["image"] for p in parts] == ["a.jpg", "b.jpg"]
    assert {p.annotations.shapes.iloc[0]["submission"] for p in parts} == {"ann"}
    assert parts[0].annotations.shapes.iloc[0]["attributes"] == {"difficult": "1"}


def test_yolo_shares_become_pixels_of_the_image_beside_them():
    data = packed({"labels/a.txt": "1 0.5 0.5 0.2 0.4\n", "images/a.png": png(200, 100), "classes.txt": "cat\ndog\n"})
    [part] = [p for p in flat([read(data, "set.zip")]) if p.annotations]
    row = part.annotations.shapes.iloc[0]
    assert row[["image", "label", "submission"]].tolist() == ["a", "dog", "set"]
    assert row["coordinates"] == pytest.approx((80, 30, 120, 70))


def test_yolo_without_images_says_that_sizes_are_unknown():
    reading = read(b"0 0.5 0.5 0.2 0.4\n1 0.1 0.1 0.1 0.1 0.9\n", "a.txt")
    assert reading.format == "yolo"
    assert reading.annotations.shapes["confidence"].tolist()[1] == 0.9
    assert any("size is not known" in p.problem for p in reading.problems)


def test_one_archive_per_student_inside_an_archive_gives_one_submission_each():
    inner = {f"{who}.zip": packed({"annotations.xml": cvat()}) for who in ("ann", "ben")}
    parts = flat([read(packed(inner), "class.zip")])
    assert [set(p.annotations.shapes["submission"]) for p in parts] == [{"ann"}, {"ben"}]


def test_an_archive_that_unpacks_without_end_is_refused_in_a_sentence():
    with pytest.raises(ReadError, match="packed too tightly"):
        read(packed({"a.csv": b"a,b\n" + b"0" * 40_000_000}), "bomb.zip")


def test_entities_of_xml_are_not_opened():
    bomb = b'<!DOCTYPE a [<!ENTITY x "yyyy"><!ENTITY z "&x;&x;">]><annotations>&z;</annotations>'
    with pytest.raises(ReadError, match="entities"):
        read(bomb, "a.xml")


def test_pictures_stand_beside_items_and_are_no_table():
    assert read(png(3, 4), "a.png").facts == {"width": "3", "height": "4"}
    data = packed({"t.csv": "id,label\n1,a\n", "pics/a.png": png(3, 4)})
    assert [p.format for p in flat([read(data, "s.zip")])] == ["csv", "image"]
    assert member(data, "pics/a.png") == png(3, 4)


def test_a_file_in_an_archive_that_cant_be_used_is_listed():
    reading = read(packed({"t.csv": "id,label\n1,a\n", "broken.json": "[1, "}), "s.zip")
    assert [p.value for p in reading.problems] == ["broken.json"]


def test_an_archive_of_nothing_says_so():
    with pytest.raises(ReadError, match="no file can be used"):
        read(packed({"readme.txt": "hello"}), "s.zip")


@pytest.mark.parametrize(
    ("header", "cells"), [("x1,y1,x2,y2", "50,50,150,150"), ("x,y,width,height", "50,50,100,100"),
                          ("xmin,ymin,xmax,ymax", "150,150,50,50")]
)  # fmt: skip
def test_a_table_of_boxes_is_read_by_what_its_columns_are_called(header, cells):
    shapes = read(f"image,label,{header}\na.png,cell,{cells}\n".encode(), "ann.csv").annotations.shapes
    assert shapes.iloc[0][["image", "label", "submission"]].tolist() == ["a.png", "cell", "ann"]
    assert shapes["coordinates"].tolist() == [(50, 50, 150, 150)]


@pytest.mark.parametrize("who", ["annotator", "coder", "radiologist", "reviewer_id", "submission"])
def test_a_table_of_boxes_says_who_drew_by_any_word_for_a_person(who):
    data = f"image,label,{who},x1,y1,x2,y2\na.png,cell,p1,50,50,150,150\na.png,cell,p2,52,50,150,150\n"
    assert read(data.encode(), "ann.csv").annotations.submissions == ("p1", "p2")


def test_box_columns_that_say_nothing_are_asked_about():
    data = b"image,label,b0,b1,b2,b3\na.png,cell,50,50,150,150\n"
    reading = read(data, "s.csv")
    assert reading.annotations is None
    assert "do not say what they are" in reading.problems[0].problem
    assert read(data, "s.csv", {"boxes": "xywh"}).annotations.shapes["coordinates"].tolist() == [(50, 50, 200, 200)]


def boxes_of(value, **options):
    return read(json.dumps(value).encode(), "scene.json", options)


SCENE = {
    "image": "d.png",
    "width": 100,
    "height": 80,
    "gt": [{"id": "g1", "label": "car", "bbox_xyxy": [0, 0, 10, 10], "attributes": {"No": "K1"}}],
    "student": [{"id": "s1", "label": "car", "bbox_xyxy": [1, 0, 10, 10]}],
}


def test_boxes_of_several_people_under_their_names_in_plain_json():
    note = boxes_of(SCENE).annotations
    assert note.submissions == ("gt", "student")
    assert note.shapes["coordinates"].tolist() == [(0, 0, 10, 10), (1, 0, 10, 10)]
    assert note.shapes["object_id"].tolist() == ["g1", "s1"]
    assert note.shapes["attributes"].iat[0] == {"No": "K1"}
    assert note.items.loc["d.png"].tolist() == ["100", "80"]


def test_someone_whose_list_is_empty_drew_nothing():
    assert boxes_of({**SCENE, "student": []}).annotations.submissions == ("gt", "student")


def test_one_box_for_each_person_beside_a_format():
    pairs = [{"pair": "p1", "format": "xyxy", "gt": [9, 9, 2, 2], "student": [2, 2, 9, 9]}]
    reading = boxes_of(pairs)
    assert reading.annotations.shapes["coordinates"].tolist() == [(2, 2, 9, 9)] * 2
    assert reading.problems[0].problem == "boxes whose corners are swapped"
    assert reading.problems[0].value == "p1"


def test_plain_json_that_does_not_say_what_a_box_is_is_asked_about():
    scene = {"image": "a.png", "gt": [{"bbox": [5, 5, 9, 9]}], "anna": [{"bbox": [5, 5, 9, 9]}]}
    assert boxes_of(scene).annotations is None
    assert boxes_of(scene, boxes="xywh").annotations.shapes["coordinates"].tolist() == [(5, 5, 14, 14)] * 2


@pytest.mark.parametrize(
    "record",
    [
        {"id": "q1", "anna": [1, 2, 3, 4], "ben": [1, 2, 3, 5]},  # four answers each
        {"id": "q1", "anna": [{"label": "a"}], "ben": [{"label": "b"}]},
        {"id": "q1", "bbox": [1, 2, 3, 4], "label": "cat", "rater": "anna"},
    ],
)
def test_lists_that_are_no_boxes_stay_what_they_are(record):
    assert boxes_of([record, record]).annotations is None


@pytest.mark.parametrize(("name", "data"), [("6.png", b"hello"), ("6.svg", b"<svg/>"), ("6.HEIC", b"\0\0\0\x1cftyp")])
def test_what_is_called_a_picture_and_is_none_says_how_to_save_it(name, data):
    with pytest.raises(ReadError, match="save it as PNG, JPEG, WebP, GIF or BMP"):
        read(data, name)


def test_a_labelme_file_is_one_image_drawn_on_by_whom_its_folder_names():
    shapes = [
        {"label": "cat", "points": [[30, 40], [1, 2]], "shape_type": "rectangle", "flags": {"cut off": True}},
        {"label": "dog", "points": [[5, 5], [9, 5], [9, 9]], "shape_type": "polygon", "flags": {}},
        {"label": "sun", "points": [[10, 10], [13, 14]], "shape_type": "circle"},
        {"label": "sky", "points": [[0, 0], [9, 9]], "shape_type": "mask"},
    ]
    size = {"imageHeight": 100, "imageWidth": 200}
    content = {
        "version": "5.2",
        "flags": {"day": True, "night": False},
        "shapes": shapes,
        "imagePath": "../a.jpg",
    } | size
    found = read(json.dumps(content).encode(), "ann/a.json")
    drawn = found.annotations.shapes
    assert drawn[["image", "submission", "label", "kind"]].to_numpy().tolist() == [
        ["a.jpg", "ann", "cat", "box"],
        ["a.jpg", "ann", "dog", "polygon"],
        ["a.jpg", "ann", "sun", "ellipse"],
    ]
    assert drawn["coordinates"].tolist() == [(1, 2, 30, 40), (5, 5, 9, 5, 9, 9), (10, 10, 5, 5, 0)]
    assert drawn["attributes"].tolist()[0] == {"cut off": True}
    assert [(p.problem.split(":")[0], p.count) for p in found.problems] == [("shapes of the kind “mask”", 1)]
    assert found.annotations.ratings[["rater", "value"]].to_numpy().tolist() == [["ann", '["day"]']]
