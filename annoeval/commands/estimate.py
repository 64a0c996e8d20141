"""`estimate`: what is true of all items when people reviewed some."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import Any

from annoeval.answers.estimates import among_people, saved, summary
from annoeval.commands.arguments import add_files, study_of
from annoeval.evaluation import records
from annoeval.evaluation.coverage_of_review import COLUMN
from annoeval.evaluation.coverage_table import coverage
from annoeval.evaluation.estimates import estimates
from annoeval.evaluation.reviewer_error import reviewer_error
from annoeval.problem import AnnoevalError
from annoeval.rating_table import REASONS
from annoeval.statistics.partial.looks import ANY_TIME, MOST_PLANNED, Looks


def add(verbs: Any) -> None:
    verb = verbs.add_parser("estimate", help="scores of all items when people reviewed only some")
    add_files(verb)
    verb.add_argument("--dimension", required=True, help="the dimension, such as caption")
    verb.add_argument("--any-time", action="store_true", help="limits that hold however often one looks")
    verb.add_argument(
        "--looks", type=int, metavar="N", help=f"looks that were planned, 2 to {MOST_PLANNED}, each at α/N"
    )
    verb.add_argument(
        "--reviewed-because",
        choices=REASONS,
        help=f"why people reviewed what they did, where no column {COLUMN} says it",
    )
    verb.add_argument("--json", action="store_true", help="the table at full precision, null where undefined")
    verb.add_argument("--rule", help="the AI rater that headlines, such as 'as published' or 'recommended'")
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> None:
    study = study_of(chosen)
    if chosen.dimension not in study.dimensions:
        raise AnnoevalError(f"There is no dimension {chosen.dimension!r}; the file has {', '.join(study.dimensions)}.")
    if chosen.reviewed_because:
        study = replace(study, options={**study.options, COLUMN: chosen.reviewed_because})
    looks = ANY_TIME if chosen.any_time else None
    if chosen.looks is not None and not chosen.any_time:
        looks = Looks(1, chosen.looks)
    table = estimates(study, chosen.dimension, looks=looks)
    by_score = coverage(study, chosen.dimension)
    if chosen.json:
        found = {"estimates": records(table), "coverage": records(by_score)}
        print(json.dumps(found, ensure_ascii=False, allow_nan=False))
        return
    scale = study.dimensions[chosen.dimension]
    said = summary(chosen.dimension, scale, table, by_score)
    if not said:
        raise AnnoevalError(f"{chosen.dimension} has no scores of which a whole could be estimated.")
    print("\n".join(said))
    more = (saved(table.iloc[0]), among_people(reviewer_error(study, chosen.dimension), scale))
    print("".join(f"{sentence}.\n" for sentence in more if sentence))
    shown = table.drop(columns=["dimension", "method", "reason"]).astype("object").where(table.notna(), "–")
    print(shown.to_string(index=False, float_format="{:.4g}".format))
