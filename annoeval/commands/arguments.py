"""Arguments that several verbs share."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from annoeval.commands import extraction
from annoeval.commands.extraction import options_of, sources_of
from annoeval.opening import load
from annoeval.protocols import protocols
from annoeval.study import AnnoevalError, Study


def add_files(verb: argparse.ArgumentParser, many: bool = True, least: int = 1) -> None:
    """FILE…, --protocol and --map; least 0 where files can be named otherwise too."""
    if many:
        verb.add_argument("files", metavar="FILE", nargs="+" if least else "*", help="CSV, TSV, Excel, JSON or JSONL")
    else:
        verb.add_argument("files", metavar="FILE", nargs=1, help="CSV, TSV, Excel, JSON or JSONL")
    verb.add_argument("--protocol", choices=sorted(protocols()), help="default: found from the columns")
    verb.add_argument(
        "--map", action="append", default=[], metavar="COLUMN=ROLE", type=_role,
        help="what a column holds: item, rater, label, 'rating of' (a rater's column), group, confidence, time, …",
    )  # fmt: skip


def _role(pair: str) -> tuple[str, str]:
    column, equals, role = pair.rpartition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{pair!r} is not COLUMN=ROLE, as in --map annotator=rater")
    return column, role


def study_of(chosen: argparse.Namespace) -> Study:
    """The Study that the arguments of `add_files` (and `--rule`, where the verb has it) name."""
    sources = sources_of(chosen)
    options: dict[str, Any] = options_of(chosen)
    if chosen.map:
        options["mapping"] = dict(chosen.map)
    protocol = chosen.protocol or ("ratings" if chosen.map else extraction.protocol_of(chosen))
    study = load(*sources, protocol=protocol, options=options)
    rule = getattr(chosen, "rule", None)
    if rule is None:
        return study
    if rule not in study.of_kind("ai"):
        raise AnnoevalError(f"--rule {rule}: this study has {', '.join(study.of_kind('ai')) or 'no AI scores'}.")
    return replace(study, headline=rule)
