"""Labelbox: classifications are ratings of who made the label, drawn objects are shapes in pixels."""

from __future__ import annotations

import csv
import io
import json

from annoeval import load
from annoeval.opening import readings_of
from annoeval.protocols import detect
from annoeval.reading import read


def radio(name, answer, *below):
    return {"name": name, "value": name.lower(), "radio_answer": {"name": answer, "classifications": list(below)}}


def checklist(name, *answers):
    return {"name": name, "checklist_answers": [{"name": a, "value": a} for a in answers]}


def written(name, text):
    return {"name": name, "text_answer": {"content": text}}


def label(who, *classifications, objects=(), seconds=5, **more):
    return {
        "label_kind": "Default",
        "id": f"label by {who}",
        "label_details": {"created_by": who, "created_at": "2024-04-08T16:21:26.000+00:00", "reviews": []},
        "performance_details": {"seconds_to_create": seconds, "skipped": False},
        "annotations": {"objects": list(objects), "classifications": list(classifications), "relationships": []},
        **more,
    }


def row(key, *labels, **more):
    return {
        "data_row": {"id": f"id-{key}", "global_key": key, "row_data": f"https://x.org/{key}"},
        "media_attributes": {"width": 640, "height": 480, "mime_type": "image/jpeg"},
        "projects": {"p1": {"name": "Birds", "labels": list(labels)}},
        **more,
    }


def export(*rows):
    return ("export.ndjson", "\n".join(map(json.dumps, rows)).encode())


def values(study):
    r = study.ratings
    return dict(zip(zip(r["item_id"], r["dimension"], r["rater"], strict=True), r["value"], strict=True))


def test_radio_checklist_and_text_are_ratings_of_who_made_the_label():
    file = export(
        row(
            "a.jpg",
            label("ann@x.org", radio("Kind", "Bird"), checklist("Seen", "beak", "wing"), written("Say", "hm")),
            label("ben@x.org", radio("Kind", "Cat"), checklist("Seen", "wing")),
        ),
        row("b.jpg", label("ann@x.org", radio("Kind", "Cat"))),
    )
    assert detect(readings_of([file]))[0].because == "it is an export of Labelbox"
    s = load(file)
    assert values(s) == {
        ("a.jpg", "Kind", "ann@x.org"): "Bird",
        ("a.jpg", "Seen", "ann@x.org"): '["beak", "wing"]',
        ("a.jpg", "Say", "ann@x.org"): "hm",
        ("a.jpg", "Kind", "ben@x.org"): "Cat",
        ("a.jpg", "Seen", "ben@x.org"): '["wing"]',
        ("b.jpg", "Kind", "ann@x.org"): "Cat",
    }
    assert {d: c.level for d, c in s.dimensions.items()} == {"Kind": "nominal", "Seen": "set", "Say": "text"}
    assert s.ratings["seconds"].eq(5).all()
    assert str(s.ratings["time"].iloc[0]) == "2024-04-08 16:21:26+00:00"


def test_a_question_below_an_answer_carries_both_names():
    s = load(export(row("a.jpg", label("ann", radio("Kind", "Bird", radio("Sort", "Owl"))))))
    assert values(s)["a.jpg", "Kind / Sort", "ann"] == "Owl"


def test_drawn_objects_are_shapes_in_pixels():
    box, point = {"top": 10, "left": 20, "height": 30, "width": 40}, {"x": 1.5, "y": 2}
    objects = [
        {
            "feature_id": "f1",
            "name": "Wing",
            "annotation_kind": "ImageBoundingBox",
            "bounding_box": box,
            "classifications": [radio("Side", "left")],
        },
        {"feature_id": "f2", "name": "Beak", "polygon": [{"x": 0, "y": 0}, {"x": 9.5, "y": 0}, {"x": 0, "y": 9}]},
        {"feature_id": "f3", "name": "Path", "line": [{"x": 0, "y": 0}, {"x": 5, "y": 5}]},
        {"feature_id": "f4", "name": "Eye", "point": point},
        {"feature_id": "f5", "name": "Sky", "mask": {"url": "https://x.org/m.png"}},
    ]
    r = read(export(row("a.jpg", label("ann", objects=objects)))[1], "export.ndjson")
    shapes = r.annotations.shapes.set_index("object_id")
    assert shapes["kind"].tolist() == ["box", "polygon", "polyline", "points"]
    assert shapes.loc["f1", "coordinates"] == (20, 10, 60, 40)
    assert shapes.loc["f1", "attributes"] == {"Side": "left"}
    assert shapes.loc["f2", "coordinates"] == (0, 0, 9.5, 0, 0, 9)
    assert shapes["submission"].unique().tolist() == ["ann"]
    assert r.annotations.items.loc["a.jpg", ["width", "height"]].tolist() == ["640", "480"]
    assert [p.problem for p in r.problems] == ["masks: a kind of annotation that is not read"]


