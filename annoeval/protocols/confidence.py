"""Questions answered by several models, each answer right or wrong and stated with a confidence (a wide table)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.protocol import Bar, Detection, Protocol, Section, Setting
from annoeval.rating_table import ratings_table
from annoeval.ratings import latest_of
from annoeval.reading.table import ReadError, Reading, Table
from annoeval.scale import Scale
from annoeval.scoring.confidence import Confidences, find_scale, read_confidences
from annoeval.statistics.calibration.confidence import auroc, brier, calibration_error
from annoeval.study import Study
from annoeval.tables.item_ids import unique_ids
from annoeval.vocabulary import is_missing, yes_no
from annoeval.words import count, interval, number, percent

_PAIR = re.compile(
    r"(?P<model>.+?)[\s_.\-]+(?:(?P<sure>confidence|conf)|(?P<right>correctness|correct|is[_ ]correct|accuracy))",
    re.IGNORECASE,
)
_ID = re.compile(r"(question|item|id|q|task|problem)([ _-]?(id|key|nr|no|number))?", re.IGNORECASE)
MODEL_COLUMNS = [
    "rater", "n", "missing", "accuracy", "confidence", "overconfidence", "auroc", "low", "high", "brier", "ece",
    "confidence_right", "confidence_wrong", "method", "reason",
]  # fmt: skip


class Confidence(Protocol):
    """A row a question; per model a column of correctness and one of stated confidence."""

    name = "confidence"
    title = "Confidence"
    summary = "Right or wrong answers of several models with the confidence they stated: calibration and AUROC."

    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        """Sure where two columns or more are paired by name, as `x_confidence` and `x_correctness`."""
        for reading in readings:
            for table in reading.tables:
                pairs = model_columns(table)
                if pairs:
                    named = ", ".join(list(pairs)[:3]) + (" …" if len(pairs) > 3 else "")
                    return Detection(
                        self.name, 0.95 if len(pairs) > 1 else 0.85, f"a confidence and a correctness each for {named}"
                    )
        return None

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """Items are questions, raters the models.

        options: `confidence_scale` [lowest, highest]; by default found over all confidence columns together, so that
        a model which only said 1 is not read on another scale than its neighbours. `confidence_words`.
        """
        found = [(r, t) for r in readings for t in r.tables if model_columns(t)]
        if not found:
            raise ReadError("No columns are paired by name, as x_confidence and x_correctness.")
        reading, table = found[0]
        return _study(reading, table, readings, options)

    def tables(self, study: Study) -> Mapping[str, pd.DataFrame]:
        """`models`: per model accuracy, mean confidence, AUROC with interval, Brier score, ECE."""
        return {"models": models(study)}

    def settings(self) -> Sequence[Setting]:
        """The scale of stated confidence."""
        scales = (("found over all columns", None), *((f"0 to {top}", [0, top]) for top in (1, 10, 100)))
        return (Setting("confidence_scale", "Confidence was stated from", "choice", None, scales),)

    def sections(self, study: Study) -> Sequence[Section]:
        """The models by how well their confidence tells right from wrong."""
        table = models(study)
        said = answer(table)
        if said is None:
            return ()
        ranked = table.dropna(subset=["auroc"]).sort_values("auroc", ascending=False, kind="stable")
        bars = tuple(
            Bar(
                r.rater,
                r.auroc,
                r.low,
                r.high,
                (number(r.auroc), interval(r.low, r.high), number(r.brier, 3), f"{r.n}"),
            )
            for r in ranked.itertuples()
        )
        headings = ("AUROC", "95 % CI", "Brier", "n")
        return (Section("confidence", "Whose confidence tells right from wrong?", f"{said}", "models", bars, headings),)

    def headline(self, study: Study) -> str | None:
        """How sure the models are, how often right, and whose confidence tells the two apart best."""
        return answer(models(study))


def model_columns(table: Table) -> dict[str, tuple[str, str]]:
    """Model → (confidence column, correctness column), in the order of the file; a column without its mate is none."""
    sides: dict[str, dict[str, str]] = {}
    for column in map(str, table.frame.columns):
        match = _PAIR.fullmatch(column.strip())
        if match:
            sides.setdefault(match["model"], {})["sure" if match["sure"] else "right"] = column
    return {m: (s["sure"], s["right"]) for m, s in sides.items() if len(s) == 2}


def _study(reading: Reading, table: Table, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
    pairs = model_columns(table)
    frame = table.frame.astype("object").where(table.frame.notna(), None)
    used = {c for pair in pairs.values() for c in pair}
    others = [c for c in frame.columns if c not in used]
    key = next((c for c in others if _ID.fullmatch(str(c).strip())), None)
    keys = frame[key] if key is not None else pd.Series(["question"] * len(frame), index=frame.index)
    ids, again = unique_ids(keys.reset_index(drop=True), frame.reset_index(drop=True))
    stated = pd.concat([frame[sure] for sure, _ in pairs.values()])
    given = options.get("confidence_scale")
    scale = (float(given[0]), float(given[1])) if given else find_scale(stated)
    words = {"words": dict(options["confidence_words"])} if options.get("confidence_words") else {}
    problems = [p for r in readings for p in r.problems]
    if key is not None and again:
        problems.append(
            Problem("an id is absent or repeated", "numbered #1, #2, …", file=table.name, column=key, count=again)
        )
    parts = []
    for model, (sure, right) in pairs.items():
        confidences = read_confidences(frame[sure], scale, **words)
        problems += _confidence_problems(table, sure, frame[sure], confidences, scale)
        value, wrong = _outcomes(frame[right])
        if wrong.any():
            first = int(np.flatnonzero(wrong)[0])
            problems.append(
                Problem(
                    "correctness is neither right nor wrong",
                    "counted as missing",
                    file=table.name,
                    column=right,
                    row=int(frame.index[first]),
                    value=str(frame[right].iloc[first]),
                    count=int(wrong.sum()),
                )
            )
        parts.append(
            ratings_table(
                {
                    "item_id": ids,
                    "dimension": "correct",
                    "rater": model,
                    "kind": "ai",
                    "value": value,
                    "response": frame[right].tolist(),
                    "confidence": confidences.value,
                }
            )
        )
    grouping = [c for c in others if c != key and 2 <= frame[c].nunique() <= min(20, len(frame) / 3)]
    items = pd.DataFrame({str(c): frame[c].to_numpy() for c in others}, index=ids)
    return Study(
        name=str(options.get("name") or reading.file),
        protocol="confidence",
        items=items,
        ratings=pd.concat(parts, ignore_index=True),
        dimensions={
            "correct": Scale(
                "ordinal",
                (0.0, 1.0),
                role="score",
                names={0.0: "Wrong", 1.0: "Right"},
                title="Correct",
                question="Is the answer right?",
            )
        },
        groups=tuple(map(str, grouping)),
        evidence=tuple(str(c) for c in others if c not in grouping),
        problems=tuple(problems),
        options={**options, "confidence_scale": list(scale)},
    )


def _outcomes(column: pd.Series) -> tuple[list[float | None], np.ndarray]:
    value: list[float | None] = []
    wrong = np.zeros(len(column), dtype=bool)
    for i, cell in enumerate(column):
        text = str(cell) if cell is not None else ""
        said = yes_no(text)
        value.append(None if said is None else float(said))
        wrong[i] = said is None and not is_missing(text)
    return value, wrong


def _confidence_problems(
    table: Table, column: str, stated: pd.Series, read: Confidences, scale: tuple[float, float]
) -> list[Problem]:
    said = {
        "missing": ("no confidence was given", "left missing"),
        "outside": (f"confidence is off the scale {scale[0]:g} to {scale[1]:g}", "counted as missing"),
        "ambiguous": ("confidence could be a share or a number on the scale", "counted as missing"),
        "unreadable": ("confidence can't be read", "counted as missing"),
    }
    found = []
    texts = stated.reset_index(drop=True)
    for form, (problem, action) in said.items():
        mask = read.form == form
        for text in dict.fromkeys(texts[mask]):
            where = np.flatnonzero(mask & np.array([t == text for t in texts]))
            found.append(
                Problem(
                    problem,
                    action,
                    file=table.name,
                    row=int(stated.index[where[0]]),
                    column=column,
                    value=text,
                    count=len(where),
                )
            )
    return found


def models(study: Study) -> pd.DataFrame:
    """One row per model over its answers with a confidence and a known outcome: `MODEL_COLUMNS`.

    `overconfidence` is mean confidence minus accuracy; `low` and `high` are AUROC's 95 % interval (DeLong);
    `confidence_right` and `confidence_wrong` the mean confidence of right and of wrong answers.
    """
    current = latest_of(study, "correct")
    rows = []
    for model, own in current.groupby("rater", sort=False):
        known = own.dropna(subset=["confidence"])
        p, y = known["confidence"].to_numpy(float), known["value"].to_numpy(float)
        row: dict[str, object] = {"rater": model, "n": len(known), "missing": len(study.items) - len(known)}
        if not len(known):
            rows.append(row | {"reason": "no answer has both a confidence and an outcome"})
            continue
        area = auroc(p, y)
        accuracy, mean = float(y.mean()), float(p.mean())
        row |= {"accuracy": accuracy, "confidence": mean, "overconfidence": mean - accuracy}
        row |= {"auroc": area.estimate, "low": area.low, "high": area.high, "brier": brier(p, y)}
        row |= {"ece": calibration_error(p, y), "method": area.method, "reason": area.reason}
        row |= {"confidence_right": _mean(p[y == 1]), "confidence_wrong": _mean(p[y == 0])}
        rows.append(row)
    return pd.DataFrame(rows, columns=MODEL_COLUMNS)


def _mean(values: np.ndarray) -> float | None:
    return float(values.mean()) if len(values) else None


def answer(table: pd.DataFrame) -> str | None:
    """The `models` table in a sentence; None where nothing is known."""
    known = table.dropna(subset=["accuracy"])
    if known.empty:
        return None
    sure, right = known["confidence"].mean(), known["accuracy"].mean()
    over = int((known["overconfidence"] > 0).sum())
    who = (
        f"{known['rater'].iloc[0]} is"
        if len(known) == 1
        else f"{over} of {len(known)} models {'is' if over == 1 else 'are'} overconfident: on average"
    )
    said = f"{who} {percent(sure)} sure and {percent(right)} right"
    ranked = known.dropna(subset=["auroc"]).sort_values("auroc", ascending=False)
    if ranked.empty:
        return f"{said}."
    best = ranked.iloc[0]
    span = f"95 % CI {interval(best['low'], best['high'])}; " if pd.notna(best["low"]) else ""
    lead = (
        "its confidence tells right from wrong with"
        if len(known) == 1
        else f"confidence tells right from wrong best in {best['rater']},"
    )
    return f"{said}; {lead} AUROC {number(best['auroc'])} ({span}{count(int(best['n']), 'answer')})."
