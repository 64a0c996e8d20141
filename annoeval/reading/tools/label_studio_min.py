"""Label Studio JSON_MIN: one flat record per annotation, each control a field of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from annoeval.reading.annotations import Gathering, every
from annoeval.reading.exact_json import Parser, cell
from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Json, Source, Tool
from annoeval.reading.tools.label_studio import who
from annoeval.reading.tools.label_studio_regions import drawn, image_of, number, region

_MIN_KEYS = {"annotation_id", "annotator", "lead_time"}
_MIN_OTHER = {
    "id",
    "created_at",
    "updated_at",
    "agreement",
    "annotation_id",
    "annotator",
    "lead_time",
    "annotation_updated_at",
}


def is_label_studio_min(content: Json) -> bool:
    """A list of flat records with annotation id, annotator and lead time."""
    return every(content.rows, lambda t: len(_MIN_KEYS & t.keys()) >= 2 and "data" not in t)


def read_label_studio_min(content: Json, source: Source) -> Reading:
    """A Reading of JSON_MIN (or the rows of a CSV export): each control is a field of its own."""
    g = Gathering(source, "Label Studio (short)", "label_studio_min")
    rows = [row for _, row in content.rows]
    controls = list(_controls(rows))
    for ordinal, row in enumerate(rows, 1):
        item = cell(row.get("id")) or f"task {ordinal}"
        g.item(item, {k: cell(v) for k, v in row.items() if k not in _MIN_OTHER and k not in controls})
        rater = who(row.get("annotator"), row) or "annotator"
        common: dict[str, Any] = {
            "time": cell(row.get("updated_at")) or cell(row.get("created_at")),
            "seconds": number(row.get("lead_time")),
        }
        empty = True
        image = image_of(row, ())
        for control in controls:
            found = row.get(control)
            if isinstance(found, list) and found and all(isinstance(f, Mapping) for f in found):
                empty = False
                for n, part in enumerate(found, 1):
                    if drawn(part):
                        kinds = {k for k in part if k.endswith("labels")}
                        result = {"value": part, "type": next(iter(kinds), "rectangle"), "from_name": control, **part}
                        region(g, item, image, rater, f"{cell(row.get('annotation_id'))}/{n}", [result])
                    else:
                        g.unread["text spans" if "start" in part else "nested results"] += 1
            elif isinstance(found, Mapping) and isinstance(found.get("choices"), list):
                empty = False
                g.rate(item, control, rater, [str(cell(c)) for c in found["choices"]], **common)
            elif found is not None and cell(found) not in (None, "", "[]"):
                empty = False
                labels = [str(cell(f)) for f in found] if isinstance(found, list) else [str(cell(found))]
                g.rate(item, control, rater, labels, **common)
        g.counts["empty" if empty else "submitted"] += 1
    g.left_out("empty", "annotations submitted without any result", "count as no label")
    return g.reading()


def is_label_studio_csv(table: Table) -> bool:
    """A table with annotation id, annotator and lead time."""
    return set(table.frame.columns) >= _MIN_KEYS


def read_label_studio_csv(table: Table, source: Source) -> Reading:
    """The Reading of a CSV export: its cells of JSON are what the short JSON holds."""
    rows = []
    parser = Parser()
    for at, record in zip(table.frame.index, table.frame.to_dict("records"), strict=True):
        row: dict[str, Any] = {}
        for key, text in record.items():
            if isinstance(text, str):
                row[str(key)] = text
                if text[:1] in "[{":
                    with suppress(ValueError):
                        row[str(key)] = parser.parse(text)
        rows.append((int(at), row))
    return read_label_studio_min(Json(None, rows), source)


def _controls(rows: Sequence[Any]) -> Iterator[str]:
    """Fields that are answers: lists of regions, objects of choices, or a field that differs between the
    annotators of one task or is absent in some; the task's own fields are the same for all of its rows."""
    seen: dict[str, dict[str, set[str | None]]] = {}
    structured: set[str] = set()
    maps = [r for r in rows if isinstance(r, Mapping)]
    for row in maps:
        for key, found in row.items():
            if key in _MIN_OTHER:
                continue
            seen.setdefault(key, {}).setdefault(str(cell(row.get("id"))), set()).add(cell(found))
            if isinstance(found, list) and found and all(isinstance(f, Mapping) for f in found):
                if any({"start", "x", "points", "rectanglelabels", "labels"} & f.keys() for f in found):
                    structured.add(key)
            elif isinstance(found, Mapping) and "choices" in found:
                structured.add(key)
    for key, by_task in seen.items():
        differs = any(len(v) > 1 for v in by_task.values())
        absent = sum(key not in r for r in maps) > 0
        after = [k for k in (maps[0] if maps else ()) if k not in _MIN_OTHER]
        if key in structured or differs or absent or (key == after[-1] and len(after) > 1 and not structured):
            yield key


LABEL_STUDIO_MIN = Tool("Label Studio (short)", "json", is_label_studio_min, read_label_studio_min)
LABEL_STUDIO_CSV = Tool("Label Studio (CSV)", "table", is_label_studio_csv, read_label_studio_csv)
