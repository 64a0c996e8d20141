"""`inspect`: what a file holds, and why it is read the way it is."""

from __future__ import annotations

import argparse
from typing import Any

from annoeval.commands.arguments import add_files, study_of
from annoeval.opening import readings_of
from annoeval.protocols import detect, protocol_of
from annoeval.study import problems_table


def add(verbs: Any) -> None:
    verb = verbs.add_parser("inspect", help="say what a file holds and how it is read")
    add_files(verb)
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> None:
    readings = readings_of(chosen.files)
    study = study_of(chosen)
    for reading in readings:
        facts = ", ".join(f"{k} {v!r}" for k, v in reading.facts.items())
        rows = ", ".join(f"{len(t.frame)} rows × {len(t.frame.columns)} columns" for t in reading.tables)
        print(f"{reading.file}: {reading.format}{f' ({facts})' if facts else ''}, {rows}")
    because = next((d.because for d in detect(readings) if d.protocol == study.protocol), "you said so")
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
