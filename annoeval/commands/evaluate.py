"""`evaluate`: a file's result tables, to read or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import pandas as pd

import annoeval
from annoeval.answers.circular import how_circular
from annoeval.answers.estimates import summary
from annoeval.commands import extraction
from annoeval.commands.arguments import add_files, study_of
from annoeval.commands.written import write
from annoeval.evaluation import Results, as_json, evaluate
from annoeval.evaluation.clusters import proposed
from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.protocols.extraction.tables import published_text
from annoeval.study import Study

IN_JSON_ONLY = ("confusion", "calibration")  # long, and nothing to read


def add(verbs: Any) -> None:
    verb = verbs.add_parser("evaluate", help="print scores, agreement, comparison, … of a file")
    add_files(verb, least=0)
    verb.add_argument("--json", action="store_true", help="every result table at full precision, null where undefined")
    verb.add_argument("--rule", help="the AI rater that headlines, such as 'as published' or 'recommended'")
    verb.add_argument(
        "--cluster",
        metavar="COLUMN",
        help="the column whose items may be alike (a paper, a run), taken together in intervals; auto: proposed",
    )
    extraction.add_arguments(verb)
    verb.set_defaults(run=run, refuse=verb.error)


def run(chosen: argparse.Namespace) -> None:
    study = study_of(chosen)
    if chosen.output_csv_path:
        if not protocol_of(study).published_as:
            raise AnnoevalError(f"--output-csv-path: {protocol_of(study).title} has no table of a program of its own.")
        write(chosen.output_csv_path, protocol_of(study).published(study))
    if chosen.text:
        print(published_text(study))
        return
    results = evaluate(study, chosen.cluster)
    if chosen.json:
        print(as_json(results, annoeval.__version__))
        return
    if sentence := protocol_of(study).headline(study):
        print(sentence)
    for sentence in (*partly_reviewed(study, results), how_circular(results["circularity"], study.dimensions)):
        if sentence:
            print(sentence)
    likely = proposed(study)
    if results.cluster:
        print(f"Intervals and tests take items of one {results.cluster} together.")
    elif likely and chosen.cluster is None:
        print(f"Items of one {likely} may be alike: with --cluster {likely} intervals take them together.")
    for name in results:
        if name not in IN_JSON_ONLY and len(table := results[name]):
            print(f"\n{name}")
            print(_readable(table))


def partly_reviewed(study: Study, results: Results) -> Iterator[str]:
    """What is true of all items, and how much people reviewed, of the dimensions that they reviewed in part."""
    estimates, covering = results["estimates"], results["coverage"]
    for dimension in estimates["dimension"].unique():
        own = estimates[estimates["dimension"] == dimension]
        if own["n_reviewed"].iloc[0] and own["n_unseen"].iloc[0]:
            by_score = covering[covering["dimension"] == dimension]
            yield " ".join(summary(dimension, study.dimensions[dimension], own, by_score))


def _readable(table: pd.DataFrame) -> str:
    shown = table.dropna(axis="columns", how="all")
    shown = shown.head(60).astype("object").where(shown.head(60).notna(), "–")
    text = shown.to_string(index=False, float_format="{:.4g}".format, max_colwidth=48)
    return text + (f"\n… {len(table) - 60} more rows: --json shows all" if len(table) > 60 else "")
