"""Text tables: a regular one by the fast parser, an irregular one record by record."""

from __future__ import annotations

import csv
import io
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.csv as pa_csv

from annoeval.problem import Problem
from annoeval.reading.dialect import Dialect, decimal_mark, find_dialect
from annoeval.reading.encoding import Decoded
from annoeval.reading.grid import finish, table_from_rows, text_frame, without_blanks
from annoeval.reading.header import Row, extent, find_header
from annoeval.reading.table import ReadError, Reading, Table, check_width

csv.field_size_limit(2**31 - 1)
_HEAD = 1 << 18


class _Irregular(Exception):
    """The fast parser met something that needs a careful look."""


def read_delimited(text: Decoded, name: str, options: Mapping[str, Any]) -> Reading:
    """A Reading of one table from delimited text.

    options: `delimiter`, `quotes` (False takes quotation marks as text), and those of `table_from_rows`.
    Raises ReadError for a file without rows.
    """
    data = text.data
    nothing = b' \t\r\n\x0b\x0c,;|"'
    if not data[:65536].strip(nothing) and not data.strip(nothing):
        raise ReadError(f"{name} is empty.")
    if b"\r\r\n" in data:
        data = data.replace(b"\r\r\n", b"\r\n")
    dialect = find_dialect(_head(data), options.get("delimiter"))
    problems: list[Problem] = list(text.problems)
    if dialect.declared and not data.startswith(b"sep="):
        problems.append(Problem("lines of comment above the table", "left out", file=name, count=dialect.declared))
    try:
        table, found = _regular(data, name, dialect, options)
    except _Irregular:
        broken: list[Problem] = []
        table, found = table_from_rows(_records(data, name, dialect, options, broken), name, name, options)
        found += broken
    if dialect.delimiter == "|" and _padded(table.frame):
        table = replace(table, frame=table.frame.apply(lambda cells: cells.str.strip(" ")))
    facts = {"encoding": text.encoding, "delimiter": dialect.name}
    mark = options.get("decimal") or find_decimal(table.frame)
    if mark:
        facts["decimal"] = mark
        table = replace(table, decimal=mark)
    return Reading(name, "csv", (table,), (*problems, *found), facts)


def _padded(frame: pd.DataFrame) -> bool:
    """Whether every cell has a space on both sides, as a table of Markdown is written."""
    first = [c for column in frame.columns[:50] for c in frame[column].iloc[:100].dropna()]
    return all(c[:1] == " " and c[-1:] == " " for c in first)


def find_decimal(frame: pd.DataFrame) -> str | None:
    """The decimal mark of a table, from up to 2,000 cells of each column: 40 runs of rows spread over the table."""
    sample = frame
    if len(frame) > 2000:
        starts = [i * (len(frame) - 50) // 39 for i in range(40)]
        sample = pd.concat([frame.iloc[at : at + 50] for at in starts])
    return decimal_mark(sample[c].dropna().tolist() for c in sample.columns[:500])


def _head(data: bytes) -> str:
    head = data[:_HEAD]
    text = head.decode("utf-8", errors="ignore")
    if len(data) > _HEAD and "\n" in text:
        text = text[: text.rindex("\n") + 1]
    return text


def _regular(data: bytes, name: str, dialect: Dialect, options: Mapping[str, Any]) -> tuple[Table, list[Problem]]:
    """The whole table by Arrow's parser, where every record is one line and has as many cells as the header."""
    if dialect.delimiter is None or dialect.spaced or dialect.declared or options.get("header"):
        raise _Irregular
    if options.get("quotes") is False or b"\n\n" in data or b"\n\r\n" in data or data[:1] in b"\r\n":
        raise _Irregular
    if data.count(b"\r") != data.count(b"\r\n") or data.count(b'"') % 2:
        raise _Irregular
    head = _head(data)
    rows: list[Row] = []
    try:
        for row in csv.reader(io.StringIO(head, newline=""), delimiter=dialect.delimiter, strict=True):
            rows.append(row)
            if len(rows) == 120:
                break
    except csv.Error:
        raise _Irregular from None
    check_width(max(map(extent, rows)), name)
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    header = find_header(rows, name, range(1, len(rows) + 1))
    if header.start != 1 or len(header.names) != len(rows[0]) or any("\n" in (c or "") for c in rows[0]):
        raise _Irregular
    columns = [str(i) for i in range(len(header.names))]
    try:
        parsed = pa_csv.read_csv(
            pa.BufferReader(data),
            pa_csv.ReadOptions(column_names=columns, skip_rows=1, block_size=1 << 22, use_threads=False),
            pa_csv.ParseOptions(delimiter=dialect.delimiter, newlines_in_values=b'"' in data, ignore_empty_lines=False),
            pa_csv.ConvertOptions(
                column_types={c: pa.large_string() for c in columns}, strings_can_be_null=False, check_utf8=False
            ),
        )
    except pa.ArrowInvalid:
        raise _Irregular from None
    if parsed.num_rows != lines - 1 or not parsed.num_rows:
        raise _Irregular
    arrays = [without_blanks(c) for c in parsed.columns]
    index = pd.RangeIndex(2, parsed.num_rows + 2, name="row")
    del parsed
    frame = text_frame(dict(zip(header.names, arrays, strict=True)), index)
    fewest = min(a.null_count for a in arrays)
    if fewest and frame.isna().all(axis=1).any():
        raise _Irregular
    frame, found = finish(frame, header, name, options)
    return Table(name, frame, header.titles), [*header.problems, *found]


def _records(
    data: bytes, name: str, dialect: Dialect, options: Mapping[str, Any], broken: list[Problem]
) -> Iterator[tuple[int, Row]]:
    """Numbered records. A quotation mark that never closes, or closes inside a cell, is taken as text in that
    line only, so that it does not swallow the rows after it."""
    lines = iter(io.TextIOWrapper(io.BytesIO(data), "utf-8", newline=""))
    for _ in range(dialect.declared):
        next(lines, None)
    number = dialect.declared
    delimiter = dialect.delimiter or "\x1f"
    literal = options.get("quotes") is False
    pending: deque[str] = deque()
    while True:
        used: list[str] = []
        feed = _feed(pending, lines, used)
        reader = csv.reader(
            feed,
            delimiter=delimiter,
            skipinitialspace=dialect.spaced,
            strict=not literal,
            quoting=csv.QUOTE_NONE if literal else csv.QUOTE_MINIMAL,
        )
        try:
            for row in reader:
                number += 1
                used.clear()
                yield number, row
            return
        except csv.Error:
            first = used[0]
            pending.extendleft(reversed(used[1:]))
            number += 1
            broken.append(
                Problem(
                    "a quotation mark that is never closed or closes inside a cell",
                    "taken as text in this row",
                    file=name,
                    row=number,
                    value=first.strip()[:200],
                )
            )
            cells = first.rstrip("\r\n").split(delimiter)
            yield number, [c.strip(" ") for c in cells] if dialect.spaced else cells


def _feed(pending: deque[str], lines: Iterator[str], used: list[str]) -> Iterator[str]:
    while pending:
        line = pending.popleft()
        used.append(line)
        yield line
    for line in lines:
        used.append(line)
        yield line
