"""COCO: instances, keypoints' boxes, polygons, and lists of results."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from annoeval.problem import Problem
from annoeval.reading.annotations import MASK, Gathering, every
from annoeval.reading.exact_json import cell
from annoeval.reading.table import Reading
from annoeval.reading.tool import Json, Source, Tool


def is_coco(content: Json) -> bool:
    """An object with images and annotations that refer to them."""
    value = content.value
    if not isinstance(value, Mapping):
        return False
    images, marks = value.get("images"), value.get("annotations")
    return (
        isinstance(images, list)
        and isinstance(marks, list)
        and all(isinstance(i, Mapping) and "id" in i for i in images[:20])
        and all(isinstance(a, Mapping) and "image_id" in a for a in marks[:20])
    )


def is_coco_results(content: Json) -> bool:
    """A list of results with image and category ids, a score and a place."""
    places = {"bbox", "segmentation", "keypoints"}
    return every(content.rows, lambda r: "image_id" in r and "category_id" in r and bool(places & r.keys()))


def read_coco(content: Json, source: Source) -> Reading:
    """A Reading of instances: boxes and polygons in pixels, attributes as given.

    An image is known by its file name, so that files which number images differently fit together. A mask
    (RLE) is counted and its box taken. Keypoints are counted and not read.
    """
    g = Gathering(source, "COCO", "coco")
    file, value = source.file, content.value
    names: dict[str, str] = {}
    taken: set[str] = set()
    for image in value["images"]:
        if not isinstance(image, Mapping):
            continue
        identity = str(cell(image.get("id")))
        name = cell(image.get("file_name")) or f"image {identity}"
        if name in taken:
            g.problems.append(Problem("an image that occurs again", "set apart by its id", file, value=name))
            name = f"{name}#{identity}"
        taken.add(name)
        names[identity] = name
        g.item(name, {"width": cell(image.get("width")), "height": cell(image.get("height")), "image_id": identity})
    raw = value.get("categories")
    categories = {
        str(cell(c.get("id"))): str(cell(c.get("name")))
        for c in (raw if isinstance(raw, list) else ())
        if isinstance(c, Mapping)
    }
    submission = source.rater("submission")
    g.submission(submission)
    for ordinal, mark in enumerate(value["annotations"], 1):
        if isinstance(mark, Mapping):
            _object(g, mark, names, categories, submission, ordinal)
    g.categories = categories
    return _told(g)


def read_coco_results(content: Json, source: Source) -> Reading:
    """A Reading of a list of results; images and categories keep their numbers until a file that names them is
    added."""
    g = Gathering(source, "COCO results", "coco_results")
    what = "a list of results names neither images nor categories"
    g.problems.append(Problem(what, "their numbers are used; add the ground truth file to name them", g.file))
    submission = source.rater("results")
    g.submission(submission)
    for ordinal, (_, mark) in enumerate(content.rows, 1):
        identity = str(cell(mark.get("image_id")))
        g.item(f"image {identity}", {"image_id": identity})
        _object(g, mark, {identity: f"image {identity}"}, {}, submission, ordinal)
    return _told(g)


def _told(g: Gathering) -> Reading:
    g.left_out("masks", "masks of pixels", "their boxes are read, and marked so")
    g.left_out("masks without box", "masks of pixels without a box")
    return g.reading()


def _object(
    g: Gathering,
    mark: Mapping[str, Any],
    names: Mapping[str, str],
    categories: Mapping[str, str],
    submission: str,
    ordinal: int,
) -> None:
    image = names.get(str(cell(mark.get("image_id"))))
    identity = cell(mark.get("id")) or str(ordinal)
    if image is None:
        what = "an annotation of an image that is not in the file"
        g.problems.append(Problem(what, "left out", g.file, ordinal, "image_id", str(cell(mark.get("image_id")))))
        return
    category = str(cell(mark.get("category_id")))
    label = categories.get(category, f"category {category}")
    if category not in categories and categories:
        what = "a category that the file does not name"
        g.problems.append(Problem(what, "called by its number", g.file, ordinal, "category_id", category))
    given = mark.get("attributes")
    attributes = {str(k): cell(v) for k, v in given.items()} if isinstance(given, Mapping) else {}
    if str(cell(mark.get("iscrowd")) or "0") not in ("0", "false"):
        attributes["iscrowd"] = "1"
    score = _numbers([mark.get("score")])
    confidence = score[0] if score else None
    if mark.get("keypoints"):
        g.unread["keypoints"] += 1
    rings: list[tuple[float, ...]] = _rings(mark.get("segmentation"))
    box = _numbers(mark.get("bbox"))
    if isinstance(mark.get("segmentation"), Mapping):
        g.counts["masks" if box else "masks without box"] += 1
        attributes |= {MASK: "yes"}
    if rings and not (box and len(rings) == 1 and _is_rectangle(rings[0], box)):
        several = len(rings) > 1
        kind, places = ("polygons", tuple(rings)) if several else ("polygon", rings[0])
        g.shape(image, submission, identity, label, kind, places, attributes, confidence)
    elif box and len(box) == 4:
        x, y, w, h = box
        g.shape(image, submission, identity, label, "box", (x, y, x + w, y + h), attributes, confidence)
    elif not mark.get("keypoints") and MASK not in attributes:
        what = "a drawn object without usable coordinates"
        g.problems.append(Problem(what, "left out", g.file, ordinal, value=identity))


def _numbers(values: Any) -> tuple[float, ...] | None:
    if not isinstance(values, list) or not values:
        return None
    try:
        numbers = tuple(float(v) for v in values)
    except (TypeError, ValueError):
        return None
    return numbers if all(map(math.isfinite, numbers)) else None


def _rings(segmentation: Any) -> list[tuple[float, ...]]:
    if not isinstance(segmentation, list):
        return []
    rings = (
        [_numbers(r) for r in segmentation]
        if segmentation and isinstance(segmentation[0], list)
        else [_numbers(segmentation)]
    )
    return [r for r in rings if r and len(r) >= 6 and len(r) % 2 == 0]


def _is_rectangle(ring: tuple[float, ...], box: tuple[float, ...]) -> bool:
    """Whether a polygon is only the box again, as some tools write it."""
    if len(box) != 4 or len(ring) not in (8, 10):
        return False
    x, y, w, h = box
    points = list(zip(ring[::2], ring[1::2], strict=True))
    along = all(a == c or b == d for (a, b), (c, d) in pairwise([*points, points[0]]))  # else it crosses itself
    corners = set(points)
    return (
        along
        and len(corners) == 4
        and all(min(abs(a - x), abs(a - x - w)) < 1e-6 and min(abs(b - y), abs(b - y - h)) < 1e-6 for a, b in corners)
    )


_NAMES = frozenset({"instances_default", "instances", "person_keypoints_default", "coco"})
COCO = Tool("COCO", "json", is_coco, read_coco, _NAMES)
COCO_RESULTS = Tool("COCO results", "json", is_coco_results, read_coco_results)
