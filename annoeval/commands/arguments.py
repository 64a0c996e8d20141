"""Arguments that several verbs share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from annoeval.commands import extraction
from annoeval.commands.extraction import options_of, sources_of
from annoeval.opening import Source, load, readings_of
from annoeval.problem import AnnoevalError
from annoeval.protocols import detect, protocols
from annoeval.reading.table import flat
from annoeval.study import Study
from annoeval.ways import NotSure, Question, ways_of
from annoeval.words import listed


def add_files(verb: argparse.ArgumentParser, many: bool = True, least: int = 1) -> None:
    """FILE…, --protocol and --map; least 0 where files can be named otherwise too."""
    if many:
        verb.add_argument("files", metavar="FILE", nargs="+" if least else "*", help="CSV, TSV, Excel, JSON or JSONL")
    else:
        verb.add_argument("files", metavar="FILE", nargs=1, help="CSV, TSV, Excel, JSON or JSONL")
    verb.add_argument("--protocol", choices=sorted(protocols()), help="default: found from the columns")
    verb.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="COLUMN=ROLE",
        type=_role,
        help="what a column holds: item, rater, label, 'rating of' (a rater's column), group, confidence, time, …",
    )
    verb.add_argument(
        "--annotator",
        action="append",
        default=[],
        metavar="FILE=NAME",
        type=_annotator,
        help="who annotated a file that doesn't say so; NAME alone where there is one such file",
    )
    verb.add_argument(
        "--reading",
        type=int,
        choices=(1, 2),
        metavar="N",
        help="where `inspect` shows two readings of a file: which one is right",
    )


def _role(pair: str) -> tuple[str, str]:
    column, equals, role = pair.rpartition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{pair!r} is not COLUMN=ROLE, as in --map annotator=rater")
    return column, role


def _annotator(said: str) -> tuple[str, str]:
    file, _, name = said.rpartition("=")
    if not name.strip():
        raise argparse.ArgumentTypeError(f"{said!r} is not FILE=NAME, as in --annotator annotations.csv=A1")
    return file, name.strip()


def _as_chosen(number: int, sources: Sequence[Source], options: dict[str, Any]) -> Study:
    """The Study under the first or second reading that `inspect` shows."""
    readings = flat(readings_of(sources, options))
    ways = ways_of(detect(readings), readings)
    if number > len(ways):
        raise AnnoevalError(
            f"--reading {number}: there is no such reading of these files; `inspect` shows those there are."
        )
    return load(*sources, options={**options, **ways[number - 1].options})


def asked(question: Question) -> str:
    """A question as the command line puts it: both readings, and the option that settles each."""
    if not question.ways:
        return f"{question} On the command line: --map COLUMN=item --map COLUMN=rater --map COLUMN=label."
    if question.unsaid:
        given = " ".join(f"--annotator '{f}=NAME'" for f in question.unsaid)
        return f"{listed(list(question.unsaid))} doesn't say who annotated; give {given}."
    lines = [f"it isn't clear how {question.files[0]} is read."]
    for n, way in enumerate(question.ways, 1):
        name = "likeliest" if n == 1 else "other reading"
        lines.append(f"  {name}: {way.because} ({way.outcome or protocols()[way.protocol].title}); give --reading {n}")
    lines.append("  or say what columns hold, as in --map COLUMN=rater; `inspect` shows what speaks for each.")
    return "\n".join(lines)


def study_of(chosen: argparse.Namespace) -> Study:
    """The Study that the arguments of `add_files` (and `--rule`, where the verb has it) name."""
    return study_from(sources_of(chosen), chosen)


def study_from(sources: Sequence[Source], chosen: argparse.Namespace) -> Study:
    """The Study of sources under the same arguments."""
    options: dict[str, Any] = options_of(chosen)
    if getattr(chosen, "annotator", None):
        options["annotators"] = dict(chosen.annotator)
    if chosen.map:
        options["mapping"] = dict(chosen.map)
    protocol = chosen.protocol or ("ratings" if chosen.map else extraction.protocol_of(chosen))
    try:
        if chosen.reading is not None and not chosen.map:
            study = _as_chosen(chosen.reading, sources, options)
        else:
            study = load(*sources, protocol=protocol, options=options)
    except NotSure as error:
        raise AnnoevalError(asked(error.question)) from error
    rule = getattr(chosen, "rule", None)
    if rule is None:
        return study
    if rule not in study.of_kind("ai"):
        raise AnnoevalError(f"--rule {rule}: this study has {', '.join(study.of_kind('ai')) or 'no AI scores'}.")
    return replace(study, headline=rule)
