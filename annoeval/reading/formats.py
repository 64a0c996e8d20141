"""What kind of file the bytes are, found from their content."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from annoeval.problem import Problem
from annoeval.reading.archive import MOST_BYTES, MOST_RATIO, read_archive
from annoeval.reading.columns import read_columns
from annoeval.reading.delimited import read_delimited
from annoeval.reading.encoding import Decoded, decode
from annoeval.reading.exact_json import cell
from annoeval.reading.mending import may_need_mending, mended
from annoeval.reading.pdf_file import check_pdf
from annoeval.reading.pictures import ENDINGS, KINDS, UNSHOWN, size
from annoeval.reading.records import is_bare_value, parse_json, read_records, with_answers
from annoeval.reading.study_file import MANIFEST, read_study
from annoeval.reading.table import ReadError, Reading, Table, check_cells
from annoeval.reading.tool import Json, Source
from annoeval.reading.tools import GENERIC_NAMES, TOOLS
from annoeval.reading.workbook import read_workbook
from annoeval.reading.xml_files import parse_xml, unread
from annoeval.waiting import go_on

_PIECE = 1 << 20  # bytes

_TABLE_ENDINGS = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".ndjson", ".xlsx", ".xls", ".ods", ".xml", ".tab")
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
    `totals` (`hold` or `keep`), `quotes` (False: quotation marks are text), `mojibake` (`repair`), `gaps` (`fill`),
    `boxes` (`xyxy` or `xywh`: what the four columns of a box are).
    Raises ReadError with one sentence, also for a table of too many columns or a cell that is too long.
    """
    go_on()
    reading = _read(data, name, options or {})
    for table in reading.tables:
        check_cells(table)
    return reading


def _read(data: bytes, name: str, options: Mapping[str, Any]) -> Reading:
    if not data:
        raise ReadError(f"{name} is empty (0 bytes).")
    what = binary_kind(data)
    if what == "zip":
        return _zipped(data, name, options)
    if what == "ole":
        return _known(mended(read_workbook(data, name, "xls", options), options), options)
    if what == "columns":
        return _known(mended(read_columns(data, name), options), options)
    if what == "gzip":
        return read(_gunzipped(data, name), name.removesuffix(".gz"), options)
    if what:
        return _shown(data, name, what)
    if name.lower().endswith((*ENDINGS, *UNSHOWN)):
        raise ReadError(f"{name} is no picture that can be shown here: save it as {KINDS} and drop it again.")
    text = decode(data, name, options.get("encoding"))
    start = text.data[:4096].lstrip()[:1]
    if start in (b"{", b"[") and not _bracketed_table(text.data):
        return _json(text, name, options)
    source = Source(name, GENERIC_NAMES, "", text.problems, {"encoding": text.encoding}, options)
    if start == b"<":
        root = parse_xml(text.data, name)
        found = _by_tool("xml", root, source)
        if found is None:
            raise unread(root, name)
        return found
    if is_bare_value(text, name):
        raise ReadError(f"{name} is JSON that holds a single value, not records: there is nothing to judge in it.")
    found = _by_tool("text", text.data, source)
    if found is not None:
        return found
    reading = read_delimited(text, name, options)
    if may_need_mending(text.data):
        reading = mended(reading, options)
    return _known(reading, options)


def _by_tool(of: str, content: Any, source: Source) -> Reading | None:
    """What the first tool reads whose content it is; None where it is no tool's."""
    tool = next((t for t in TOOLS if t.of == of and t.fits(content)), None)
    return None if tool is None else tool.read(content, source)


def _known(reading: Reading, options: Mapping[str, Any]) -> Reading:
    """A reading with its tables as the tools know them that wrote them.

    A table of annotations is all of a reading, so it is looked for where the file holds one table.
    """
    tables: list[Table] = []
    problems, facts = reading.problems, reading.facts
    for table in reading.tables:
        source = Source(reading.file, GENERIC_NAMES, reading.format, problems, facts, options)
        found = _by_tool("table", table, source)
        if found is not None and (found.annotations is None or len(reading.tables) == 1):
            if found.annotations is not None:
                return found
            tables += found.tables
            problems, facts = found.problems, found.facts
        else:
            said: list[Problem] = []
            tables.append(with_answers(table, reading.file, said) if reading.format not in ("json", "jsonl") else table)
            problems = (*problems, *said)
    return replace(reading, tables=tuple(tables), problems=problems, facts=facts)


