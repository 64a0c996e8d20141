"""`report`: a file's figures as a document, or as an archive that can be recomputed."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from annoeval.commands import extraction
from annoeval.commands.arguments import add_files, study_from
from annoeval.evaluation.clusters import cluster_columns
from annoeval.evaluation.filters import BY, from_parameters, offered
from annoeval.opening import with_names
from annoeval.problem import AnnoevalError
from annoeval.report.archive import Enclosed
from annoeval.report.build import SECTIONS, report
from annoeval.report.forms import FORMS, written
from annoeval.report.material import Asked, Material
from annoeval.study import Study
from annoeval.words import count, listed


def add(verbs: Any) -> None:
    verb = verbs.add_parser("report", help="write a file's figures as HTML, Excel, LaTeX, Markdown or a ZIP")
    add_files(verb, least=0)
    verb.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUT",
        type=_output,
        help=f"its ending says the form: {', '.join(FORMS)}",
    )
    verb.add_argument(
        "--sections",
        type=_sections,
        default=(),
        metavar="A,B",
        help=f"of {', '.join(SECTIONS)}; default: the protocol's standard set",
    )
    verb.add_argument("--dimension", action="append", default=[], help="only this question; may be given again")
    verb.add_argument(
        "--where", action="append", default=[], metavar="COLUMN=VALUE", type=_where, help="only items of this group"
    )
    verb.add_argument("--rater", action="append", default=[], help="only this rater; may be given again")
    verb.add_argument("--reviewed", choices=("yes", "no"), help="only items that people judged, or did not")
    verb.add_argument("--cluster", metavar="COLUMN", help="take items of one value together in intervals and tests")
    verb.add_argument("--rule", help="the AI rater that headlines, such as 'as published' or 'recommended'")
    extraction.add_arguments(verb, printing=False)
    verb.set_defaults(run=run, refuse=verb.error)


def _output(name: str) -> Path:
    if Path(name).suffix.lower() not in FORMS:
        raise argparse.ArgumentTypeError(f"{name} has no ending that a report has; use one of {', '.join(FORMS)}")
    return Path(name)


def _sections(names: str) -> tuple[str, ...]:
    wanted = tuple(n.strip() for n in names.split(",") if n.strip())
    for name in wanted:
        if name not in SECTIONS:
            raise argparse.ArgumentTypeError(f"there is no section {name!r}; use {', '.join(SECTIONS)}")
    return wanted


def _where(pair: str) -> tuple[str, str]:
    column, equals, value = pair.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{pair!r} is not COLUMN=VALUE, as in --where domain=Biology")
    return column, value


def run(chosen: argparse.Namespace) -> None:
    sources = extraction.sources_of(chosen)
    study = study_from(sources, chosen)
    now = datetime.now(UTC)
    material = Material(study, asked(study, chosen), made=f"{now.day} {now:%B %Y}")
    if not len(material.study.items):
        raise AnnoevalError(
            f"No item passes the filter ({material.asked.filter.words}), so there is nothing to report."
        )

    def enclosed() -> Enclosed:
        return Enclosed(with_names(sources), {**study.options, "protocol": study.protocol})

    data = written(chosen.output.suffix.lower(), material, lambda: report(material), enclosed)
    try:
        chosen.output.write_bytes(data)
    except OSError as error:
        raise AnnoevalError(f"{chosen.output} can't be written: {error.strerror or error}.") from error
    print(f"{count(len(material.study.items), 'item')} reported, written to {chosen.output}", file=sys.stderr)


def asked(study: Study, chosen: argparse.Namespace) -> Asked:
    """What the arguments ask for. Raises AnnoevalError for a name that the study doesn't have."""
    for dimension in chosen.dimension:
        _known("--dimension", dimension, list(study.dimensions))
    choices = offered(study)
    parameters: dict[str, list[str]] = {"reviewed": [chosen.reviewed] if chosen.reviewed else [], "rater": chosen.rater}
    for column, value in chosen.where:
        _known("--where", column, list(choices.groups))
        _known(f"--where {column}", value, list(choices.groups[column]))
        parameters.setdefault(BY + column, []).append(value)
    for rater in chosen.rater:
        _known("--rater", rater, list(choices.raters))
    if chosen.cluster is not None:
        _known("--cluster", chosen.cluster, cluster_columns(study))
    found = from_parameters(parameters, choices)
    return Asked(chosen.sections, tuple(dict.fromkeys(chosen.dimension)), found, chosen.cluster)


def _known(option: str, name: str, there: list[str]) -> None:
    if name not in there:
        raise AnnoevalError(f"{option}: there is no {name!r} here; there is {listed(there, 12) or 'none'}.")
