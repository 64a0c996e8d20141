"""lm-evaluation-harness: logged samples, one line a document, with the harness's metrics."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from annoeval.reading.annotations import every
from annoeval.reading.exact_json import Number, flatten
from annoeval.reading.records import table_of
from annoeval.reading.table import Reading
from annoeval.reading.tool import Json, Source, Tool, known_table

_RATER = "harness"
_FIELDS = """
doc_id doc target arguments resps filtered_resps filter metrics doc_hash prompt_hash target_hash task model
"""
_OWN = frozenset(_FIELDS.split())
_STAMP = re.compile(r"_\d{4}-\d\d-\d\dT[\d.:-]+$")


def is_lm_eval(content: Json) -> bool:
    """Records of a document, its target and the model's responses before and after the filter."""
    return every(content.rows, lambda r: {"doc_id", "target", "resps", "filtered_resps"} <= r.keys())


def read_lm_eval(content: Json, source: Source) -> Reading:
    """The Reading of one table: a row a document (and filter, where several read the answer).

    Each metric is a judgement by the harness, a rater of kind `ai`. Task and model are not in the records: the task is
    taken from the file's name (samples_TASK_TIME.jsonl), the model from its folder, which is what is judged.
    """
    path = PurePosixPath(source.file.replace("\\", "/").replace(" › ", "/"))
    task = _STAMP.sub("", path.stem.removeprefix("samples_")) if path.stem.startswith("samples_") else path.stem
    folder = path.parent.name
    model = folder.replace("__", "/") if folder and folder.casefold() not in source.generic else ""
    filters = {str(r.get("filter")) for _, r in content.rows}
    metrics = _metrics(content)
    rows = []
    for number, record in content.rows:
        row: dict[str, Any] = {"task": record.get("task") or task, "doc_id": record["doc_id"]}
        if record.get("model") or model:
            row["model"] = record.get("model") or model
        if len(filters) > 1:
            row["filter"] = record.get("filter")
        row |= {"target": record["target"], "response": _first(record["filtered_resps"])}
        doc = record.get("doc")
        row |= {f"doc.{k}": v for k, v in (flatten(doc) if isinstance(doc, Mapping) else {"text": doc}).items()}
        rows.append((number, row | {m: record.get(m) for m in metrics}))
    problems = list(source.problems)
    table = table_of(source.file, rows, source.file, problems)
    roles: dict[str, Mapping[str, str]] = {c: {"role": "evidence"} for c in table.frame.columns}
    roles |= {m: {"role": "rating", "rater": _RATER, "dimension": m} for m in metrics}
    keys = {"task": "item", "doc_id": "item", "filter": "item", "model": "judged"}
    roles |= {c: {"role": role} for c, role in keys.items() if c in table.frame}
    because = (
        f"it is a file of samples of the lm-evaluation-harness: each row is a document of '{task}' with its metrics"
    )
    known = replace(source, format="lm_eval", problems=tuple(problems))
    return known_table(table, known, "lm-evaluation-harness", roles, because, kinds={_RATER: "ai"})


def _metrics(content: Json) -> list[str]:
    """Metrics by the list that newer files hold, else fields of numbers that are not the harness's own."""
    listed = dict.fromkeys(str(m) for _, r in content.rows for m in r.get("metrics") or () if isinstance(m, str))
    fields = dict.fromkeys(k for _, r in content.rows for k in r if k not in _OWN)
    given = {k: [v for _, r in content.rows if (v := r.get(k)) is not None] for k in fields}
    scored = [k for k, values in given.items() if values and all(isinstance(v, (Number, bool)) for v in values)]
    return [m for m in scored if m in listed] or scored


def _first(value: Any) -> Any:
    """The response: the first of a list of one, however deep; else all."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value


LM_EVAL = Tool("lm-evaluation-harness", "json", is_lm_eval, read_lm_eval)
