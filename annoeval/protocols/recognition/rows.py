"""Tables of answers become images with their target, and what each annotator answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.recognition.columns import OF_THE_IMAGE, Columns, column
from annoeval.protocols.recognition.variants import ANSWER, BY_RULE, CANONICAL, JUDGED, by_rule, forms
from annoeval.rating_table import ratings_table
from annoeval.reading.labels import apply, bare
from annoeval.reading.times import times
from annoeval.scoring.canonical import Recogniser
from annoeval.tables.raters import kind_of
from annoeval.vocabulary import yes_no


def answers_of(
    frame: pd.DataFrame, columns: Columns, options: Mapping[str, Any], file: str, problems: list[Problem]
) -> pd.DataFrame:
    """The rows that say who answered what, with `item_id`, `rater_name` and `answered`; the latest of one person's
    answers to an image last."""
    without = frame[columns.item].isna() | frame[columns.rater].isna()
    if without.any():
        what = "row without an image or an annotator"
        problems.append(Problem(what, "left out", file, count=int(without.sum())))
    frame = frame[~without]
    frame = frame.assign(item_id=bare(frame[columns.item]), rater_name=bare(frame[columns.rater]), answered=pd.NaT)
    if columns.time:
        read = times(frame[columns.time], str(options.get("zone") or "UTC"), dates=options.get("dates"), file=file)
        problems += read.problems
        frame = frame.assign(answered=read.values)
    again = frame.duplicated(["item_id", "rater_name"], keep=False)
    if again.any():
        timed = frame.loc[again, "answered"].notna().all()
        done = "the latest counts" if timed else "the last in the file counts, since no time says which came later"
        n = int(frame.duplicated(["item_id", "rater_name"]).sum())
        problems.append(Problem("the same annotator answered the same image again", done, file, count=n))
        if timed:
            order = frame.loc[again].sort_values("answered", kind="stable").index
            frame = pd.concat([frame[~again], frame.loc[order]])
    return frame


def items_of(frame: pd.DataFrame, columns: Columns, file: str, problems: list[Problem]) -> pd.DataFrame:
    """The images with their target, what else is said of them, and what everyone answered."""
    told = [c for names in OF_THE_IMAGE if (c := column(list(frame.columns), names))]
    own = ["item_id", "rater_name", "answered", columns.item, *columns.of_an_answer, *told]
    varies = {
        c: frame.groupby("item_id")[c].nunique(dropna=False).max() > 1
        for c in frame.columns
        if c not in own and c != columns.target
    }
    for name in [c for c, differs in varies.items() if differs]:
        what = "a column that differs between the answers to one image"
        problems.append(Problem(what, "not used", file, column=name, count=int(frame[name].notna().sum())))
    _conflicting_targets(frame, columns.target, file, problems)
    described = [columns.target, *(c for c, differs in varies.items() if not differs)]
    items = frame.sort_index().drop_duplicates("item_id").set_index("item_id")[described]
    items = items.rename(columns={columns.target: "target"})
    latest = frame[["item_id", "rater_name", columns.response]].dropna()
    latest = latest.drop_duplicates(["item_id", "rater_name"], keep="last").sort_index()
    lines = latest["rater_name"] + ": " + latest[columns.response]
    items["answers"] = lines.groupby(latest["item_id"], sort=False).agg("\n".join).reindex(items.index)
    return items


def ratings_of(
    frame: pd.DataFrame, columns: Columns, targets: pd.Series, rule: Recogniser, file: str, problems: list[Problem]
) -> pd.DataFrame:
    """Each answer as it was judged, as the rule judges it, and as it was written."""
    kinds = {r: ("ai" if kind_of(r) == "ai" else "human") for r in frame["rater_name"].unique()}
    response = frame[columns.response]
    base = {
        "item_id": frame["item_id"],
        "rater": frame["rater_name"],
        "kind": frame["rater_name"].map(kinds),
        "response": response,
        "time": frame["answered"],
    }
    right, alike = by_rule(response, frame["item_id"].map(targets), rule)
    written = frame[columns.normalized].fillna(response) if columns.normalized else response
    parts = [
        {"dimension": BY_RULE, "value": right, "signal": alike},
        {"dimension": ANSWER, "value": written},
        {"dimension": CANONICAL, "value": forms(response, rule)},
    ]
    judged = judgements(frame, columns.correct, file, problems)
    if judged is not None:
        parts.insert(0, {"dimension": JUDGED, "value": judged})
    return pd.concat([ratings_table({**base, **part}) for part in parts], ignore_index=True)


def _conflicting_targets(frame: pd.DataFrame, target: str, file: str, problems: list[Problem]) -> None:
    counts = frame.groupby("item_id", sort=False)[target].nunique(dropna=True)
    for item in counts.index[counts > 1]:
        spelt = frame.loc[frame["item_id"] == item, target].dropna().unique()
        problems.append(
            Problem(
                "the target is given in more than one way",
                "the first is used",
                file,
                column=target,
                value=" / ".join(spelt),
            )
        )


def judgements(
    frame: pd.DataFrame, column: str | None, file: str, problems: list[Problem]
) -> list[float | None] | None:
    """1.0 right, 0.0 wrong, None where the cell says neither; None for a file without such a column."""
    if column is None:
        return None
    value = apply(frame[column], yes_no)
    for cell, n in frame.loc[frame[column].notna() & value.isna(), column].value_counts().items():
        problems.append(
            Problem("neither right nor wrong", "counted as missing", file, column=column, value=str(cell), count=int(n))
        )
    return [None if pd.isna(v) else float(v) for v in value]
