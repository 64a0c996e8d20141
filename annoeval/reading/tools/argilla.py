"""Argilla exports: records with fields, responses by user, and suggestions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annoeval.reading.annotations import Gathering, every
from annoeval.reading.exact_json import Number, cell, flatten
from annoeval.reading.literals import literal, opened_cells
from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Json, Source, Tool


def is_argilla(content: Json) -> bool:
    """Records with fields and responses, or with an answer list by user per question."""

    def one(r: Mapping[str, Any]) -> bool:
        if isinstance(r.get("fields"), Mapping) and isinstance(r.get("responses"), (Mapping, list)):
            return True
        return any(k.endswith((".responses", ".responses.users")) for k in r) or (
            any(f"{k}-suggestion" in r for k in r) and any(_answers(v) for v in r.values())
        )

    return every(content.rows, one)


def _answers(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(v, Mapping) and "value" in v and "user_id" in v for v in value)
    )


def is_argilla_table(table: Table) -> bool:
    """Cells that hold a list of answers with their users, as a data set of Argilla goes through pandas."""
    heads = [c.dropna().str.strip().head(3) for _, c in table.frame.items()]
    told = [h for h in heads if len(h) and h.str.startswith("[").all() and h.str.contains("user_id").all()]
    return any(_answers(literal(str(text))) for head in told for text in head)


def read_argilla_table(table: Table, source: Source) -> Reading:
    """A Reading of the records in a table's cells."""
    return read_argilla(Json(None, list(zip(table.frame.index, opened_cells(table), strict=True))), source)


def read_argilla(content: Json, source: Source) -> Reading:
    """A Reading of an Argilla export: submitted responses by user, suggestions as ratings of kind `ai`.

    Drafts and discarded responses are counted and left out; span answers are counted and not read.
    """
    g = Gathering(source, "Argilla", "argilla")
    for ordinal, row in content.rows:
        fields = row.get("fields")
        shown = dict(fields) if isinstance(fields, Mapping) else {k: v for k, v in row.items() if _shown(k, v)}
        meta = row.get("metadata")
        if isinstance(meta, Mapping):
            shown |= {k: v for k, v in meta.items() if k not in shown}
        item = cell(row.get("id")) or cell(row.get("external_id")) or f"record {ordinal}"
        g.item(item, {k: cell(v) for k, v in flatten(shown).items()})
        for question, user, status, value in _responses(row):
            if status in ("draft", "discarded", "pending"):
                g.counts[status] += 1
            elif value is not None:
                _answer(g, item, question, user, value, "human", {})
        for question, agent, score, value in _suggestions(row):
            if value is not None:
                confidence = score if score is not None and 0 <= score <= 1 else None
                _answer(g, item, question, agent, value, "ai", {"confidence": confidence, "signal": score})
    for status in ("draft", "discarded", "pending"):
        g.left_out(status, f"responses that are {status}")
    return g.reading()


def _shown(key: str, value: Any) -> bool:
    return not isinstance(value, (list, Mapping)) and "suggestion" not in key and not key.startswith(("id", "_"))


def _responses(row: Mapping[str, Any]) -> list[tuple[str, str, str, Any]]:
    out: list[tuple[str, str, str, Any]] = []
    nested = row.get("responses")
    if isinstance(nested, Mapping):
        for question, answers in nested.items():
            for a in answers if isinstance(answers, list) else ():
                if isinstance(a, Mapping):
                    out.append((question, _user(a), str(a.get("status") or "submitted"), a.get("value")))
    elif isinstance(nested, list):
        for a in nested:
            values = a.get("values") if isinstance(a, Mapping) else None
            for question, v in values.items() if isinstance(values, Mapping) else ():
                value = v.get("value") if isinstance(v, Mapping) else v
                out.append((question, _user(a), str(a.get("status") or "submitted"), value))
    for key, answers in row.items():
        if key.endswith(".responses") and isinstance(answers, list):
            question = key[: -len(".responses")]
            users, states = row.get(f"{key}.users") or [], row.get(f"{key}.status") or []
            for i, value in enumerate(answers):
                user = str(cell(users[i])) if i < len(users) else f"annotator {i + 1}"
                out.append((question, user, str(states[i]) if i < len(states) else "submitted", value))
        elif key != "responses" and _answers(answers):
            out += [(key, _user(a), str(a.get("status") or "submitted"), a.get("value")) for a in answers]
    return out


def _user(answer: Mapping[str, Any]) -> str:
    return cell(answer.get("user_id")) or cell(answer.get("user")) or "annotator"


def _suggestions(row: Mapping[str, Any]) -> list[tuple[str, str, float | None, Any]]:
    out: list[tuple[str, str, float | None, Any]] = []
    nested = row.get("suggestions")
    if isinstance(nested, Mapping):
        for question, s in nested.items():
            if isinstance(s, Mapping):
                out.append((question, cell(s.get("agent")) or "suggestion", _score(s.get("score")), s.get("value")))
    for key, value in row.items():
        for ending in (".suggestion", "-suggestion"):
            if key.endswith(ending):
                agent = cell(row.get(f"{key}.agent")) or cell(row.get(f"{key}-metadata.agent")) or "suggestion"
                out.append((key[: -len(ending)], agent, _score(row.get(f"{key}.score")), value))
    return out


def _score(value: Any) -> float | None:
    try:
        return float(value) if isinstance(value, (str, float, int)) and not isinstance(value, bool) else None
    except ValueError:
        return None


def _answer(g: Gathering, item: str, question: str, rater: str, value: Any, kind: str, more: Mapping[str, Any]) -> None:
    if isinstance(value, Number):
        g.rate(item, question, rater, str(value), kind=kind, level="stars" if "." not in value else "number", **more)
    elif isinstance(value, str):
        g.rate(item, question, rater, [value], kind=kind, **more)
    elif isinstance(value, list) and all(isinstance(v, str) for v in value):
        g.rate(item, question, rater, [str(v) for v in value], kind=kind, **more)
    elif isinstance(value, list) and all(isinstance(v, Mapping) and "rank" in v for v in value):
        order = ", ".join(str(v.get("value")) for v in sorted(value, key=lambda v: str(v.get("rank"))))
        g.rate(item, question, rater, order, kind=kind, level="text", **more)
    else:
        g.unread["text spans"] += len(value) if isinstance(value, list) else 1


ARGILLA = Tool("Argilla", "json", is_argilla, read_argilla)
ARGILLA_TABLE = Tool("Argilla (table)", "table", is_argilla_table, read_argilla_table)
