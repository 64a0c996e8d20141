"""The picture that a cell names, or that is called as an item, from the files that came with the study or from an
archive among them."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import prod
from pathlib import PurePosixPath

from annoeval.problem import AnnoevalError
from annoeval.reading.pictures import ENDINGS, UNSHOWN, of_id, size
from annoeval.review.made_images import made_once
from annoeval.review.store import Store

LARGEST = 40_000_000  # bytes of one picture, unpacked
MOST_PIXELS = 150_000_000  # a screen that opens more of them runs out of memory
LIGHT = 1_000_000  # bytes of a picture that goes out as it is
MOST_ARCHIVES = 64
_PACKED: dict[str, tuple[str, ...]] = {}  # an archive's names by its hash: an annotator's grid asks a hundred times
SCREEN, THUMBNAIL = 2_000, 128  # pixels of the longer edge


def picture(store: Store, study: str, name: str) -> bytes | None:
    """The bytes of the file of this name, with or without its folder, else of the picture of the item with this id;
    None where the study has none, or one of more pixels than `MOST_PIXELS`.

    Of an archive only what is asked for is read. Nothing is fetched from elsewhere.
    """
    data = _data(store, study, name)
    return None if data is None or prod(size(data) or (0, 0)) > MOST_PIXELS else data


def _data(store: Store, study: str, name: str) -> bytes | None:
    names = store.file_names(study)
    whole = _called(names, name)
    if whole is not None:
        with store.open_file(study, whole) as file:
            return bytes(file.read())
    for archive in (n for n in names if n.lower().endswith(".zip")):
        found = _unpacked(store, study, archive, name)
        if found is not None:
            return found
    if PurePosixPath(name).suffix.lower() in ENDINGS:
        return None
    its = pictures_of(store, study, name)
    return _data(store, study, its[-1]) if its else None


def thumbnail(store: Store, study: str, name: str) -> bytes | None:
    """A picture as a small JPEG; None where the study has none that can be read."""
    return _at_most(store, study, name, THUMBNAIL, lambda: picture(store, study, name))


def on_screen(store: Store, study: str, name: str) -> tuple[str, bytes] | None:
    """A picture for a screen, as (ending, bytes): as it is where it is light, else a JPEG of at most `SCREEN` pixels
    an edge. One that can't be made smaller (an animation) goes out as it is."""
    data = picture(store, study, name)
    if data is None:
        return None
    ending = PurePosixPath(name).suffix.lower()
    smaller = None if len(data) <= LIGHT or ending == ".gif" else _at_most(store, study, name, SCREEN, lambda: data)
    return (ending, data) if smaller is None else (".jpg", smaller)


def _at_most(store: Store, study: str, name: str, edge: int, read: Callable[[], bytes | None]) -> bytes | None:
    """A picture as JPEG with no edge longer than so many pixels; None where there is none that can be read."""
    from PIL import Image, ImageOps

    def make() -> bytes:
        data = read()
        if data is None:
            raise FileNotFoundError(name)
        with Image.open(io.BytesIO(data)) as opened:
            opened.draft("RGB", (edge, edge))  # a JPEG is decoded no larger than needed
            opened.thumbnail((edge, edge))
            turned = ImageOps.exif_transpose(opened).convert("RGBA")
            flat = Image.new("RGB", turned.size, "white")
            flat.paste(turned, mask=turned.getchannel("A"))
            out = io.BytesIO()
            flat.save(out, "JPEG", quality=85)
            return out.getvalue()

    try:
        return made_once(store, study, name, f"edge-{edge}", make)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def pictures_of(store: Store, study: str, item_id: str) -> list[str]:
    """The names of an item's pictures, the last iteration, which is the one shown, last."""
    return of_id(picture_names(store, study), item_id, store.base(study).items.index)


def all_pictures(store: Store, study: str) -> dict[str, tuple[str, ...]]:
    """Each item that has any to its pictures' names, the last iteration last."""
    return _of_ids(tuple(picture_names(store, study)), tuple(store.base(study).items.index))


@lru_cache(maxsize=8)
def _of_ids(names: tuple[str, ...], ids: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    every = frozenset(ids)
    found = {i: tuple(of_id(names, i, every)) for i in ids} if names else {}
    return {i: its for i, its in found.items() if its}


def picture_names(store: Store, study: str) -> list[str]:
    """The names of all pictures that came with the study, those within archives by their path there."""
    return [n for n in _every_name(store, study) if n.lower().endswith(ENDINGS)]


def unshown_names(store: Store, study: str) -> list[str]:
    """The names of drawings and photographs in forms that are not shown here (SVG, TIFF, HEIC …)."""
    return [n for n in _every_name(store, study) if n.lower().endswith(UNSHOWN)]


def _every_name(store: Store, study: str) -> Iterator[str]:
    for name, digest in store.file_hashes(study).items():
        if not name.lower().endswith(".zip"):
            yield name
        elif digest in _PACKED:
            yield from _PACKED[digest]
        else:
            found = _names_in(store, study, name)
            if len(_PACKED) >= MOST_ARCHIVES:
                _PACKED.pop(next(iter(_PACKED)), None)
            _PACKED[digest] = found
            yield from found


def _names_in(store: Store, study: str, archive: str) -> tuple[str, ...]:
    try:
        with store.open_file(study, archive) as file, zipfile.ZipFile(file) as packed:
            return tuple(n for n in packed.namelist() if not n.startswith("__MACOSX"))
    except (AnnoevalError, zipfile.BadZipFile, OSError, ValueError):
        return ()


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
