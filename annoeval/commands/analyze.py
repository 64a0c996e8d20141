"""`analyze`: a recall experiment in full, its questions answered, tables overall and per slot."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import pandas as pd

from annoeval.commands.quick import averages, trials
from annoeval.commands.recall_folder import study_in
from annoeval.evaluation import evaluate
from annoeval.protocols.recall.final import headline_rule
from annoeval.protocols.recall.tables import trials_said
from annoeval.study import Study
from annoeval.words import missing, number, p_value


def add(verbs: Any) -> None:
    verb = verbs.add_parser("analyze", help="a recall experiment in full: questions answered, statistics, per slot")
    verb.add_argument("folder", metavar="DIR", help="holds summary.tsv, trials.jsonl, or folders that do")
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> None:
    print("\n".join(report(study_in(chosen.folder))))


def report(study: Study) -> Iterator[str]:
    """The whole analysis as lines of text."""
    results = evaluate(study)
    rule = headline_rule(study)
    yield f"{study.name}: {len(study.items)} trials, scored {rule}. {trials_said(study).replace('**', '')}"
    yield from ("", *averages(study))
    yield from ("", "QUESTIONS")
    questions = results["recall_questions"]
    for question, rows in questions.groupby("question", sort=False):
        yield f"{question}\n  {rows['answer'].iloc[0]}"
        tests = rows[(rows["by"] == "") & rows["p"].notna()]
        for row in tests.iloc[1:].itertuples():
            figures = f"estimate {number(row.estimate, 3)}, statistic {number(row.statistic, 3)}, p {p_value(row.p)}"
            yield f"  {row.test}: {figures}"
    scores = results["scores"]
    own = scores[scores["rater"] == rule]
    yield from ("", "SCORES BY SLOT AND GROUP")
    yield _table(
        own.assign(group=own["group"].where(own["by"] != "", "all")),
        ["dimension", "group", "n", "mean", "sd", "low", "high"],
    )
    compared = results["comparison"]
    compared = compared[(compared["rater"] == rule) & compared["what"].isin(["condition", "run"])]
    if len(compared):
        yield from ("", "DIFFERENCES BETWEEN GROUPS (a minus b)")
        columns = [
            "dimension",
            "a",
            "b",
            "test",
            "estimate",
            "low",
            "high",
            "statistic",
            "df",
            "p",
            "p_adjusted",
            "effect",
        ]
        yield _table(compared, columns)
    for title, name in (
        ("FUNNEL", "recall_funnel"),
        ("MEANS OVER ALL AND OVER VALID TRIALS", "recall_means"),
        ("COUNTS", "recall_counts"),
        ("WHY TRIALS ARE INVALID", "recall_failures"),
        ("BANDS", "recall_bands"),
        ("CONFIDENCE AGAINST SCORE", "recall_confidence"),
        ("WHERE THE TWO RULES DIFFER", "recall_differences"),
    ):
        if name in set(results):
            yield from ("", title)
            yield _table(results[name], [c for c in results[name].columns if c not in ("method", "reason")])
    yield from ("", "TRIALS", *trials(study))
    if len(results["problems"]):
        yield from ("", "WHAT READING FOUND")
        for problem in results["problems"].itertuples():
            times = f" ({problem.count} times)" if problem.count > 1 else ""
            yield f"  {problem.file}: {problem.problem}; {problem.action}{times}"


def _table(frame: pd.DataFrame, columns: list[str]) -> str:
    shown = frame[columns].astype("object").map(_said)
    return shown.to_string(index=False)


def _said(cell: Any) -> str:
    if missing(cell):
        return "–"
    if isinstance(cell, float) and not cell.is_integer():
        return "< 0.0001" if 0 < abs(cell) < 0.0001 else number(cell, 4)
    return number(cell, 0) if isinstance(cell, float) else str(cell)
