"""`recognition`: people (and a model) say in their own words what an image shows; right or wrong against a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from annoeval.protocols.protocol import Detection, Protocol, left_out
from annoeval.reading.labels import apply, bare
from annoeval.reading.table import ReadError, Reading
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


class Recognition(Protocol):
    """Open answers of several annotators on images with a known target."""

    name = "recognition"
    title = "Recognition"
    summary = "Open answers to images, right or wrong against a target; several annotators and a model"

    def detect(self, readings: Sequence[Reading]) -> Detection | None:
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
        tables = [t for r in readings for t in r.tables if _column(list(t.frame.columns), RESPONSE)]
        if not tables or not sum(len(t.frame) for t in tables):
            raise ReadError(
                f"{readings[0].file} has no answers; a recognition file has one row per image and annotator."
            )
        problems = [p for r in readings for p in r.problems]
        problems += left_out(t for r in readings for t in r.tables if not _column(list(t.frame.columns), RESPONSE))
        frame = pd.concat([t.frame for t in tables], ignore_index=True)
        columns = list(frame.columns)
        roles = {"item": ITEM, "target": TARGET, "rater": RATER, "response": RESPONSE, "correct": CORRECT}
        names = {role: _column(columns, known) for role, known in roles.items()}
        absent = [role for role in ("item", "target", "rater", "response") if names[role] is None]
        if absent:
            raise ReadError(
                f"{tables[0].name} has no column for {', '.join(absent)}; choose another protocol or name the columns."
            )
        item, target, rater, response, correct = (names[r] for r in ("item", "target", "rater", "response", "correct"))
        without = frame[item].isna() | frame[rater].isna()
        if without.any():
            problems.append(
                Problem("row without an image or an annotator", "left out", tables[0].name, count=int(without.sum()))
            )
            frame = frame[~without]
        frame = frame.assign(item_id=bare(frame[item]), rater_name=bare(frame[rater]))
        again = frame.duplicated(["item_id", "rater_name"]).sum()
        if again:
            problems.append(
                Problem(
                    "the same annotator answered the same image again",
                    "the latest counts",
                    tables[0].name,
                    count=int(again),
                )
            )
        kinds = {r: ("ai" if kind_of(r) == "ai" else "human") for r in frame["rater_name"].unique()}
        extra = [c for c in columns if c not in (item, rater, response, correct)]
        per_item = [c for c in extra if c == target or frame.groupby("item_id")[c].nunique(dropna=False).max() == 1]
        _conflicting_targets(frame, str(target), tables[0].name, problems)
        items = frame.drop_duplicates("item_id").set_index("item_id")[per_item].rename(columns={target: "target"})
        shown = (
            frame[["item_id", "rater_name", response]].dropna().drop_duplicates(["item_id", "rater_name"], keep="last")
        )
        answers = shown.groupby("item_id", sort=False).apply(
            lambda g: "\n".join(f"{r}: {a}" for r, a in zip(g["rater_name"], g[response], strict=True)),
            include_groups=False,
        )
        items["answers"] = answers.reindex(items.index) if len(answers) else None
        judged = _judgements(frame, correct, tables[0].name, problems)
        targets = frame["item_id"].map(items["target"])
        by_rule = [right(a, t) for a, t in zip(frame[response], targets, strict=True)]
        base = {"item_id": frame["item_id"], "rater": frame["rater_name"], "kind": frame["rater_name"].map(kinds)}
        parts = [
            ratings_table({**base, "dimension": "recognised_auto", "response": frame[response],
                           "value": [v for v, _ in by_rule], "signal": [s for _, s in by_rule]}),
            ratings_table({**base, "dimension": "answer", "value": frame[response], "response": frame[response]}),
        ]  # fmt: skip
        if judged is not None:
            parts.insert(
                0, ratings_table({**base, "dimension": "recognised", "value": judged, "response": frame[response]})
            )
        groups = [
            c for c in items if c not in ("target", "answers") and 1 < items[c].nunique() <= min(30, len(items) / 2)
        ]
        return Study(
            name=str(options.get("name") or readings[0].file),
            protocol=self.name,
            items=items,
            ratings=pd.concat(parts, ignore_index=True),
            dimensions={d: s for d, s in DIMENSIONS.items() if d != "recognised" or judged is not None},
            groups=tuple(groups),
            evidence=("target", "answers"),
            problems=tuple(problems),
            options=dict(options),
        )


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
