"""Images made of a study's files, kept on disk until there is no more room: pages of papers, pictures in the size of a
screen."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable
from pathlib import Path

from annoeval.place import home
from annoeval.problem import AnnoevalError
from annoeval.review.library import Library

MOST_KEPT = 500_000_000  # bytes on disk
_LOCK = threading.Lock()


def made_once(store: Library, study: str, name: str, how: str, make: Callable[[], bytes]) -> bytes:
    """An image of a study's file, from the disk where it was made so before.

    how: what tells images of one file apart ("3-2": page and zoom). What `make` raises is raised here.
    """
    kept = home() / "pages" / f"{_mark(store, study, name)}-{how}.jpg"
    try:
        found = kept.read_bytes()
        os.utime(kept)  # seen last
        return found
    except OSError:
        pass
    made = make()
    _keep(kept, made)
    return made


def images_of(store: Library, study: str) -> list[Path]:
    """The images on disk that were made of a study's files."""
    folder = home() / "pages"
    try:
        marks = {_mark(store, study, n) for n in {*store.file_names(study), *store.attached(study)}}
    except AnnoevalError:  # a file is gone: its images leave when room is needed
        return []
    return [f for f in folder.glob("*.jpg") if f.name.split("-")[0] in marks] if folder.is_dir() else []


def _keep(path: Path, image: bytes) -> None:
    """On disk, in place of the images longest unseen where there is no room. A full disk costs the next call time."""
    with _LOCK:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            written = path.with_suffix(f".{os.getpid()}")
            written.write_bytes(image)
            written.replace(path)
            there = [(f.stat(), f) for f in path.parent.glob("*.jpg")]
            over = sum(s.st_size for s, _ in there) - MOST_KEPT
            for stat, old in sorted(there, key=lambda f: f[0].st_mtime):
                if over <= 0:
                    return
                old.unlink(missing_ok=True)
                over -= stat.st_size
        except OSError:
            return


def _mark(store: Library, study: str, name: str) -> str:
    """What tells a file from all others: its hash, or those of the study's files with its name in one of them."""
    hashes = store.file_hashes(study)
    told = hashes.get(name) or "".join(sorted(hashes.values())) + name
    return hashlib.sha256(told.encode()).hexdigest()[:40]
