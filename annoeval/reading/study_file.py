"""An exported study: one ZIP that holds everything, read back cell for cell.

`annoeval.json` names the study, its scales and what was found when it was read; `items.jsonl`, `ratings.jsonl`,
`decisions.jsonl` (ratings made in review), `shapes.jsonl`; `history.json`, the rows of the ledger by table.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.rating_table import RATING_COLUMNS, empty_ratings, ratings_table
from annoeval.reading.archive import Budget
from annoeval.reading.table import ReadError, Reading, Table
from annoeval.scale import Scale
from annoeval.study import SHAPE_COLUMNS, Audit, Study

MANIFEST = "annoeval.json"
VERSION = 1
History = Mapping[str, Sequence[Mapping[str, Any]]]


def write_study(study: Study, decisions: pd.DataFrame | None = None, history: History | None = None) -> bytes:
    """The study as a file that `read_study` reads back cell for cell.

    decisions: ratings made in review, when they are not among the study's own. history: the ledger's rows.
    """
    manifest = {
        "annoeval": VERSION,
        "name": study.name,
        "protocol": study.protocol,
        "groups": list(study.groups),
        "evidence": list(study.evidence),
        "options": dict(study.options),
        "headline": study.headline,
        "metrics": dict(study.metrics),
        "audits": [asdict(a) for a in study.audits],
        "dimensions": [[name, scale_as_json(scale)] for name, scale in study.dimensions.items()],
        "problems": [asdict(p) for p in study.problems],
        "columns": [[str(c), _kind(study.items[c])] for c in study.items.columns],
    }
    files = {
        MANIFEST: json.dumps(manifest, ensure_ascii=False, indent=1, default=_plain),
        "items.jsonl": _lines([["item_id", *study.items.columns]], study.items.reset_index()),
        "ratings.jsonl": _lines([list(RATING_COLUMNS)], study.ratings[list(RATING_COLUMNS)]),
    }
    if decisions is not None and len(decisions):
        files["decisions.jsonl"] = _lines([list(RATING_COLUMNS)], decisions[list(RATING_COLUMNS)])
    if study.shapes is not None:
        columns = [c for c in SHAPE_COLUMNS if c in study.shapes]
        files["shapes.jsonl"] = _lines([columns], study.shapes[columns])
    if history:
        files["history.json"] = json.dumps(history, ensure_ascii=False, default=_plain)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            # a fixed date, so that the same study always gives the same bytes
            archive.writestr(
                zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)),
                text.encode("utf-8", "surrogatepass"),
                zipfile.ZIP_DEFLATED,
            )
    return out.getvalue()


def read_study(data: bytes, name: str) -> Reading:
    """A Reading whose `study` is the exported one, decisions among its ratings unless `decisions` is asked apart.

    Raises ReadError for a damaged file or one of a newer version.
    """
    try:
        whole = _unpacked(data, name)
        manifest = json.loads(whole[MANIFEST])
        if int(manifest["annoeval"]) > VERSION:
            raise ReadError(f"{name} was exported by a newer annoeval; update this one to read it.")
        study = _study(manifest, whole)
        decisions = _ratings(whole.get("decisions.jsonl"))
        history = json.loads(whole.get("history.json") or "{}")
    except ReadError:
        raise
    except (KeyError, ValueError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise ReadError(f"{name} is a damaged export of a study ({type(error).__name__}).") from None
    shown = study.items.reset_index()
    table = Table(name, shown.set_axis(pd.RangeIndex(1, len(shown) + 1, name="row")))
    return Reading(name, "study", (table,), (), {}, study=study, decisions=decisions, history=history)


def _unpacked(data: bytes, name: str) -> dict[str, str]:
    budget = Budget()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            m.filename: budget.unpack(archive, m, name).decode("utf-8", "surrogatepass")
            for m in archive.infolist()
            if m.filename.endswith((".json", ".jsonl"))
        }


def _study(manifest: Mapping[str, Any], files: Mapping[str, str]) -> Study:
    names, *rows = (json.loads(line) for line in files["items.jsonl"].split("\n") if line)
    kinds = dict(manifest["columns"])
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    index = pd.Index(list(columns[0]), name="item_id", dtype="str")
    items = pd.DataFrame(
        {c: pd.Series(list(v), dtype=kinds[c]) for c, v in zip(names[1:], columns[1:], strict=True)},
        columns=names[1:],
    ).set_axis(index)
    shapes = None
    if "shapes.jsonl" in files:
        named, *drawn = (json.loads(line) for line in files["shapes.jsonl"].split("\n") if line)
        shapes = pd.DataFrame(
            [[_tuples(v) if c == "coordinates" else v for c, v in zip(named, row, strict=True)] for row in drawn],
            columns=named,
        )
    return Study(
        name=manifest["name"],
        protocol=manifest["protocol"],
        items=items,
        ratings=_ratings(files["ratings.jsonl"]),
        dimensions={name: scale_from_json(given) for name, given in manifest["dimensions"]},
        groups=tuple(manifest["groups"]),
        metrics=dict(manifest.get("metrics", {})),
        evidence=tuple(manifest["evidence"]),
        problems=tuple(Problem(**p) for p in manifest["problems"]),
        shapes=shapes,
        options=manifest["options"],
        headline=manifest["headline"],
        audits=tuple(Audit(**{k: _tuples(v) for k, v in a.items()}) for a in manifest.get("audits", ())),
    )


def _ratings(text: str | None) -> pd.DataFrame:
    if not text:
        return empty_ratings()
    names, *rows = (json.loads(line) for line in text.split("\n") if line)
    if not rows:
        return empty_ratings()
    return ratings_table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))


def _lines(head: list[Any], frame: pd.DataFrame) -> str:
    rows = zip(*(frame[c].astype("object") for c in frame.columns), strict=True)
    return "\n".join(
        json.dumps(row, ensure_ascii=False, default=_plain, allow_nan=False)
        for row in [*head, *([_plain(v) for v in r] for r in rows)]
    )


def _kind(column: pd.Series) -> str:
    name = str(column.dtype)
    return name if name in ("str", "object", "float64", "int64", "bool", "Int64", "boolean") else "object"


def _plain(value: Any) -> Any:
    """A cell as JSON holds it: missing is null, times are ISO text, numpy's numbers Python's."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, (dict, list, tuple)):
        return value
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return value if np.isfinite(value) else None
    if value is pd.NaT or value is pd.NA:
        return None
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def scale_as_json(scale: Scale) -> dict[str, Any]:
    """A scale as JSON; maps from categories, which may be numbers, as pairs."""
    return {**asdict(scale), "names": list(scale.names.items()), "definitions": list(scale.definitions.items())}


def scale_from_json(given: Mapping[str, Any]) -> Scale:
    return Scale(
        **{
            **given,
            **{k: _tuples(given.get(k, ())) for k in ("categories", "contestants")},
            "bounds": None if given["bounds"] is None else tuple(given["bounds"]),
            "applies": {k: tuple(v) for k, v in given["applies"].items()},
            "names": dict(map(tuple, given["names"])),
            "definitions": dict(map(tuple, given["definitions"])),
        }
    )
