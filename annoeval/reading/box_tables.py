"""Tables of boxes: one row a drawn object, its corners or its corner and size in four columns."""

from __future__ import annotations

import re

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.annotations import Gathering
from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Source, Tool
from annoeval.reading.values import number
from annoeval.vocabulary import PEOPLE
from annoeval.words import listed

NOT_NAMED = "not named"  # the fact `boxes` of a reading whose columns don't say what they are
_CORNERS = (
    ("x1", "y1", "x2", "y2"),
    ("xmin", "ymin", "xmax", "ymax"),
    ("x_min", "y_min", "x_max", "y_max"),
    ("left", "top", "right", "bottom"),
    ("xtl", "ytl", "xbr", "ybr"),
    ("x0", "y0", "x1", "y1"),
)
_SIZES = (
    ("x", "y", "w", "h"),
    ("x", "y", "width", "height"),
    ("left", "top", "width", "height"),
    ("bbox_x", "bbox_y", "bbox_width", "bbox_height"),
    ("bbox_x", "bbox_y", "bbox_w", "bbox_h"),
)
IMAGE = re.compile(r"^(image|img|file|picture|frame)?[ _-]?(id|name|path|file)?$|^filename$", re.IGNORECASE)
LABEL = re.compile(r"^(label|class|category|name|type)(_?name)?$", re.IGNORECASE)
_WHO = re.compile(rf"^({PEOPLE}|submission)(_?(id|name))?$", re.IGNORECASE)
_SCORE = re.compile(r"^(score|confidence|conf|probability)$", re.IGNORECASE)
_KEY = re.compile(r"^(object|box|annotation|bbox)?[ _-]?(id|no|nr|number)$", re.IGNORECASE)


def box_columns(table: Table) -> tuple[list[str], str | None] | None:
    """The four columns of a box and whether they are `xyxy` or `xywh`; None for the second where names don't say.

    None altogether for a table without an image column or without four numeric columns of that kind.
    """
    names = {c.strip().lower(): c for c in table.frame.columns}
    if not any(c and IMAGE.match(c) for c in names):
        return None
    for kind, families in (("xyxy", _CORNERS), ("xywh", _SIZES)):
        for family in families:
            found = [names[n] for n in family if n in names]
            if len(found) == 4 and _numeric(table.frame[found]):
                return found, kind
    for stem in dict.fromkeys(re.sub(r"[ _-]?\d$", "", n) for n in names if n[-1:].isdigit()):
        for first in (0, 1):
            wanted = [names.get(f"{stem}{i}") for i in range(first, first + 4)]
            given = [w for w in wanted if w is not None]
            more = f"{stem}{first + 4}" in names
            if len(given) == 4 and not more and len(stem) <= 5 and _numeric(table.frame[given]):
                return given, None
    return None


def _numeric(frame: pd.DataFrame) -> bool:
    return all(
        len(known := frame[c].dropna().unique()[:200]) > 0 and all(number(t) is not None for t in known) for c in frame
    )


def read_boxes(table: Table, source: Source) -> Reading:
    """The reading of a table of boxes as shapes, where its columns say how, or `boxes` ("xyxy", "xywh") does.

    Where neither does, the reading stays a table and a problem asks.
    """
    found = box_columns(table)
    assert found is not None
    columns, kind = found
    kind = source.options.get("boxes") or kind
    if kind not in ("xyxy", "xywh"):
        what = f"four columns of a box ({', '.join(columns)}) that do not say what they are"
        done = "choose two corners or corner and size under “How it is read”"
        problems = (*source.problems, Problem(what, done, source.file))
        return Reading(source.file, source.format, (table,), problems, {**source.facts, "boxes": NOT_NAMED})
    return _as_shapes(table, source, columns, kind)


def _as_shapes(table: Table, source: Source, columns: list[str], kind: str) -> Reading:
    g = Gathering(source, "a table of boxes", "boxes")
    frame, decimal = table.frame, source.facts.get("decimal", ".")

    def first(pattern: re.Pattern[str]) -> str | None:
        return next((c for c in frame.columns if c not in columns and pattern.match(c.strip()) and c.strip()), None)

    image, label, who, score, key = first(IMAGE), first(LABEL), first(_WHO), first(_SCORE), first(_KEY)
    if key == image:
        key = None
    rest = [c for c in frame.columns if c not in (*columns, image, label, who, score, key)]
    swapped: list[str] = []
    for row, cells in zip(frame.index, frame.to_dict("records"), strict=True):
        given = [number(t, decimal) if isinstance(t := cells[c], str) else None for c in columns]
        name = cells[image] if image else None
        if not isinstance(name, str) or any(v is None for v in given):
            what = "a box without image or coordinates"
            g.problems.append(Problem(what, "left out", source.file, int(row)))
            continue
        x1, y1, a, b = (float(v) for v in given if v is not None)
        x2, y2 = (a, b) if kind == "xyxy" else (x1 + a, y1 + b)
        if x2 < x1 or y2 < y1:
            swapped.append(name)
        g.item(name, {})
        attributes = {c: cells[c] for c in rest if isinstance(cells[c], str)}
        confidence = number(cells[score], decimal) if score and isinstance(cells[score], str) else None
        g.shape(
            name,
            cells[who] if who and isinstance(cells[who], str) else source.rater("submission"),
            cells[key] if key and isinstance(cells[key], str) else f"row {row}",
            cells[label] if label and isinstance(cells[label], str) else None,
            "box",
            (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)),
            attributes,
            confidence,
        )
    if swapped:
        what, where = "boxes whose corners are swapped", listed(list(dict.fromkeys(swapped)), 4)
        g.problems.append(Problem(what, "put in order", source.file, value=where, count=len(swapped)))
    g.facts["boxes"] = "two corners" if kind == "xyxy" else "corner and size"
    return g.reading()


BOXES = Tool("a table of boxes", "table", lambda table: box_columns(table) is not None, read_boxes)
