"""Prodigy exports: one record an answer, with accept, reject or ignore."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from annoeval.reading.annotations import Gathering, content_id, every
from annoeval.reading.exact_json import cell, flatten
from annoeval.reading.table import Reading
from annoeval.reading.tool import Json, Source, Tool

_OTHER = {"text", "html", "image", "title", "body", "spans", "tokens", "options", "accept", "answer", "label"}


def is_prodigy(content: Json) -> bool:
    """Records with an answer and Prodigy's hashes."""
    return every(content.rows, lambda r: "answer" in r and ("_task_hash" in r or "_input_hash" in r))


def read_prodigy(content: Json, source: Source) -> Reading:
    """A Reading of a Prodigy export.

    A choice gives the chosen options; a label with accept or reject gives a dimension of that name with these
    two answers. Ignored examples are counted and left out. The annotator is the session's, else the file's.
    """
    g = Gathering(source, "Prodigy", "prodigy")
    fallback = source.rater("annotator")
    for _, row in content.rows:
        text = cell(row.get("text")) or cell(row.get("html")) or cell(row.get("image"))
        item = cell(row.get("_input_hash")) or cell(row.get("_task_hash")) or content_id(text)
        shown = {
            k: v
            for k, v in row.items()
            if k in ("text", "title", "html", "image") or not (k.startswith("_") or k in _OTHER)
        }
        g.item(item, {k: cell(v) for k, v in flatten(shown).items()})
        rater = cell(row.get("_annotator_id")) or cell(row.get("_session_id")) or fallback
        answer = str(cell(row.get("answer")))
        stamp = cell(row.get("_timestamp"))
        common: dict[str, Any] = {"time": _seconds(stamp)}
        g.counts[answer] += 1
        if row.get("spans"):
            g.unread["text spans"] += len(row["spans"])
        if answer == "ignore":
            continue
        options = row.get("options")
        if isinstance(options, list) and "accept" in row:
            names = {
                str(cell(o.get("id"))): str(cell(o.get("text")) or cell(o.get("id")))
                for o in options
                if isinstance(o, Mapping)
            }
            style = row["config"].get("choice_style") if isinstance(row.get("config"), Mapping) else None
            g.labels("label", names, several=style == "multiple")
            chosen = row.get("accept")
            if answer == "accept" and isinstance(chosen, list):
                g.rate(item, "label", rater, [str(cell(c)) for c in chosen], **common)
        elif row.get("label") is not None and not row.get("spans"):
            name = str(cell(row["label"]))
            g.labels(name, ("accept", "reject"))
            g.rate(item, name, rater, answer, **common)
        else:
            g.labels("answer", ("accept", "reject"))
            g.rate(item, "answer", rater, answer, **common)
    g.left_out("ignore", "ignored examples")
    return g.reading()


def _seconds(stamp: str | None) -> str | None:
    if stamp is None or not stamp.replace(".", "", 1).isdigit():
        return None
    try:
        return dt.datetime.fromtimestamp(float(stamp), dt.UTC).isoformat()
    except (OverflowError, OSError, ValueError):
        return None


PRODIGY = Tool("Prodigy", "json", is_prodigy, read_prodigy)
