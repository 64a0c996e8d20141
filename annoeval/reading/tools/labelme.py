"""LabelMe: one JSON file an image, with the shapes that were drawn on it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from annoeval.reading.annotations import Gathering
from annoeval.reading.exact_json import cell
from annoeval.reading.table import Reading
from annoeval.reading.tool import Json, Source, Tool, stem_of

_KINDS = {"polygon": "polygon", "linestrip": "polyline", "line": "polyline", "point": "points", "points": "points"}


def is_labelme(content: Json) -> bool:
    """A list of shapes beside the path of an image."""
    value = content.value
    return isinstance(value, Mapping) and isinstance(value.get("shapes"), list) and "imagePath" in value


def read_labelme(content: Json, source: Source) -> Reading:
    """A Reading of one image's shapes; who drew them is told by the folder's name, since the file is called after the
    image. Masks are counted and not read; `flags` that are set are ratings of `flags`.
    """
    g = Gathering(source, "LabelMe", "labelme")
    value = content.value
    image = PurePosixPath(str(cell(value.get("imagePath")) or source.file).replace("\\", "/")).name
    folder = str(PurePosixPath(source.file.replace("\\", "/").replace(" › ", "/")).parent)
    who = stem_of(folder, source.generic) or "annotator"
    sizes = {"width": cell(value.get("imageWidth")), "height": cell(value.get("imageHeight"))}
    g.item(image, sizes)
    g.submission(who)
    for number, shape in enumerate(value["shapes"], 1):
        if isinstance(shape, Mapping):
            _draw(g, image, who, str(number), shape)
    flags = value.get("flags")
    if isinstance(flags, Mapping) and any(flags.values()):
        g.labels("flags", map(str, flags), several=True)
        g.rate(image, "flags", who, [str(k) for k, v in flags.items() if v is True])
    return g.reading()


def _draw(g: Gathering, image: str, who: str, number: str, shape: Mapping[str, Any]) -> None:
    points = shape.get("points")
    kind = str(cell(shape.get("shape_type")) or "polygon")
    try:
        places = [float(n) for point in points or () for n in point]
    except (TypeError, ValueError):
        places = []
    label, flags = cell(shape.get("label")), shape.get("flags")
    attributes = {str(k): True for k, v in flags.items() if v} if isinstance(flags, Mapping) else {}
    if kind == "rectangle" and len(places) == 4:
        x, y = sorted(places[::2]), sorted(places[1::2])
        g.shape(image, who, number, label, "box", (x[0], y[0], x[1], y[1]), attributes)
    elif kind == "circle" and len(places) == 4:
        radius = math.dist(places[:2], places[2:])
        g.shape(image, who, number, label, "ellipse", (*places[:2], radius, radius, 0.0), attributes)
    elif kind in _KINDS and places and len(places) % 2 == 0:
        g.shape(image, who, number, label, _KINDS[kind], places, attributes)
    else:
        g.unread[f"shapes of the kind “{kind}”"] += 1


LABELME = Tool("LabelMe", "json", is_labelme, read_labelme)
