"""Labelbox exports: data rows with the labels of each project (export v2), and the older list of labels."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annoeval.reading.annotations import Gathering, every
from annoeval.reading.exact_json import Parser, cell
from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Json, Source, Tool
from annoeval.reading.tools.label_studio_regions import number

_UNREAD = {
    "mask": "masks",
    "instanceURI": "masks",
    "location": "text spans",
    "data": "text spans",
    "cuboid": "cuboids",
    "frames": "video frames",
    "segments": "video frames",
    "keyframes": "video frames",
}


def is_labelbox(content: Json) -> bool:
    """Records of data rows with projects, or of labels with the data they are about."""

    def newer(r: Mapping[str, Any]) -> bool:
        held = [r.get(k) for k in ("projects", "experiments")]
        return isinstance(r.get("data_row"), Mapping) and any(isinstance(h, Mapping) for h in held)

    return every(content.rows, newer) or every(content.rows, lambda r: "Labeled Data" in r and "Label" in r)


def is_labelbox_csv(table: Table) -> bool:
    """The older list of labels as a table, each label in a cell of JSON."""
    return {"Labeled Data", "Label", "Created By"} <= set(table.frame.columns)


def read_labelbox_csv(table: Table, source: Source) -> Reading:
    """A Reading of the older export as a table."""
    rows = []
    frame = table.frame
    for at, record in zip(frame.index, frame.to_dict("records"), strict=True):
        row = {str(k): v for k, v in record.items() if isinstance(v, str)}
        with contextlib.suppress(ValueError):  # a word such as "Skip"
            row["Label"] = Parser().parse(row.get("Label", "null"))
        rows.append((int(at), row))
    return read_labelbox(Json(None, rows), source)


def read_labelbox(content: Json, source: Source) -> Reading:
    """A Reading of an export.

    Classifications of the whole are ratings, by whoever made the label; drawn objects are shapes in pixels, their own
    classifications attributes. Skipped labels are counted and left out, labels without any content counted as empty.
    Predictions of model runs are ratings of kind `ai`.
    """
    g = Gathering(source, "Labelbox", "labelbox")
    for ordinal, row in content.rows:
        if isinstance(row.get("data_row"), Mapping):
            _data_row(g, row, ordinal)
        else:
            _older(g, row, ordinal)
    for kind, what, done in (
        ("skipped", "skipped labels", "left out"),
        ("empty", "labels without any content", "count as no label"),
        ("unlabelled", "data rows that nobody labelled", "without a rating"),
    ):
        g.left_out(kind, what, done)
    return g.reading()


def _data_row(g: Gathering, row: Mapping[str, Any], ordinal: int) -> None:
    about, media = row["data_row"], _mapping(row.get("media_attributes"))
    keys = ("global_key", "external_id", "id")
    item = next((k for key in keys if (k := cell(about.get(key)))), f"data row {ordinal}")
    shown = {"data": cell(about.get("row_data")), **{k: cell(media.get(k)) for k in ("width", "height")}}
    known = {str(f.get("schema_name")): cell(f.get("value")) for f in _list(row.get("metadata_fields"))}
    g.item(item, {k: v for k, v in {**known, **shown}.items() if v is not None})
    before = sum(g.counts.values())
    for project in _mappings(row.get("projects")):
        for label in _list(project.get("labels")):
            details, work = (_mapping(label.get(k)) for k in ("label_details", "performance_details"))
            if work.get("skipped") is True:
                g.counts["skipped"] += 1
                continue
            who = cell(details.get("created_by")) or g.source.rater("annotator")
            common = {
                "time": cell(details.get("updated_at")) or cell(details.get("created_at")),
                "seconds": number(work.get("seconds_to_create")),
            }
            _annotations(g, item, who, "human", label.get("annotations"), common)
            _reviews(g, item, details.get("reviews"))
    for experiment in _mappings(row.get("experiments")):
        for run in _mappings(experiment.get("runs")):
            who = cell(experiment.get("name")) or cell(run.get("name")) or "model"
            for guess in _list(run.get("predictions")):
                _annotations(g, item, who, "ai", guess.get("annotations"), {})
    if sum(g.counts.values()) == before:
        g.counts["unlabelled"] += 1


def _older(g: Gathering, row: Mapping[str, Any], ordinal: int) -> None:
    keys = ("Global Key", "External ID", "DataRow ID", "ID")
    item = next((k for key in keys if (k := cell(row.get(key)))), f"data row {ordinal}")
    g.item(item, {"data": cell(row.get("Labeled Data"))})
    label = row.get("Label")
    if row.get("Skipped") in (True, "true", "True") or label == "Skip":
        g.counts["skipped"] += 1
        return
    who = cell(row.get("Created By")) or g.source.rater("annotator")
    common = {
        "time": cell(row.get("Updated At")) or cell(row.get("Created At")),
        "seconds": number(row.get("Seconds to Label")),
    }
    _annotations(g, item, who, "human", label, common)
    _reviews(g, item, row.get("Reviews"))


def _annotations(g: Gathering, item: str, who: str, kind: str, held: Any, common: Mapping[str, Any]) -> None:
    found = _mapping(held)
    g.unread["video frames"] += len(_mapping(found.get("frames")))
    objects, answers = _list(found.get("objects")), list(_answers(_list(found.get("classifications"))))
    g.unread["relations"] += len(_list(found.get("relationships")))
    g.counts["submitted" if objects or answers else "empty"] += 1
    for question, answer, level in answers:
        if isinstance(answer, list):
            g.labels(question, (), several=True)
        g.rate(item, question, who, answer, kind=kind, level=level, **common)
    for place, thing in enumerate(objects, 1):
        drawn = _drawn(thing)
        if drawn is None:
            g.unread[next((name for key, name in _UNREAD.items() if key in thing), "objects of another kind")] += 1
            continue
        own = _answers(_list(thing.get("classifications")))
        attributes = {question: ", ".join(a) if isinstance(a, list) else a for question, a, _ in own}
        identity = cell(thing.get("feature_id")) or cell(thing.get("featureId")) or f"{item} {place}"
        g.shape(item, who, identity, _name(thing), *drawn, attributes, number(thing.get("confidence")))


def _answers(found: Sequence[Mapping[str, Any]], under: str = "") -> Iterator[tuple[str, Any, str]]:
    """(question, answer, level) of classifications and of those asked below an answer."""
    for one in found:
        question = f"{under}{_name(one) or 'classification'}"
        single = one.get("radio_answer") or one.get("dropdown_answer") or one.get("answer")
        several = one.get("checklist_answers") or one.get("answers")
        written = one.get("text_answer")
        if isinstance(several, list):
            chosen = _list(several)
            yield question, [_name(a) or "" for a in chosen], "nominal"
        elif isinstance(single, Mapping):
            chosen = [single]
            yield question, _name(single) or "", "nominal"
        else:
            text = written.get("content") if isinstance(written, Mapping) else single
            chosen = []
            if text is not None:
                yield question, str(cell(text)), "text"
        for answer in chosen:
            yield from _answers(_list(answer.get("classifications")), f"{question} / ")


def _drawn(thing: Mapping[str, Any]) -> tuple[str, tuple[float, ...]] | None:
    """The kind and the pixels of an object, None for kinds that are no shape."""
    box = thing.get("bounding_box") or thing.get("bbox")
    if isinstance(box, Mapping):
        left, top, width, height = (number(box.get(k)) for k in ("left", "top", "width", "height"))
        if left is not None and top is not None and width is not None and height is not None:
            return "box", (left, top, left + width, top + height)
        return None
    for key, kind in (("polygon", "polygon"), ("line", "polyline"), ("point", "points")):
        held = thing.get(key)
        points = [held] if isinstance(held, Mapping) else _list(held)
        pairs = [(number(p.get("x")), number(p.get("y"))) for p in points]
        flat = tuple(c for x, y in pairs if x is not None and y is not None for c in (x, y))
        if flat:
            return kind, flat
    return None


def _reviews(g: Gathering, item: str, reviews: Any) -> None:
    for review in _list(reviews):
        score = number(review.get("score"))
        if score in (1.0, -1.0):
            g.labels("review", ("accepted", "rejected"))
            who = cell(review.get("reviewed_by")) or cell(review.get("createdBy")) or "reviewer"
            when = cell(review.get("reviewed_at")) or cell(review.get("createdAt"))
            g.rate(item, "review", who, "accepted" if score > 0 else "rejected", kind="reviewer", time=when)


def _name(thing: Mapping[str, Any]) -> str | None:
    return cell(thing.get("name")) or cell(thing.get("title")) or cell(thing.get("value"))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> list[Mapping[str, Any]]:
    return [v for v in value if isinstance(v, Mapping)] if isinstance(value, list) else []


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [v for v in value.values() if isinstance(v, Mapping)] if isinstance(value, Mapping) else []


LABELBOX = Tool("Labelbox", "json", is_labelbox, read_labelbox)
LABELBOX_CSV = Tool("Labelbox (CSV)", "table", is_labelbox_csv, read_labelbox_csv)