def test_skipped_empty_and_missing_labels_are_counted():
    skipped = label("ann", radio("Kind", "Cat"))
    skipped["performance_details"]["skipped"] = True
    r = read(
        export(
            row("a.jpg", skipped),
            row("b.jpg", label("ann")),
            row("c.jpg"),
            row("d.jpg", label("ann", radio("Kind", "Cat"))),
        )[1],
        "export.ndjson",
    )
    assert len(r.annotations.ratings) == 1
    assert {p.problem: p.count for p in r.problems} == {
        "skipped labels": 1,
        "labels without any content": 1,
        "data rows that nobody labelled": 1,
    }


def test_predictions_of_a_model_run_are_an_ais():
    runs = {"r1": {"name": "run 1", "predictions": [{"annotations": {"classifications": [radio("Kind", "Cat")]}}]}}
    s = load(
        export(row("a.jpg", label("ann", radio("Kind", "Bird")), experiments={"e": {"name": "net", "runs": runs}}))
    )
    assert s.raters.values.tolist() == [["ann", "human"], ["net", "ai"]]


OLDER = {
    "ID": "l1",
    "DataRow ID": "d1",
    "Labeled Data": "https://x.org/a.jpg",
    "External ID": "a.jpg",
    "Created By": "ann",
    "Created At": "2021-05-01T10:00:00.000Z",
    "Seconds to Label": 12.5,
    "Skipped": False,
    "Label": {
        "objects": [
            {
                "featureId": "f1",
                "title": "Wing",
                "value": "wing",
                "bbox": {"top": 1, "left": 2, "height": 3, "width": 4},
            }
        ],
        "classifications": [
            {"title": "Kind", "value": "kind", "answer": {"title": "Bird", "value": "bird"}},
            {"title": "Seen", "value": "seen", "answers": [{"title": "beak"}, {"title": "wing"}]},
            {"title": "Say", "value": "say", "answer": "hm"},
        ],
    },
    "Reviews": [{"score": 1, "createdBy": "cleo", "createdAt": "2021-05-02T10:00:00.000Z"}],
}


def test_the_older_list_of_labels():
    s = load(("export.json", json.dumps([OLDER, {**OLDER, "External ID": "b.jpg", "Label": "Skip"}]).encode()))
    assert values(s) == {
        ("a.jpg", "Kind", "ann"): "Bird",
        ("a.jpg", "Seen", "ann"): '["beak", "wing"]',
        ("a.jpg", "Say", "ann"): "hm",
        ("a.jpg", "review", "cleo"): "accepted",
    }
    assert s.shapes["coordinates"].tolist() == [(2, 1, 6, 4)]
    assert any(p.problem == "skipped labels" for p in s.problems)


def test_the_older_list_as_a_table():
    out = io.StringIO()
    kept = {k: json.dumps(v) if k in ("Label", "Reviews") else v for k, v in OLDER.items()}
    writer = csv.DictWriter(out, list(kept))
    writer.writeheader()
    writer.writerow(kept)
    s = load(("export.csv", out.getvalue().encode()))
    assert values(s)["a.jpg", "Kind", "ann"] == "Bird"
    assert s.ratings["seconds"].iloc[0] == 12.5


def test_parts_of_an_unexpected_kind_are_passed_over():
    odd = {**row("a.jpg", label("ann", radio("Kind", "Cat"))), "media_attributes": "none", "metadata_fields": "none"}
    odd["projects"]["p1"]["labels"].append({"label_details": "none", "annotations": "none", "performance_details": 3})
    assert len(read(export(odd)[1], "export.ndjson").annotations.ratings) == 1
