"""`recognition`: people (and a model) say in their own words what an image shows; right or wrong against a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from annoeval.protocols.protocol import Detection, Protocol, left_out
from annoeval.reading.labels import apply, bare
from annoeval.reading.table import ReadError, Reading
from annoeval.reading.times import times
from annoeval.scoring.answers import right
from annoeval.study import Problem, Scale, Study, ratings_table
from annoeval.tables.raters import kind_of
from annoeval.vocabulary import yes_no

ITEM = ("image_id", "item_id", "image", "id", "picture_id", "stimulus_id", "question_id")
TARGET = ("target_idiom", "target", "answer_key", "correct_answer", "idiom", "gold_answer", "expected")
RATER = (
    "annotator_id",
    "annotator",
    "rater",
    "rater_id",
    "participant",
    "participant_id",
    "worker_id",
    "model",
    "user",
)
RESPONSE = ("response_raw", "response", "answer", "answer_raw", "guess", "annotation")
NORMALIZED = ("response_normalized", "response_normalised", "answer_normalized", "answer_normalised")
TIME = ("timestamp", "time", "answered_at", "submitted_at", "created_at", "date")
CORRECT = ("is_correct", "correct", "recognised", "recognized", "right")

DIMENSIONS = {
    "recognised": Scale(
        level="nominal",
        categories=(0, 1),
        names={0: "Not recognised", 1: "Recognised"},
        definitions={0: "The answer means something else", 1: "The answer names the target, in whatever words"},
        question="Is the answer right?",
        title="Recognised",
    ),
    "recognised_auto": Scale(
        level="nominal",
        categories=(0, 1),
        role="score",
        names={0: "Not recognised", 1: "Recognised"},
        title="Recognised, by the rule",
    ),
    "answer": Scale(level="text", title="Answer"),
}


def _column(columns: Sequence[str], names: Sequence[str]) -> str | None:
    lower = {c.strip().lower(): c for c in columns}
    return next((lower[n] for n in names if n in lower), None)


@dataclass(frozen=True)
class _Columns:
    """What the file calls the protocol's columns; None for one that it has not."""

    item: str
    target: str
    rater: str
    response: str
    correct: str | None = None
    normalized: str | None = None
    time: str | None = None

    @classmethod
    def of(cls, table: str, columns: Sequence[str]) -> _Columns:
        """Raises ReadError where one that the protocol needs is absent."""
        known = {"item": ITEM, "target": TARGET, "rater": RATER, "response": RESPONSE}
        needed = {role: _column(columns, names) for role, names in known.items()}
        absent = [role for role, column in needed.items() if column is None]
        if absent:
            raise ReadError(
                f"{table} has no column for {', '.join(absent)}; choose another protocol or name the columns."
            )
        more = {"correct": CORRECT, "normalized": NORMALIZED, "time": TIME}
        return cls(**needed, **{role: _column(columns, names) for role, names in more.items()})  # type: ignore[arg-type]

    @property
    def of_an_answer(self) -> list[str]:
        """Columns that belong to one person's answer and not to the image."""
        return [c for c in (self.rater, self.response, self.correct, self.normalized, self.time) if c]


