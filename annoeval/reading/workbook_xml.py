"""Cells of an XLSX sheet whose digits a spreadsheet's numbers do not keep: long ids, and ids with leading zeros."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring, iterparse

from annoeval.reading.archive import MOST_BYTES, Budget
from annoeval.reading.number_formats import padded
from annoeval.reading.table import ReadError, check_length

_LONG = re.compile(rb"<(?:\w+:)?v>-?\d{16,}</")
_ROW = re.compile(rb'<(?:\w+:)?row\b[^>]*?\br="(\d{1,9})"')
_ROWS = re.compile(rb"<(?:\w+:)?row\b")
_COLUMNS = {n: re.compile(rb' r="([A-Z]{%d})\d' % n) for n in (2, 3)}  # of cells; a row's has no letters
_MOST_CELLS = 60_000_000
_FEW_CELLS = 4_000_000
_PLACE = re.compile(r"^([A-Z]{1,3})(\d+)$")


def exact_cells(data: bytes, sheet: str) -> dict[tuple[int, int], str]:
    """(row, column), both from 0, to the text of cells that a float would change.

    Whole numbers of 16 digits and more as the file writes them; numbers under a format of zeros ("000") padded as
    they are shown; errors of formulas ("#DIV/0!"), which would be blank otherwise. Empty where the sheet has none, or
    can't be read this way. Raises ReadError for a sheet of too many cells (`check_extent`), which must not be opened at
    all, or one that is packed too tightly.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {m.filename: m for m in archive.infolist()}
            budget = Budget()

            def part(name: str) -> bytes:
                return budget.unpack(archive, members[name], sheet) if name in members else b""

            codes = _padded_styles(part("xl/styles.xml"))
            path = _path(part("xl/workbook.xml"), part("xl/_rels/workbook.xml.rels"), sheet)
            if path is None or path not in members:
                return {}
            content = part(path)
            shared = b"".join(part(n) for n in members if n.lower().endswith("sharedstrings.xml"))
    except ReadError:  # packed too tightly, which the reader of workbooks would not notice
        raise
    except (zipfile.BadZipFile, ParseError, DefusedXmlException, ValueError, KeyError):
        return {}
    check_length(len(_ROWS.findall(content)), f"The sheet “{sheet}”")
    check_extent(*_extent(content), content.count(b"<c ") + content.count(b":c "), sheet)
    _check_texts(shared, content, sheet)
    if not codes and not _LONG.search(content) and b' t="e"' not in content:
        return {}
    return _scan(content, codes)


def check_extent(height: int, width: int, written: int, sheet: str) -> None:
    """Raises ReadError where the box around a sheet's cells is too large to be held, or far larger than they are many.

    One stray cell at the end of a sheet makes a box of thousands of millions of cells.
    """
    box = height * width
    if box > _MOST_CELLS or (box > _FEW_CELLS and box > 50 * written):
        raise ReadError(
            f"The sheet “{sheet}” spans {height:,} rows and {width:,} columns, of which at most {written:,} cells are "
            "written: delete the stray cells far out, or save the table as CSV, and drop it again."
        )


def check_texts(characters: int, sheet: str) -> None:
    """Raises ReadError where a sheet's cells hold more text than is read. A text stands once in the file, however many
    cells show it, so that a small file can fill a machine's memory."""
    if characters > MOST_BYTES:
        raise ReadError(
            f"The sheet “{sheet}” repeats long texts: its cells hold more than {MOST_BYTES >> 20:,} MB of text; leave "
            "out the columns that hold no judgements, and drop it again."
        )


def _check_texts(shared: bytes, content: bytes, sheet: str) -> None:
    """Cells are looked at one by one only where the longest text in all of them would be too much."""
    longest = max(map(len, shared.split(b"si>")))
    if longest * (content.count(b"<c") + content.count(b":c")) <= MOST_BYTES:
        return
    lengths = [
        sum(map(len, element.itertext()))
        for _, element in iterparse(io.BytesIO(shared))
        if element.tag.rsplit("}", 1)[-1] == "si"
    ]
    held = 0
    for _, element in iterparse(io.BytesIO(content)):
        if element.tag.rsplit("}", 1)[-1] == "c":
            number = "".join(element.itertext()) if element.get("t") == "s" else ""
            held += lengths[int(number)] if number.isdigit() and int(number) < len(lengths) else 0
            check_texts(held, sheet)
            element.clear()


def _extent(content: bytes) -> tuple[int, int]:
    """Rows and columns of the box around a sheet's cells; columns are looked at one by one only where it matters."""
    heights = [int(n) for n in _ROW.findall(content)]
    height = max(heights, default=0)
    for letters, most in ((3, 16_384), (2, 702)):
        if height * most <= _FEW_CELLS:
            return height, most
        found = set(_COLUMNS[letters].findall(content))
        if found:
            return height, max(_column(c.decode()) + 1 for c in found)
    return height, 26


def _scan(content: bytes, codes: dict[str, str]) -> dict[tuple[int, int], str]:
    out: dict[tuple[int, int], str] = {}
    try:
        for _, element in iterparse(io.BytesIO(content), events=("end",)):
            if element.tag.rsplit("}", 1)[-1] != "c":
                continue
            place = _PLACE.match(element.get("r") or "")
            value = next((v.text for v in element if v.tag.rsplit("}", 1)[-1] == "v"), None)
            if place and value and element.get("t") == "e":
                out[int(place[2]) - 1, _column(place[1])] = value
            elif place and value and element.get("t") in (None, "n"):
                at = int(place[2]) - 1, _column(place[1])
                if re.fullmatch(r"-?\d{16,}", value):
                    out[at] = value
                elif text := padded(value, codes.get(element.get("s") or "", "")):
                    out[at] = text
            element.clear()
    except (ParseError, DefusedXmlException):
        return {}
    return out


def _column(letters: str) -> int:
    n = 0
    for letter in letters:
        n = n * 26 + ord(letter) - 64
    return n - 1


def _padded_styles(styles: bytes) -> dict[str, str]:
    """Style number to its format of zeros."""
    if not styles:
        return {}
    root = fromstring(styles)
    formats = {f.get("numFmtId"): f.get("formatCode") or "" for f in root.iterfind(".//{*}numFmts/{*}numFmt")}
    return {
        str(i): code
        for i, xf in enumerate(root.iterfind("./{*}cellXfs/{*}xf"))
        if padded("1", code := formats.get(xf.get("numFmtId"), ""))
    }


def _path(workbook: bytes, relations: bytes, sheet: str) -> str | None:
    if not workbook or not relations:
        return None
    targets = {r.get("Id"): r.get("Target") or "" for r in fromstring(relations)}
    for element in fromstring(workbook).iterfind(".//{*}sheets/{*}sheet"):
        if element.get("name") == sheet:
            identity = next((v for k, v in element.attrib.items() if k.endswith("}id")), None)
            target = targets.get(identity, "")
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    return None
