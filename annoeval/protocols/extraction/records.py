"""What extraction files hold: per document the reference, and per model what it found."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from annoeval.reading.table import Reading
from annoeval.study import Problem

Value = str | list[str] | None  # None: the field is absent

REFERENCE = ("ground_truth", "groundtruth", "ground truth", "gold", "reference", "label", "target", "expected", "truth")
PREDICTION = ("prediction", "predicted", "pred", "hypothesis", "output", "model_output", "extracted")
IDS = (
    "id",
    "paperid",
    "sha",
    "doc_id",
    "docid",
    "document_id",
    "item_id",
    "paper_id",
    "corpusid",
    "key",
    "rowid",
    "filename",
    "file",
)
META = frozenset({
    *IDS, "url", "pdf", "path", "model", "error", "status", "openaccesspdf", "externalids", "authors", "matchscore",
    "corpusid", "data", "created", "updated",
})  # fmt: skip
LABELS_FILE = re.compile(r"label|gold|truth|reference|curated|annot", re.IGNORECASE)
_EVERY_FILE = "predictions?|preds?|test|records?|outputs?|results?"
GOLD = re.compile(r"gold(en)?|reference|ground[ _-]?truth|label(s|led)?|human", re.IGNORECASE)


@dataclass
class Document:
    """One document: its other columns, and the reference's fields (None where the label says there is none)."""

    columns: dict[str, Any] = field(default_factory=dict)
    reference: dict[str, Value] | None = None


@dataclass
class Prediction:
    """What a model found in one document; `error` says why it failed. scores: those the file itself carries."""

    fields: dict[str, Value] = field(default_factory=dict)
    error: str | None = None
    scores: dict[str, float] = field(default_factory=dict)


