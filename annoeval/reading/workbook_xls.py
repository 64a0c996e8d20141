"""Old binary workbooks (Excel 5 to 2003) by way of xlrd: cells with their types, ids with the zeros they show."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterator
from typing import Any

import xlrd

from annoeval.reading.number_formats import padded
from annoeval.reading.table import ReadError
from annoeval.reading.workbook_xml import check_extent

_TEXT, _NUMBER, _DATE, _TRUTH, _ERROR = 1, 2, 3, 4, 5  # xlrd's types of cells
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")  # how newer Office files with a password are held


class OldWorkbook:
    """An XLS file, with what `CalamineWorkbook` offers of one. Sheets are read when asked for."""

    def __init__(self, data: bytes, name: str) -> None:
        """Raises ReadError where the file is damaged or has a password."""
        if _ENCRYPTED in data:
            raise locked(name)
        try:
            self._book = xlrd.open_workbook(
                file_contents=data, logfile=io.StringIO(), formatting_info=True, on_demand=True, ragged_rows=True
            )
        except Exception as error:  # whatever a damaged file makes its reader stumble over
            raise (locked if "encrypted" in str(error) else damaged)(name) from None
        self._name = name
        self.sheet_names: list[str] = self._book.sheet_names()

    def get_sheet_by_name(self, name: str) -> OldSheet:
        """A sheet. Raises ReadError where it is damaged or spans far more cells than are written."""
        try:
            sheet = self._book.sheet_by_name(name)
        except Exception:
            raise damaged(self._name) from None
        written = sum(kind != xlrd.XL_CELL_EMPTY for r in range(sheet.nrows) for kind in sheet.row_types(r))
        check_extent(sheet.nrows, sheet.ncols, written, name)
        return OldSheet(self._book, sheet)


class OldSheet:
    """A sheet of an XLS file, with what `CalamineSheet` offers of one."""

    def __init__(self, book: Any, sheet: Any) -> None:
        self._book, self._sheet = book, sheet
        codes = enumerate(self._code(style) for style in book.xf_list)
        self._zeros = {i: code for i, code in codes if padded("1", code)}
        areas = sheet.merged_cells  # their ends lie one beyond the last cell
        self.merged_cell_ranges = [((top, left), (bottom - 1, right - 1)) for top, bottom, left, right in areas]

    def to_python(self, skip_empty_area: bool = False) -> Iterator[list[Any]]:
        """Rows of cells as they are typed, all of one width; numbers under a format of zeros ("000") as text."""
        for r in range(self._sheet.nrows):
            kinds, values = self._sheet.row_types(r), self._sheet.row_values(r)
            row = [self._value(r, c, kind, value) for c, (kind, value) in enumerate(zip(kinds, values, strict=True))]
            yield row + [None] * (self._sheet.ncols - len(row))

    def _value(self, row: int, column: int, kind: int, value: Any) -> Any:
        if kind == _NUMBER:
            code = self._zeros and self._zeros.get(self._sheet.cell_xf_index(row, column))
            shown = padded(str(int(value)), code) if code and value.is_integer() else None
            return value if shown is None else shown
        if kind == _DATE:
            return self._time(value, self._code(self._book.xf_list[self._sheet.cell_xf_index(row, column)]))
        if kind == _TRUTH:
            return bool(value)
        if kind == _ERROR:
            return xlrd.error_text_from_code.get(value, "#ERROR")
        return value if kind == _TEXT else None

    def _code(self, style: Any) -> str:
        return str(self._book.format_map[style.format_key].format_str)

    def _time(self, value: float, code: str) -> Any:
        """A date, a time of day, or a length of time ("[h]:mm")."""
        if "[h" in code.lower() or "[m" in code.lower() or "[s" in code.lower():
            return dt.timedelta(days=value)
        try:
            at = xlrd.xldate_as_datetime(value, self._book.datemode)
        except (ValueError, OverflowError):
            return value
        return at.time() if 0 <= value < 1 else at


def damaged(name: str) -> ReadError:
    """What is said of a workbook that can't be opened."""
    return ReadError(f"{name} can't be opened as a workbook: it is damaged or not a spreadsheet file.")


def locked(name: str) -> ReadError:
    """What is said of a workbook with a password."""
    return ReadError(f"{name} is locked with a password; save it without one and drop it again.")
