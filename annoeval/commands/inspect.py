"""`inspect`: what a file holds, and why it is read the way it is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from annoeval.commands.arguments import add_files, study_of
from annoeval.opening import readings_of, without_items
from annoeval.problem import AnnoevalError, problems_table
from annoeval.protocols import Detection, detect, protocol_of
from annoeval.reading.table import Reading, flat
from annoeval.ways import certainty, ways_of


def add(verbs: Any) -> None:
    verb = verbs.add_parser("inspect", help="say what a file holds and how it is read")
    add_files(verb)
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    readings = readings_of(chosen.files)
    for reading in readings:
        facts = ", ".join(f"{k} {v!r}" for k, v in reading.facts.items())
        rows = ", ".join(f"{len(t.frame)} rows × {len(t.frame.columns)} columns" for t in reading.tables)
        print(f"{reading.file}: {reading.format}{f' ({facts})' if facts else ''}, {rows}")
    found = detect(flat(readings))
    if not chosen.map and chosen.reading is None and not chosen.protocol and not without_items(readings):
        _readings(readings, found)
    try:
        study = study_of(chosen)
    except AnnoevalError as error:
        print(f"annoeval: {error}", file=sys.stderr)
        return 1
    because = next((d.because for d in found if d.protocol == study.protocol), "you said so")
    because = "you said so" if chosen.map or chosen.reading else because
    print(f"Read as {protocol_of(study).title}, because {because}.")
    print(f"{len(study.items)} items, {len(study.ratings)} ratings")
    for row in study.raters.itertuples():
        print(f"  rater {row.name} ({row.kind})")
    for name, scale in study.dimensions.items():
        universe = ", ".join(map(str, scale.categories[:12])) + (" …" if len(scale.categories) > 12 else "")
        print(f"  {name}: {scale.level}{f' ({universe})' if universe else ''}, {len(study.applicable(name))} items")
    problems = problems_table(study.problems)
    if len(problems):
        print(f"{len(problems)} things to know:")
    for problem in problems.itertuples():
        where = ", ".join(
            str(w)
            for w in (problem.file, f"column {problem.column!r}" if isinstance(problem.column, str) else None)
            if w
        )
        times = f" ({problem.count} times)" if problem.count > 1 else ""
        print(f"  {where}: {problem.problem}; {problem.action}{times}")
    return 0


def _readings(readings: Sequence[Reading], found: Sequence[Detection]) -> None:
    """How sure it is, the likeliest reading and the runner-up, and what speaks for each."""
    if not found:
        return
    ways = ways_of(found, readings)
    print(f"How it is read is {certainty(found)}.")
    for n, way in enumerate(ways, 1):
        print(f"  {'likeliest' if n == 1 else 'runner-up'} (--reading {n}): {way.because}; {way.outcome}".rstrip("; "))
        for e in way.evidence:
            print(f"    {'for' if e.weight > 0 else 'against' if e.weight < 0 else 'open'}: {e.words}")
