"""`prescore`: a file with AI scores in further columns, or the table that a protocol's own program writes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from annoeval.commands import judging
from annoeval.commands.arguments import add_files, study_of
from annoeval.commands.fitting import fitted_cuts
from annoeval.commands.partitions import Scored, scored
from annoeval.commands.written import WRITERS, not_the_input, write
from annoeval.opening import readings_of
from annoeval.prescoring import UnknownScorer, budget
from annoeval.problem import AnnoevalError
from annoeval.protocols import Means, protocol_of
from annoeval.reading.attached import of_paths
from annoeval.reading.table import flat


def add(verbs: Any) -> None:
    verb = verbs.add_parser("prescore", help="score a file with an AI and write it with the scores added")
    add_files(verb, many=False)
    verb.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        type=_output,
        help="a .csv, .tsv, .xlsx or .jsonl file; default: the name that the protocol publishes",
    )
    verb.add_argument("--scorer", help="such as similarity-only; default: the protocol's recommended one")
    verb.add_argument(
        "--evidence",
        action="append",
        default=[],
        metavar="PATH",
        help="the papers' PDFs or an extractor's records: files, archives or folders",
    )
    verb.add_argument("--model", default="", help="an embedding model: a folder or a name on the hub")
    verb.add_argument(
        "--threshold",
        action="append",
        default=[],
        metavar="NAME=CUT",
        type=_threshold,
        help="another cut, such as caption.recall=0.9",
    )
    verb.add_argument(
        "--fit-cuts",
        action="store_true",
        help="only say which cuts people's scores in the file speak for, with the gain and its interval",
    )
    verb.add_argument(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help="of a Dask scheduler, such as tcp://host:8786: its workers score parts of the file",
    )
    judging.add(verb)
    verb.set_defaults(run=run, wrong_use=verb.error)


def _output(name: str) -> Path:
    if Path(name).suffix.lower() not in WRITERS:
        raise argparse.ArgumentTypeError(f"{name} has no ending that can be written; use one of {', '.join(WRITERS)}")
    return Path(name)


def _threshold(pair: str) -> tuple[str, float]:
    name, _, cut = pair.partition("=")
    try:
        return name, float(cut)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{pair!r} is not NAME=CUT, as in --threshold caption.recall=0.9") from None


def run(chosen: argparse.Namespace) -> None:
    file, papers, records = list(chosen.files), *_evidence(chosen.evidence)
    chosen.files = [*file, *records]
    study = study_of(chosen)
    protocol = protocol_of(study)
    output = chosen.output or Path(protocol.scored_as or protocol.published_as)
    if not output.name:
        chosen.wrong_use(f"-o OUT is needed: {protocol.title} publishes no name for a scored file")  # exits
    not_the_input(output, file)
    if protocol.published_as and not protocol.scorers() and chosen.scorer is None:
        table = protocol.published(study)
        write(output, table)
        print(f"{len(study.items)} items scored, written to {output} as {protocol.published_as}", file=sys.stderr)
        return
    try:
        settings = judging.settings(chosen)
        means = Means(of_paths(papers), chosen.model, dict(chosen.threshold), settings, _progress)
        cost = budget(study, chosen.scorer, means)
        if cost is not None:
            print(f"Budget: {cost.sentence}", file=sys.stderr, flush=True)
        if chosen.judge_cost:
            return
        if chosen.fit_cuts:
            print(*fitted_cuts(study, chosen.scorer, means), sep="\n")
            return
        made = scored(study, chosen.scorer, means, chosen.scheduler)
    except UnknownScorer as error:
        chosen.wrong_use(str(error))  # exits
        raise
    columns, items = set(study.items), len(study.items)
    del study  # the file is read once more, and a large one would not fit in memory twice
    table = scored_table(_rows_of(file, columns, items), made)
    write(output, table)
    print(f"{len(table)} rows scored, written to {output}", file=sys.stderr)
    for (dimension, why), n in made.unscored.most_common(6):
        print(f"{n} without a score: {dimension}: {why}", file=sys.stderr)


def _evidence(given: list[str]) -> tuple[list[Path], list[str]]:
    """Files that show the papers, and those that an extractor's records may stand in; a folder gives its files."""
    paths = [f for p in map(Path, given) for f in (sorted(p.iterdir()) if p.is_dir() else [p])]
    records = [str(f) for f in paths if f.suffix.lower() in (".jsonl", ".ndjson", ".json")]
    return [f for f in paths if f.suffix.lower() in (".pdf", ".zip")], records


def _rows_of(files: list[str], columns: set[str], items: int) -> pd.DataFrame:
    """The table of the file that became so many items with such columns; a workbook may hold others beside it."""
    known = {c.lower() for c in columns}
    tables = [t.frame for reading in flat(readings_of(files)) for t in reading.tables]
    rows = max(tables, key=lambda frame: len(known & {c.strip().lower() for c in frame}))
    if len(rows) != items:
        raise AnnoevalError(f"{files[0]} spreads its items over several tables; score one table at a time.")
    return rows


def scored_table(original: pd.DataFrame, made: Scored) -> pd.DataFrame:
    """The file's rows in their order with every column kept, and a `<dimension>_score_ai` for each dimension scored.

    An item that a dimension does not apply to is blank there. Items stand in the order of the file's rows.
    """
    table = original.reset_index(drop=True)
    for dimension, values in made.values.items():
        whole = values.dropna().mod(1).eq(0).all()
        table[f"{dimension}_score_ai"] = values.astype("Int64" if whole else "float64").array
    return table


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\rscored {done:,} of {of:,}", end="\n" if done >= of else "", file=sys.stderr, flush=True)
