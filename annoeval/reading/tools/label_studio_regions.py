"""Regions of Label Studio: percent of an image become shapes in pixels."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from annoeval.problem import Problem
from annoeval.reading.annotations import Gathering
from annoeval.reading.exact_json import cell

_POLYGONS = ("polygonlabels", "polygon", "vectorlabels", "vector")
_ELLIPSES = ("ellipselabels", "ellipse")
_POINTS = ("keypointlabels", "keypoint")
UNREAD = {
    "labels": "text spans",
    "hypertextlabels": "text spans",
    "paragraphlabels": "text spans",
    "brushlabels": "brush masks",
    "brush": "brush masks",
    "bitmask": "masks",
    "bitmasklabels": "masks",
    "relation": "relations",
    "videorectangle": "video boxes",
    "timeserieslabels": "time series spans",
    "timelinelabels": "video spans",
    "chatmessage": "chat messages",
}
_UPLOADED = re.compile(r"^[0-9a-f]{8}-")


def drawn(value: Mapping[str, Any]) -> bool:
    """Whether a result's value is a place in an image."""
    return ("x" in value and "y" in value) or isinstance(value.get("points"), list)


def image_of(data: Mapping[str, Any], results: Sequence[Mapping[str, Any]]) -> str:
    """The picture a task shows: what it refers to by file name, as Label Studio puts a code before it."""
    for key in ("image", "img", "url", "picture"):
        if isinstance(data.get(key), str):
            return str(data[key])
    for value in data.values():
        if isinstance(value, str) and value.lower().rsplit(".", 1)[-1] in ("png", "jpg", "jpeg", "webp", "gif", "bmp"):
            return value
    return next((str(v) for v in data.values() if isinstance(v, str)), "image")


def region(g: Gathering, item: str, image: str, rater: str, identity: str, parts: Sequence[Mapping[str, Any]]) -> None:
    """Adds one region, which may consist of several results with one id, as a shape."""
    first = parts[0]
    value: Mapping[str, Any] = first["value"]
    width, height = number(first.get("original_width")), number(first.get("original_height"))
    name = image.split("?d=")[-1].rsplit("/", 1)[-1] or image
    if "/data/upload/" in image:
        name = _UPLOADED.sub("", name)
    if not width or not height:
        what, done = "a drawn object without the size of its image", "coordinates are percent, of 100 × 100"
        g.problems.append(Problem(what, done, g.file, column=name, value=identity))
        width = height = g.shares[name] = 100.0
    else:
        g.item(item, {"image": image, "width": f"{width:g}", "height": f"{height:g}"})
    kinds = {str(p.get("type")) for p in parts}
    labels: list[str] = []
    attributes: dict[str, Any] = {"task": item}
    for part in parts:
        inside: Mapping[str, Any] = part["value"]
        for key, found in inside.items():
            if key.endswith("labels") and isinstance(found, list):
                labels += [str(f) for f in found]
        control = cell(part.get("from_name")) or str(part.get("type"))
        for key in ("choices", "text", "rating", "number", "taxonomy"):
            if key in inside:
                attributes[control] = (
                    cell(inside[key])
                    if not isinstance(inside[key], list)
                    else "; ".join(str(cell(v)) for v in inside[key])
                )
    drawn = _pixels(kinds, value, width, height)
    if drawn is None:
        g.unread[next((UNREAD[k] for k in kinds if k in UNREAD), sorted(kinds)[0])] += 1
        return
    if len(set(labels)) > 1:
        attributes["further labels"] = "; ".join(labels[1:])
    if number(first.get("image_rotation")):
        what, done = "an image that was turned while it was annotated", "coordinates are of the unturned image"
        g.problems.append(Problem(what, done, g.file, column=name, value=identity))
    score = number(first.get("score"))
    kind, coordinates = drawn
    g.shape(name, rater, identity, labels[0] if labels else None, kind, coordinates, attributes, score)


def _pixels(
    kinds: set[str], value: Mapping[str, Any], width: float, height: float
) -> tuple[str, tuple[float, ...]] | None:
    """Percent of the image become pixels first; then a box is turned clockwise about its upper left corner."""
    if kinds & set(_POLYGONS) or isinstance(value.get("points"), list):
        points = [(number(p[0]), number(p[1])) for p in value.get("points") or () if isinstance(p, list) and len(p) > 1]
        flat = [c for x, y in points if x is not None and y is not None for c in (x * width / 100, y * height / 100)]
        return ("polygon" if value.get("closed", True) is not False else "polyline", tuple(flat)) if flat else None
    x, y = number(value.get("x")), number(value.get("y"))
    if x is None or y is None:
        return None
    x, y = x * width / 100, y * height / 100
    turn = number(value.get("rotation")) or 0.0
    if kinds & set(_ELLIPSES) or "radiusX" in value:
        rx, ry = number(value.get("radiusX")) or 0.0, number(value.get("radiusY")) or 0.0
        plain = (x, y, rx * width / 100, ry * height / 100)
        return "ellipse", (*plain, turn) if turn % 360 else plain
    w, h = number(value.get("width")), number(value.get("height"))
    if kinds & set(_POINTS):
        return "points", (x, y)
    if w is None or h is None:
        return None
    w, h = w * width / 100, h * height / 100
    if turn % 360 == 0:
        return "box", (x, y, x + w, y + h)
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return "rotated box", tuple(
        v
        for dx, dy in ((0, 0), (w, 0), (w, h), (0, h))
        for v in (round(x + dx * c - dy * s, 6), round(y + dx * s + dy * c, 6))
    )


def number(value: Any) -> float | None:
    """A JSON number as a float; None for anything else."""
    try:
        return float(value) if value is not None and not isinstance(value, (bool, Mapping, list)) else None
    except (TypeError, ValueError):
        return None
