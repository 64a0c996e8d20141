"""A file of drawn objects alone: what is in it is said, and no page promises what it can't show."""

from __future__ import annotations

import json

import pytest

from annoeval import load
from annoeval.answers.found import needs, what_we_found


@pytest.fixture
def drawn():
    coco = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": 90, "height": 60}],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
        "annotations": [
            {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 2, 30, 20]},
            {"id": 2, "image_id": 1, "category_id": 2, "bbox": [40, 2, 30, 20]},
        ],
    }
    return load(("boxes.json", json.dumps(coco).encode()))


def test_drawn_objects_are_counted_with_their_labels(drawn):
    said = what_we_found(drawn, ["boxes.json"], "ratings", "")
    assert "2 drawn objects (cat and dog)." in said
    assert "Nothing is scored yet" not in said


def test_every_page_leads_to_the_one_that_asks_what_is_right(drawn):
    found = needs(drawn, False)
    assert found.pop("matching") is None
    assert {n.action for n in found.values() if n} == {"match"}


def test_one_object_is_one_object(drawn):
    from dataclasses import replace

    one = replace(drawn, shapes=drawn.shapes.head(1), digest="")
    assert "1 drawn object (cat)." in what_we_found(one, ["boxes.json"], "ratings", "")
