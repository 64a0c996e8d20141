"""The pages of papers that came with a study: which one shows an item, and their images, made when asked for."""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from annoeval.pdf import Box, Pdf, PdfError
from annoeval.place import home
from annoeval.protocols import protocols
from annoeval.review.library import Library
from annoeval.scoring.account import account
from annoeval.study import AnnoevalError, Study

DPI = 110  # of an image at zoom 1: a page in 20 ms, 0.2 MB
MOST_KEPT = 500_000_000  # bytes of page images on disk
_LOCK = threading.Lock()


@dataclass(frozen=True)
class Sheet:
    """A paper's page count, and the size of one of its pages in points."""

    pages: int
    width: float
    height: float


@dataclass(frozen=True)
class Place:
    """Where an item stands: page counted from 1, box in points from the upper left. what: "Figure 3"."""

    page: int
    box: Box | None
    what: str


def paper_of_item(study: Study, item_id: str, names: list[str]) -> str | None:
    """The PDF, of those with these names, that an item is from."""
    protocol = protocols().get(study.protocol)
    pdfs = [n for n in names if n.lower().endswith(".pdf")]
    return protocol.paper(study, item_id, pdfs) if protocol and pdfs else None


def place_of(study: Study, item_id: str, dimension: str, file: str) -> Place | None:
    """Where an AI score says that an item stands in a paper: one of the question in focus, else another."""
    r = study.ratings
    own = r[(r["item_id"] == item_id) & (r["kind"] == "ai") & r["response"].notna()]
    own = own.assign(first=own["dimension"] != dimension, other=own["rater"] != study.headline)
    for response in own.sort_values(["first", "other"], kind="stable")["response"]:
        found = account(response)
        if found and found.page and found.file.casefold() == file.rsplit("/", 1)[-1].casefold():
            return Place(found.page, found.box, found.compared.partition(" against ")[2].partition(" of ")[0])
    return None


def sheet(store: Library, study: str, name: str, page: int) -> Sheet:
    """Page count and size of a page, counted from 1. Raises PdfError for a file that can't be read."""
    with _opened(store, study, name) as pdf:
        return Sheet(pdf.pages, *pdf.size(page - 1))


def page_image(store: Library, study: str, name: str, page: int, zoom: int = 1) -> bytes:
    """A page as JPEG, at zoom × `DPI`, from the disk where it was made before. Raises PdfError as `sheet`."""
    if page < 1:
        raise PdfError(f"{name} has no page {page}.")
    kept = home() / "pages" / f"{_mark(store, study, name)}-{page}-{zoom}.jpg"
    try:
        found = kept.read_bytes()
        os.utime(kept)  # seen last
        return found
    except OSError:
        pass
    with _opened(store, study, name) as pdf:
        made = pdf.image(page - 1, DPI * zoom)
    _keep(kept, made)
    return made


def images_of(store: Library, study: str) -> list[Path]:
    """The page images on disk that were made of a study's papers."""
    folder = home() / "pages"
    try:
        marks = {_mark(store, study, n) for n in {*store.file_names(study), *store.attached(study)}}
    except AnnoevalError:  # a file is gone: its pages leave when room is needed
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
    """What tells a paper from all others: the hash of its file, or of its archive with its name in there."""
    hashes = store.file_hashes(study)
    told = hashes.get(name) or "".join(sorted(hashes.values())) + name
    return hashlib.sha256(told.encode()).hexdigest()[:40]


@contextlib.contextmanager
def _opened(store: Library, study: str, name: str) -> Iterator[Pdf]:
    """A paper of the study; one that is no file of an archive is read no further than it is asked for."""
    if not name.lower().endswith(".pdf"):
        raise PdfError(f"{name} is no paper.")
    if name in store.file_names(study):
        with store.open_file(study, name) as file, Pdf(file, name) as pdf:
            yield pdf
        return
    attached = store.attached(study)
    if name not in attached:
        raise PdfError(f"There is no paper {name} in this study.")
    with Pdf(attached[name], name) as pdf:
        yield pdf
