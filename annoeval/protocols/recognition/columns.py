"""What a recognition file calls the protocol's columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from annoeval.reading.table import ReadError, Table

ITEM = ("image_id", "item_id", "image", "id", "picture_id", "stimulus_id", "question_id")
TARGET = ("target_idiom", "target", "answer_key", "correct_answer", "idiom", "gold_answer", "expected")
RATER = (
    *("annotator_id", "annotator", "rater", "rater_id", "participant", "participant_id"),
    *("worker_id", "model", "user"),
)
RESPONSE = ("response_raw", "response", "answer", "answer_raw", "guess", "annotation", "text_value")
NORMALIZED = ("response_normalized", "response_normalised", "answer_normalized", "answer_normalised")
TIME = ("timestamp", "time", "answered_at", "submitted_at", "created_at", "date")
CORRECT = ("is_correct", "correct", "recognised", "recognized", "right")
MODEL_CORRECT = ("mllm_correct", "model_correct", "ai_correct", "vlm_correct", "llm_correct")
MODEL_ANSWER = (
    *("mllm_answer", "mllm_response", "mllm_response_raw", "model_answer", "model_response"),
    *("ai_answer", "ai_response", "vlm_answer", "llm_answer"),
)
NUMBER_CORRECT = ("num_correct", "n_correct", "number_correct")
MAJORITY_CORRECT = ("majority_correct",)
AGREES = ("human_mllm_agree", "human_model_agree")
OF_THE_IMAGE = (MODEL_CORRECT, MODEL_ANSWER, NUMBER_CORRECT, MAJORITY_CORRECT, AGREES)


def column(columns: Collection[str], names: Sequence[str]) -> str | None:
    """The column that has one of some names, whatever their case; None where none has."""
    lower = {c.strip().lower(): c for c in columns}
    return next((lower[n] for n in names if n in lower), None)


@dataclass(frozen=True)
class Columns:
    """What the table of answers calls the protocol's columns; None for one that it has not."""

    item: str
    target: str
    rater: str
    response: str
    correct: str | None = None
    normalized: str | None = None
    time: str | None = None

    @classmethod
    def of(cls, table: str, columns: Sequence[str]) -> Columns:
        """Raises ReadError where one that the protocol needs is absent."""
        known = {"item": ITEM, "target": TARGET, "rater": RATER, "response": RESPONSE}
        needed = {role: column(columns, names) for role, names in known.items()}
        absent = [role for role, found in needed.items() if found is None]
        if absent:
            raise ReadError(
                f"{table} has no column for {', '.join(absent)}; choose another protocol or name the columns."
            )
        more = {"correct": CORRECT, "normalized": NORMALIZED, "time": TIME}
        return cls(**needed, **{role: column(columns, names) for role, names in more.items()})  # type: ignore[arg-type]

    @property
    def of_an_answer(self) -> list[str]:
        """Columns that belong to one person's answer and not to the image."""
        return [c for c in (self.rater, self.response, self.correct, self.normalized, self.time) if c]


def has_answers(table: Table) -> bool:
    """Whether a table has a row for each answer."""
    return column(list(table.frame.columns), RESPONSE) is not None


def has_summary(table: Table) -> bool:
    """Whether a table has a row for each image, with what came of it."""
    columns = list(table.frame.columns)
    told = [column(columns, names) for names in OF_THE_IMAGE]
    return not has_answers(table) and column(columns, ITEM) is not None and any(told)