@dataclass
class Records:
    """Documents by id in order, models' predictions by name and document id, and what was odd."""

    documents: dict[str, Document] = field(default_factory=dict)
    models: dict[str, dict[str, Prediction]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    form: str = ""

    def fields(self) -> list[str]:
        """The fields that are compared, in order: those a reference and a prediction share; all of the references'
        where predictions stand beside them in one record (an absent one is then a finding), or nothing is shared."""
        named = dict.fromkeys(f for d in self.documents.values() for f in d.reference or {})
        found = dict.fromkeys(f for m in self.models.values() for p in m.values() for f in (*p.fields, *p.scores))
        if not named:
            filled = {f for m in self.models.values() for p in m.values() for f, v in p.fields.items() if v is not None}
            return [f for f in found if f in filled] or list(found)
        return list(named) if self.form == "pairs" else [f for f in named if f in found] or list(named)


def rows_of(reading: Reading, most: int | None = None) -> list[tuple[int, dict[str, Any]]]:
    """(row, record) of a file: JSON's records as they stand there, other files' rows with blank cells as None.

    most: how many of each table are looked at.
    """
    if reading.value is not None:
        return [(i, r) for i, r in enumerate(_records(reading.value)[:most], 1)]
    out = []
    for table in reading.tables:
        frame = table.frame.head(most) if most else table.frame
        frame = frame.astype("object").where(frame.notna(), None)
        names = [str(c) for c in frame.columns]
        nested = any(_side(n)[0] == "ground_truth" for n in names)  # else `prediction_x` names a model, not a field
        for row, values in zip(frame.index, frame.itertuples(index=False, name=None), strict=True):
            record = dict(zip(names, values, strict=True))
            out.append((int(row), _nested(record) if nested else record))
    return out


def _records(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [v for v in value if isinstance(v, Mapping)]  # type: ignore[misc]
    if not isinstance(value, Mapping):
        return []
    for key in ("data", "papers", "records", "documents", "predictions", "labels", "results"):
        if isinstance(value.get(key), list):
            return _records(value[key])
    if value and all(isinstance(v, Mapping) for v in value.values()) and not _has_id(value):
        return [{"id": k, **v} for k, v in value.items()]
    return [dict(value)]


def _has_id(record: Mapping[str, Any]) -> bool:
    return any(k.lower() in IDS for k in record)


def _nested(row: dict[str, Any]) -> dict[str, Any]:
    """A table's row with columns `gold.title`, `title_gold`, … gathered under their side."""
    out: dict[str, Any] = {}
    for name, cell in row.items():
        side, inner = _side(name)
        if side and inner:
            out.setdefault(side, {})[inner] = cell
        else:
            out[name] = cell
    return out


def _side(name: str) -> tuple[str | None, str]:
    lowered = name.strip().lower()
    for words, side in ((REFERENCE, "ground_truth"), (PREDICTION, "prediction")):
        for word in words:
            for separator in (".", "_", "/", " "):
                if lowered.startswith(word + separator):
                    return side, name.strip()[len(word) + 1 :].strip()
                if lowered.endswith(separator + word):
                    return side, name.strip()[: -len(word) - 1].strip()
    return None, ""


def value_of(cell: Any) -> Value:
    """A field's value: text, a list of texts, or None. A JSON array in a cell is a list."""
    if cell is None or (isinstance(cell, float) and pd.isna(cell)):
        return None
    if isinstance(cell, (list, tuple)):
        return [text for text in map(value_of, cell) if isinstance(text, str)]
    if isinstance(cell, Mapping):
        return json.dumps(cell, ensure_ascii=False)
    if isinstance(cell, bool):
        return str(cell).lower()
    text = str.__str__(cell) if isinstance(cell, str) else str(cell)
    if text.startswith("[") and text.endswith("]"):
        try:
            listed = json.loads(text)
        except ValueError:
            return text
        if isinstance(listed, list):
            return [str(v) for v in listed if v is not None]
    return text


def identity(record: Mapping[str, Any], row: int) -> str | None:
    """A record's id: the first of the usual names that is filled; None where it has none."""
    lowered = {k.strip().lower(): v for k, v in record.items()}
    for name in IDS:
        cell = lowered.get(name)
        if cell is not None and str(cell).strip():
            text = str.__str__(cell) if isinstance(cell, str) else str(cell)
            return re.sub(r"\.pdf$", "", text.strip(), flags=re.IGNORECASE) if name in ("file", "filename") else text
    return None


def pair_keys(record: Mapping[str, Any]) -> tuple[str, str] | None:
    """The names of a record's reference and prediction, or None where it is no pair."""
    lowered = {k.strip().lower(): k for k in record}
    reference = next((lowered[w] for w in REFERENCE if w in lowered), None)
    prediction = next((lowered[w] for w in PREDICTION if w in lowered), None)
    return (reference, prediction) if reference and prediction else None


def model_pairs(record: Mapping[str, Any]) -> dict[str, str]:
    """Model → key, for a record with several `prediction_<model>` beside one reference."""
    found = {}
    for key in record:
        match = re.fullmatch(r"(?:prediction|pred|output)[ _.](.+)", key.strip(), re.IGNORECASE)
        if match:
            found[match[1]] = key
    return found


def fields_of(record: Mapping[str, Any]) -> dict[str, Value]:
    """A record's fields: everything that is neither an id nor about the file."""
    return {k: value_of(v) for k, v in record.items() if k.strip().lower() not in META}


def is_semantic_scholar(record: Mapping[str, Any]) -> bool:
    """Whether a record is an answer of the Semantic Scholar graph API."""
    return "paperId" in record and ("title" in record or "abstract" in record)


def published_columns(columns: Sequence[str]) -> dict[str, tuple[str, str]] | None:
    """Field → (text column, score column) of a published output table (`Model`, `Title`, `TitleScore`, …)."""
    by_lower = {c.strip().lower(): c for c in columns}
    if "model" not in by_lower:
        return None
    found = {}
    for lowered, column in by_lower.items():
        for ending in ("score", "_score", " score"):
            stem = lowered[: -len(ending)]
            if lowered.endswith(ending) and stem in by_lower:
                found[stem] = (by_lower[stem], column)
    return found or None


def model_name(file: str) -> str:
    """What a file's model is called: its name without folders, endings and the words every such file has."""
    stem = re.sub(r"(\.[A-Za-z]{1,6})+$", "", re.split(r"[\\/]", file.split(" › ")[0])[-1])
    bare = re.sub(rf"(?i)(?:^|(?<=[_\-. ]))(?:{_EVERY_FILE})(?=$|[_\-. ])", "", stem)
    return re.sub(r"[_\-. ]{2,}", "-", bare).strip("_-. ") or stem
