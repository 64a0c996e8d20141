"""Boxes as plain JSON: for each image, under each person's name, the boxes that they drew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from annoeval.reading.box_tables import IMAGE, LABEL, read_boxes
from annoeval.reading.exact_json import Number, cell
from annoeval.reading.grid import text_array, text_frame
from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Json, Source, Tool

_BOX = re.compile(r"^(b?box|bounding[ _-]?box|bbox[ _-]?xy(?:xy|wh)|xyxy|xywh)$", re.IGNORECASE)
_FORMAT = re.compile(r"^((b?box|bounding[ _-]?box)[ _-]?)?format$", re.IGNORECASE)
_COLUMNS = {"xyxy": ("x1", "y1", "x2", "y2"), "xywh": ("x", "y", "w", "h"), "": ("b1", "b2", "b3", "b4")}
_SEEN = 50  # records that are looked at to know the format


@dataclass(frozen=True)
class _Drawn:
    """One box: who drew it, its four numbers as text, what they are (`xyxy`, `xywh`, "" where it isn't said), and what
    else the file says of it."""

    who: str
    box: tuple[str, ...]
    kind: str
    fields: Mapping[str, Any]


def is_plain_boxes(content: Json) -> bool:
    """Records that hold boxes of two or more people: lists of objects with a box each, or one box each beside a
    `format` that says what its numbers are."""
    records = [r for _, r in content.rows[:_SEEN]]
    people: set[str] = set()
    for record in records:
        here = _people(record)
        if not here:
            return False
        people.update(here)
    return len(people) > 1 and any(True for r in records for _ in _drawn(r))


def _people(record: Mapping[str, Any]) -> list[str]:
    """The names under which a record holds boxes, or a list that may hold some and is empty."""
    said = _said(record)
    lists = [k for k, v in record.items() if isinstance(v, list) and all(map(_holds_box, v))]
    if any(record[k] for k in lists):
        return [str(k) for k in lists]
    return [str(k) for k, v in record.items() if said and _four(v)]


def _holds_box(value: Any) -> bool:
    return isinstance(value, Mapping) and any(_BOX.match(str(k)) and _four(v) for k, v in value.items())


def _four(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(isinstance(v, Number) for v in value)


def _said(fields: Mapping[str, Any]) -> str:
    """What a record or an object says that the numbers of its boxes are."""
    words = (str(cell(v)).strip().lower() for k, v in fields.items() if _FORMAT.match(str(k)))
    return next((w for w in words if w in _COLUMNS and w), "")


def _drawn(record: Mapping[str, Any]) -> Iterator[_Drawn]:
    """The boxes of a record."""
    said = _said(record)
    for who in _people(record):
        held = record[who]
        if _four(held):
            yield _Drawn(who, tuple(str(cell(v)) for v in held), said, {})
            continue
        for object in held:
            name = next(k for k, v in object.items() if _BOX.match(str(k)) and _four(v))
            kind = next((k for k in ("xyxy", "xywh") if k in str(name).lower()), _said(object) or said)
            yield _Drawn(who, tuple(str(cell(v)) for v in object[name]), kind, object)


def read_plain_boxes(content: Json, source: Source) -> Reading:
    """The Reading of these boxes, as of a table with a row a box (`read_boxes`), which asks where the file doesn't say
    what the numbers of a box are. A record is an image, named by its field of that kind, else by its own id."""
    rows: list[dict[str, str | None]] = []
    kinds: set[str] = set()
    images, people = [], dict[str, None]()
    for ordinal, record in content.rows:
        image = _image(record, ordinal)
        images.append((image, cell(record.get("width")), cell(record.get("height"))))
        people |= dict.fromkeys(_people(record))
        for one in _drawn(record):
            kinds.add(one.kind)
            rows.append({"image": image, "submission": one.who, **_fields(one), **_numbers(one)})
    if len(kinds) > 1:  # each in its own columns would be a table of two kinds: all become corners where all say it
        rows = [_cornered(r) for r in rows]
    table = _table(source.file, rows)
    reading = read_boxes(table, replace(source, format="json"))
    note = reading.annotations
    if note is None:
        return reading
    sizes = pd.DataFrame(
        {"width": [w for _, w, _ in images], "height": [h for _, _, h in images]},
        index=pd.Index([i for i, _, _ in images], name="item_id", dtype="str"),
    )
    items = sizes[~sizes.index.duplicated()].dropna(axis=1, how="all")
    return replace(reading, annotations=replace(note, items=items, submissions=tuple(people)))


def _image(record: Mapping[str, Any], ordinal: int) -> str:
    """The name of a record's image: its field of that kind, else the first text that is no format."""
    plain = {str(k): v for k, v in record.items() if isinstance(v, str) and not _FORMAT.match(str(k))}
    named = next((v for k, v in plain.items() if IMAGE.match(k)), None)
    text = next((v for v in plain.values() if not isinstance(v, Number)), None)
    return str(cell(named) or text or f"image {ordinal}")


def _fields(one: _Drawn) -> dict[str, str | None]:
    """Id, label and attributes of a box as cells."""
    found: dict[str, str | None] = {}
    for name, value in one.fields.items():
        if isinstance(value, Mapping):
            found |= {str(k): _text(v) for k, v in value.items()}
        elif not _BOX.match(str(name)) and not _FORMAT.match(str(name)):
            key = "label" if LABEL.match(str(name)) and "label" not in one.fields else str(name)
            found[key] = _text(value)
    return found


def _text(value: Any) -> str | None:
    return None if value is None or isinstance(value, (list, dict)) else str(cell(value))


def _numbers(one: _Drawn) -> dict[str, str | None]:
    return dict(zip(_COLUMNS[one.kind], one.box, strict=True))


def _cornered(row: dict[str, str | None]) -> dict[str, str | None]:
    """A row whose box is two corners where it was corner and size."""
    given = [row.get(c) for c in _COLUMNS["xywh"]]
    if any(v is None for v in given):
        return row
    x, y, w, h = (float(str(v)) for v in given)
    rest = {k: v for k, v in row.items() if k not in _COLUMNS["xywh"]}
    return rest | dict(zip(_COLUMNS["xyxy"], map(repr, (x, y, x + w, y + h)), strict=True))


def _table(name: str, rows: Sequence[Mapping[str, str | None]]) -> Table:
    columns = list(dict.fromkeys(c for r in rows for c in r))
    index = pd.RangeIndex(1, len(rows) + 1, name="row")
    return Table(name, text_frame({c: text_array([r.get(c) for r in rows]) for c in columns}, index))


PLAIN_BOXES = Tool("boxes as JSON", "json", is_plain_boxes, read_plain_boxes)
