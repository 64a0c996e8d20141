"""`estimate`: what is true of all items when people reviewed some."""

from __future__ import annotations

import argparse
import json
from typing import Any

from annoeval.answers.estimates import covered, headline_row, how_true
from annoeval.commands.arguments import add_files, study_of
from annoeval.evaluation import records
from annoeval.evaluation.estimates import estimates
from annoeval.study import AnnoevalError


def add(verbs: Any) -> None:
    verb = verbs.add_parser("estimate", help="scores of all items when people reviewed only some")
    add_files(verb)
    verb.add_argument("--dimension", required=True, help="the dimension, such as caption")
    verb.add_argument("--any-time", action="store_true", help="limits that hold however often one looks")
    verb.add_argument("--json", action="store_true", help="the table at full precision, null where undefined")
    verb.add_argument("--rule", help="the AI rater that headlines, such as 'as published' or 'recommended'")
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> None:
    study = study_of(chosen)
    if chosen.dimension not in study.dimensions:
        raise AnnoevalError(f"There is no dimension {chosen.dimension!r}; the file has {', '.join(study.dimensions)}.")
    table = estimates(study, chosen.dimension, anytime=chosen.any_time)
    if chosen.json:
        print(json.dumps({"estimates": records(table)}, ensure_ascii=False, allow_nan=False))
        return
    row = headline_row(table)
    if row is None:
        raise AnnoevalError(f"{chosen.dimension} has no scores of which a whole could be estimated.")
    print(how_true(chosen.dimension, study.dimensions[chosen.dimension], row).replace("**", ""))
    print(f"{covered(row)}.\n")
    shown = table.drop(columns=["dimension", "method", "reason"]).astype("object").where(table.notna(), "–")
    print(shown.to_string(index=False, float_format="{:.4g}".format))
