"""Potato: each annotator's state (`user_state.json`), and the lines of older versions (`annotated_instances.jsonl`).

Answers stand by schema and by the name of a field of it. What a field says depends on its kind, which no file names: a
box that was ticked is the answer itself, a slider or list holds it, and each row of a grid is a question of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from annoeval.problem import Problem
from annoeval.reading.annotations import Gathering, every
from annoeval.reading.exact_json import cell, flatten
from annoeval.reading.table import Reading
from annoeval.reading.tool import Json, Source, Tool

_LABELS, _SPANS, _TRAIL = (f"instance_id_to_{what}" for what in ("label_to_value", "span_to_value", "behavioral_data"))
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_POINT = re.compile(r"^scale_(\d+)$")
_HOLDS = {"select-one", "slider", "number", "vas"}  # fields that hold the answer to their schema
_WRITTEN = {"text_box", "text"}  # fields that hold what was written
_NAMED = _HOLDS | _WRITTEN | {"_data", "free_response"}
_TICKED, _NOT_TICKED = {"true", "on"}, {"", "false"}
_SEVERAL = "several points of one scale were ticked, and nothing says which was the last"
_UNCLEAR = "nothing says whether the name of a field or what it holds is the answer"

Answers = Mapping[str, Mapping[str, str]]  # of one item: schema -> field -> what it holds


def is_potato(content: Json) -> bool:
    """One person's state: answers by item."""
    value = content.value
    return isinstance(value, Mapping) and "user_id" in value and isinstance(value.get(_LABELS), Mapping)


def is_potato_lines(content: Json) -> bool:
    """Records of a displayed text and the labels that it was given."""
    return every(content.rows, lambda r: "displayed_text" in r and isinstance(r.get("label_annotations"), Mapping))


def read_potato(content: Json, source: Source) -> Reading:
    """A Reading of one annotator's state.

    Where several fields of a schema that takes one are ticked, as older versions kept them, the history of clicks says
    which is the last; numbers that it does not settle are left out. Spans and drawings are counted and not read.
    """
    state = content.value
    g = Gathering(source, "Potato", "potato")
    rater = cell(state["user_id"]) or source.rater("annotator")
    given = {str(item): _answers(found) for item, found in state[_LABELS].items()}
    trail = state.get(_TRAIL)
    _rate(g, {i: _settled(a, _changes(trail, i)) for i, a in given.items()}, dict.fromkeys(given, rater))
    spans = state.get(_SPANS)
    g.unread["text spans"] += sum(map(_count, spans.values())) if isinstance(spans, Mapping) else 0
    return g.reading()


def read_potato_lines(content: Json, source: Source) -> Reading:
    """A Reading of an annotator's lines; the annotator is named in them, else by the file's folder."""
    g = Gathering(source, "Potato", "potato")
    given, raters = {}, {}
    for number, row in content.rows:
        item = cell(row.get("instance_id")) or cell(row.get("id")) or f"record {number}"
        shown = {k: v for k, v in row.items() if k not in _BESIDE}
        g.item(item, {"text": cell(row["displayed_text"]), **{k: cell(v) for k, v in flatten(shown).items()}})
        who = cell(row.get("user_id")) or cell(row.get("user")) or source.rater("annotator")
        given[item, who], raters[item, who] = _answers(row["label_annotations"]), who
        g.unread["text spans"] += _count(row.get("span_annotations"))
    _rate(g, given, raters)
    return g.reading()


_BESIDE = {"id", "instance_id", "user", "user_id", "displayed_text", "label_annotations", "span_annotations"}
_BESIDE |= {"behavioral_data"}


def _answers(found: Any) -> dict[str, dict[str, str]]:
    """The answers of one item, of either form: {schema: {field: value}}, or pairs of a field and what it holds."""
    out: dict[str, dict[str, str]] = defaultdict(dict)
    for schema, field, value in _fields(found):
        text = cell(value)
        if text is not None and text.strip().casefold() not in _NOT_TICKED:
            out[schema][_POINT.sub(r"\1", field)] = text
    return dict(out)


def _fields(found: Any) -> Iterator[tuple[str, str, Any]]:
    if isinstance(found, Mapping):
        for schema, inner in found.items():
            labels = inner.get("labels") if isinstance(inner, Mapping) else None
            fields = labels if isinstance(labels, Mapping) else inner
            fields = fields if isinstance(fields, Mapping) else {"select-one": fields}
            yield from ((str(schema), str(field), value) for field, value in fields.items())
    elif isinstance(found, list):
        for pair in found:
            if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], Mapping):
                yield str(cell(pair[0].get("schema"))), str(cell(pair[0].get("name"))), pair[1]


