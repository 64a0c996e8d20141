"""The Study of a recall experiment's trials: items, both rules' ratings, and what was odd."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.recall.raw import KEPT, TEXTS
from annoeval.protocols.recall.rows import Trials
from annoeval.rating_table import ratings_table
from annoeval.reading.table import Reading
from annoeval.scale import Scale
from annoeval.scoring.confidence import WORDS, Confidences, find_scale, read_confidences
from annoeval.scoring.slots import RULES, slot_scores
from annoeval.study import Study
from annoeval.tables.item_ids import unique_ids
from annoeval.vocabulary import yes_no

PUBLISHED, RECOMMENDED = "as published", "recommended"

SLOT_NAMES = {1.0: "exact", 0.5: "partial", 0.0: "none"}
SLOT_DEFINITIONS = {
    1.0: "The guess is the secret, whatever the case.",
    0.5: "Guess and secret share a word, as “red” and “dark red”.",
    0.0: "Nothing in common, or one side is empty.",
}


def study_of(trials: Trials, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
    """The Study of these trials: both rules' ratings, confidences as shares, completeness recomputed.

    Item columns: `run`, `condition`, `secret_<slot>`, `guess_<slot>`, `secret_complete`, `guess_complete`,
    `phase1_followed`, `secret_failure`, `guess_failure`, `confidence` (bare numbers, 0 to 1), `confidence_read`
    (words and percentages too), `confidence_text`, and the raw texts.
    """
    frame, slots = trials.frame, trials.slots
    problems = [p for r in readings for p in r.problems] + list(trials.problems)
    ids = _ids(frame, slots)
    confidences = read_confidences(frame["confidence_text"], _scale(frame, options), _words(options))
    items = _items(frame, slots, ids, confidences)
    for side in ("secret", "guess"):
        if f"{side}_said_valid" in frame:
            problems += _validity_problems(frame, f"{side}_said_valid", items[f"{side}_complete"].to_numpy(), side)
    problems += _confidence_problems(frame, confidences.form)
    ratings, found = _ratings(frame, slots, ids)
    return Study(
        name=str(options.get("name") or readings[0].file),
        protocol="recall",
        items=items,
        ratings=ratings,
        dimensions=_dimensions(slots),
        groups=_groups(items),
        evidence=(
            *(f"{side}_{s}" for s in slots for side in ("secret", "guess")),
            "confidence_text",
            *(c for c in TEXTS if c in items),
        ),
        problems=(*problems, *found),
        options=dict(options),
        headline=options.get("rule", PUBLISHED),
    )


def _items(frame: pd.DataFrame, slots: Sequence[str], ids: pd.Index, confidences: Confidences) -> pd.DataFrame:
    columns: dict[str, Any] = {}
    for name in ("run", "condition", *KEPT):
        if name in frame and frame[name].notna().any() and (name != "run" or frame["run"].nunique() > 1):
            columns[name] = _texts(frame[name])
    for side in ("secret", "guess"):
        columns |= {f"{side}_{s}": _texts(frame[f"{side}_{s}"]) for s in slots}
    for side in ("secret", "guess"):
        filled = [[isinstance(v, str) and bool(v.strip()) for v in columns[f"{side}_{s}"]] for s in slots]
        columns[f"{side}_complete"] = np.logical_and.reduce(np.array(filled, dtype=bool))
    if frame["phase1"].notna().any():
        columns["phase1_followed"] = [_truth(v) for v in frame["phase1"]]
    columns |= {"confidence": confidences.bare, "confidence_read": confidences.value}
    columns["confidence_text"] = _texts(frame["confidence_text"])
    for name in ("secret_failure", "guess_failure", *TEXTS):
        if name in frame:
            columns[name] = _texts(frame[name])
    return pd.DataFrame(columns, index=ids)


def _ids(frame: pd.DataFrame, slots: Sequence[str]) -> pd.Index:
    """Trials by their index where the raw file tells it, else `trial#1, trial#2, …` in the order of their content."""
    parts = []
    if frame["run"].nunique() > 1:
        parts.append(frame["run"].astype("object"))
    keys = pd.Series([None] * len(frame), dtype="object")
    if "trial_index" in frame and frame["trial_index"].notna().any():
        index = frame["trial_index"].astype("object")
        if pd.DataFrame({"r": frame["run"], "i": index}).dropna().duplicated().any():
            parts.append(frame["condition"].astype("object").fillna(""))
        keys = index
    named = keys.where(keys.notna(), "trial").astype(str)
    for part in reversed(parts):
        named = part.astype(str) + "/" + named
    content = frame[["condition", *(f"{side}_{s}" for side in ("secret", "guess") for s in slots), "confidence_text"]]
    ids, _ = unique_ids(named, content.reset_index(drop=True))
    return pd.Index(
        [f"{i}#1" if n.endswith("trial") and i == n else i for i, n in zip(ids, named, strict=True)], name="item_id"
    )


def _ratings(frame: pd.DataFrame, slots: Sequence[str], ids: pd.Index) -> tuple[pd.DataFrame, list[Problem]]:
    problems: list[Problem] = []
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
                ratings_table(
                    {
                        "item_id": ids,
                        "dimension": dimension,
                        "rater": name,
                        "kind": "ai",
                        "value": [float(v) for v in given],
                        "response": None if guess is None else guess.tolist(),
                    }
                )
            )
    return pd.concat(parts, ignore_index=True), problems


def _dimensions(slots: Sequence[str]) -> dict[str, Scale]:
    """The trial's score, which headlines, then its slots."""
    score = Scale("interval", bounds=(0.0, 1.0), role="score", title="Score")
    return {"score": score} | {
        s: Scale(
            "ordinal",
            (0.0, 0.5, 1.0),
            role="score",
            names=SLOT_NAMES,
            definitions=SLOT_DEFINITIONS,
            title=s.capitalize(),
            question=f"Was the {s} recalled?",
        )
        for s in slots
    }


