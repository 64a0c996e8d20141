"""JSON and JSON lines: records become rows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.answers import opened
from annoeval.reading.dialect import decimal_mark
from annoeval.reading.encoding import Decoded
from annoeval.reading.exact_json import Number, Parser, cell, flatten
from annoeval.reading.grid import text_array, text_frame
from annoeval.reading.literals import opened_cells
from annoeval.reading.nested import keyed_by_people, one_vocabulary, outer_is_rater
from annoeval.reading.table import MOST_COLUMNS, ReadError, Reading, Table

_LISTED = 100


def parse_json(text: Decoded, name: str) -> tuple[Any, list[Problem], bool]:
    """The value of a JSON file, problems, and whether it was JSON lines: then a list of (line, value).

    A bad line of JSON lines is reported and skipped. Raises ReadError where nothing can be parsed.
    """
    if not text.data.strip():
        raise ReadError(f"{name} is empty.")
    whole = text.data.decode()
    parser = Parser()
    problems = list(text.problems)
    try:
        value = parser.parse(whole)
        return value, [*problems, *_repeated(parser, name)], False
    except json.JSONDecodeError as error:
        broken = error
    except ValueError as error:
        raise ReadError(f"{name} is JSON that is {error}.") from None
    lines = whole.split("\n") if "\n" in whole else whole.split("\r")
    rows: list[tuple[int, Any]] = []
    bad: list[tuple[int, str, str]] = []
    for number, line in enumerate(lines, 1):
        line = line.strip(" \t\r\n\ufeff\x1e")
        if not line:
            continue
        try:
            rows.append((number, parser.parse(line)))
        except ValueError as error:
            bad.append((number, line, error.msg if isinstance(error, json.JSONDecodeError) else str(error)))
    records = sum(isinstance(v, Mapping) for _, v in rows)
    if not records and (one_by_one := parser.parse_all(whole)):
        return one_by_one, [*problems, *_repeated(parser, name)], True
    if not records or (len(bad) > records and not isinstance(rows[0][1], Mapping)):
        raise ReadError(
            f"{name} looks like JSON but stops being so at line {broken.lineno}, column {broken.colno}: {broken.msg}."
        )
    for number, line, why in bad[:_LISTED]:
        problems.append(Problem(f"a line that is not JSON ({why})", "skipped", file=name, row=number, value=line[:200]))
    if len(bad) > _LISTED:
        problems.append(Problem("further lines that are not JSON", "skipped", file=name, count=len(bad) - _LISTED))
    return rows, [*problems, *_repeated(parser, name)], True


def is_bare_value(text: Decoded, name: str) -> bool:
    """Whether all of a file is one JSON text, number, true, false or null; under a JSON name, or in quotation marks."""
    bare = text.data[:100_000].strip()
    if b"\n" in bare or not (name.lower().endswith((".json", ".jsonl", ".ndjson")) or bare[:1] == b'"'):
        return False
    try:
        return not isinstance(json.loads(bare), (dict, list))
    except ValueError:
        return False


def _repeated(parser: Parser, name: str) -> list[Problem]:
    return [
        Problem(
            "a key that stands more than once in one record",
            f"the later ones are called “{key} (2)” and so on",
            file=name,
            column=key,
            count=n,
        )
        for key, n in parser.repeated.items()
    ]


def read_records(value: Any, problems: Sequence[Problem], lines: bool, text: Decoded, name: str) -> Reading:
    """A Reading of the tables in a parsed JSON value. Raises ReadError where it holds no record."""
    found = list(problems)
    tables: list[Table] = []
    if lines:
        tables.append(_table(name, value, name, found))
    else:
        for title, rows in tables_in(value):
            if rows:
                tables.append(_table(f"{name} › {title}" if title else name, list(enumerate(rows, 1)), name, found))
    if not tables:
        what = "an empty list" if value == [] else "an empty object" if value == {} else "no list of records"
        raise ReadError(f"{name} holds {what}, so there is nothing to judge in it.")
    if isinstance(value, Mapping) and list(tables[0].frame.columns)[:2] == ["rater", "item"] and "rater" not in value:
        done = "the outer keys were taken for raters, the inner ones for items; the mapping can change that"
        found.append(Problem("answers by two keys without names", done, file=name))
    facts = {"encoding": text.encoding}
    mark = decimal_mark(_texts(tables))
    if mark:
        facts["decimal"] = mark
        tables = [replace(t, decimal=mark) for t in tables]
    kept = [v for _, v in value] if lines else value
    return Reading(name, "jsonl" if lines else "json", tuple(tables), tuple(found), facts, value=kept)


def _texts(tables: Iterable[Table]) -> Iterable[list[str]]:
    for t in tables:
        for c in t.frame.columns[:500]:
            yield t.frame[c].iloc[:2000].dropna().tolist()


def tables_in(value: Any) -> list[tuple[str, list[Any]]]:
    """The lists of records in a JSON value, each with the key it stands under ("" at the top).

    A list is itself. An object of columns (lists of one length, or objects over the same keys) is turned
    into rows; an object whose values are all objects is a record per key, the key kept as `key`;
    other objects give the lists of records they hold, or are one record.
    """
    if isinstance(value, list):
        return [("", _listed(value))]
    if not isinstance(value, Mapping):
        return []
    values = list(value.values())
    if not values:
        return []
    if all(isinstance(v, Mapping) and v for v in values):
        return [("", _by_row(value) or _keyed(value))]
    names, rows = value.get("columns"), value.get("data")
    if isinstance(names, list) and isinstance(rows, list) and rows and all(isinstance(r, list) for r in rows):
        return [("", _listed([[str(n) for n in names], *rows]))]
    lists = {k: v for k, v in value.items() if isinstance(v, list)}
    if (
        len(lists) == len(values)
        and len({len(v) for v in values}) == 1
        and len(values[0]) > 0
        and not any(isinstance(x, (Mapping, list)) for v in values for x in v)
    ):
        return [("", [dict(zip(value, row, strict=True)) for row in zip(*values, strict=True)])]
    found = [(k, _listed(v)) for k, v in lists.items() if v and all(isinstance(x, Mapping) for x in v)]
    if found:
        return found
    nested = [
        (f"{k} › {title}" if title else k, rows)
        for k, v in value.items()
        if isinstance(v, Mapping) and any(isinstance(x, list) for x in v.values())
        for title, rows in tables_in(v)
        if len(rows) > 1
    ]
    return nested or [("", [value])]


def _listed(values: list[Any]) -> list[Any]:
    """Records of a list; lists of cells under a first list of names become records too."""
    if len(values) > 1 and all(isinstance(v, list) for v in values) and values[0]:
        names = values[0]
        words = all(isinstance(n, str) and not isinstance(n, Number) for n in names)
        if words and len(set(names)) == len(names) and all(len(v) == len(names) for v in values):
            return [dict(zip(names, v, strict=True)) for v in values[1:]]
    return [v if isinstance(v, Mapping) else {"value": v} for v in values]


def _by_row(value: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows of an object of columns by row number, as pandas writes a table; none of anything else."""
    rows = [str(i) for i in range(len(next(iter(value.values()))))]
    numbered = list(value) == [str(i) for i in range(len(value))]
    if numbered or len(rows) < 2 or any(list(v) != rows for v in value.values()):
        return []
    return [{name: column[row] for name, column in value.items()} for row in rows]


