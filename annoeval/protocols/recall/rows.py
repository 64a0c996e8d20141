"""The trials of a recall experiment as one table, whichever files they came in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.table import Reading, Table

SLOTS = ("animal", "color", "clothing", "location")
_STATES = ("valid",)


@dataclass(frozen=True)
class Trials:
    """One row per trial, in the files' order.

    frame: `run, row, condition, phase1, secret_<slot>, guess_<slot>, confidence_text` and, where the file carries
        its own values, `score` and `<slot>_match`; cells str or missing. slots: in the file's order.
    """

    frame: pd.DataFrame
    slots: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


def slots_of(columns: Sequence[str]) -> tuple[str, ...]:
    """Names X for which both `secret_X` and `guess_X` are columns, in order; `valid` is a state, not a slot."""
    names = {c.strip().lower() for c in columns}
    found = [c[len("secret_") :] for c in (c.strip().lower() for c in columns) if c.startswith("secret_")]
    return tuple(s for s in found if s not in _STATES and f"guess_{s}" in names)


def summary_tables(readings: Sequence[Reading]) -> list[Table]:
    """The tables that hold scored trials: at least two slots named `secret_…` and `guess_…`."""
    return [t for r in readings for t in r.tables if len(slots_of([str(c) for c in t.frame.columns])) >= 2]


def trials_of_summary(table: Table, run: str) -> Trials:
    """Trials of one `summary.tsv`. A header repeated further down starts an appended re-run."""
    frame = table.frame.rename(columns=lambda c: str(c).strip().lower())
    slots = slots_of(list(frame.columns))
    header = pd.Series(True, index=frame.index)
    for column in frame.columns:
        header &= (
            frame[column].astype("object").map(lambda v: v.strip().lower() if isinstance(v, str) else "") == column
        )
    part = header.cumsum()
    problems: tuple[Problem, ...] = ()
    if header.any():
        problems = (
            Problem(
                "the header is repeated inside the file: a re-run was appended",
                f"read as {int(part.max()) + 1} runs",
                file=table.name,
                row=int(frame.index[header][0]),
                count=int(header.sum()),
            ),
        )
    out = pd.DataFrame(index=frame.index)
    out["run"] = [run if p == 0 else f"{run} re-run {p}" for p in part]
    out["file"] = table.name
    out["row"] = [int(i) if isinstance(i, int) or str(i).isdigit() else None for i in frame.index]
    out["condition"] = frame.get("condition", None)
    out["phase1"] = frame.get("phase1_exact_response", None)
    for side in ("secret", "guess"):
        out[f"{side}_said_valid"] = frame.get(f"{side}_valid", None)
        for slot in slots:
            out[f"{side}_{slot}"] = frame[f"{side}_{slot}"]
    out["confidence_text"] = frame.get("confidence", None)
    for name in ("score", "exact_matches", "partial_matches", *(f"{s}_match" for s in slots)):
        if name in frame:
            out[name] = frame[name]
    return Trials(out[~header].reset_index(drop=True), slots, problems)


def run_name(file: str) -> str:
    """What a file's run is called: its folder, else its name without the usual words and ending."""
    parts = re.split(r"[\\/]", file.split(" › ")[0])
    if len(parts) > 1 and parts[-2]:
        return parts[-2]
    stem = re.sub(r"\.[A-Za-z]+$", "", parts[-1])
    bare = re.sub(r"(?i)[\s_\-.]*(summary|trials)[\s_\-.]*", "", stem)
    return bare or stem
