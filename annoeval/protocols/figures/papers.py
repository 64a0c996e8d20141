"""Which paper each figure and table is of, and what of it is at hand: the PDF, or what an extractor noted."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

import pandas as pd

from annoeval.pdf import Pdf, PdfError
from annoeval.protocols.figures.records import paper_of
from annoeval.reading.attached import Attached
from annoeval.reading.table import ReadError
from annoeval.scoring.paper import Paper, noted_paper, read_paper

HELD = 8  # page images in memory: those of the questions under way
PICTURES = (".png", ".jpg", ".jpeg")  # what judges take
ABSENT = "no gold text, no PDF and no extractor's record of its paper"


def text_of(cell: object) -> str:
    """A cell as text, "" where there is none."""
    return cell.strip() if isinstance(cell, str) else ""


def texts(column: pd.Series) -> list[str]:
    """Cells as texts."""
    return [text_of(cell) for cell in column]


def column_of(items: pd.DataFrame, name: str) -> pd.Series:
    """A column of items that the file may lack."""
    return items[name] if name in items else pd.Series(None, items.index, dtype="str")


class Papers:
    """The papers of a study's items, each read when it is first asked for.

    items: with `pdf`, and `context` where an extractor's records are at hand. files: the study's.
    """

    def __init__(self, items: pd.DataFrame, files: Attached) -> None:
        self._files = files
        self._pdfs = {paper_of(name): name for name in files.ending(".pdf")}
        given = column_of(items, "pdf")
        names = given.map({name: paper_of(name) for name in given.dropna().unique()}).astype("str")
        if names.isna().all() and len(self._pdfs) == 1:
            names = names.fillna(next(iter(self._pdfs)))
        self.names = names
        self._contexts: dict[str, list[str]] = {}
        if "context" in items:
            noted = items["context"].notna()
            for name, text in zip(names[noted].fillna(""), items.loc[noted, "context"], strict=True):
                self._contexts.setdefault(name, []).append(text)
        self._known: dict[str, Paper | str] = {}
        self._noted: dict[str, Paper | None] = {}
        self._images: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def printed(self, name: str) -> Paper | str:
        """The paper itself, or why it is not at hand: `ABSENT` where no file of its name was given."""
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def noted(self, name: str) -> Paper | None:
        """What an extractor noted of it; None where there are no records of it."""
        if name not in self._noted:
            texts: Sequence[str] = self._contexts.get(name, ())
            self._noted[name] = noted_paper(name, texts) if texts else None
        return self._noted[name]

    def image(self, name: str, page: int) -> bytes:
        """A page of a paper that is at hand, counted from 1, as JPEG. Raises PdfError where it can't be read."""
        with self._lock:  # a judge asks from several threads
            if (name, page) not in self._images:
                with Pdf(self._files[self._pdfs[name]], self.file(name)) as pdf:
                    self._images[name, page] = pdf.image(page - 1)
            self._images.move_to_end((name, page))
            while len(self._images) > HELD:
                self._images.popitem(last=False)
            return self._images[name, page]

    def file(self, name: str) -> str:
        """The file of a paper that is at hand, without its folder."""
        return self._pdfs[name].rsplit("/", 1)[-1]

    def picture(self, path: str) -> bytes | None:
        """The picture that an extractor's record names, where it is among the study's files."""
        last = path.replace("\\", "/").rsplit("/", 1)[-1].casefold()
        found = [n for n in self._files.ending(*PICTURES) if n.rsplit("/", 1)[-1].casefold() == last]
        return self._files[found[0]] if last and len(found) == 1 else None

    def _read(self, name: str) -> Paper | str:
        if name not in self._pdfs:
            return ABSENT
        try:
            paper = read_paper(self._files[self._pdfs[name]], self.file(name))
        except (PdfError, ReadError) as error:
            return str(error).rstrip(".")
        return paper if paper.text else f"{paper.name} is a scan without text"
