"""Which tables of a file list figures and tables, and their rows under the protocol's names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.figures.metrics import is_metrics
from annoeval.protocols.figures.questions import KINDS
from annoeval.protocols.figures.records import flattened, is_records
from annoeval.protocols.figures.template import is_guidelines
from annoeval.reading.table import Table
from annoeval.tables.item_ids import unique_ids
from annoeval.tables.vocabulary import says

EVIDENCE = ("caption", "vlm_description", "content")
GROUPS = ("domain", "type", "pdf")
# columns of the published template, which some teams fill with scores and others with the corrected text
TEMPLATE = {"correct_caption": "caption", "correct_vlm_description": "vlm", "correct_format": "table"}
SCORE = re.compile(
    r"^(?:(?P<before>ai|human|final)_)?(?P<dimension>caption|vlm|table)(?:_description)?_score(?:_(?P<after>.+))?$",
    re.IGNORECASE,
)


def ids_of(frame: pd.DataFrame, scores: Mapping[str, Any], file: str, problems: list[Problem]) -> pd.Index:
    """Ids as in the file, those that repeat numbered by the content of their rows; both are said."""
    content = frame.drop(columns=[*scores, *(c for c in TEMPLATE if c in frame)])
    ids, repeated = unique_ids(frame["element_id"], content)
    if repeated:
        what = "element_id is absent or occurs more than once"
        done = "numbered among equal ids (#1, #2, …); no rows were merged"
        problems.append(Problem(what, done, file, column="element_id", count=repeated))
    twins = int(frame.duplicated().sum())
    if twins:
        what = "row is an exact copy of an earlier one"
        problems.append(Problem(what, "kept as an item of its own", file, count=twins))
    return ids


def judged_records(records: Sequence[Table], problems: list[Problem]) -> list[Table]:
    """The figures and tables among an extractor's records; headings and passages are not judged."""
    out = []
    for table in records:
        frame = flattened(table)
        judged = frame["type"].str.strip().str.lower().str.startswith(KINDS).fillna(False)
        if not judged.any():
            out.append(replace(table, frame=frame))
            continue
        if not judged.all():
            what = "an extractor's records of passages and headings"
            problems.append(
                Problem(what, "kept in the study's files, no items", table.name, count=int((~judged).sum()))
            )
        out.append(replace(table, frame=frame[judged]))
    return out


def columns_of(table: Table) -> set[str]:
    return {c.strip().lower() for c in table.frame.columns}


def fits(columns: set[str]) -> bool:
    return {"caption", "vlm_description"} <= columns or {"type", "content", "element_id"} <= columns


def use_of(table: Table) -> str:
    """What a table is for: its rows are `items`, or an extractor's `records`, or `metrics` of papers or domains, or a
    template's `guidelines`, or "", none of the protocol's."""
    columns = columns_of(table)
    annotated = {"caption", "vlm_description"} <= columns or any(c in TEMPLATE or SCORE.match(c) for c in columns)
    if not annotated and is_records(table, KINDS):
        return "records"
    if fits(columns):
        return "items"
    return "guidelines" if is_guidelines(table) else "metrics" if is_metrics(table) else ""


def _named(frame: pd.DataFrame) -> str:
    """The column of ids in a table without `element_id`, by its name; of several the one that tells most rows apart."""
    known = {*EVIDENCE, *GROUPS, *TEMPLATE}
    found = [c for c in frame.columns if says(c) == {"item"} and c not in known and not SCORE.match(c)]
    if "element_id" in frame or not found:
        return ""
    return str(max(found, key=lambda c: frame[c].nunique()))


def prepared(table: Table, problems: list[Problem]) -> pd.DataFrame:
    """The table with the protocol's column names; a missing `type` is told from the content."""
    frame = table.frame.rename(columns=lambda c: c.strip())
    lower = {c: c.lower() for c in frame.columns if c.lower() in {*EVIDENCE, *GROUPS, "element_id", *TEMPLATE}}
    frame = frame.rename(columns=lower)
    named = _named(frame)
    if named:
        frame = frame.rename(columns={named: "element_id"})
    absent = [c for c in ("caption", "vlm_description") if c not in frame]
    if "type" in frame and "content" not in frame and frame["type"].str.strip().str.lower().str.startswith("tab").any():
        absent.append("content")
    problems += [Problem("the column is absent", "counted as blank in every row", table.name, None, c) for c in absent]
    for column in ("element_id", *EVIDENCE):
        if column not in frame:
            frame[column] = pd.Series(None, index=frame.index, dtype="str")
    if "type" not in frame:
        frame["type"] = frame["content"].notna().map({True: "table", False: "figure"}).astype("str")
        problems.append(
            Problem("no column says what is a figure and what a table", "rows with content taken as tables", table.name)
        )
    return frame
