"""Which characters the bytes of a text file stand for."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, replace

from annoeval.problem import Problem
from annoeval.reading.code_pages import code_page
from annoeval.reading.table import ReadError

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_CHUNK = 1 << 20
_ALLOWED_CONTROLS = frozenset(b"\t\n\r\x0b\x0c\x1b\x1c\x1d\x1e\x1f\x85")
_CONTROLS = bytes(c for c in range(32) if c not in _ALLOWED_CONTROLS) + b"\x7f"


@dataclass(frozen=True)
class Decoded:
    """Text as UTF-8 bytes without a byte-order mark, and how it was found."""

    data: bytes
    encoding: str
    problems: tuple[Problem, ...] = ()


def decode(data: bytes, name: str, encoding: str | None = None) -> Decoded:
    """The text of a file as UTF-8, with its encoding found from the bytes.

    encoding: a Python codec name to use in place of the guess. Bytes that the encoding does not know are
    replaced by U+FFFD and reported. Raises ReadError where the bytes are not text.
    """
    if encoding:
        return _forced(data, name, encoding)
    for mark, codec, title in _BOMS:
        if data.startswith(mark):
            body = data[len(mark) :]
            if codec == "utf-8":
                return _utf8_or_broken(body, name, f"{title} with byte-order mark")
            return _transcode(body, name, codec, f"{title} with byte-order mark")
    head = data[:65536]
    if b"\0" in head:
        found = _utf16_without_mark(head)
        if found is None:
            raise ReadError(f"{name} is not a text file (it holds binary data), so it can't be read as a table.")
        return _transcode(data, name, found, "UTF-16")
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls > (0.1 if is_utf8(head[:-4]) else 0.02) * len(head):
        raise ReadError(f"{name} is not a text file (it holds binary data), so it can't be read as a table.")
    if is_utf8(data):
        return Decoded(data, "UTF-8")
    found_page = code_page(data)
    if found_page:
        codec, title = found_page
        decoded = _transcode(data, name, codec, title)
        done = f"read as {title}; choose another encoding if letters look wrong"
        return replace(decoded, problems=(Problem("the file is not UTF-8", done, file=name), *decoded.problems))
    return _utf8_or_broken(data, name, "UTF-8")


def is_utf8(data: bytes) -> bool:
    """Whether all bytes are valid UTF-8; checked in pieces so that a large file is not held twice."""
    if data.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(data)
    try:
        for start in range(0, len(data), _CHUNK):
            decoder.decode(view[start : start + _CHUNK])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _forced(data: bytes, name: str, encoding: str) -> Decoded:
    try:
        codec = codecs.lookup(encoding).name
        b"".decode(codec)
    except LookupError:
        raise ReadError(f"{name} can't be read as “{encoding}”: no such text encoding is known.") from None
    for mark, marked, _ in _BOMS:
        if data.startswith(mark) and (codec in marked or marked.startswith(codec)):
            data = data[len(mark) :]
            break
    if codec == "utf-8" and is_utf8(data):
        return Decoded(data, encoding)
    return _transcode(data, name, codec, encoding)


def _utf16_without_mark(head: bytes) -> str | None:
    """UTF-16 of mostly Latin text has a zero in every second byte."""
    half = max(len(head) // 2, 1)
    even, odd = head[::2].count(0) / half, head[1::2].count(0) / half
    if odd > 0.4 and even < 0.1:
        return "utf-16-le"
    if even > 0.4 and odd < 0.1:
        return "utf-16-be"
    return None


def _transcode(data: bytes, name: str, codec: str, title: str) -> Decoded:
    try:
        text = data.decode(codec, errors="replace")
    except (UnicodeError, ValueError, LookupError) as error:
        raise ReadError(f"{name} can't be read as {title} text: {error}.") from None
    bad = text.count("�")
    problems = _replaced(name, title, bad) if bad else ()
    return Decoded(text.encode("utf-8", errors="replace"), title, problems)


def _replaced(name: str, title: str, count: int) -> tuple[Problem, ...]:
    return (
        Problem(
            f"bytes that are not {title} text",
            "shown as � ; choose another encoding if they matter",
            file=name,
            count=count,
        ),
    )


def _utf8_or_broken(data: bytes, name: str, title: str) -> Decoded:
    """UTF-8 with a few damaged bytes, or a Windows code page read as the browsers do (WHATWG windows-1252)."""
    if is_utf8(data):
        return Decoded(data, title)
    lenient = data.decode("utf-8", errors="surrogateescape")
    bad = sum(1 for c in lenient if "\udc80" <= c <= "\udcff")
    good = sum(1 for c in lenient if c > "\x7f") - bad
    if 5 * good > bad:  # sequences that are UTF-8 by chance are rare in a code page: files of several hands are mixed
        mended = "".join(_windows(ord(c) - 0xDC00) if "\udc80" <= c <= "\udcff" else c for c in lenient)
        problem = Problem(
            "bytes that are not UTF-8 in a UTF-8 file", "read as Windows-1252 characters", file=name, count=bad
        )
        return Decoded(mended.encode(), title, (problem,))
    table = [_windows(b) for b in range(256)]
    text = data.decode("latin-1").translate(dict(enumerate(table)))
    problem = Problem(
        "the file is not UTF-8", "read as Windows-1252; choose another encoding if letters look wrong", file=name
    )
    return Decoded(text.encode(), "Windows-1252", (problem,))


def _windows(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)
