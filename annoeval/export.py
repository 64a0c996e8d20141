"""Tables as files that a spreadsheet opens without running anything in them."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

LONGEST = 32_767  # characters that a cell of a workbook holds
MOST_ROWS = 1_048_575  # that a sheet holds below its header
CUT = f" … [cut: a cell of a workbook holds {LONGEST:,} characters]"
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?%?")


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


Choices = Mapping[str, Mapping[str, Sequence[Any]]]


def workbook(
    tables: Mapping[str, pd.DataFrame], choices: Choices | None = None, closed: Choices | None = None
) -> bytes:
    """A workbook with one sheet a table; text always stored as text, numbers as numbers.

    choices: sheet → column → the values to choose from, as a drop-down in each of its cells; anything else is refused.
    closed: sheet → column → for each row whether it has none; such cells are grey.
    """
    import xlsxwriter

    buffer = io.BytesIO()
    with xlsxwriter.Workbook(
        buffer, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    ) as book:
        bold, grey = book.add_format({"bold": True}), book.add_format({"bg_color": "#D9D9D9"})
        for name, frame in tables.items():
            sheet = book.add_worksheet(re.sub(r"[\[\]:*?/\\]", " ", name)[:31])
            for column, title in enumerate(frame.columns):
                sheet.write_string(0, column, str(title), bold)
            for row, cells in enumerate(frame.itertuples(index=False), 1):
                for column, cell in enumerate(cells):
                    if cell is None or pd.isna(cell):
                        continue
                    if isinstance(cell, bool):
                        sheet.write_boolean(row, column, cell)
                    elif isinstance(cell, (int, float)) and abs(cell) < 2**53:
                        sheet.write_number(row, column, cell)
                    else:
                        sheet.write_string(row, column, _fitting(str(cell)))
            places = {str(title): column for column, title in enumerate(frame.columns)}
            for title, allowed in ((choices or {}).get(name) or {}).items():
                said = f"One of {', '.join(map(str, allowed))}, or nothing."
                rule = {"validate": "list", "source": list(allowed), "error_message": said}
                sheet.data_validation(1, places[title], max(len(frame), 1), places[title], rule)
            for title, shut in ((closed or {}).get(name) or {}).items():
                for row, closed_here in enumerate(shut, 1):
                    if closed_here:
                        sheet.write_blank(row, places[title], None, grey)
            sheet.freeze_panes(1, 0)
    return buffer.getvalue()
