"""Cells of an XLS sheet (Excel 97 to 2003) that are shown with zeros in front of their number.

Only what that takes is read: of the records (Microsoft, [MS-XLS]) those of formats, cell formats, sheets' places and
numbers.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from annoeval.reading.compound_file import stream
from annoeval.reading.number_formats import padded
from annoeval.reading.table import ReadError
from annoeval.reading.workbook_xml import check_extent

_DIMENSIONS = 0x0200
_SMALLEST_CELL = 10  # bytes of a record
_FORMAT, _XF, _SHEET, _NUMBER, _RK, _MULTIPLE_RK, _END_OF_PART = 0x041E, 0x00E0, 0x0085, 0x0203, 0x027E, 0x00BD, 0x000A


def exact_cells(data: bytes, sheet: str) -> dict[tuple[int, int], str]:
    """(row, column), both from 0, to the text of numbers under a format of zeros; empty where there are none."""
    try:
        book = stream(data, "Workbook")
        formats: dict[int, str] = {}
        cell_formats: list[int] = []
        at = None
        for kind, body in _records(book, 0):
            if kind == _FORMAT:
                formats[struct.unpack_from("<H", body)[0]] = _text(body, 2, 2)
            elif kind == _XF:
                cell_formats.append(struct.unpack_from("<H", body, 2)[0])
            elif kind == _SHEET and _text(body, 6, 1) == sheet:
                at = struct.unpack_from("<I", body)[0]
        codes = {i: formats[f] for i, f in enumerate(cell_formats) if f in formats and padded("1", formats[f])}
        return _numbers(book, at, codes) if at is not None and codes else {}
    except (struct.error, IndexError, ValueError, OverflowError):
        return {}


def check(data: bytes) -> None:
    """Raises ReadError where a sheet says that it spans far more cells than the file can hold (`check_extent`)."""
    try:
        book = stream(data, "Workbook")
        for kind, body in _records(book, 0):
            if kind == _SHEET:
                (at,) = struct.unpack_from("<I", body)
                said = next((b for k, b in _records(book, at) if k == _DIMENSIONS), b"")
                if said:
                    _, rows, _, columns = struct.unpack_from("<IIHH", said)
                    check_extent(rows, columns, len(book) // _SMALLEST_CELL, _text(body, 6, 1))
    except ReadError:
        raise
    except (struct.error, IndexError, ValueError):
        return


def _numbers(book: bytes, at: int, codes: dict[int, str]) -> dict[tuple[int, int], str]:
    out: dict[tuple[int, int], str] = {}
    for kind, body in _records(book, at):
        if kind == _NUMBER:
            row, column, style, value = struct.unpack_from("<HHHd", body)
            cells = [(column, style, value)]
        elif kind == _RK:
            row, column, style, packed = struct.unpack_from("<HHHI", body)
            cells = [(column, style, _unpacked(packed))]
        elif kind == _MULTIPLE_RK:
            row, first = struct.unpack_from("<HH", body)
            pairs = struct.iter_unpack("<HI", body[4 : 4 + (len(body) - 6) // 6 * 6])
            cells = [(first + i, style, _unpacked(packed)) for i, (style, packed) in enumerate(pairs)]
        else:
            continue
        for column, style, value in cells:
            if style in codes and value.is_integer() and (text := padded(str(int(value)), codes[style])):
                out[row, column] = text
    return out


def _records(book: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Records of one part of the stream, up to its end."""
    while at + 4 <= len(book):
        kind, size = struct.unpack_from("<HH", book, at)
        if kind == _END_OF_PART:
            return
        yield kind, book[at + 4 : at + 4 + size]
        at += 4 + size


def _text(body: bytes, at: int, length_bytes: int) -> str:
    length = int.from_bytes(body[at : at + length_bytes], "little")
    at += length_bytes
    return body[at + 1 : at + 1 + 2 * length].decode("utf-16-le") if body[at] & 1 else (
        body[at + 1 : at + 1 + length].decode("latin-1"))  # fmt: skip


def _unpacked(packed: int) -> float:
    """An RK number: 30 bits of a whole number or of a float's upper half, perhaps in hundredths."""
    if packed & 2:
        value = float((packed >> 2) - (1 << 30 if packed & 1 << 31 else 0))
    else:
        value = struct.unpack("<d", b"\0\0\0\0" + struct.pack("<I", packed & 0xFFFFFFFC))[0]
    return value / 100 if packed & 1 else value
