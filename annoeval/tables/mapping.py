"""What the columns of a table may hold, and a mapping that says what each does: guessed, or chosen by people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from annoeval.reading.table import ReadError, Table

ROLES = {
    "item": "Item: which thing the row is about",
    "judged": "Whose output is judged (system, model, run)",
    "rater": "Rater: who judged (a row is one rating)",
    "label": "Label: the judgement of the row's rater",
    "rating": "Rating by one rater (a column is a rater)",
    "question": "On what the row's judgement is (fluency, style, …)",
    "answer": "Answer to one question (a column is an item, a row a rater)",
    "indicator": "Label as 0 or 1 (one column a label)",
    "count": "How many gave this label (one column a label)",
    "contestant": "One of the two that are compared (two columns)",
    "winner": "Which of the two was preferred",
    "error": "Error: a row is one error that a rater found",
    "severity": "How severe the row's error is",
    "confidence": "Confidence",
    "time": "Time",
    "seconds": "Seconds spent",
    "note": "Note",
    "status": "State of the answer (rejected ones do not count)",
    "group": "Group to compare by",
    "evidence": "Shown as evidence",
    "ignore": "Not used",
}
# whose a label is where no column says it: each row of an item another, unnamed rater's; or all of them the file's one
# rater's, who judged again. Without either, a row of one rater is an item of its own
ANONYMOUS, OF_THE_FILE = "anonymous", "file"
# roles of columns that hold judgements
JUDGED = ("label", "rating", "answer", "indicator", "count", "winner", "error", "severity")


@dataclass(frozen=True)
class Column:
    """What a column holds: its role (a key of `ROLES`), and for a rating whose and on which dimension. A label's rater
    is `ANONYMOUS` or `OF_THE_FILE`."""

    role: str
    rater: str = ""
    dimension: str = ""


@dataclass(frozen=True)
class Evidence:
    """One thing that speaks for a reading, or against it. name: what it is about ("item", "rater column", …). weight:
    in doublings of the odds, below 0 against. words: what a person reads."""

    name: str
    weight: float
    words: str


@dataclass(frozen=True)
class Guess:
    """One reading of a table. columns: for every column what it holds. because: what it is, in words. shape: how it
    holds judgements (`long`, `rows are raters`, `wide`, `counts`, `pairs`, `one rater`, `tool`, `chosen`), "" for none.
    evidence: what speaks for it and against it."""

    columns: Mapping[str, Column]
    because: str
    shape: str = ""
    evidence: tuple[Evidence, ...] = ()

    @property
    def weight(self) -> float:
        """All evidence together: by how often the odds double."""
        return sum(e.weight for e in self.evidence)

    def of(self, *roles: str) -> list[str]:
        """Columns with one of these roles, in the table's order."""
        return [c for c, what in self.columns.items() if what.role in roles]

    def plain(self) -> dict[str, Any]:
        """As options keep it: a role per column, or role, rater and dimension."""
        return {
            c: what.role if not what.rater and not what.dimension else {k: v for k, v in asdict(what).items() if v}
            for c, what in self.columns.items()
        }


def chosen(mapping: Mapping[str, Any], table: Table) -> Guess:
    """A mapping that someone chose, for the columns of this table that it names; others stay evidence.

    Values are roles, or {"role", "rater", "dimension"}. Raises ReadError for a role that does not exist.
    """
    columns: dict[str, Column] = {}
    for name in table.frame.columns:
        given = mapping.get(name, "evidence")
        what = Column(**given) if isinstance(given, Mapping) else Column(str(given))
        if what.role not in ROLES:
            raise ReadError(f"“{what.role}” is no role of a column; use one of {', '.join(ROLES)}.")
        if what.role == "rating" and not what.rater:
            what = Column("rating", name, what.dimension)
        columns[name] = what
    return Guess(columns, "the columns were chosen by hand", "chosen")
