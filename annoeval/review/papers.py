"""The pages of papers that came with a study: which one shows an item, and their images, made when asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from annoeval.pdf import Box, Pdf, PdfError
from annoeval.protocols import protocols
from annoeval.review.library import Library
from annoeval.review.made_images import made_once
from annoeval.scoring.account import account
from annoeval.study import Study

DPI = 110  # of an image at zoom 1: a page in 20 ms, 0.2 MB


@dataclass(frozen=True)
class Sheet:
    """A paper's page count, and the size of one of its pages in points."""

    pages: int
    width: float
    height: float


@dataclass(frozen=True)
class Place:
    """Where an item stands: page counted from 1, box in points from the upper left, of its caption or table; region:
    about where its figure stands. what: "Figure 3"."""

    page: int
    box: Box | None
    what: str
    region: Box | None = None


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
            what = found.compared.partition(" against ")[2].partition(" of ")[0]
            return Place(found.page, found.box, what, found.region)
    return None


def sheet(store: Library, study: str, name: str, page: int) -> Sheet:
    """Page count and size of a page, counted from 1. Raises PdfError for a file that can't be read."""
    with _opened(store, study, name) as pdf:
        return Sheet(pdf.pages, *pdf.size(page - 1))


def page_image(store: Library, study: str, name: str, page: int, zoom: int = 1) -> bytes:
    """A page as JPEG, at zoom × `DPI`, from the disk where it was made before. Raises PdfError as `sheet`."""
    if page < 1:
        raise PdfError(f"{name} has no page {page}.")

    def make() -> bytes:
        with _opened(store, study, name) as pdf:
            return pdf.image(page - 1, DPI * zoom)

    return made_once(store, study, name, f"{page}-{zoom}", make)


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
