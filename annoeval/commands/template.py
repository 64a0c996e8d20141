"""`template`: a file's rows with columns for people to score in, and the rubric beside them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from annoeval.commands.arguments import add_files, study_of
from annoeval.commands.written import not_the_input
from annoeval.opening import readings_of
from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of


def add(verbs: Any) -> None:
    verb = verbs.add_parser("template", help="a file with empty columns for people's scores, and the rubric")
    add_files(verb)
    verb.add_argument(
        "-o", "--output", metavar="OUT", type=_output, help="a .xlsx or .csv file; default: the published name, CSV"
    )
    verb.set_defaults(run=run)


def _output(name: str) -> Path:
    if Path(name).suffix.lower() not in (".csv", ".xlsx"):
        raise argparse.ArgumentTypeError(f"{name} has no ending of a template; use .xlsx or .csv")
    return Path(name)


def run(chosen: argparse.Namespace) -> None:
    study = study_of(chosen)
    protocol = protocol_of(study)
    made = protocol.template(study, readings_of(chosen.files))
    if made is None:
        raise AnnoevalError(f"There is no template to score {protocol.title} in.")
    output: Path = chosen.output or Path(f"{protocol.template_as}.csv")
    not_the_input(output, chosen.files)
    data = made.xlsx() if output.suffix.lower() == ".xlsx" else made.csv()
    try:
        output.write_bytes(data)
    except OSError as error:
        raise AnnoevalError(f"{output} can't be written: {error.strerror or error}.") from error
    print(f"{len(study.items)} rows to score, written to {output}", file=sys.stderr)
