"""Coordinates of each file in pixels of the same picture: shares of it, and pictures of another size, are scaled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.boxes.joining import bare_name
from annoeval.reading.table import Annotations, Reading

Size = tuple[float, float]
_SAME_FORM = 0.02  # how far the ratio of width and height may be off, as sizes are whole pixels


def in_pixels(readings: Sequence[Reading], truth: str, problems: list[Problem]) -> list[Reading]:
    """Readings whose coordinates are pixels of the picture as the ground truth has it, else of the first that says its
    size; an image whose size no file says is left out where others are in pixels."""
    sizes = sizes_in(sorted(readings, key=lambda r: r.annotations is None or truth not in r.annotations.submissions))
    pixels = bool(sizes) or any(
        r.annotations is not None and r.annotations.shapes is not None and not r.annotations.shares for r in readings
    )
    return [_scaled(r, sizes, problems) if pixels else r for r in readings]


def sizes_in(readings: Sequence[Reading]) -> dict[str, Size]:
    """Width and height of images by bare name, as the first file that says them has them."""
    sizes: dict[str, Size] = {}
    for reading in readings:
        for image, size in _sizes(reading.annotations).items():
            sizes.setdefault(bare_name(image), size)
    return sizes


def _sizes(note: Annotations | None) -> dict[str, Size]:
    if note is None or not note.submissions or not {"width", "height"} <= set(note.items):
        return {}
    columns = (pd.to_numeric(note.items[c], errors="coerce") for c in ("width", "height"))
    each = zip(note.items.index, *columns, strict=True)
    return {str(i): (float(w), float(h)) for i, w, h in each if w > 0 and h > 0}


def _scaled(reading: Reading, sizes: Mapping[str, Size], problems: list[Problem]) -> Reading:
    note = reading.annotations
    if note is None or note.shapes is None:
        return reading
    own = _sizes(note)
    factors: dict[str, Size] = {}
    lost, other, askew = set(), set(), set()
    for image in map(str, note.shapes["image"].unique()):
        share, size = note.shares.get(image), sizes.get(bare_name(image))
        if share and size:
            factors[image] = size[0] / share, size[1] / share
        elif share:
            lost.add(image)
        elif size and (mine := own.get(image)) and mine != size:
            x, y = size[0] / mine[0], size[1] / mine[1]
            if abs(x / y - 1) > _SAME_FORM:
                askew.add(image)
            else:
                other.add(image)
                factors[image] = x, y
    if not factors and not lost and not askew:
        return reading
    for images, what, done in (
        (lost, "images whose size no file says", "left out, since shares of it can't be compared with pixels"),
        (other, "images that have another size in this file", "scaled to the ground truth's size"),
        (askew, "images that have another form in this file", "taken as they are: see whether they were cut or turned"),
    ):
        if images:
            problems.append(Problem(what, done, reading.file, value=min(images), count=len(images)))
    shapes = note.shapes[~note.shapes["image"].isin(lost)]
    places = [
        _times(c, *factors.get(i, (1.0, 1.0)), k)
        for c, i, k in shapes[["coordinates", "image", "kind"]].itertuples(index=False)
    ]
    shapes = shapes.assign(coordinates=pd.Series(places, index=shapes.index, dtype="object"))
    rest = tuple(p for p in reading.problems if p.problem != "images whose size is not known" or lost)
    return replace(reading, problems=rest, annotations=replace(note, shapes=shapes))


def _times(coordinates: tuple, x: float, y: float, kind: str) -> tuple:
    if x == y == 1.0:
        return coordinates
    if kind == "polygons":
        return tuple(_times(ring, x, y, "polygon") for ring in coordinates)
    turn = coordinates[4:] if kind == "ellipse" else ()  # degrees stay
    return (*(v * (y if i % 2 else x) for i, v in enumerate(coordinates[: len(coordinates) - len(turn)])), *turn)
