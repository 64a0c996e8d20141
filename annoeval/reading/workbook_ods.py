"""Cells of an ODS sheet whose digits a spreadsheet's numbers do not keep: long ones, and zeros in front."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree.ElementTree import Element, ParseError
from xml.parsers import expat

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from annoeval.reading.archive import Budget
from annoeval.reading.table import ReadError
from annoeval.reading.workbook_xml import check_extent, check_texts

_WORTH_A_LOOK = re.compile(rb'>[^<\d]{0,20}0\d+[^<\d]{0,20}<|:value="-?\d{16,}"')
_SHOWN = re.compile(r"^(?:[^\d.,-]*[A-Za-z]-|[^\d.,-]*)(0\d+)$")
_MOST = 1_000_000  # cells


def exact_cells(data: bytes, sheet: str) -> dict[tuple[int, int], str]:
    """(row, column), both from 0, to the text of cells that a float would change; as of an XLSX.

    A cell keeps what it shows beside its value, so that 7 under a format of zeros stands as "007" in the file.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            content = Budget().unpack(archive, archive.getinfo("content.xml"), sheet)
        return _scan(content, sheet) if _WORTH_A_LOOK.search(content) else {}
    except (zipfile.BadZipFile, ReadError, ParseError, DefusedXmlException, ValueError, KeyError):
        return {}


def check(data: bytes, name: str) -> None:
    """Raises ReadError for a workbook that must not be opened: cut short, or unfolding to too many cells."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            content = Budget().unpack(archive, archive.getinfo("content.xml"), name)
        _Extents().read(content)
    except ReadError:
        raise
    except (zipfile.BadZipFile, KeyError, expat.ExpatError, ValueError):
        raise ReadError(f"{name} can't be opened as a workbook: it is damaged or not a spreadsheet file.") from None


class _Extents:
    """Looks at every cell's place without keeping any; `check_extent` decides on each sheet."""

    def read(self, content: bytes) -> None:
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity
        parser.Parse(content, True)

    def _start(self, tag: str, given: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "table-cell" or name == "covered-table-cell":
            again = int(given.get("table:number-columns-repeated", 1))
            self.column += again
            self.repeated, self.long = again, 0
            if "office:value-type" in given:
                self.filled = self.column
                self.cells += again
        elif name == "s":
            self.long += int(given.get("text:c", 1))
        elif name == "table-row":
            self.again = int(given.get("table:number-rows-repeated", 1))
            self.column = self.filled = self.cells = self.held = 0
        elif name == "table":
            self.sheet = given.get("table:name", "")
            self.row = self.height = self.width = self.written = self.texts = 0

    def _end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if name == "table-cell":
            self.held += self.long * self.repeated
        elif name == "table-row":
            self.texts += self.held * self.again
            self.row += self.again
            if self.filled:
                self.height, self.width = self.row, max(self.width, self.filled)
                self.written += self.cells  # a repeated row stands once in the file
        elif name == "table":
            check_extent(self.height, self.width, self.written, self.sheet)
            check_texts(self.texts, self.sheet)

    def _text(self, text: str) -> None:
        self.long += len(text.strip())  # white space between elements is no text

    def _entity(self, *_: object) -> None:
        raise ValueError("entities are not read")

    again = column = filled = cells = row = height = width = written = repeated = long = held = texts = 0
    sheet = ""


def _scan(content: bytes, sheet: str) -> dict[tuple[int, int], str]:
    out: dict[tuple[int, int], str] = {}
    row, inside = 0, False
    for event, element in iterparse(io.BytesIO(content), events=("start", "end")):
        name = element.tag.rsplit("}", 1)[-1]
        if event == "start":
            if name == "table":
                row, inside = 0, _attribute(element, "name") == sheet
            continue
        if name == "table":
            inside = False
        elif name == "table-row":
            repeated = _times(element, "number-rows-repeated")
            for column, text in _row(element) if inside else ():
                for again in range(row, row + repeated):
                    if len(out) < _MOST:
                        out[again, column] = text
            row += repeated
            element.clear()
    return out


def _row(row: Element) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    column = 0
    for cell in row:
        repeated = _times(cell, "number-columns-repeated")
        text = _exact(cell)
        if text is not None:
            found += [(column + i, text) for i in range(min(repeated, _MOST))]
        column += repeated
    return found


def _exact(cell: Element) -> str | None:
    if _attribute(cell, "value-type") != "float":
        return None
    value = _attribute(cell, "value") or ""
    if re.fullmatch(r"-?\d{16,}", value):
        return value
    shown = next(("".join(p.itertext()) for p in cell if p.tag.endswith("}p")), "").strip()
    match = _SHOWN.match(shown)
    return shown if match and re.fullmatch(r"\d+(\.0*)?", value) and int(match[1]) == float(value) else None


def _attribute(element: Element, name: str) -> str | None:
    return next((v for k, v in element.attrib.items() if k.endswith("}" + name)), None)


def _times(element: Element, name: str) -> int:
    return max(int(_attribute(element, name) or 1), 1)
