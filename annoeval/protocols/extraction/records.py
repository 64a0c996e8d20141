"""What extraction files hold: per document the reference, and per model what it found."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.table import Reading

Value = str | list[str] | None  # None: the field is absent

REFERENCE = ("ground_truth", "groundtruth", "gold", "reference", "label", "target", "expected", "truth")
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
        records = list(enumerate(_records(reading.value)[:most], 1))
        names = list(dict.fromkeys(k for _, r in records for k in r))
        return _in_sides(records, names)
    out = []
    for table in reading.tables:
        frame = table.frame.head(most) if most else table.frame
        frame = frame.astype("object").where(frame.notna(), None)
        names = [str(c) for c in frame.columns]
        rows = zip(frame.index, frame.itertuples(index=False, name=None), strict=True)
        out += _in_sides([(int(row), dict(zip(names, values, strict=True))) for row, values in rows], names)
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


def _in_sides(records: list[tuple[int, dict[str, Any]]], names: Sequence[str]) -> list[tuple[int, dict[str, Any]]]:
    """Records with columns `gold.title`, `title_gold`, … gathered under their side, where both sides have a field of
    one name; where each side is one column, whatever else its name says, it is that side. names: of all columns."""
    sides: dict[str, dict[str, str]] = {"ground_truth": {}, "prediction": {}}  # side → field → column
    for name in names:
        side, field_name = _side(name)
        if side:
            sides[side].setdefault(field_name, name)
    references, predictions = sides.values()
    if references.keys() & predictions.keys() - {""}:
        places = {c: (side, f) for side, own in sides.items() for f, c in own.items() if f}
    elif len(references) == 1 and predictions:  # of several predictions each names a model, and no field
        single = sides.items() if len(predictions) == 1 else [("ground_truth", references)]
        places = {c: (side, "") for side, own in single for f, c in own.items() if f}
    else:
        places = {}
    return [(row, _placed(record, places)) for row, record in records] if places else records


def _placed(record: Mapping[str, Any], places: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """A record with columns under their side and field, or as their side itself."""
    out: dict[str, Any] = {}
    for name, cell in record.items():
        side, field_name = places.get(name, ("", ""))
        if field_name:
            out.setdefault(side, {})[field_name] = cell
        else:
            out[side or name] = cell
    return out


def _side(name: str) -> tuple[str | None, str]:
    """Whether a column is of the reference or of a prediction, and of which field; "" for a side itself."""
    plain, lowered = name.strip(), _word(name)
    for words, side in ((REFERENCE, "ground_truth"), (PREDICTION, "prediction")):
        if lowered in words:
            return side, ""
    for words, side in ((REFERENCE, "ground_truth"), (PREDICTION, "prediction")):
        for word in words:
            first, last = lowered.startswith(f"{word}_"), lowered.endswith(f"_{word}")
            inner = plain[len(word) + 1 :] if first else plain[: -len(word) - 1] if last else ""
            if inner and inner.strip().lower() not in IDS:
                return side, inner.strip()
    return None, ""


def _word(name: str) -> str:
    """A column's name as the words here are written."""
    return re.sub(r"[ ./]", "_", name.strip().lower())


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
    lowered = {_word(k): k for k in record}
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


def own_columns(columns: Sequence[str]) -> set[str]:
    """The columns that are this protocol's own: references and predictions, or a published table's models, texts and
    scores."""
    published = published_columns(columns) or {}
    own = {c for c in columns if _side(c)[0] or (published and _word(c) == "model")}
    return own.union(*published.values())


def model_name(file: str) -> str:
    """What a file's model is called: its name without folders, endings and the words every such file has."""
    stem = re.sub(r"(\.[A-Za-z]{1,6})+$", "", re.split(r"[\\/]", file.split(" › ")[0])[-1])
    bare = re.sub(rf"(?i)(?:^|(?<=[_\-. ]))(?:{_EVERY_FILE})(?=$|[_\-. ])", "", stem)
    return re.sub(r"[_\-. ]{2,}", "-", bare).strip("_-. ") or stem