def _json(text: Decoded, name: str, options: Mapping[str, Any]) -> Reading:
    """Records of JSON, by the rules of the tool that wrote them where one is recognised."""
    value, problems, lines = parse_json(text, name)
    rows = value if lines else list(enumerate(value if isinstance(value, list) else [value], 1))
    whole = [v for _, v in value] if lines else value
    records = [(n, r) for n, r in rows if isinstance(r, Mapping)]
    odd = [
        Problem("an entry that is no record", "skipped", name, n, value=str(cell(r))[:200])
        for n, r in rows
        if not isinstance(r, Mapping)
    ]
    source = Source(name, GENERIC_NAMES, "", (*problems, *odd), {"encoding": text.encoding}, options)
    found = _by_tool("json", Json(whole, records if len(odd) < len(records) else []), source)
    if found is not None:
        return found
    reading = read_records(value, problems, lines, text, name)
    if may_need_mending(text.data):
        reading = mended(reading, options)
    return _known(reading, options)


def _shown(data: bytes, name: str, what: str) -> Reading:
    """Pictures and PDFs stand beside the items they show; under a table's name they are a mistake."""
    ending = PurePosixPath(name).suffix.lower()
    found = size(data)
    if found and ending not in _TABLE_ENDINGS:
        return Reading(name, "image", (), (), {"width": str(found[0]), "height": str(found[1])})
    if data[:5] == b"%PDF-" and ending not in _TABLE_ENDINGS:
        check_pdf(data, name)
        return Reading(name, "pdf", ())
    raise ReadError(f"{name} is {what}, not a table: drop the file with the answers.")


def _gunzipped(data: bytes, name: str) -> bytes:
    limit = min(MOST_BYTES, len(data) * MOST_RATIO + (1 << 20))
    size, unpacking, rest = 0, zlib.decompressobj(wbits=31), data
    try:
        while rest and size <= limit:  # counted first, so that a bomb takes no memory
            size += len(unpacking.decompress(rest, _PIECE))
            rest = unpacking.unconsumed_tail
        if size <= limit:
            return zlib.decompressobj(wbits=31).decompress(data)
    except zlib.error:
        raise ReadError(f"{name} is a damaged gzip file.") from None
    raise ReadError(
        f"{name} unpacks to more than {MOST_BYTES >> 20:,} MB or is packed too tightly to be data; unpack it and drop "
        "a part of it."
    )


def binary_kind(data: bytes) -> str | None:
    """What the bytes are where they are no text, None where they may be.

    `zip`, `ole` (an old Office file), `columns` (Parquet or Arrow), `gzip`, or a phrase for what can't be read.
    """
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return "zip"
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        return "ole"
    if data[:4] == b"PAR1" or data[:6] == b"ARROW1":
        return "columns"
    if data[:3] == b"\x1f\x8b\x08":
        return "gzip"
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
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError):
        raise ReadError(f"{name} is a damaged ZIP archive or workbook; save it again and drop it again.") from None
    if MANIFEST in members and "items.jsonl" in members:
        return read_study(data, name)
    if any(m.startswith("xl/") for m in members):
        return _known(mended(read_workbook(data, name, "xlsx", options), options), options)
    if kind.startswith(b"application/vnd.oasis.opendocument.spreadsheet"):
        return _known(mended(read_workbook(data, name, "ods", options), options), options)
    if any(m.startswith("word/") for m in members):
        raise ReadError(f"{name} is a Word document, not a table: drop the file with the answers.")
    if any(m.startswith("ppt/") for m in members):
        raise ReadError(f"{name} is a presentation, not a table: drop the file with the answers.")
    return read_archive(data, name, options, read)
