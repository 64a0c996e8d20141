"""`transcripts`: what a speech recogniser heard in clips, against what was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from rapidfuzz.distance import Levenshtein

from annoeval.problem import Problem
from annoeval.protocols import Detection, Means, Protocol, Scorer
from annoeval.rating_table import empty_ratings, ratings_table
from annoeval.reading.table import ReadError, Reading, Table
from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.tables.item_ids import unique_ids

NEEDED = ("clip", "said", "heard")
MEANING = Scale(
    "ordinal",
    (0.0, 1.0, 2.0),
    names={0.0: "Lost", 1.0: "Partly", 2.0: "Kept"},
    definitions={0.0: "The sense is gone or another", 1.0: "A detail is wrong or missing", 2.0: "Says the same"},
    title="Meaning",
    question="Does the transcript keep what was said?",
)


class Transcripts(Protocol):
    """A row a clip: `clip, said, heard`; `meaning_NAME` holds a person's score, every other column is a group."""

    name = "transcripts"
    title = "Transcripts"
    summary = "What a speech recogniser heard, against what was said"

    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        if _table(readings) is None:
            return None
        return Detection(self.name, 0.95, "it has the columns 'clip', 'said' and 'heard'")

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        table = _table(readings)
        if table is None:
            raise ReadError(f"No table has the columns {', '.join(NEEDED)}: name them so.")
        frame = table.frame
        ids, _ = unique_ids(frame["clip"], frame)
        people = [str(c) for c in frame if str(c).startswith("meaning_")]
        problems = [p for reading in readings for p in reading.problems]
        ratings = [empty_ratings()]
        for column in people:
            values = frame[column].map({"0": 0.0, "1": 1.0, "2": 2.0})
            wrong = frame[column][values.isna() & frame[column].notna()]
            problems += [
                Problem("a score that is not 0, 1 or 2", "counted as missing", table.name, int(row), column, text)
                for row, text in wrong.items()
            ]
            ratings.append(
                ratings_table(
                    {
                        "item_id": ids,
                        "dimension": "meaning",
                        "rater": column.removeprefix("meaning_"),
                        "kind": "human",
                        "value": values.tolist(),
                        "response": frame[column].tolist(),
                    }
                )
            )
        return Study(
            name=str(options.get("name") or readings[0].file),
            protocol=self.name,
            items=frame.drop(columns=people).set_axis(ids, axis="index"),
            ratings=pd.concat(ratings, ignore_index=True).dropna(subset=["value"]),
            dimensions={"meaning": MEANING},
            groups=tuple(str(c) for c in frame if c not in (*NEEDED, *people)),
            evidence=("said", "heard"),
            problems=tuple(problems),
            options=dict(options),
        )

    def scorers(self) -> Mapping[str, Scorer]:
        return {"word error rate": _by_word_errors}

    def thresholds(self, scorer: str) -> Mapping[str, float]:
        return {"kept": 0.0, "partly": 0.25}

    def tables(self, study: Study) -> Mapping[str, pd.DataFrame]:
        """`word_errors`: the word error rate of each clip."""
        return {"word_errors": _word_errors(study).rename("word_error_rate").reset_index()}

    def headline(self, study: Study) -> str | None:
        rates = _word_errors(study)
        return f"The mean word error rate is {rates.mean():.2f} over {len(rates)} clips" if len(rates) else None


def _table(readings: Sequence[Reading]) -> Table | None:
    tables = [table for reading in readings for table in reading.tables]
    return next((t for t in tables if set(NEEDED) <= set(map(str, t.frame.columns))), None)


def _word_errors(study: Study) -> pd.Series:
    """Word error rate of each clip: the words to insert, delete or replace, by the words said; at least 0."""
    said, heard = (study.items[c].fillna("").str.casefold().str.split() for c in ("said", "heard"))
    rates = [Levenshtein.distance(a, b) / max(len(a), 1) for a, b in zip(said, heard, strict=True)]
    return pd.Series(rates, index=study.items.index, dtype="float64")


def _by_word_errors(study: Study, means: Means) -> pd.DataFrame:
    rates = _word_errors(study)
    kept, partly = means.thresholds.get("kept", 0.0), means.thresholds.get("partly", 0.25)
    return ratings_table(
        {
            "item_id": rates.index,
            "dimension": "meaning",
            "rater": "word error rate",
            "kind": "ai",
            "value": [2.0 if r <= kept else 1.0 if r <= partly else 0.0 for r in rates],
            "signal": (1 - rates).clip(lower=0).to_numpy(),
        }
    )
