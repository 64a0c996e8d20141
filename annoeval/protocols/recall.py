"""Recall experiments: a model picks secret words, later says what they were, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from annoeval.protocols.protocol import Detection, Protocol
from annoeval.protocols.recall_rows import Trials, run_name, slots_of, summary_tables, trials_of_summary
from annoeval.protocols.recall_tables import recall_counts
from annoeval.reading.table import ReadError, Reading
from annoeval.scoring.confidence import find_scale, read_confidences
from annoeval.scoring.slots import RULES, slot_scores
from annoeval.study import Problem, Scale, Study, ratings_table, unique_ids

PUBLISHED, RECOMMENDED = "as published", "recommended"

SLOT_NAMES = {1.0: "exact", 0.5: "partial", 0.0: "none"}
SLOT_DEFINITIONS = {
    1.0: "The guess is the secret, whatever the case.",
    0.5: "Guess and secret share a word, as “red” and “dark red”.",
    0.0: "Nothing in common, or one side is empty.",
}


class Recall(Protocol):
    """Trials with secret and guessed slots; scored 1, 0.5 or 0 a slot and their mean a trial."""

    name = "recall"
    title = "Recall experiment"
    summary = "Secret words against recalled ones, slot by slot, with confidence and conditions."

    def detect(self, readings: Sequence[Reading]) -> Detection | None:
        """Sure of any table with two or more `secret_…`/`guess_…` pairs."""
        tables = summary_tables(readings)
        if not tables:
            return None
        slots = slots_of([str(c) for c in tables[0].frame.columns])
        return Detection(self.name, 0.98, "columns secret_… and guess_… for " + ", ".join(slots))

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """Items are trials; raters are the two rules, `as published` first."""
        tables = summary_tables(readings)
        if not tables:
            raise ReadError("no table with secret_… and guess_… columns was found; use the experiment's summary.tsv")
        parts = [trials_of_summary(t, run_name(t.name)) for t in tables]
        return study_of(_joined(parts), readings, options)

    def tables(self, study: Study) -> Mapping[str, pd.DataFrame]:
        """`recall_counts`: exact and partial recalls and complete trials, by condition and rule."""
        return {"recall_counts": recall_counts(study)}


def _joined(parts: Sequence[Trials]) -> Trials:
    slots = tuple(dict.fromkeys(s for p in parts for s in p.slots))
    frame = pd.concat([p.frame for p in parts], ignore_index=True)
    for slot in slots:
        for side in ("secret", "guess"):
            if f"{side}_{slot}" not in frame:
                frame[f"{side}_{slot}"] = None
    return Trials(frame, slots, tuple(problem for p in parts for problem in p.problems))


def study_of(trials: Trials, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
    """The Study of these trials: both rules' ratings, confidences as shares, completeness recomputed."""
    frame, slots = trials.frame, trials.slots
    problems = [p for r in readings for p in r.problems] + list(trials.problems)
    runs = frame["run"].nunique() > 1
    content = frame[[c for c in frame.columns if c not in ("run", "file", "row")]]
    ids, _ = unique_ids(frame["run"] if runs else pd.Series(["trial"] * len(frame)), content)

    items = pd.DataFrame(index=ids)
    if runs:
        items["run"] = frame["run"].to_numpy()
    if frame["condition"].notna().any():
        items["condition"] = frame["condition"].astype("object").where(frame["condition"].notna(), None).to_numpy()
    for side in ("secret", "guess"):
        for slot in slots:
            column = frame[f"{side}_{slot}"]
            items[f"{side}_{slot}"] = column.astype("object").where(column.notna(), None).to_numpy()
    for side in ("secret", "guess"):
        items[f"{side}_complete"] = np.logical_and.reduce([_filled(items[f"{side}_{s}"]) for s in slots])
        problems += _validity_problems(frame, f"{side}_said_valid", items[f"{side}_complete"].to_numpy(), side)
    if frame["phase1"].notna().any():
        items["phase1_followed"] = [_truth(v) for v in frame["phase1"]]

    confidences = read_confidences(frame["confidence_text"], _scale(frame, options))
    items["confidence"] = confidences.bare
    items["confidence_text"] = (
        frame["confidence_text"].astype("object").where(frame["confidence_text"].notna(), None).to_numpy()
    )
    problems += _confidence_problems(frame, confidences.form)

    parts = []
    for name, rule in RULES.items():
        by_slot = {s: slot_scores(frame[f"secret_{s}"], frame[f"guess_{s}"], rule) for s in slots}
        values = by_slot | {"score": np.mean(list(by_slot.values()), axis=0)}
        for dimension, computed in values.items():
            given = computed
            if name == PUBLISHED:
                own = "score" if dimension == "score" else f"{dimension}_match"
                given, found = _own_values(frame, own, computed)
                problems += found
            guess = frame[f"guess_{dimension}"] if dimension != "score" else None
            parts.append(
                ratings_table({
                    "item_id": ids, "dimension": dimension, "rater": name, "kind": "ai",
                    "value": [float(v) for v in given], "response": None if guess is None else guess.tolist(),
                })
            )  # fmt: skip

    dimensions = {
        s: Scale(
            "ordinal", (0.0, 0.5, 1.0), role="score", names=SLOT_NAMES, definitions=SLOT_DEFINITIONS,
            title=s.capitalize(), question=f"Was the {s} recalled?",
        ) for s in slots
    }  # fmt: skip
    dimensions["score"] = Scale("interval", bounds=(0.0, 1.0), role="score", title="Score", question="")
    return Study(
        name=readings[0].file,
        protocol="recall",
        items=items,
        ratings=pd.concat(parts, ignore_index=True),
        dimensions=dimensions,
        groups=tuple(c for c in ("condition", "run") if c in items),
        evidence=(*(f"{side}_{s}" for s in slots for side in ("secret", "guess")), "confidence_text"),
        problems=tuple(problems),
        options=dict(options),
        headline=options.get("rule", PUBLISHED),
    )


