"""The picture that a cell names, from the files that came with the study or from an archive among them."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterable

from annoeval.review.store import Store
from annoeval.study import AnnoevalError

LARGEST = 40_000_000  # bytes of one picture, unpacked


def picture(store: Store, study: str, name: str) -> bytes | None:
    """The bytes of the file of this name, with or without its folder; None where the study has none.

    Of an archive only what is asked for is read. Nothing is fetched from elsewhere.
    """
    names = store.file_names(study)
    whole = _called(names, name)
    if whole is not None:
        with store.open_file(study, whole) as file:
            return bytes(file.read())
    for archive in (n for n in names if n.lower().endswith(".zip")):
        found = _unpacked(store, study, archive, name)
        if found is not None:
            return found
    return None


def _unpacked(store: Store, study: str, archive: str, name: str) -> bytes | None:
    try:
        with store.open_file(study, archive) as file, zipfile.ZipFile(file) as packed:
            member = _called(packed.namelist(), name)
            if member is None or packed.getinfo(member).file_size > LARGEST:
                return None
            return packed.read(member)
    except (
        AnnoevalError,
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        ValueError,
        NotImplementedError,
        RuntimeError,
    ):
        return None


def _called(names: Iterable[str], wanted: str) -> str | None:
    """The one that is called so, else the first whose last part is; a cell may have been written on Windows."""
    path = wanted.replace("\\", "/").removeprefix("./")
    kept = [n for n in names if not n.endswith("/")]
    last = path.rsplit("/", 1)[-1]
    ends = (n for n in kept if n.endswith(f"/{path}"))
    return path if path in kept else next(ends, next((n for n in kept if n.rsplit("/", 1)[-1] == last), None))
