"""Spreadsheet files: each sheet a table, cells as a person typed them."""

from __future__ import annotations

import datetime as dt
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook

from annoeval.problem import Problem
from annoeval.reading import workbook_ods, workbook_xml
from annoeval.reading.delimited import find_decimal
from annoeval.reading.grid import table_from_rows
from annoeval.reading.table import ReadError, Reading, Table
from annoeval.reading.workbook_xls import OldSheet, OldWorkbook, damaged, locked

T = TypeVar("T")
_EXACT = 2**53
_EXACT_CELLS = {"xlsx": workbook_xml.exact_cells, "ods": workbook_ods.exact_cells}


def read_workbook(data: bytes, name: str, kind: str, options: Mapping[str, Any]) -> Reading:
    """A Reading with one table per sheet that holds rows.

    kind: `xlsx`, `xls` or `ods`. options: `sheet` (a name: only that one), and those of
    `table_from_rows`. Raises ReadError where no sheet holds a row, or the file is damaged or locked.
    """
    book = _opened(data, name, kind)
    names = book.sheet_names
    wanted = options.get("sheet")
    if wanted is not None and wanted not in names:
        raise ReadError(f"{name} has no sheet “{wanted}”; its sheets are {', '.join(names)}.")
    tables: list[Table] = []
    problems: list[Problem] = []
    unused: list[str] = []
    for sheet in names if wanted is None else [wanted]:
        title = f"{name} › {sheet}"
        try:
            exact = _EXACT_CELLS[kind](data, sheet) if kind in _EXACT_CELLS else {}
            opened = book.get_sheet_by_name(sheet) if isinstance(book, OldWorkbook) else None
        except ReadError as error:
            if len(names) == 1 or wanted is not None:
                raise
            problems.append(Problem("a sheet too large to be opened", str(error), file=name, value=sheet))
            continue
        try:
            table, found = table_from_rows(
                _rows(opened or _sheet(book, sheet), title, exact, problems), title, title, options
            )
        except (CalamineError, ReadError):
            unused.append(sheet)
            continue
        tables.append(table)
        problems += found
    if not tables:
        raise ReadError(f"{name} is a workbook without rows under a header (sheets: {', '.join(names)}).")
    for sheet in unused:
        problems.append(Problem("a sheet without rows under a header", "left out", file=name, value=sheet))
    facts = {"sheet": tables[0].name.split(" › ", 1)[1], "sheets": ", ".join(names)}
    mark = options.get("decimal") or find_decimal(tables[0].frame)
    if mark:
        facts["decimal"] = mark
        tables = [replace(t, decimal=mark) for t in tables]
    return Reading(name, kind, tuple(tables), tuple(problems), facts)


def _opened(data: bytes, name: str, kind: str) -> CalamineWorkbook | OldWorkbook:
    if kind == "xls":
        return OldWorkbook(data, name)
    if kind == "ods":
        workbook_ods.check(data, name)
    try:
        return _calm(lambda: CalamineWorkbook.from_filelike(io.BytesIO(data)))
    except (CalamineError, ValueError, OSError) as error:
        raise (locked if "assword" in type(error).__name__ + str(error) else damaged)(name) from None


def _sheet(book: CalamineWorkbook | OldWorkbook, name: str) -> CalamineSheet | OldSheet:
    return _calm(lambda: book.get_sheet_by_name(name))


def _rows(
    sheet: CalamineSheet | OldSheet, title: str, exact: Mapping[tuple[int, int], str], problems: list[Problem]
) -> Iterator[tuple[int, Sequence[str | None]]]:
    merged = _merged(sheet)
    big = 0
    dates: dict[int, list[tuple[int, str]]] = {}
    words: Counter[int] = Counter()
    above: list[str | None] = []
    for number, row in enumerate(_calm(lambda: sheet.to_python(skip_empty_area=False)), 1):
        cells: list[str | None] = []
        for column, value in enumerate(row):
            text = exact.get((number - 1, column)) or _text(value)
            cells.append(text)
            if isinstance(value, (dt.date, dt.time)):
                dates.setdefault(column, []).append((number, text or ""))
            elif isinstance(value, str) and value:
                words[column] += 1
            elif isinstance(value, float) and abs(value) >= _EXACT and (number - 1, column) not in exact:
                big += 1
        for column in merged.get(number - 1, ()):
            if column < len(cells) and column < len(above) and cells[column] is None:
                cells[column] = above[column]
        above = cells
        yield number, cells
    _made_dates(title, dates, words, problems)
    if big:
        problems.append(
            Problem(
                "whole numbers of 16 digits and more, of which a workbook keeps only 15",
                "shown as the workbook has them; store such ids as text",
                file=title,
                count=big,
            )
        )


def _calm(call: Callable[[], T]) -> T:
    """What a call of the workbook reader gives; where a damaged file makes it panic, that is an error like others."""
    try:
        return call()
    except BaseException as error:
        if type(error).__name__ == "PanicException":
            raise CalamineError(str(error)) from None
        raise


def _made_dates(
    title: str, dates: Mapping[int, list[tuple[int, str]]], words: Mapping[int, int], problems: list[Problem]
) -> None:
    """Dates among words: a spreadsheet made them of labels such as "1-2" or "MAR1"."""
    for column, cells in dates.items():
        if words.get(column, 0) - 1 > len(cells):
            for row, text in cells[:100]:
                problems.append(
                    Problem(
                        "a date among labels, which the spreadsheet made of something like “1-2”",
                        "shown as a date; correct it in the workbook",
                        title,
                        row,
                        f"column {column + 1}",
                        text,
                    )
                )


def _merged(sheet: CalamineSheet | OldSheet) -> dict[int, list[int]]:
    """Row to the columns in which a cell belongs to the merged one above it (filled down)."""
    out: dict[int, list[int]] = {}
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        if left == right and bottom - top < 100_000:
            for row in range(top + 1, bottom + 1):
                out.setdefault(row, []).append(left)
    return out


def _text(value: Any) -> str | None:
    if value is None or value == "":
        return None
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        if value.is_integer():
            return str(int(value)) if abs(value) < 1e21 else repr(value)
        return repr(value)
    if isinstance(value, dt.datetime):
        if value.time() == dt.time():
            return value.date().isoformat()
        return value.isoformat(sep=" ")
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    return str(value)
