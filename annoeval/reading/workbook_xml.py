"""Cells of an XLSX sheet whose digits a spreadsheet's numbers do not keep: long ids, and ids with leading zeros."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring, iterparse

from annoeval.reading.archive import Budget
from annoeval.reading.table import ReadError

_LONG = re.compile(rb"<(?:\w+:)?v>-?\d{16,}</")
_PADDED = re.compile(r"^0{2,}$")
_PLACE = re.compile(r"^([A-Z]{1,3})(\d+)$")


def exact_cells(data: bytes, sheet: str) -> dict[tuple[int, int], str]:
    """(row, column), both from 0, to the text of cells that a float would change.

    Whole numbers of 16 digits and more as the file writes them; numbers under a format of zeros ("000") padded as
    they are shown. Empty where the sheet has none, or can't be read this way.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {m.filename: m for m in archive.infolist()}
            budget = Budget()

            def part(name: str) -> bytes:
                return budget.unpack(archive, members[name], sheet) if name in members else b""

            padded = _padded_styles(part("xl/styles.xml"))
            path = _path(part("xl/workbook.xml"), part("xl/_rels/workbook.xml.rels"), sheet)
            if path is None or path not in members:
                return {}
            content = part(path)
    except (zipfile.BadZipFile, ReadError, ParseError, DefusedXmlException, ValueError, KeyError):
        return {}
    if not padded and not _LONG.search(content):
        return {}
    return _scan(content, padded)


def _scan(content: bytes, padded: dict[str, int]) -> dict[tuple[int, int], str]:
    out: dict[tuple[int, int], str] = {}
    try:
        for _, element in iterparse(io.BytesIO(content), events=("end",)):
            if element.tag.rsplit("}", 1)[-1] != "c":
                continue
            place = _PLACE.match(element.get("r") or "")
            value = next((v.text for v in element if v.tag.rsplit("}", 1)[-1] == "v"), None)
            if place and value and element.get("t") in (None, "n"):
                at = int(place[2]) - 1, _column(place[1])
                width = padded.get(element.get("s") or "")
                if re.fullmatch(r"-?\d{16,}", value):
                    out[at] = value
                elif width and re.fullmatch(r"\d+(\.0)?", value):
                    out[at] = value.split(".")[0].zfill(width)
            element.clear()
    except (ParseError, DefusedXmlException):
        return {}
    return out


def _column(letters: str) -> int:
    n = 0
    for letter in letters:
        n = n * 26 + ord(letter) - 64
    return n - 1


def _padded_styles(styles: bytes) -> dict[str, int]:
    """Style number to the width of its format of zeros."""
    if not styles:
        return {}
    root = fromstring(styles)
    formats = {f.get("numFmtId"): f.get("formatCode") or "" for f in root.iterfind(".//{*}numFmts/{*}numFmt")}
    return {
        str(i): len(code)
        for i, xf in enumerate(root.iterfind("./{*}cellXfs/{*}xf"))
        if _PADDED.match(code := formats.get(xf.get("numFmtId"), ""))
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
