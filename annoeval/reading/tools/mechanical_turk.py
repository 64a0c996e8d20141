"""Amazon Mechanical Turk: one row an assignment, with WorkerId, HITId, Input.x and Answer.y."""

from __future__ import annotations

import re

from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Source, Tool, known_table
from annoeval.vocabulary import plain

_KNOWN = {
    "WorkerId": "rater",
    "HITId": "item",
    "SubmitTime": "time",
    "WorkTimeInSeconds": "seconds",
    "AssignmentStatus": "status",
}


def is_mechanical_turk(table: Table) -> bool:
    """A worker and answers."""
    return "WorkerId" in table.frame and any(c.startswith("Answer.") for c in table.frame.columns)


def read_mechanical_turk(table: Table, source: Source) -> Reading:
    """The Reading of a batch: inputs are shown, answers judged; of check boxes each is one label of a set.

    Columns of the platform itself (rewards, requester, lifetime) are not used.
    """
    names = list(table.frame.columns)
    answers = [c for c in names if c.startswith("Answer.")]
    roles = {c: {"role": "evidence" if c.startswith("Input.") else "ignore"} for c in names}
    roles |= {c: {"role": "label", "dimension": c.removeprefix("Answer.")} for c in answers}
    boxes = {c: m[1] for c in answers if (m := re.fullmatch(r"Answer\.([^.]+)\.[^.]+", c)) and _ticked(table, c)}
    for column, question in boxes.items():
        if list(boxes.values()).count(question) > 1:
            roles[column] = {"role": "indicator", "dimension": question}
    roles |= {c: {"role": role} for c, role in _KNOWN.items() if c in names}
    because = f"it is a Mechanical Turk file: each row is a worker's answer ('{answers[0]}')"
    return known_table(table, source, "Mechanical Turk", roles, because)


def _ticked(table: Table, column: str) -> bool:
    return {plain(v) for v in table.frame[column].dropna().unique()} <= {"true", "false"}


MECHANICAL_TURK = Tool("Mechanical Turk", "table", is_mechanical_turk, read_mechanical_turk)
