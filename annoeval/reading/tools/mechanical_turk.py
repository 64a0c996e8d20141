"""Amazon Mechanical Turk: one row an assignment, with WorkerId, HITId, Input.x and Answer.y."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from annoeval.reading.exact_json import cell, flatten
from annoeval.reading.grid import text_array, text_frame
from annoeval.reading.literals import literal
from annoeval.reading.table import Reading, Table
from annoeval.reading.tool import Source, Tool, known_table
from annoeval.vocabulary import NOTES, plain

_KNOWN = {
    "WorkerId": "rater",
    "HITId": "item",
    "SubmitTime": "time",
    "WorkTimeInSeconds": "seconds",
    "AssignmentStatus": "status",
}

_NOTE = re.compile(rf"Answer\.({NOTES})s?", re.IGNORECASE)


def is_mechanical_turk(table: Table) -> bool:
    """A worker and answers."""
    return "WorkerId" in table.frame and any(c.startswith("Answer.") for c in table.frame.columns)


def read_mechanical_turk(table: Table, source: Source) -> Reading:
    """The Reading of a batch: inputs are shown, answers judged; of check boxes each is one label of a set.

    Columns of the platform itself (rewards, requester, lifetime) are not used.
    """
    table = _answers_apart(table)
    names = list(table.frame.columns)
    answers = [c for c in names if c.startswith("Answer.")]
    roles = {c: {"role": "evidence" if c.startswith("Input.") else "ignore"} for c in names}
    roles |= {c: {"role": "label", "dimension": c.removeprefix("Answer.")} for c in answers}
    roles |= {c: {"role": "note"} for c in answers if _NOTE.fullmatch(c)}
    boxes = {c: m[1] for c in answers if (m := re.fullmatch(r"Answer\.([^.]+)\.[^.]+", c)) and _ticked(table, c)}
    for column, question in boxes.items():
        if list(boxes.values()).count(question) > 1:
            roles[column] = {"role": "indicator", "dimension": question}
    roles |= {c: {"role": role} for c, role in _KNOWN.items() if c in names}
    because = f"it is a Mechanical Turk file: each row is a worker's answer ('{answers[0]}')"
    return known_table(table, source, "Mechanical Turk", roles, because)


def _answers_apart(table: Table) -> Table:
    """The table with a column for each answer that a form's one cell of JSON holds."""
    forms = [c for c in table.frame.columns if c.startswith("Answer.") and _is_form(table.frame[c])]
    frame = table.frame
    for column in forms:
        held = [literal(t) if isinstance(t, str) else None for t in frame[column]]
        flat = [flatten(v[0]) if v else {} for v in held]
        cells: dict[str, list[str | None]] = {
            f"Answer.{path}": [cell(one.get(path)) for one in flat]
            for path in dict.fromkeys(k for one in flat for k in one)
        }
        apart = text_frame({name: text_array(values) for name, values in cells.items()}, frame.index)
        frame = pd.concat([frame.drop(columns=column), apart[[c for c in apart if c not in frame]]], axis=1)
    return replace(table, frame=frame) if forms else table


def _is_form(cells: pd.Series) -> bool:
    """Whether every cell is a list of one object of answers."""
    filled = cells.dropna()
    if not len(filled) or not filled.str.lstrip().str.startswith("[").all():
        return False
    held = [literal(t.strip()) for t in filled]
    return all(isinstance(v, list) and len(v) == 1 and isinstance(v[0], Mapping) for v in held)


def _ticked(table: Table, column: str) -> bool:
    return {plain(v) for v in table.frame[column].dropna().unique()} <= {"true", "false"}


MECHANICAL_TURK = Tool("Mechanical Turk", "table", is_mechanical_turk, read_mechanical_turk)