def _changes(trail: Any, item: str) -> Sequence[Mapping[str, Any]]:
    own = trail.get(item) if isinstance(trail, Mapping) else None
    changes = own.get("annotation_changes") if isinstance(own, Mapping) else None
    return [c for c in changes if isinstance(c, Mapping)] if isinstance(changes, list) else []


def _settled(answers: Answers, changes: Sequence[Mapping[str, Any]]) -> Answers:
    """The answers with the last of those that took each other's place, where the history of clicks tells."""
    out = dict(answers)
    for schema, fields in answers.items():
        own = [c for c in changes if c.get("schema_name") == schema and c.get("label_name") in fields]
        replaced = any(c.get("old_label") and c["old_label"] != c["label_name"] for c in own)
        if len(fields) > 1 and replaced:
            last = str(own[-1]["label_name"])
            out[schema] = {last: fields[last]}
    return out


def _rate(g: Gathering, given: Mapping[Any, Answers], raters: Mapping[Any, str]) -> None:
    """The ratings of all items. given: by item, or by (item, rater)."""
    kinds = _kinds(given.values())
    for key, answers in given.items():
        item = key if isinstance(key, str) else key[0]
        g.item(item, {})
        for schema, fields in answers.items():
            _one(g, item, schema, raters[key], fields, kinds[schema])


def _kinds(given: Iterable[Answers]) -> dict[str, str]:
    """What the fields of each schema are: `ticked` (their name is the answer), `grid` (each is a question), `unclear`.

    A field is ticked where it holds its own name; where fields never stand together and each always holds the same,
    that is a number of the answer. Fields that stand together, or hold now this and now that, are questions. Of one
    field that always holds the same neither is known.
    """
    held: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    together: dict[str, bool] = defaultdict(bool)
    for answers in given:
        for schema, fields in answers.items():
            told = {f: v for f, v in fields.items() if f not in _NAMED and not _is_ticked(f, v)}
            together[schema] |= len(told) > 1
            for field, value in told.items():
                held[schema][field].add(value)
    kinds = defaultdict(lambda: "ticked")
    for schema, found in held.items():
        same = not together[schema] and all(len(values) == 1 for values in found.values())
        kinds[schema] = "grid" if not same else "ticked" if len(found) > 1 else "unclear"
    return kinds


def _is_ticked(field: str, value: str) -> bool:
    return value.casefold() in _TICKED or value == field


def _one(g: Gathering, item: str, schema: str, rater: str, fields: Mapping[str, str], kind: str) -> None:
    note = fields.get("free_response")
    ticked = [f for f, v in fields.items() if _is_ticked(f, v) or (f not in _NAMED and kind == "ticked")]
    for field, value in fields.items():
        if field in ticked or field == "free_response":
            continue
        if field == "_data":
            g.unread["drawings and other structured answers"] += 1
        elif field in _WRITTEN:
            g.rate(item, schema, rater, value, level="text")
        elif field in _HOLDS:
            _say(g, item, schema, rater, value)
        elif kind == "grid":
            _say(g, item, f"{schema}.{field}", rater, value)
        else:
            g.problems.append(Problem(_UNCLEAR, "left out", g.file, None, schema, f"{field}: {value}"[:200]))
    points = all(map(_NUMBER.fullmatch, ticked))
    if len(ticked) > 1 and points:
        g.problems.append(Problem(_SEVERAL, "left out", g.file, None, schema, f"{item}: {', '.join(ticked)}"[:200]))
    elif ticked:
        level = {"level": "stars"} if points else {}
        g.rate(item, schema, rater, ticked[0] if points else ticked, note=note, **level)


def _say(g: Gathering, item: str, dimension: str, rater: str, value: str) -> None:
    if _NUMBER.fullmatch(value):
        g.rate(item, dimension, rater, value, level="number")
    else:
        g.rate(item, dimension, rater, [value])


def _count(spans: Any) -> int:
    """How many spans an item has, of either form: a list, or lists by schema."""
    if isinstance(spans, Mapping):
        return sum(len(s) if isinstance(s, list) else 1 for s in spans.values())
    return len(spans) if isinstance(spans, list) else 0


_NAMES = frozenset({"user_state", "annotated_instances", "annotation_output"})
POTATO = Tool("Potato", "json", is_potato, read_potato, _NAMES)
POTATO_LINES = Tool("Potato (lines)", "json", is_potato_lines, read_potato_lines, _NAMES)