class Recognition(Protocol):
    """Open answers of several annotators on images with a known target."""

    name = "recognition"
    title = "Recognition"
    summary = "Open answers to images, right or wrong against a target; several annotators and a model"

    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        columns = [c for r in readings for t in r.tables for c in t.frame.columns]
        found = [_column(columns, names) for names in (TARGET, RATER, RESPONSE)]
        item, correct = _column(columns, ITEM), _column(columns, CORRECT)
        if not all(found) or item is None or len({item, *found}) < 4:
            return None
        named = ", ".join(f"'{c}'" for c in [*found, correct] if c)
        return Detection(
            self.name, 0.95 if correct else 0.8, f"it has a target, a rater and an answer in its own words ({named})"
        )

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """Items are images, raters who answered; `answer` is what they wrote, as the file normalised it where it did.

        options: `zone`, where times without a zone were written.
        """
        every = [t for r in readings for t in r.tables]
        tables = [t for t in every if _column(list(t.frame.columns), RESPONSE)]
        if not tables or not sum(len(t.frame) for t in tables):
            raise ReadError(
                f"{readings[0].file} has no answers; a recognition file has one row per image and annotator."
            )
        file = tables[0].name
        problems = [p for r in readings for p in r.problems]
        problems += left_out(t for t in every if not _column(list(t.frame.columns), RESPONSE))
        frame = pd.concat([t.frame for t in tables], ignore_index=True)
        columns = _Columns.of(file, list(frame.columns))
        frame = _answers(frame, columns, options, file, problems)
        items = _items(frame, columns, file, problems)
        ratings = _ratings(frame, columns, items["target"], file, problems)
        few = min(30, len(items) / 2)
        groups = [c for c in items if c not in ("target", "answers") and 1 < items[c].nunique() <= few]
        return Study(
            name=str(options.get("name") or readings[0].file),
            protocol=self.name,
            items=items,
            ratings=ratings,
            dimensions={d: s for d, s in DIMENSIONS.items() if d != "recognised" or columns.correct},
            groups=tuple(groups),
            evidence=("target", "answers"),
            problems=tuple(problems),
            options=dict(options),
        )


def _answers(
    frame: pd.DataFrame, columns: _Columns, options: Mapping[str, Any], file: str, problems: list[Problem]
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


def _items(frame: pd.DataFrame, columns: _Columns, file: str, problems: list[Problem]) -> pd.DataFrame:
    """The images with their target, what else is said of them, and what everyone answered."""
    own = ["item_id", "rater_name", "answered", columns.item, *columns.of_an_answer]
    varies = {
        c: frame.groupby("item_id")[c].nunique(dropna=False).max() > 1
        for c in frame.columns
        if c not in own and c != columns.target
    }
    for column in [c for c, differs in varies.items() if differs]:
        what = "a column that differs between the answers to one image"
        problems.append(Problem(what, "not used", file, column=column, count=int(frame[column].notna().sum())))
    _conflicting_targets(frame, columns.target, file, problems)
    described = [columns.target, *(c for c, differs in varies.items() if not differs)]
    items = frame.sort_index().drop_duplicates("item_id").set_index("item_id")[described]
    items = items.rename(columns={columns.target: "target"})
    latest = frame[["item_id", "rater_name", columns.response]].dropna()
    latest = latest.drop_duplicates(["item_id", "rater_name"], keep="last").sort_index()
    lines = latest["rater_name"] + ": " + latest[columns.response]
    items["answers"] = lines.groupby(latest["item_id"], sort=False).agg("\n".join).reindex(items.index)
    return items


def _ratings(
    frame: pd.DataFrame, columns: _Columns, targets: pd.Series, file: str, problems: list[Problem]
) -> pd.DataFrame:
    """Each answer as it was judged, as the rule judges it, and as it was written."""
    kinds = {r: ("ai" if kind_of(r) == "ai" else "human") for r in frame["rater_name"].unique()}
    response = frame[columns.response]
    base = {
        "item_id": frame["item_id"], "rater": frame["rater_name"], "kind": frame["rater_name"].map(kinds),
        "response": response, "time": frame["answered"],
    }  # fmt: skip
    by_rule = [right(a, t) for a, t in zip(response, frame["item_id"].map(targets), strict=True)]
    written = frame[columns.normalized].fillna(response) if columns.normalized else response
    parts = [
        {"dimension": "recognised_auto", "value": [v for v, _ in by_rule], "signal": [s for _, s in by_rule]},
        {"dimension": "answer", "value": written},
    ]
    judged = _judgements(frame, columns.correct, file, problems)
    if judged is not None:
        parts.insert(0, {"dimension": "recognised", "value": judged})
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


def _judgements(
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
