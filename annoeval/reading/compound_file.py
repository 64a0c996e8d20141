"""The container of old Office files: streams whose sectors are chained (Microsoft, [MS-CFB])."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

_END = 0xFFFFFFFA  # sector numbers from here on mean the end of a chain, or nothing


def stream(data: bytes, name: str) -> bytes:
    """The bytes of a stream. Raises ValueError or struct.error where it is not there or the file is damaged."""
    file = _opened(data)
    small = b""
    for entry in (file.entries[at : at + 128] for at in range(0, len(file.entries) - 127, 128)):
        (length,) = struct.unpack_from("<H", entry, 64)
        start, total = struct.unpack_from("<II", entry, 116)
        if entry[66] == 5:  # the root entry's stream holds the small streams
            small = _chained(file.sectors, file.size, file.table, start)
        elif entry[:length].decode("utf-16-le", "replace").rstrip("\0") == name:
            if total >= file.cutoff:
                return _chained(file.sectors, file.size, file.table, start)[:total]
            return _chained(small, file.small_size, file.small_table, start)[:total]
    raise ValueError(f"no stream {name}")


def has_rings(data: bytes) -> bool:
    """Whether a chain of sectors leads back to itself, so that a reader who trusts it never ends."""
    try:
        _opened(data)
    except (ValueError, struct.error):
        return True
    return False


@dataclass(frozen=True)
class _File:
    size: int
    small_size: int
    cutoff: int
    sectors: bytes
    table: np.ndarray
    small_table: np.ndarray
    entries: bytes


def _opened(data: bytes) -> _File:
    size, small_size = (1 << shift for shift in struct.unpack_from("<HH", data, 30))
    (directory,) = struct.unpack_from("<I", data, 48)
    cutoff, small_start = struct.unpack_from("<II", data, 56)
    (further,) = struct.unpack_from("<I", data, 68)
    if size not in (512, 4096) or small_size != 64:
        raise ValueError("sectors of no usual size")
    listed = list(struct.unpack_from("<109I", data, 76))
    sectors = data[size:]
    seen = set()
    while further < _END:
        if further in seen:
            raise ValueError("a chain of sectors in a ring")
        seen.add(further)
        *more, further = struct.unpack_from(f"<{size // 4}I", sectors, further * size)
        listed += more
    table = _numbers(b"".join(sectors[n * size : (n + 1) * size] for n in listed if n < _END))
    small_table = _numbers(_chained(sectors, size, table, small_start))
    entries = _chained(sectors, size, table, directory)
    for at in range(0, len(entries) - 127, 128):
        start, total = struct.unpack_from("<II", entries, at + 116)
        if entries[at + 66] in (2, 5):  # a stream, or the root
            small = entries[at + 66] == 2 and total < cutoff
            _check(small_table if small else table, start)
    return _File(size, small_size, cutoff, sectors, table, small_table, entries)


def _numbers(table: bytes) -> np.ndarray:
    return np.frombuffer(table[: len(table) // 4 * 4], "<u4")


def _check(table: np.ndarray, start: int) -> None:
    """Raises ValueError where following the table from a sector leads into a ring."""
    steps = 0
    while start < len(table):
        start, steps = int(table[start]), steps + 1
        if steps > len(table):
            raise ValueError("a chain of sectors in a ring")


def _chained(sectors: bytes, size: int, table: np.ndarray, start: int) -> bytes:
    """The sectors of a chain, one after the other. Raises ValueError where they run in a ring."""
    _check(table, start)
    pieces: list[bytes] = []
    while start < len(table):
        pieces.append(sectors[start * size : (start + 1) * size])
        start = int(table[start])
    return b"".join(pieces)