def _keyed(value: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    inner: dict[str, None] = {}
    for record in value.values():
        inner.update(dict.fromkeys(record))
    nested = [x for r in value.values() for x in r.values()]
    if all(isinstance(x, Mapping) and x for x in nested) and len(nested) > max(len(inner), len(value)) > 1:
        records = [{"item": k, **r} for k, r in value.items()]
        if "item" not in inner and keyed_by_people(records) is not None:
            return records  # item → question → rater → answer
        # rater → item → what was said, or the other way round: there are fewer raters than items
        outer_name, inner_name = ("rater", "item") if len(value) <= len(inner) else ("item", "rater")
        return [{outer_name: o, inner_name: i, **said} for o, r in value.items() for i, said in r.items()]
    scalar = not any(isinstance(x, (Mapping, list)) for x in nested)
    if scalar and one_vocabulary(value, list(inner)):
        if outer_is_rater(list(value), list(inner)):
            return [{"rater": o, "item": i, "label": x} for o, r in value.items() for i, x in r.items()]
        return [{"item": o, **r} for o, r in value.items()]
    shared = sum(len(r) for r in value.values()) > 1.2 * len(inner) or len(value) == 1
    if scalar and shared and len(inner) > len(value):
        return [{"key": k, **{outer: r.get(k) for outer, r in value.items()}} for k in inner]
    key = "key"
    while key in inner:
        key += "'"
    return [{key: k, **r} for k, r in value.items()]


def _table(title: str, rows: Sequence[tuple[int, Any]], name: str, problems: list[Problem]) -> Table:
    """The table of records, with answers inside them as rows of their own."""
    inside = opened([v for _, v in rows], name)
    if inside is None:
        return table_of(title, rows, name, problems)
    problems += inside.problems
    same = len(inside.records) == len(rows)
    numbers = [n for n, _ in rows] if same else range(1, len(inside.records) + 1)
    table = table_of(title, list(zip(numbers, inside.records, strict=True)), name, problems)
    return replace(
        table,
        roles=inside.roles,
        because=inside.because,
        kinds=inside.kinds,
        about=inside.about,
        certain=inside.certain,
    )


def with_answers(table: Table, name: str, problems: list[Problem]) -> Table:
    """A table whose cells hold lists or objects of answers, with these as rows of their own; another as it is."""
    records = opened_cells(table)
    inside = opened(records, name) if records else None
    if inside is None:
        return table
    problems += inside.problems
    found = table_of(table.name, list(enumerate(inside.records, 1)), name, problems)
    named = replace(found, titles=table.titles, roles=inside.roles, because=inside.because, certain=inside.certain)
    return replace(named, kinds=inside.kinds, about=inside.about)


def table_of(title: str, rows: Sequence[tuple[int, Any]], name: str, problems: list[Problem]) -> Table:
    """One column per path, in order of first appearance."""
    columns: dict[str, list[str | None]] = {}
    numbers: list[int] = []
    odd = 0
    for number, value in rows:
        if not isinstance(value, Mapping):
            odd += 1
            if odd <= _LISTED:
                problems.append(
                    Problem(
                        "a line that is not a record", "skipped", file=name, row=number, value=str(cell(value))[:200]
                    )
                )
            continue
        n = len(numbers)
        for path, v in flatten(value).items():
            column = columns.get(path)
            if column is None:
                if len(columns) >= MOST_COLUMNS:
                    raise ReadError(f"{name} has more than {MOST_COLUMNS:,} different fields: no list of records.")
                column = columns[path] = []
            if len(column) < n:
                column.extend([None] * (n - len(column)))
            column.append(cell(v))
        numbers.append(number)
    for column in columns.values():
        column.extend([None] * (len(numbers) - len(column)))
    if not numbers or not columns:
        raise ReadError(f"{name} holds records without fields, so there is nothing to judge in it.")
    names = {c: re.sub(r"\s+", " ", c).strip() or f"column {i}" for i, c in enumerate(columns, 1)}
    taken: set[str] = set()
    for c, clean in names.items():
        while clean in taken:
            clean += "'"
        taken.add(clean)
        names[c] = clean
    index = pd.Index(numbers, name="row", dtype="int64")
    return Table(title, text_frame({names[c]: text_array(v) for c, v in columns.items()}, index))
