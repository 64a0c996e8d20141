"""Tables as files that a spreadsheet opens without running anything in them."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pandas as pd

LONGEST_SHEET = 31  # letters of a sheet's name
LONGEST = 32_767  # characters that a cell of a workbook holds
MOST_ROWS = 1_048_575  # that a sheet holds below its header
CUT = f" … [cut: a cell of a workbook holds {LONGEST:,} characters]"
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?%?")


def _defused(cell: object) -> object:
    """Text that a spreadsheet would take for a formula, with an apostrophe before it; reading takes it off again.

    Text that has such apostrophes of its own gets one more, so that it is read as it was.
    """
    if isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell):
        return "'" + cell
    return cell


def defuse(frame: pd.DataFrame) -> pd.DataFrame:
    """The table with formula-like cells and headers (= + - @ TAB CR, but no numbers) made harmless."""
    safe = frame.rename(columns=_defused)
    for i, name in enumerate(frame.columns):
        if frame.dtypes.iloc[i].kind == "O" or pd.api.types.is_string_dtype(frame.dtypes.iloc[i]):
            safe.isetitem(i, frame[name].map(_defused) if frame.columns.is_unique else frame.iloc[:, i].map(_defused))
    return safe


def to_csv(frame: pd.DataFrame, separator: str = ",", mark: bool = True) -> bytes:
    """UTF-8, missing cells blank, numbers at full precision.

    mark: whether a byte-order mark comes first, without which Excel takes the file for another encoding.
    """
    safe = defuse(frame)
    text = safe.to_csv(index=False, sep=separator, lineterminator="\n")
    if "\r" in text:  # only where lines end with it is a cell with one put in quotation marks
        text = safe.to_csv(index=False, sep=separator, lineterminator="\r\n")
    return text.encode("utf-8-sig" if mark else "utf-8")


def to_xlsx(frame: pd.DataFrame, sheet: str = "annoeval") -> bytes:
    """A workbook of one sheet, text always stored as text."""
    return workbook({sheet: frame})


def _fitting(text: str) -> str:
    """A text as long as a cell may be; where it is cut, it says so."""
    return text if len(text) <= LONGEST else text[: LONGEST - len(CUT)] + CUT


Choices = Mapping[str, Mapping[str, Sequence[Any]]]  # of a sheet, of a column


@dataclass(frozen=True)
class Sheet:
    """One sheet of a workbook. titles: what stands above the columns instead of their names, by column. formats: how
    Excel writes a column's numbers ("0.00"), by column. choices: the values to choose from in each cell of a column, as
    a drop-down; anything else is refused. closed: of a column's rows, whether such a cell has none and is grey."""

    name: str
    frame: pd.DataFrame
    titles: Mapping[str, str] = field(default_factory=dict)
    formats: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    closed: Mapping[str, Sequence[Any]] = field(default_factory=dict)


def workbook(tables: Mapping[str, pd.DataFrame] | Sequence[Sheet]) -> bytes:
    """A workbook with one sheet a table, with filters and its head in sight; text always stored as text, numbers as
    numbers. Sheets are named in at most 31 letters; a number tells those apart that would be named alike."""
    import xlsxwriter

    sheets = [Sheet(n, f) for n, f in tables.items()] if isinstance(tables, Mapping) else list(tables)
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(
        buffer, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    ) as book:
        book.set_properties({"created": datetime(2026, 1, 1)})  # the same tables give the same bytes
        names = [re.sub(r"[\[\]:*?/\\\x00-\x1f]", " ", s.name).strip(" '") or "Sheet" for s in sheets]
        grey = book.add_format({"bg_color": "#D9D9D9"})
        head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        for name, sheet in zip(told_apart(names, LONGEST_SHEET), sheets, strict=True):
            page = book.add_worksheet(name)
            for column, title in enumerate(map(str, sheet.frame.columns)):
                form = sheet.formats.get(title)
                page.set_column(
                    column, column, _width(sheet, column), book.add_format({"num_format": form}) if form else None
                )
                page.write_string(0, column, _fitting(sheet.titles.get(title, title)), head)
            for row, cells in enumerate(sheet.frame.itertuples(index=False), 1):
                for column, cell in enumerate(cells):
                    _write(page, row, column, cell)
            _asks(page, sheet, grey)
            page.freeze_panes(1, 0)
            if len(sheet.frame.columns):
                page.autofilter(0, 0, max(len(sheet.frame), 1), len(sheet.frame.columns) - 1)
    return buffer.getvalue()


def _asks(page: Any, sheet: Sheet, grey: Any) -> None:
    """The drop-downs of a sheet that people fill in, and the cells that they leave alone."""
    places = {str(title): column for column, title in enumerate(sheet.frame.columns)}
    for title, allowed in sheet.choices.items():
        said = f"One of {', '.join(map(str, allowed))}, or nothing."
        rule = {"validate": "list", "source": list(allowed), "error_message": said}
        page.data_validation(1, places[title], max(len(sheet.frame), 1), places[title], rule)
    for title, shut in sheet.closed.items():
        for row, closed_here in enumerate(shut, 1):
            if closed_here:
                page.write_blank(row, places[title], None, grey)


def _write(page: Any, row: int, column: int, cell: Any) -> None:
    if cell is None or cell is pd.NA or cell is pd.NaT or cell != cell:
        return
    if hasattr(cell, "item"):
        cell = cell.item()
    if isinstance(cell, bool):
        page.write_boolean(row, column, cell)
    elif isinstance(cell, (int, float)) and abs(cell) < 2**53:
        page.write_number(row, column, cell)
    else:
        page.write_string(row, column, _fitting(str(cell)))


def _width(sheet: Sheet, column: int) -> float:
    """Of a column, in letters: as wide as its first cells, within reason."""
    name = str(sheet.frame.columns[column])
    cells = sheet.frame.iloc[:100, column].dropna()
    longest = max((len(f"{c:.3g}" if isinstance(c, float) else str(c)) for c in cells), default=0)
    return float(min(max(longest, min(len(sheet.titles.get(name, name)), 16), 4) + 3, 60))


def told_apart(names: Sequence[str], most: int) -> list[str]:
    """Names cut to `most` letters, each distinct whatever its case: a number takes the end of those cut equal."""
    taken: set[str] = set()
    found = []
    for name in names:
        cut, turn = name[:most], 1
        while cut.casefold() in taken:
            turn += 1
            end = f"_{turn}"
            cut = name[: most - len(end)] + end
        taken.add(cut.casefold())
        found.append(cut)
    return found
