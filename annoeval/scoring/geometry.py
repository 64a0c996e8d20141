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
_FAR = 1e30  # where the box stands that fills a gap: it overlaps with none
_AT_ONCE = 50_000  # pairs of boxes compared at once, so that they stay in the processor's cache


def in_order(boxes: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Boxes (n × 4: x1, y1, x2, y2) with the smaller corner first, and which of them were swapped."""
    low, high = np.minimum(boxes[:, :2], boxes[:, 2:]), np.maximum(boxes[:, :2], boxes[:, 2:])
    swapped = np.asarray(boxes[:, :2] > boxes[:, 2:], dtype=bool)
    return np.hstack([low, high]), swapped[:, 0] | swapped[:, 1]


def areas(boxes: Floats) -> Floats:
    """Areas of ordered boxes, in square pixels."""
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])


def shared(a: Floats, b: Floats) -> Floats:
    """Areas that boxes have in common, as numpy broadcasts `a` (… × 4, ordered) against `b`."""
    width = np.minimum(a[..., 2], b[..., 2]) - np.maximum(a[..., 0], b[..., 0])
    height = np.minimum(a[..., 3], b[..., 3]) - np.maximum(a[..., 1], b[..., 1])
    return np.maximum(width, 0.0) * np.maximum(height, 0.0)


def iou(a: Floats, b: Floats) -> Floats:
    """Intersection over union of boxes, 0 to 1, as numpy broadcasts `a` (… × 4, ordered) against `b`.

    Two boxes without any area have none (Jaccard 1901; 0/0 is taken as 0, as pycocotools does).
    """
    return ratio(shared(a, b), areas(a), areas(b))


def ratio(both: Floats, a: Floats, b: Floats) -> Floats:
    """Intersection over union of areas in common, and of each; 0 where neither has any."""
    whole = a + b - both
    return np.divide(both, whole, out=np.zeros_like(both), where=whole > 0)


def overlapping(
    a: Floats, b: Floats, group_a: NDArray[np.intp], group_b: NDArray[np.intp], least: float = 0.0
) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """All pairs of one group (image) whose boxes overlap, by at least the IoU `least`: places in `a` and in `b`, IoU.

    a, b: n × 4 and m × 4, ordered. Images of about one size are laid out beside each other and compared at once, in
    single precision and so that no pair is lost by it; the few that pass are compared again as `iou` is computed.
    """
    order_a, order_b = (np.argsort(g, kind="stable") for g in (group_a, group_b))
    blocks = _blocks(group_a[order_a], group_b[order_b])
    margin = 1e-6 * max((np.abs(x).max(initial=0.0) for x in (a, b)), default=0.0)
    left, right = (_grown(x[o], margin) for x, o in ((a, order_a), (b, order_b)))
    # IoU ≥ g is the same as shared · (1 + g) ≥ g · (area a + area b), which needs no division
    part = least / (1 + least) * (1 - 1e-5)
    size_a, size_b = (np.append(part * areas(x[o]), 1.0).astype(np.float32) for x, o in ((a, order_a), (b, order_b)))
    room = np.empty((3, max((_cells(k) for k in blocks), default=0)), np.float32)
    found_a, found_b = [], []
    for block in blocks:
        i, j = (_places(block[:, k], block[:, k + 1], len(x)) for k, x in ((0, a), (2, b)))
        shape = (len(block), i.shape[1], j.shape[1])
        both, high, more = (r[: math.prod(shape)].reshape(shape) for r in room)
        x1, y1, x2, y2 = (side[i][:, :, None] for side in left)
        u1, v1, u2, v2 = (side[j][:, None, :] for side in right)
        np.subtract(np.minimum(x2, u2, out=both), np.maximum(x1, u1, out=more), out=both)
        np.subtract(np.minimum(y2, v2, out=high), np.maximum(y1, v1, out=more), out=high)
        np.multiply(np.maximum(both, 0, out=both), high, out=both)
        passed = both >= np.add(size_a[i][:, :, None], size_b[j][:, None, :], out=more) if least > 0 else both > 0
        k, row, column = np.unravel_index(np.flatnonzero(passed), shape)
        found_a.append(i[k, row])
        found_b.append(j[k, column])
    first, second = (
        order[np.concatenate(f)] if f else np.empty(0, np.intp) for order, f in ((order_a, found_a), (order_b, found_b))
    )
    overlap = iou(a[first], b[second])
    kept = overlap >= least if least > 0 else overlap > 0
    return first[kept], second[kept], overlap[kept]


def _grown(boxes: Floats, margin: float) -> NDArray[np.float32]:
    """Coordinates (4 × n) of boxes a little larger, by what single precision may lose, and of one far away."""
    grown = np.vstack([boxes + np.array([-margin, -margin, margin, margin]), np.full(4, _FAR)])
    return np.ascontiguousarray(grown.T, np.float32)


def _cells(block: NDArray[np.intp]) -> int:
    """Pairs of a block, with those that only fill it up."""
    return len(block) * int(block[:, 1].max()) * int(block[:, 3].max())


def _blocks(a: NDArray[np.intp], b: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Groups that both sides have, those of about one size together: rows of start and length in `a` and in `b`."""
    (names, at, n), (others, start, m) = (np.unique(g, return_index=True, return_counts=True) for g in (a, b))
    _, x, y = np.intersect1d(names, others, assume_unique=True, return_indices=True)
    every = np.column_stack([at[x], n[x], start[y], m[y]])
    large = every[:, 1] * every[:, 3] > _AT_ONCE
    every = np.vstack([every[~large], *map(_cut, every[large])])
    every = every[np.lexsort([every[:, 3], every[:, 1]])]
    blocks, begun = [], 0
    while begun < len(every):
        tall = every[begun:, 1]  # ascending
        wide = np.maximum.accumulate(every[begun:, 3])
        fits = np.flatnonzero(np.arange(1, len(tall) + 1) * tall * wide > _AT_ONCE)
        end = begun + max(1, int(fits[0]) if len(fits) else len(tall))
        blocks.append(every[begun:end])
        begun = end
    return blocks


def _cut(row: NDArray[np.intp]) -> NDArray[np.intp]:
    """A group too large to be compared at once, some rows at a time."""
    start, n, *rest = row.tolist()
    step = max(1, _AT_ONCE // rest[1])
    return np.array([[start + at, min(step, n - at), *rest] for at in range(0, n, step)], np.intp)


def _places(start: NDArray[np.intp], length: NDArray[np.intp], end: int) -> NDArray[np.intp]:
    """Places of each group's boxes, in rows as long as the longest; `end` fills the shorter ones."""
    along = np.arange(length.max())
    return np.where(along < length[:, None], start[:, None] + along, end)


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
