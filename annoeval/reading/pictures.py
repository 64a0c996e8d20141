"""The size of a picture, from its first bytes, and which pictures are an id's, by their names."""

from __future__ import annotations

import re
import struct
from collections.abc import Collection, Iterable
from pathlib import PurePosixPath


def size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG, GIF, BMP, JPEG or WebP; None for anything else or a damaged one."""
    try:
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            w, h = struct.unpack(">II", data[16:24])
            return int(w), int(h)
        if data[:4] == b"GIF8":
            w, h = struct.unpack("<HH", data[6:10])
            return int(w), int(h)
        if data[:2] == b"BM":
            w, h = struct.unpack("<ii", data[18:26])
            return int(w), abs(int(h))
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        if data[:2] == b"\xff\xd8":
            return _jpeg(data)
    except (struct.error, IndexError):
        return None
    return None


def _webp(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8 ":
        w, h = struct.unpack("<HH", data[26:30])
        return int(w) & 0x3FFF, int(h) & 0x3FFF
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    return None


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            at += 1
            continue
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            h, w = struct.unpack(">HH", data[at + 5 : at + 9])
            return int(w), int(h)
        if marker in (0xFF, 0x01) or 0xD0 <= marker <= 0xD9:
            at += 1 if marker == 0xFF else 2
            continue
        at += 2 + max(2, int(struct.unpack(">H", data[at + 2 : at + 4])[0]))
    return None


MEDIA = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".bmp": "image/bmp",
}
ENDINGS = tuple(MEDIA)
UNSHOWN = (".svg", ".tif", ".tiff", ".heic", ".heif", ".avif", ".psd", ".eps")
KINDS = "PNG, JPEG, WebP, GIF or BMP"
_ITERATION = r"(?:(?:[ _.-]+|[ _.-]*(?:iteration|iter|version|v|try|round)[ _.-]*)(\d+)| ?\((\d+)\))?"


def of_id(names: Iterable[str], id: str, ids: Collection[str] = ()) -> list[str]:
    """The pictures of an id, the last iteration last: `6.png`, `images/6_2.png`, `6/iter3.png`.

    ids: all ids; a file that is called exactly as another of them is that one's.
    """
    called = re.compile(rf"(?:0*{id}|{id})" if id.isdigit() else re.escape(id), re.IGNORECASE)
    found = []
    for name in names:
        path = PurePosixPath(name.replace("\\", "/"))
        if path.suffix.lower() not in ENDINGS or (path.stem != id and path.stem in ids):
            continue
        whole = path.with_suffix("").as_posix() if "/" in id else path.stem  # an id may name folders itself
        own = re.search(rf"(?:^|/){called.pattern}{_ITERATION}$", whole, re.IGNORECASE)
        within = called.fullmatch(path.parent.name) and re.search(r"(\d*)\D*$", path.stem)
        if own:
            number = next((int(n) for n in own.groups() if n), 0)
        elif within:
            number = int(within[1] or 0)
        else:
            continue
        found.append((number, name))
    return [name for _, name in sorted(found)]
