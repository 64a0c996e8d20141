"""`prescore`: a file with AI scores in further columns, or the table that a protocol's own program writes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from annoeval.commands.arguments import add_files, study_of
from annoeval.commands.written import WRITERS, write
from annoeval.opening import readings_of
from annoeval.prescoring import UnknownScorer, ai_ratings
from annoeval.protocols import protocol_of
from annoeval.reading.table import flat
from annoeval.study import AnnoevalError, Study


def add(verbs: Any) -> None:
    verb = verbs.add_parser("prescore", help="score a file with an AI and write it with the scores added")
    add_files(verb, many=False)
    verb.add_argument(
        "-o", "--output", required=True, metavar="OUT", type=_output, help="a .csv, .tsv, .xlsx or .jsonl file"
    )
    verb.add_argument("--scorer", help="such as similarity-only; default: the protocol's recommended one")
    verb.set_defaults(run=run, wrong_use=verb.error)


def _output(name: str) -> Path:
    if Path(name).suffix.lower() not in WRITERS:
        raise argparse.ArgumentTypeError(f"{name} has no ending that can be written; use one of {', '.join(WRITERS)}")
    return Path(name)


def run(chosen: argparse.Namespace) -> None:
    output: Path = chosen.output
    study = study_of(chosen)
    protocol = protocol_of(study)
    if protocol.published_as and not protocol.scorers() and chosen.scorer is None:
        table = protocol.published(study)
        write(output, table)
        print(f"{len(study.items)} items scored, written to {output} as {protocol.published_as}", file=sys.stderr)
        return
    try:
        made = ai_ratings(study, chosen.scorer, _progress)
    except UnknownScorer as error:
        chosen.wrong_use(str(error))  # exits
        raise
    table = scored_table(_rows_of(study, chosen.files), study, made)
    write(output, table)
    print(f"{len(table)} rows scored, written to {output}", file=sys.stderr)


def _rows_of(study: Study, files: list[str]) -> pd.DataFrame:
    """The table of the file that became the items; a workbook may hold others beside it."""
    known = {c.lower() for c in study.items}
    tables = [t.frame for reading in flat(readings_of(files)) for t in reading.tables]
    rows = max(tables, key=lambda frame: len(known & {c.strip().lower() for c in frame}))
    if len(rows) != len(study.items):
        raise AnnoevalError(f"{files[0]} spreads its items over several tables; score one table at a time.")
    return rows


def scored_table(original: pd.DataFrame, study: Study, made: pd.DataFrame) -> pd.DataFrame:
    """The file's rows in their order with every column kept, and a `<dimension>_score_ai` for each dimension scored.

    An item that a dimension does not apply to is blank there. Items stand in the order of the file's rows.
    """
    table = original.copy().reset_index(drop=True)
    for dimension, ratings in made.groupby("dimension", sort=False):
        value = ratings.set_index("item_id")["value"].reindex(study.items.index)
        number = pd.to_numeric(value)
        whole = number.dropna().mod(1).eq(0).all()
        table[f"{dimension}_score_ai"] = number.astype("Int64" if whole else "float64").array
    return table


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\rscored {done} of {of} texts", end="\n" if done >= of else "", file=sys.stderr, flush=True)
