"""A predictor asked about every labelled document; what fails is listed with its id."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from annoeval.problem import AnnoevalError

Predictor = Callable[..., Any]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Predicted:
    """A predictor's answers: `records` as a file of predictions holds them, `failed` document id → why."""

    model: str
    records: list[dict[str, Any]]
    failed: dict[str, str]

    def as_file(self) -> tuple[str, bytes]:
        """The answers as a file of predictions: (name, bytes)."""
        return f"{self.model}.json", json.dumps(self.records, ensure_ascii=False).encode()


def predict_all(
    labels: Sequence[Mapping[str, Any]],
    basedir: str | Path,
    predictor: Predictor,
    *,
    model: str | None = None,
    fields: Sequence[str] = ("title", "abstract"),
    progress: Progress | None = None,
    **options: Any,
) -> Predicted:
    """Calls `predictor(id, pdf, label, **options)` for every label.

    labels: records with an `id`. basedir: the folder of the PDFs, `<id>/<id>.pdf` or `<id>.pdf` in it. The predictor
    returns an object with the fields as attributes (`PredictedDoc`), or a mapping. Whatever it raises counts as
    failed for that document only, and so does an answer without any of the fields.
    """
    records: list[dict[str, Any]] = []
    failed: dict[str, str] = {}
    for number, label in enumerate(labels, 1):
        key = str(label.get("id"))
        try:
            said = predictor(key, str(pdf_of(key, basedir)), label, **options)
            records.append({"id": key, **_fields(said, fields)})
        except Exception as error:  # a predictor is anybody's code: one document must not stop the others
            failed[key] = f"{type(error).__name__}: {error}" if not isinstance(error, AnnoevalError) else str(error)
            records.append({"id": key, "error": failed[key]})
        if progress:
            progress(number, len(labels))
    return Predicted(model or _name(predictor), records, failed)


def pdf_of(key: str, basedir: str | Path) -> Path:
    """Where a document's PDF lies; the nested place where neither exists, so that a message names it."""
    nested = Path(basedir) / key / f"{key}.pdf"
    beside = Path(basedir) / f"{key}.pdf"
    return beside if beside.exists() and not nested.exists() else nested


def _fields(said: Any, fields: Sequence[str]) -> dict[str, Any]:
    if isinstance(said, Mapping):
        found = {f: said[f] for f in fields if f in said}
    else:
        found = {f: getattr(said, f) for f in fields if hasattr(said, f)}
    if not found:
        raise AnnoevalError(f"the predictor returned {type(said).__name__}, which has neither {' nor '.join(fields)}")
    for name, value in found.items():
        if value is not None and not isinstance(value, (str, list)):
            raise AnnoevalError(f"the predictor's {name} is {type(value).__name__}; it must be a text, a list or None")
    return found


def _name(predictor: Predictor) -> str:
    name = getattr(predictor, "__name__", type(predictor).__name__)
    module = getattr(predictor, "__module__", "").rsplit(".", 1)[-1]
    return module if name in ("predict", "prediction", "__call__", "main") and module else name


def find_predictor(address: str) -> Predictor:
    """The function that `package.module:function` names. Raises AnnoevalError where there is none."""
    module, colon, name = address.partition(":")
    if not colon or not module or not name:
        raise AnnoevalError(f"--predictor {address}: write package.module:function.")
    if os.getcwd() not in sys.path:  # the installed command doesn't look in the folder it is called from
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = import_module(module)
    except ImportError as error:
        raise AnnoevalError(f"--predictor {address}: {module} can't be imported ({error}).") from error
    for part in name.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise AnnoevalError(f"--predictor {address}: {module} has no function {name}.")
    return found
