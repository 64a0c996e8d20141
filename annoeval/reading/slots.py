"""Numbered pairs of columns, `TurkId1, Score1, TurkId2, Score2`: who answered stands in a cell beside the answer."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.table import Reading, Table
from annoeval.vocabulary import PEOPLE

FEWEST_ROWS = 5  # below, names that differ in every row may do so by chance
_NUMBERED = re.compile(r"(.*?)[ _.-]*(\d{1,2})")
_WHO = re.compile(rf"(the )?({PEOPLE}|turk)s?(?P<id> (id|name|code|no|number))?", re.I)


def stacked(reading: Reading) -> Reading:
    """A reading whose numbered pairs stand below each other, one row an answer, with a problem that says so."""
    if reading.annotations is not None or reading.study is not None:
        return reading
    tables, problems = [], list(reading.problems)
    for table in reading.tables:
        slots = _slots(table)
        if slots is None:
            tables.append(table)
            continue
        frame, first = _stacked(table.frame, slots), [columns[min(columns)] for columns in slots.values()]
        done = f"each is one answer: “{first[0]}” gave “{'”, “'.join(first[1:])}”"
        problems.append(Problem("raters and answers in numbered columns", done, table.name, count=len(frame)))
        tables.append(replace(table, frame=frame))
    return replace(reading, tables=tuple(tables), problems=tuple(problems))


def _slots(table: Table) -> dict[str, dict[int, str]] | None:
    """Stem → number → column: first of who answered, then of the answers; None for a table without such pairs.

    It is who answered where the name says so and no row has one name twice, which scores hardly ever manage.
    """
    if table.roles or len(table.frame) < FEWEST_ROWS:
        return None
    families: dict[str, dict[int, str]] = {}
    for column in map(str, table.frame.columns):
        if (found := _NUMBERED.fullmatch(column)) and found[1]:
            families.setdefault(found[1], {})[int(found[2])] = column
    for stem, columns in families.items():
        alike = {s: c for s, c in families.items() if s != stem and len(c) > 1 and set(c) == set(columns)}
        if alike and _names_people(stem, len(columns)) and _differ(table.frame[list(columns.values())]):
            taken = set(map(str, table.frame.columns)) & {stem, *alike}
            return None if taken else {stem: columns, **alike}
    return None


def _names_people(stem: str, many: int) -> bool:
    """Whether cells under it can be people: "annotator id" of two or more columns, a mere "annotator" of three or more,
    since two whose labels differ in every row are the rows that a team has to settle."""
    found = _WHO.fullmatch(_spoken(stem))
    return found is not None and many > (1 if found["id"] else 2)


def _spoken(stem: str) -> str:
    """ "TurkId" → "Turk Id" """
    return re.sub(r"[ _.-]+|(?<=[a-z])(?=[A-Z])", " ", stem).strip()


def _differ(names: pd.DataFrame) -> bool:
    """Whether no row has a name twice, and names come back in other rows."""
    cells = names.stack().dropna()
    again = cells.groupby(level=0).nunique() < cells.groupby(level=0).size()
    return len(cells) > 0 and not again.any() and cells.nunique() < len(cells) / 2


def _stacked(frame: pd.DataFrame, slots: dict[str, dict[int, str]]) -> pd.DataFrame:
    numbered = {c for columns in slots.values() for c in columns.values()}
    shared = [c for c in frame.columns if c not in numbered]
    who, parts = next(iter(slots)), []
    for number in sorted(slots[who]):
        part = frame[[*shared, *(columns[number] for columns in slots.values())]]
        parts.append(part.set_axis([*shared, *slots], axis=1).dropna(subset=list(slots), how="all"))
    return pd.concat(parts).sort_index(kind="stable")
