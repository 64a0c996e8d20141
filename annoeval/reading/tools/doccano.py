"""doccano exports: one file an annotator, a list of labels for each text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annoeval.reading.annotations import Gathering, content_id, every
from annoeval.reading.exact_json import Number, cell, flatten
from annoeval.reading.table import Reading
from annoeval.reading.tool import Json, Source, Tool

_OTHER = {"id", "text", "label", "labels", "Comments", "comments", "data", "entities", "relations"}


def is_doccano(content: Json) -> bool:
    """Records of a text and a list of labels (words or spans), as doccano writes them."""

    def one(r: Mapping[str, Any]) -> bool:
        found = r.get("label", r.get("labels"))
        return (
            ("text" in r or "data" in r)
            and isinstance(found, list)
            and all((isinstance(f, str) and not isinstance(f, Number)) or _span(f) for f in found)
        )

    return every(content.rows, one) or every(content.rows, _with_relations)


def _with_relations(row: Mapping[str, Any]) -> bool:
    return "text" in row and isinstance(row.get("entities"), list) and isinstance(row.get("relations"), list)


def _span(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and isinstance(value[0], Number) and isinstance(value[1], Number)


def read_doccano(content: Json, source: Source) -> Reading:
    """A Reading of a doccano export; the annotator is named from the file, as doccano does.

    An empty list is no label: the record was not annotated. Spans and relations are counted and not read.
    """
    g = Gathering(source, "doccano", "doccano")
    rater = source.rater("annotator")
    twice: dict[str, int] = {}
    for _, row in content.rows:
        text = cell(row.get("text", row.get("data")))
        item = cell(row.get("id")) or content_id(text)
        twice[item] = twice.get(item, 0) + 1
        if twice[item] > 1 and cell(row.get("id")) is None:
            item = f"{item}#{twice[item]}"
        more = {k: v for k, v in flatten(row).items() if k.split(".")[0] not in _OTHER}
        g.item(item, {"text": text, **{k: cell(v) for k, v in more.items()}})
        found = row.get("label", row.get("labels")) or []
        words = [str(f) for f in found if isinstance(f, str)]
        g.unread["text spans"] += len(found) - len(words) + len(row.get("entities") or ())
        if row.get("relations"):
            g.unread["relations"] += len(row["relations"])
        notes = row.get("Comments") or row.get("comments")
        note = "\n".join(map(str, notes)) if isinstance(notes, list) and notes else None
        if words:
            g.rate(item, "label", rater, words, note=note)
        elif not found:
            g.counts["empty"] += 1
    g.left_out("empty", "records without any label", "count as not annotated")
    return g.reading()


DOCCANO = Tool("doccano", "json", is_doccano, read_doccano)
