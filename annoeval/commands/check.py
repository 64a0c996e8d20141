"""`check`: whether a file's figures reach a bar, for jobs that must stop where they don't."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from annoeval.commands.arguments import add_files, study_of
from annoeval.evaluation import Results, evaluate
from annoeval.problem import AnnoevalError
from annoeval.words import missing, number

NOT_REACHED = 3
_BAR = re.compile(r"\s*(?:(?P<dimension>.+?)\s*:)?\s*(?P<figure>\w+)\s*(?P<sign>>=|<=)\s*(?P<value>-?\d+(?:\.\d+)?)\s*")


@dataclass(frozen=True)
class Bar:
    """A figure and what it must reach. dimension: "" for all that have the figure."""

    dimension: str
    figure: str
    sign: str
    value: float

    def __str__(self) -> str:
        about = f"{self.dimension}:" if self.dimension else ""
        return f"{about}{self.figure}{self.sign}{self.value:g}"


def bar(text: str) -> Bar:
    """`[DIMENSION:]FIGURE>=VALUE`, or `<=`."""
    found = _BAR.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not FIGURE>=VALUE, as in 'kappa>=0.6' or 'caption:mean>=1.5'")
    return Bar(found["dimension"] or "", found["figure"], found["sign"], float(found["value"]))


def add(verbs: Any) -> None:
    verb = verbs.add_parser("check", help="whether figures reach a bar with their whole interval: exit code 0, else 3")
    add_files(verb)
    verb.add_argument(
        "--min",
        dest="bars",
        action="append",
        required=True,
        metavar="FIGURE>=VALUE",
        type=bar,
        help="kappa (where one is recommended for the study), a coefficient by name, or mean; "
        "DIMENSION:kappa>=0.6 for one question; all must be reached",
    )
    verb.set_defaults(run=run, refuse=verb.error)


def run(chosen: argparse.Namespace) -> int:
    results = evaluate(study_of(chosen))
    reached = True
    for wanted in chosen.bars:
        rows = list(_rows(results, wanted))
        if not rows:
            about = f" of {wanted.dimension}" if wanted.dimension else ""
            raise AnnoevalError(f"--min {wanted}: this study has no {wanted.figure}{about}; it has {_has(results)}.")
        for row in rows:
            passed, said = judged(wanted, row)
            reached &= passed
            print(said)
    return 0 if reached else NOT_REACHED


def judged(wanted: Bar, row: dict[str, Any]) -> tuple[bool, str]:
    """Whether a row's whole interval reaches the bar, and the sentence that says so. What is undefined reaches none,
    and a figure without an interval doesn't either: nothing says how far it would vary."""
    name = f"{row['dimension']} {row['name']}"
    if missing(row["value"]):
        return False, f"not reached  {wanted}  {name} is undefined: {row['reason'] or 'no reason is known'}"
    value = number(row["value"], 3)
    if missing(row["low"]) or missing(row["high"]):
        return False, f"not reached  {wanted}  {name} {value} has no interval to go by"
    figure = f"{name} {value} [{number(row['low'], 3)}, {number(row['high'], 3)}], n {row['n']}"
    above = wanted.sign == ">="
    worst, best = (row["low"], row["high"]) if above else (row["high"], row["low"])
    if (worst >= wanted.value) if above else (worst <= wanted.value):
        return True, f"reached      {wanted}  {figure}"
    open_still = (best >= wanted.value) if above else (best <= wanted.value)
    return False, f"not {'shown' if open_still else 'reached'}    {wanted}  {figure}"


def _rows(results: Results, wanted: Bar) -> Iterator[dict[str, Any]]:
    """The overall figures that a bar is about, one a dimension and set of raters."""
    table = _overall(results, "scores" if wanted.figure == "mean" else "agreement")
    if wanted.dimension:
        table = table[table["dimension"] == wanted.dimension]
    if wanted.figure == "mean":
        for row in table.itertuples():
            yield _figure(row.dimension, f"mean of {row.rater}", row, row.mean, row.n)
        return
    if wanted.figure == "kappa":
        table = table[table["coefficient"].str.contains("kappa") & table["recommended"].astype(bool)]
    else:
        table = table[table["coefficient"] == wanted.figure]
    for row in table.itertuples():
        yield _figure(row.dimension, f"{row.coefficient} ({row.raters})", row, row.value, row.n_items)


def _figure(dimension: str, name: str, row: Any, value: Any, n: Any) -> dict[str, Any]:
    reason = None if missing(row.reason) else row.reason
    known = {"value": value, "low": row.low, "high": row.high, "n": n, "reason": reason}
    return {"dimension": dimension, "name": name, **known}


def _overall(results: Results, name: str) -> pd.DataFrame:
    table = results[name]
    return table[table["by"] == ""]


def _has(results: Results) -> str:
    known = list(dict.fromkeys(_overall(results, "agreement")["coefficient"]))
    if len(_overall(results, "scores")):
        known.append("mean")
    dimensions = ", ".join(results.study.dimensions)
    return f"{', '.join(known) or 'no figures'} of {dimensions}"
