"""Toloka: one row an assignment, with INPUT:, OUTPUT:, GOLDEN:, HINT: and ASSIGNMENT: columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Source, Tool, known_table

_ASSIGNMENT = {
    "ASSIGNMENT:worker_id": "rater",
    "ASSIGNMENT:status": "status",
    "ASSIGNMENT:submitted": "time",
}
_WORKER = "ASSIGNMENT:worker_id"
_GOLDEN = "golden"


def is_toloka(table: Table) -> bool:
    """A worker, what they saw and what they answered."""
    starts = {c.split(":", 1)[0] for c in table.frame.columns if ":" in c}
    return _WORKER in table.frame and "OUTPUT" in starts


def read_toloka(table: Table, source: Source) -> Reading:
    """The Reading of a pool's assignments.

    The item is what was shown (all INPUT: columns together), else the task's id. Each OUTPUT: column is a question;
    answers under GOLDEN: are a reference, one row a task. Times without a zone are UTC, as the platform writes them.
    """
    frame = table.frame
    shown = [c for c in frame.columns if c.startswith("INPUT:") and frame[c].notna().any()]
    outputs = [c for c in frame.columns if c.startswith("OUTPUT:")]
    key = ["ASSIGNMENT:task_id"] if "ASSIGNMENT:task_id" in frame else shown
    roles: dict[str, Mapping[str, str]] = {c: {"role": "ignore"} for c in frame.columns}
    roles |= {c: {"role": "evidence"} for c in frame.columns if c.startswith(("INPUT:", "HINT:"))}
    roles |= {c: {"role": "label", "dimension": c.removeprefix("OUTPUT:")} for c in outputs}
    roles |= {c: {"role": role} for c, role in _ASSIGNMENT.items() if c in frame}
    roles |= {c: {"role": "item"} for c in key}
    table = replace(table, frame=_with_golden(frame, outputs, key))
    because = f"it is a Toloka file: each row is a worker's answer ('{outputs[0]}')"
    return known_table(table, source, "Toloka", roles, because, kinds={_GOLDEN: "reference"})


def _with_golden(frame: pd.DataFrame, outputs: list[str], key: list[str]) -> pd.DataFrame:
    """The table with the known answers of control tasks as rows of their own, by a rater called golden."""
    known = {f"GOLDEN:{c.removeprefix('OUTPUT:')}": c for c in outputs}
    given = [c for c in known if c in frame and frame[c].notna().any()]
    if not given:
        return frame
    rows = frame[frame[given].notna().any(axis=1)].drop_duplicates(key)
    golden = rows.assign(**{known[c]: rows[c] for c in given}, **{_WORKER: _GOLDEN})
    golden = golden.assign(
        **{c: None for c in frame.columns if c.startswith("ASSIGNMENT:") and c not in (*key, _WORKER)}
    )
    last = int(frame.index.max())
    golden.index = pd.RangeIndex(last + 1, last + 1 + len(golden))
    joined = pd.concat([frame, golden.astype("str").where(golden.notna())])
    joined.index = joined.index.astype("int64").rename("row")
    return joined.astype(frame.dtypes.to_dict())


TOLOKA = Tool("Toloka", "table", is_toloka, read_toloka)
