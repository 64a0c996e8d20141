"""A Study's result tables: what every page, export and the command line show."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from inspect import signature
from typing import Any

import numpy as np
import pandas as pd

from annoeval.evaluation.clusters import cluster_columns, proposed
from annoeval.problem import AnnoevalError, problems_table
from annoeval.protocols import protocol_of
from annoeval.study import Study
from annoeval.words import listed

AUTO = "auto"
_PLAIN = frozenset((str, int, bool, float, type(None)))

# table → module and function; imported when the table is asked for, since some load scipy.stats or statsmodels
TABLES = {
    "scores": "annoeval.evaluation.scores:scores",
    "sources": "annoeval.evaluation.scores:sources",
    "coverage": "annoeval.evaluation.coverage_table:coverage",
    "estimates": "annoeval.evaluation.estimates:estimates",
    "labels": "annoeval.evaluation.labels:labels",
    "win_rates": "annoeval.evaluation.win_rates:win_rates",
    "agreement": "annoeval.evaluation.agreement:agreement",
    "circularity": "annoeval.evaluation.circular:circularity",
    "pairs": "annoeval.evaluation.pairs:pairs",
    "confusion": "annoeval.evaluation.pairs:confusion",
    "classes": "annoeval.evaluation.classes:classes",
    "calibration": "annoeval.evaluation.calibration:calibration",
    "calibration_summary": "annoeval.evaluation.calibration:calibration_summary",
    "correlation": "annoeval.evaluation.correlation:correlation",
    "comparison": "annoeval.evaluation.comparison:comparison",
}


def computed(study: Study, name: str, **options: Any) -> pd.DataFrame:
    """Result table `name` of a study, narrowed by options."""
    module, function = TABLES[name].split(":")
    table: pd.DataFrame = getattr(import_module(module), function)(study, **options)
    return table


class Results(Mapping[str, pd.DataFrame]):
    """Result tables by name, each computed when first asked for: the common ones, then the protocol's own."""

    def __init__(self, study: Study, cluster: str | None = None) -> None:
        self.study = study
        self.cluster = cluster
        self._made: dict[str, pd.DataFrame] = {}
        self._own: Mapping[str, pd.DataFrame] | None = None

    def _protocol_tables(self) -> Mapping[str, pd.DataFrame]:
        if self._own is None:
            options = {**self.study.options, "cluster": self.cluster} if self.cluster else self.study.options
            study = replace(self.study, options=options, digest=self.study.digest)
            self._own = protocol_of(study).tables(study)
        return self._own

    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self._made:
            if name == "problems":
                self._made[name] = problems_table(self.study.problems)
            elif name in TABLES:
                module, function = TABLES[name].split(":")
                make = getattr(import_module(module), function)
                more = {"cluster": self.cluster} if "cluster" in signature(make).parameters else {}
                self._made[name] = make(self.study, **more)
            else:
                return self._protocol_tables()[name]
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        yield from (*TABLES, "problems", *self._protocol_tables())

    def __len__(self) -> int:
        return sum(1 for _ in self)


def evaluate(study: Study, cluster: str | None = None) -> Results:
    """The result tables of a study (docs/statistics.md lists their columns).

    cluster: item column whose values hold items that may be alike (a paper, a run), so that intervals and tests take
    whole clusters; "auto" for the one that the study proposes, if any. By default items count one by one.
    Raises AnnoevalError for a column that items don't have.
    """
    if cluster == AUTO:
        cluster = proposed(study)
    elif cluster is not None and cluster not in study.items:
        known = cluster_columns(study)
        more = f"; several items share a value in {listed(known)}" if known else ""
        raise AnnoevalError(f"Items have no column {cluster!r} to take clusters from{more}.")
    return Results(study, cluster)


def as_json(results: Results, version: str) -> str:
    """Study and result tables as one JSON document at full precision; undefined is null, never NaN."""
    study = results.study
    document = {
        "annoeval": version,
        "study": {
            "name": study.name,
            "protocol": study.protocol,
            "digest": study.digest,
            "cluster": results.cluster,
            "n_items": len(study.items),
            "n_ratings": len(study.ratings),
            "raters": study.raters.to_dict("records"),
            "dimensions": {
                name: {
                    "level": s.level,
                    "categories": list(s.categories),
                    "bounds": list(s.bounds) if s.bounds else None,
                }
                for name, s in study.dimensions.items()
            },
        },
        "results": {name: table.to_dict("records") for name, table in results.items()},
    }
    return json.dumps(as_plain(document), ensure_ascii=False, allow_nan=False)


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """A table's rows for JSON: full precision, None where undefined."""
    return [as_plain(r) for r in table.to_dict("records")]


def as_plain(value: Any) -> Any:
    """For JSON: numpy numbers as Python's, missing and not finite as None."""
    if type(value) in _PLAIN:
        return value if type(value) is not float or math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(k): as_plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [as_plain(v) for v in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or value is pd.NA or value is pd.NaT:
        return None
    return value.isoformat() if isinstance(value, pd.Timestamp) else value
