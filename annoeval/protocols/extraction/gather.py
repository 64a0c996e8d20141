"""Extraction files of every form gathered into one set of records."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.extraction.records import (
    GOLD,
    LABELS_FILE,
    Document,
    Prediction,
    Records,
    fields_of,
    identity,
    is_semantic_scholar,
    model_name,
    model_pairs,
    pair_keys,
    published_columns,
    rows_of,
    value_of,
)
from annoeval.reading.table import Reading, flat
from annoeval.tables.item_ids import unique_ids

Rows = list[tuple[int, dict[str, Any]]]


def gather(readings: Sequence[Reading], options: Mapping[str, Any]) -> Records:
    """All documents, references and predictions of the files.

    options: `labels` names the file of references where its name doesn't say so; `models` {file: model} renames.
    """
    records = Records(problems=[p for r in readings for p in r.problems])
    plain: list[tuple[Reading, Rows]] = []
    for reading in flat(readings):
        rows = rows_of(reading)
        if not rows:
            continue
        columns = list(dict.fromkeys(k for _, r in rows for k in r))
        if published := published_columns(columns):
            _published(records, reading, rows, published)
        elif pair_keys(rows[0][1]) or (model_pairs(rows[0][1]) and _has_reference(rows[0][1])):
            _pairs(records, reading, rows, options)
        else:
            plain.append((reading, rows))
    labels = labels_file([(r, rows) for r, rows in plain], options, needed=not records.documents)
    for reading, rows in plain:
        if reading is labels:
            _labels(records, reading, rows)
    for reading, rows in plain:
        if reading is not labels:
            _predictions(records, reading, rows, options)
    _unknown(records)
    return records


def _has_reference(record: Mapping[str, Any]) -> bool:
    return "ground_truth" in record or pair_keys({**record, "prediction": None}) is not None


def labels_file(
    plain: Sequence[tuple[Reading, Rows]], options: Mapping[str, Any], needed: bool = True
) -> Reading | None:
    """Which of the files without pairs holds the references: the one named in the options, else by its name, else the
    first that is not the answer of a known program; None where none is needed or there is only one file."""
    wanted = options.get("labels")
    if wanted:
        return next((r for r, _ in plain if r.file == wanted), None)
    if not needed:
        return None
    able = [r for r, rows in plain if r.format != "tei" and not is_semantic_scholar(rows[0][1])]
    named = [r for r in able if LABELS_FILE.search(re.split(r"[\\/]", r.file)[-1])]
    if named:
        return named[0]
    return able[0] if len(plain) > 1 and able else None


def _published(records: Records, reading: Reading, rows: Rows, columns: Mapping[str, tuple[str, str]]) -> None:
    """The published output table: a row is a document and a model; rows of "Gold" are the reference."""
    records.form = records.form or "published"
    model_column = next(c for c in rows[0][1] if c.strip().lower() == "model")
    for row, record in rows:
        key, model = identity(record, row), value_of(record[model_column])
        if key is None or not isinstance(model, str):
            records.problems.append(Problem("a row without id or model", "left out", file=reading.file, row=row))
            continue
        document = records.documents.setdefault(key, Document())
        for name, cell in record.items():
            if name.strip().lower() == "url" and cell is not None:
                document.columns.setdefault("url", str(cell))
        texts = {f: value_of(record.get(text)) for f, (text, _) in columns.items()}
        if GOLD.fullmatch(model.strip()):
            document.reference = texts
            continue
        scores = {}
        for name, (_, column) in columns.items():
            number = pd.to_numeric(record.get(column), errors="coerce")
            if not pd.isna(number):
                scores[name] = float(number)
        records.models.setdefault(model, {})[key] = Prediction(texts, scores=scores)


def _pairs(records: Records, reading: Reading, rows: Rows, options: Mapping[str, Any]) -> None:
    """Records that hold reference and prediction side by side: objects of fields, or one text each."""
    records.form = "pairs"
    keys = pair_keys(rows[0][1])
    several = {} if keys else model_pairs(rows[0][1])
    reference_key = keys[0] if keys else next(k for k in rows[0][1] if pair_keys({k: 0, "prediction": None}))
    named = pd.Series([identity(r, i) for i, r in rows], dtype="object")
    content = pd.DataFrame({"reference": [str(r.get(reference_key)) for _, r in rows]})
    ids, repeated = unique_ids(named, content)
    if repeated and named.notna().any():
        records.problems.append(
            Problem("an id is absent or repeated", "numbered #1, #2, …", file=reading.file, count=repeated)
        )
    default = str(options.get("models", {}).get(reading.file) or model_name(reading.file))
    single = "text"
    for key, (_, record) in zip(ids, rows, strict=True):
        reference = _side(record.get(reference_key), single)
        document = records.documents.setdefault(str(key), Document())
        if document.reference is None:
            document.reference = reference
        elif document.reference != reference:
            records.problems.append(
                Problem(
                    "the reference differs between files", "the first file's counts", file=reading.file, value=str(key)
                )
            )
        outside = {reference_key, *(several.values() or ()), *(keys or ())}
        for name, cell in record.items():
            if name not in outside and name.strip().lower() not in ("error", "model"):
                document.columns.setdefault(name, _plain(cell))
        model = record.get("model") or record.get("Model")
        for who, said in ({str(model or default): keys[1]} if keys else several).items():
            error = record.get("error")
            records.models.setdefault(who, {})[str(key)] = Prediction(
                _side(record.get(said), single), error=str(error) if error else None
            )


def _side(cell: Any, single: str) -> dict[str, Any]:
    if isinstance(cell, Mapping):
        return {str(k): value_of(v) for k, v in cell.items()}
    if cell is None or cell == "{}":
        return {} if cell == "{}" else {single: None}
    return {single: value_of(cell)}


def _labels(records: Records, reading: Reading, rows: Rows) -> None:
    records.form = records.form or "labels"
    again = 0
    for row, record in rows:
        key = identity(record, row)
        if key is None:
            records.problems.append(Problem("a label without an id", "left out", file=reading.file, row=row))
            continue
        if key in records.documents and records.documents[key].reference is not None:
            again += 1
            continue
        document = records.documents.setdefault(key, Document())
        document.reference = fields_of(record)
        document.columns |= {
            k.strip().lower(): _plain(v) for k, v in record.items() if k.strip().lower() in ("url", "pdf", "path")
        }
    if again:
        records.problems.append(
            Problem("a document is labelled twice", "the first label counts", file=reading.file, count=again)
        )


def _predictions(records: Records, reading: Reading, rows: Rows, options: Mapping[str, Any]) -> None:
    given = options.get("models", {}).get(reading.file)
    folder = re.split(r"[\\/]", reading.file)[-2:-1]
    if reading.format == "tei":
        default = given or (folder[0] if folder else "GROBID")
    elif len(rows) == 1 and is_semantic_scholar(rows[0][1]):
        default = given or (folder[0] if folder else "Semantic Scholar")
    else:
        default = given or model_name(reading.file)
    again = 0
    for row, record in rows:
        key = identity(record, row)
        if key is None:
            records.problems.append(Problem("a prediction without an id", "left out", file=reading.file, row=row))
            continue
        model = str(record.get("model") or record.get("Model") or default)
        error = record.get("error")
        own = records.models.setdefault(model, {})
        again += key in own
        own[key] = Prediction(fields_of(record), error=str(error) if error else None)
    if again:
        records.problems.append(
            Problem("a model predicts a document twice", "the last prediction counts", file=reading.file, count=again)
        )


def _unknown(records: Records) -> None:
    """Predictions of documents that nobody labelled: said, and kept out of every figure. Without any label all stay."""
    if not any(d.reference is not None for d in records.documents.values()):
        for predictions in records.models.values():
            for key in predictions:
                records.documents.setdefault(key, Document())
        if records.models:
            records.problems.append(
                Problem(
                    "no file holds the references", "nothing is scored; drop the labels file beside the predictions"
                )
            )
        return
    folded = {k.strip().casefold(): k for k in records.documents}
    for model, predictions in records.models.items():
        strays = [k for k in predictions if k not in records.documents]
        for key in strays:
            meant = folded.get(key.strip().casefold())
            prediction = predictions.pop(key)
            if meant is not None and meant not in predictions:
                predictions[meant] = prediction
                strays = [s for s in strays if s != key]
        if strays:
            which = "only documents" if not predictions else "documents"
            records.problems.append(
                Problem(
                    f"{model} predicts {which} that are not among the labels",
                    "left out",
                    value=", ".join(strays[:5]) + (" …" if len(strays) > 5 else ""),
                    count=len(strays),
                )
            )
    records.models = {model: predictions for model, predictions in records.models.items() if predictions}


def _plain(cell: Any) -> str | None:
    value = value_of(cell)
    return "; ".join(value) if isinstance(value, list) else value
