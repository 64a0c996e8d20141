"""How much two drawn objects overlap: boxes, turned boxes, polygons of several rings, ellipses.

Coordinates are continuous: a box from 0 to 10 is 10 wide, and boxes that only touch do not overlap.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
GRADED = ("box", "rotated box", "polygon", "polygons", "ellipse")  # kinds that have an area
_CORNERS = 64  # of the polygon that stands for an ellipse


def in_order(boxes: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Boxes (n × 4: x1, y1, x2, y2) with the smaller corner first, and which of them were swapped."""
    low, high = np.minimum(boxes[:, :2], boxes[:, 2:]), np.maximum(boxes[:, :2], boxes[:, 2:])
    swapped = np.asarray(boxes[:, :2] > boxes[:, 2:], dtype=bool)
    return np.hstack([low, high]), swapped[:, 0] | swapped[:, 1]


def areas(boxes: Floats) -> Floats:
    """Areas of ordered boxes, in square pixels."""
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def iou(a: Floats, b: Floats) -> Floats:
    """Intersection over union of every box of `a` (n × 4) with every one of `b` (m × 4), ordered: n × m, 0 to 1.

    Two boxes without any area have none (Jaccard 1901; 0/0 is taken as 0, as pycocotools does).
    """
    both = np.minimum(a[:, None, 2], b[None, :, 2])
    both -= np.maximum(a[:, None, 0], b[None, :, 0])
    np.maximum(both, 0.0, out=both)
    high = np.minimum(a[:, None, 3], b[None, :, 3])
    high -= np.maximum(a[:, None, 1], b[None, :, 1])
    np.maximum(high, 0.0, out=high)
    both *= high
    whole = np.subtract((areas(a)[:, None] + areas(b)[None, :]), both, out=high)
    whole[whole <= 0.0] = 1.0
    both /= whole
    return both


def outline(kind: str, coordinates: Sequence[Any]) -> Any:
    """A drawn object as a shapely geometry with an area. kind: one of `GRADED`, coordinates as in `Study.shapes`.

    Rings of one object are parts of it, and count once where they overlap. A ring that crosses itself is made valid. An
    ellipse (centre, radii, and where given degrees clockwise) is the polygon of 64 corners with its area.
    """
    import shapely

    if kind == "box":
        x1, y1, x2, y2 = coordinates
        return shapely.box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    if kind == "ellipse":
        return shapely.Polygon(_ellipse(*coordinates))
    rings = coordinates if kind == "polygons" else [coordinates]
    made = [
        shapely.make_valid(shapely.Polygon(np.reshape(np.asarray(r, "float64"), (-1, 2)))) for r in rings if len(r) >= 6
    ]
    return shapely.union_all(made) if len(made) != 1 else made[0]


def _ellipse(x: float, y: float, rx: float, ry: float, turn: float = 0.0) -> Floats:
    step = 2 * math.pi / _CORNERS
    t = np.arange(_CORNERS) * step
    grown = math.sqrt(step / math.sin(step))  # so that the polygon has the ellipse's area
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    u, v = rx * grown * np.cos(t), ry * grown * np.sin(t)
    return np.column_stack([x + u * c - v * s, y + u * s + v * c])


def bounds(kind: str, coordinates: Sequence[Any]) -> tuple[float, float, float, float]:
    """The upright box around an object: x1, y1, x2, y2 in order."""
    if kind == "box":
        x1, y1, x2, y2 = coordinates
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
    if kind == "ellipse":
        points = _ellipse(*coordinates)
    else:
        flat = [v for ring in coordinates for v in ring] if kind == "polygons" else coordinates
        points = np.reshape(np.asarray(flat, "float64"), (-1, 2))
    low, high = points.min(axis=0), points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def outline_points(kind: str, coordinates: Sequence[Any]) -> list[list[tuple[float, float]]]:
    """The rings of an object as points (x, y), to be drawn."""
    if kind == "box":
        x1, y1, x2, y2 = coordinates
        return [[(x1, y1), (x2, y1), (x2, y2), (x1, y2)]]
    if kind == "ellipse":
        return [[(float(x), float(y)) for x, y in _ellipse(*coordinates)]]
    rings = coordinates if kind == "polygons" else [coordinates]
    return [[(float(x), float(y)) for x, y in zip(r[::2], r[1::2], strict=True)] for r in rings]


def intersections(a: NDArray[np.object_], b: NDArray[np.object_]) -> Floats:
    """Areas that every outline of `a` shares with every one of `b`: n × m."""
    import shapely

    rows, columns = np.nonzero(iou(np.atleast_2d(shapely.bounds(a)), np.atleast_2d(shapely.bounds(b))) > 0)
    shared = np.zeros((len(a), len(b)))
    if len(rows):
        shared[rows, columns] = shapely.area(shapely.intersection(a[rows], b[columns]))
    return shared


def iou_of_outlines(a: NDArray[np.object_], b: NDArray[np.object_]) -> Floats:
    """Intersection over union of every outline of `a` with every one of `b`: n × m, 0 to 1."""
    import shapely

    both = intersections(a, b)
    whole = shapely.area(a)[:, None] + shapely.area(b)[None, :] - both
    return np.divide(both, whole, out=np.zeros_like(both), where=whole > 0)