def _filled(column: pd.Series) -> np.ndarray:
    return column.map(lambda v: isinstance(v, str) and bool(v.strip())).to_numpy(dtype=bool)


def _truth(cell: Any) -> bool | None:
    word = cell.strip().lower() if isinstance(cell, str) else ""
    return True if word in ("true", "1", "yes") else False if word in ("false", "0", "no") else None


def _scale(frame: pd.DataFrame, options: Mapping[str, Any]) -> tuple[float, float]:
    if "confidence_scale" in options:
        low, high = options["confidence_scale"]
        return float(low), float(high)
    return find_scale(frame["confidence_text"], highest=(1, 100))


def _validity_problems(frame: pd.DataFrame, column: str, complete: np.ndarray, side: str) -> list[Problem]:
    said = np.array([_truth(v) for v in frame[column]], dtype=object)
    wrong = np.array([s is not None and s != c for s, c in zip(said, complete, strict=True)])
    if not wrong.any():
        return []
    first = int(np.flatnonzero(wrong)[0])
    known = side == "secret" and not any(s is True for s in said)
    reason = " (the program that writes these files always says False)" if known else ""
    return [
        Problem(
            f"{side}_valid does not fit the slots{reason}",
            "recomputed: valid where no slot is blank",
            file=str(frame["file"].iloc[first]), row=_row(frame, first), column=f"{side}_valid",
            value=str(frame[column].iloc[first]), count=int(wrong.sum()),
        )
    ]  # fmt: skip


def _confidence_problems(frame: pd.DataFrame, form: np.ndarray) -> list[Problem]:
    texts = frame["confidence_text"].astype("object").where(frame["confidence_text"].notna(), "")
    found = []
    for kind, problem, action in (
        ("missing", "no confidence was given", "left missing"),
        ("outside", "confidence is off its scale", "counted as missing"),
        ("ambiguous", "confidence could be a share or a number from 1 to 100", "counted as missing"),
        ("unreadable", "confidence can't be read", "counted as missing"),
        ("words", "confidence is not a bare number", "left out of figures over bare numbers"),
        ("percent", "confidence is not a bare number", "left out of figures over bare numbers"),
        ("fraction", "confidence is not a bare number", "left out of figures over bare numbers"),
    ):
        for text in dict.fromkeys(texts[form == kind]):
            where = np.flatnonzero((form == kind) & (texts == text).to_numpy())
            found.append(
                Problem(
                    problem, action, file=str(frame["file"].iloc[where[0]]), row=_row(frame, int(where[0])),
                    column="confidence", value=text or None, count=len(where),
                )
            )  # fmt: skip
    return found


def _own_values(frame: pd.DataFrame, column: str, computed: np.ndarray) -> tuple[np.ndarray, list[Problem]]:
    """The file's own scores where it carries them, the rule's elsewhere, and where the two differ."""
    if column not in frame:
        return computed, []
    own = pd.to_numeric(frame[column].astype("object").where(frame[column].notna(), None), errors="coerce").to_numpy(
        float
    )
    off = (own < 0) | (own > 1)
    own = np.where(off, np.nan, own)
    differs = ~np.isnan(own) & (np.abs(own - computed) > 5e-4)
    problems = []
    if differs.any():
        first = int(np.flatnonzero(differs)[0])
        problems.append(
            Problem(
                f"the file's {column} is not what the published rule gives ({computed[first]:g} here)",
                "the file's value is kept as published",
                file=str(frame["file"].iloc[first]), row=_row(frame, first), column=column,
                value=str(frame[column].iloc[first]), count=int(differs.sum()),
            )
        )  # fmt: skip
    if off.any():
        first = int(np.flatnonzero(off)[0])
        problems.append(
            Problem(
                f"{column} lies outside 0 to 1", "the rule's value is used instead",
                file=str(frame["file"].iloc[first]), row=_row(frame, first), column=column,
                value=str(frame[column].iloc[first]), count=int(off.sum()),
            )
        )  # fmt: skip
    return np.where(np.isnan(own), computed, own), problems


def _row(frame: pd.DataFrame, position: int) -> int | None:
    row = frame["row"].iloc[position]
    return None if pd.isna(row) else int(row)
