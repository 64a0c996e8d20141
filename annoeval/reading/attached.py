"""The files that came with a study, by name, read only when one is asked for."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from annoeval.reading.table import ReadError

LARGEST = 500_000_000  # bytes of one file of an archive, unpacked
Opener = Callable[[], bytes]


class Attached(Mapping[str, bytes]):
    """Name to bytes, those of a ZIP archive's files under their paths. Nothing is read before it is asked for."""

    def __init__(self, files: Mapping[str, Opener]) -> None:
        self._files = dict(files)
        for name in [n for n in files if n.lower().endswith(".zip")]:
            self._files.update(_inside(files[name]))

    def __getitem__(self, name: str) -> bytes:
        return self._files[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def ending(self, *endings: str) -> list[str]:
        """Names with one of these endings (".pdf")."""
        return [n for n in self if n.lower().endswith(endings)]


def of_paths(paths: Iterable[str | Path]) -> Attached:
    """Files of the disk; a folder stands for the files directly in it."""
    found = [f for p in map(Path, paths) for f in (sorted(p.iterdir()) if p.is_dir() else [p]) if f.is_file()]
    return Attached({f.name: f.read_bytes for f in found})


def of_bytes(files: Iterable[tuple[str, bytes]]) -> Attached:
    """Files that are in memory."""
    return Attached({name: (lambda data=data: data) for name, data in files})  # type: ignore[misc]


def _inside(archive: Opener) -> dict[str, Opener]:
    """The files of a ZIP archive, each unpacked when asked for; none of a damaged one. One that holds more than
    `LARGEST` raises ReadError then."""

    def unpacked(name: str) -> bytes:
        with zipfile.ZipFile(io.BytesIO(archive())) as packed:
            if packed.getinfo(name).file_size > LARGEST:
                most = f"{LARGEST // 1_000_000:,} MB"
                raise ReadError(f"{name} is larger than the {most} that one file of an archive may be.")
            return packed.read(name)

    try:
        with zipfile.ZipFile(io.BytesIO(archive())) as packed:
            names = [m.filename for m in packed.infolist() if not m.is_dir()]
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError):
        return {}
    return {name: (lambda name=name: unpacked(name)) for name in names}  # type: ignore[misc]
