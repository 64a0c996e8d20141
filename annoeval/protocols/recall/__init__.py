"""Recall experiments: a model picks secret words, later says what they were, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from annoeval.protocols.protocol import NOTHING, Detection, Protocol, Section, Setting, Told
from annoeval.protocols.recall.follow import with_followed_scores
from annoeval.protocols.recall.questions import recall_answer, recall_questions
from annoeval.protocols.recall.raw import raw_tables
from annoeval.protocols.recall.rows import slots_of, summary_tables
from annoeval.protocols.recall.runs import trials_of
from annoeval.protocols.recall.sections import recall_sections
from annoeval.protocols.recall.study import study_of
from annoeval.protocols.recall.summary import summary as summary_table
from annoeval.protocols.recall.tables import (
    confidence_words,
    recall_bands,
    recall_confidence,
    recall_counts,
    recall_differences,
    recall_failures,
    recall_funnel,
    recall_means,
    trials_said,
)
from annoeval.reading.table import Reading
from annoeval.scoring.answers_in_text import PATTERNS
from annoeval.scoring.confidence import WORDS
from annoeval.study import Study


class Recall(Protocol):
    """Trials with secret and guessed slots; scored 1, 0.5 or 0 a slot and their mean a trial."""

    name = "recall"
    title = "Recall experiment"
    summary = "Secret words against recalled ones, slot by slot, with confidence and conditions."
    published_as = "summary.tsv"

    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        """Sure of any table with two or more `secret_…`/`guess_…` pairs, and of raw trials in two phases."""
        tables = summary_tables(readings)
        if tables:
            slots = slots_of([str(c) for c in tables[0].frame.columns])
            return Detection(self.name, 0.98, "columns secret_… and guess_… for " + ", ".join(slots))
        if raw_tables(readings):
            return Detection(self.name, 0.95, "what the model wrote in phase 1 and phase 2")
        return None

    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """Items are trials; raters are the two rules, `as published` first.

        options: `rule`, `confidence_scale` [low, high], `confidence_words` {phrase: per cent}, `patterns`
        (`Patterns.of`), `reextract` (slots from the raw text though a summary is there), `phase1_response`, `slots`,
        `bands` {"high": 0.75, "medium": 0.375}.
        """
        return study_of(trials_of(readings, options), readings, options)

    def tables(self, study: Study) -> Mapping[str, pd.DataFrame]:
        """The questions with their answers; counts, funnel, means over all and valid trials, failures, bands;
        confidence by reading and the words' mapping; the slots on which the two rules differ."""
        made = {
            "recall_questions": recall_questions(study),
            "recall_counts": recall_counts(study),
            "recall_funnel": recall_funnel(study),
            "recall_means": recall_means(study),
            "recall_failures": recall_failures(study),
            "recall_bands": recall_bands(study),
            "recall_confidence": recall_confidence(study),
            "confidence_words": confidence_words(study),
            "recall_differences": recall_differences(study),
        }
        return {name: table for name, table in made.items() if len(table)}

    def sections(self, study: Study) -> Sequence[Section]:
        """The experiment's questions, each with its sentence, plot and table."""
        return tuple(recall_sections(study))

    def settings(self) -> Sequence[Setting]:
        """Patterns of the raw text, which mention counts, the words of confidence, the bands."""
        mentions = (("the last one", None), ("the first one", "first"))
        return (
            Setting(
                "patterns.shapes",
                "How answers stand in the raw text",
                "table",
                dict(PATTERNS),
                help="Regular expressions, tried in order; {slot} stands for the slot's names. A group “value” "
                "is the answer; without one it is what follows, up to the next label or the line's end.",
            ),
            Setting("patterns.occurrence", "Which mention counts", "choice", None, mentions),
            Setting("confidence_words", "What words of confidence mean, in per cent", "table", dict(WORDS)),
            Setting("bands", "Lowest score of a band", "table", {"high": 0.75, "medium": 0.375}),
        )

    def outcome(self, study: Study) -> str:
        """How many trials are scored, valid and used, and how many confidences could be read."""
        items = study.items
        secrets, guesses = int(items["secret_complete"].sum()), int(items["guess_complete"].sum())
        sure = int(items["confidence_read"].notna().sum())
        return (
            f"{trials_said(study)} {secrets:,} secrets and {guesses:,} guesses are complete; {sure:,} "
            "confidences can be read."
        )

    def follow(self, study: Study, told: Told = NOTHING) -> Study:
        """A trial's score follows its corrected slots."""
        return with_followed_scores(study)

    def published(self, study: Study) -> pd.DataFrame:
        """The columns of `summary.tsv`, scored by the published rule."""
        return summary_table(study)

    def headline(self, study: Study) -> str | None:
        """Which condition recalls more and by how much, and whether confidence tracks the score."""
        return recall_answer(study)
