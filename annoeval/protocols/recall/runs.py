"""All runs of a recall experiment, from summaries and raw trials dropped separately or together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.protocols.recall.raw import joined, raw_tables, trials_of_raw
from annoeval.protocols.recall.rows import SLOTS, Trials, run_name, summary_tables, trials_of_summary
from annoeval.reading.table import ReadError, Reading, Table


def trials_of(readings: Sequence[Reading], options: Mapping[str, Any]) -> Trials:
    """Every trial of the files, a run being a summary, a raw file, or both of one folder or name.

    Raises ReadError where no file holds trials.
    """
    summaries, raws = summary_tables(readings), raw_tables(readings)
    if not summaries and not raws:
        raise ReadError(
            "No trials were found: use the experiment's summary.tsv (columns secret_… and guess_…) or its trials.jsonl."
        )
    reextract = bool(options.get("reextract") or options.get("patterns"))
    parts = []
    for run, summary_table, raw_table in _runs(summaries, raws):
        summary = trials_of_summary(summary_table, run) if summary_table else None
        slots = tuple(options.get("slots") or (summary.slots if summary else SLOTS))
        raw = trials_of_raw(raw_table, run, slots, options) if raw_table else None
        if summary and raw:
            parts.append(joined(summary, raw, reextract))
        elif one := summary or raw:
            parts.append(one)
    return _together(parts)


def _runs(summaries: Sequence[Table], raws: Sequence[Table]) -> list[tuple[str, Table | None, Table | None]]:
    """(run, summary, raw): files of one folder or name belong together, else the first with the first."""
    waiting = list(raws)
    out: list[tuple[str, Table | None, Table | None]] = []
    for table in summaries:
        name = run_name(table.name)
        mate = next((r for r in waiting if run_name(r.name) == name), None)
        if mate is None and len(summaries) == len(raws):
            named = {run_name(t.name) for t in summaries}
            mate = next((r for r in waiting if run_name(r.name) not in named), None)
        if mate is not None:
            waiting.remove(mate)
        out.append((name, table, mate))
    out += [(run_name(r.name), None, r) for r in waiting]
    taken: dict[str, int] = {}
    unique = []
    for name, summary, raw in out:
        taken[name] = taken.get(name, 0) + 1
        unique.append((name if taken[name] == 1 else f"{name} {taken[name]}", summary, raw))
    return unique


def _together(parts: Sequence[Trials]) -> Trials:
    if len(parts) == 1:
        return parts[0]
    slots = tuple(dict.fromkeys(s for p in parts for s in p.slots))
    frame = pd.concat([p.frame.astype("object") for p in parts], ignore_index=True)
    frame = frame.where(frame.notna(), None)
    return replace(parts[0], frame=frame, slots=slots, problems=tuple(problem for p in parts for problem in p.problems))
