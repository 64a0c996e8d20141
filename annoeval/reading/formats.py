"""What kind of file the bytes are, found from their content."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

from annoeval.reading.delimited import read_delimited
from annoeval.reading.encoding import decode
from annoeval.reading.records import parse_json, read_records
from annoeval.reading.table import ReadError, Reading
from annoeval.reading.tei import is_tei, read_tei
from annoeval.reading.workbook import read_workbook

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "a rich-text document"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\0", "a program"),
    (b"ID3", "a sound file"),
    (b"OggS", "a sound file"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"\x80\x04\x95", "a Python pickle"),
)


def read(data: bytes, name: str, options: Mapping[str, Any] | None = None) -> Reading:
    """Reads one file; its format is found from the content and not from the ending of `name`.

    options: `encoding`, `delimiter`, `decimal`, `header` (row number), `sheet`, `ragged` (`hold` or `repair`),
    `totals` (`hold` or `keep`), `quotes` (False: quotation marks are text). Raises ReadError with one sentence.
    """
    options = options or {}
    if not data:
        raise ReadError(f"{name} is empty (0 bytes).")
    what = binary_kind(data)
    if what == "zip":
        return _zipped(data, name, options)
    if what == "ole":
        return read_workbook(data, name, "xls", options)
    if what:
        raise ReadError(f"{name} is {what}, not a table: drop the file with the answers.")
    text = decode(data, name, options.get("encoding"))
    start = text.data[:4096].lstrip()[:1]
    if start in (b"{", b"[") and not _bracketed_table(text.data):
        value, problems, lines = parse_json(text, name)
        return read_records(value, problems, lines, text, name)
    if start == b"<" and is_tei(text.data):
        return read_tei(text.data, name)
    if start == b"<":
        raise ReadError(f"{name} is a web page or XML, not a table: export the answers as CSV, XLSX or JSON.")
    return read_delimited(text, name, options)


def binary_kind(data: bytes) -> str | None:
    """`zip`, `ole` (an old Office file), a phrase for other binary files, or None for what may be text."""
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return "zip"
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        return "ole"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "a WebP picture"
    for magic, what in _MAGIC:
        if data.startswith(magic) and (len(magic) > 3 or b"\0" in data[:4096] or magic == b"\xff\xd8\xff"):
            return what
    return None


def _bracketed_table(data: bytes) -> bool:
    """A text table whose first name happens to start with a bracket: "[id],label"."""
    line = data[:4096].lstrip().split(b"\n", 1)[0].strip()
    if line[:1] == b"{":
        return False
    inside = line[1:].lstrip()[:1]
    return not (inside in b'{["]-0123456789tfnN' or line == b"[")


def _zipped(data: bytes, name: str, options: Mapping[str, Any]) -> Reading:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.namelist()
            kind = b""
            if "mimetype" in members:
                kind = archive.open("mimetype").read(200)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError):
        raise ReadError(f"{name} is a damaged ZIP archive or workbook; save it again and drop it again.") from None
    if any(m.startswith("xl/") for m in members):
        return read_workbook(data, name, "xlsx", options)
    if kind.startswith(b"application/vnd.oasis.opendocument.spreadsheet"):
        return read_workbook(data, name, "ods", options)
    if any(m.startswith("word/") for m in members):
        raise ReadError(f"{name} is a Word document, not a table: drop the file with the answers.")
    if any(m.startswith("ppt/") for m in members):
        raise ReadError(f"{name} is a presentation, not a table: drop the file with the answers.")
    raise ReadError(f"{name} is a ZIP archive without a workbook in it.")