def _groups(items: pd.DataFrame) -> tuple[str, ...]:
    others = [c for c in ("run", *KEPT[1:]) if c in items and items[c].nunique() > 1]
    return tuple(c for c in ("condition", *others) if c in items)


def _texts(column: pd.Series) -> list[Any]:
    return [v if isinstance(v, str) and v != "" else None for v in column]


def _truth(cell: Any) -> bool | None:
    return yes_no(cell) if isinstance(cell, str) else None


def _scale(frame: pd.DataFrame, options: Mapping[str, Any]) -> tuple[float, float]:
    if "confidence_scale" in options:
        low, high = options["confidence_scale"]
        return float(low), float(high)
    return find_scale(frame["confidence_text"], highest=(1, 100))


def _words(options: Mapping[str, Any]) -> Mapping[str, float]:
    given = options.get("confidence_words")
    return WORDS if given is None else {str(k).lower(): float(v) for k, v in dict(given).items()}


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
            file=str(frame["file"].iloc[first]),
            row=_row(frame, first),
            column=f"{side}_valid",
            value=str(frame[column].iloc[first]),
            count=int(wrong.sum()),
        )
    ]


def _confidence_problems(frame: pd.DataFrame, form: np.ndarray) -> list[Problem]:
    if frame["confidence_text"].isna().all():
        return []  # confidence was not asked for, which is no fault of any trial
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
                    problem,
                    action,
                    file=str(frame["file"].iloc[where[0]]),
                    row=_row(frame, int(where[0])),
                    column="confidence",
                    value=text or None,
                    count=len(where),
                )
            )
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
                file=str(frame["file"].iloc[first]),
                row=_row(frame, first),
                column=column,
                value=str(frame[column].iloc[first]),
                count=int(differs.sum()),
            )
        )
    if off.any():
        first = int(np.flatnonzero(off)[0])
        problems.append(
            Problem(
                f"{column} lies outside 0 to 1",
                "the rule's value is used instead",
                file=str(frame["file"].iloc[first]),
                row=_row(frame, first),
                column=column,
                value=str(frame[column].iloc[first]),
                count=int(off.sum()),
            )
        )
    return np.where(np.isnan(own), computed, own), problems


def _row(frame: pd.DataFrame, position: int) -> int | None:
    row = frame["row"].iloc[position]
    return None if pd.isna(row) else int(row)
