"""PDF files: the words of a page, where they stand, and the lines and blocks they form.

The one module that calls PDFium in the server. It is not thread-safe, not even for documents apart, so every call holds
one lock of the whole process, and whatever is opened is closed under it (a finalizer would close it outside).
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import pypdfium2
import pypdfium2.raw as pdfium

from annoeval.problem import AnnoevalError

_LOCK = threading.RLock()
_DEVICE = 100  # device units a point: corners are asked for as whole numbers
_HYPHEN = 0x2  # what PDFium writes for a hyphen at a line's end
_RULE = (2.5, 40.0)  # points: a rule's greatest height and least width
_GROUND = 0.6  # share of a page from which a thing is its ground
_DEEPEST = 4  # forms within forms
_UNMAPPED = frozenset({0x0, 0xFFFE, 0xFFFF})
MOST_DOTS = 4000  # on a side of a page image: a poster would fill the memory
Box = tuple[float, float, float, float]


class PdfError(AnnoevalError):
    """A PDF that can't be used; its text says which and why."""


@dataclass(frozen=True)
class Word:
    """A word as printed. box: left, top, right, bottom in points from the upper left corner of the page as it is shown
    (crop box and rotation applied). line, block: number on the page, counted from 0 in reading order."""

    text: str
    box: Box
    line: int
    block: int


@dataclass(frozen=True)
class Page:
    """A page: width and height in points, and its words in reading order; none where it has no text."""

    width: float
    height: float
    words: tuple[Word, ...]


class Pdf:
    """An open PDF, to be used in a `with` statement.

    source: a path, the bytes, or an open file, of which only what is asked for is read and which stays open. name: what
    messages call it. Raises PdfError for a file that is absent, locked by a password, or no PDF.
    """

    def __init__(self, source: str | Path | bytes | BinaryIO, name: str = "") -> None:
        self.name = name or (Path(source).name if isinstance(source, str | Path) else "The PDF")
        try:
            data = Path(source).read_bytes() if isinstance(source, str | Path) else source
        except OSError as error:
            raise PdfError(f"{source!s} can't be opened: {error.strerror or error}.") from error
        try:
            with _LOCK:
                self._pdf = pypdfium2.PdfDocument(data)
                self.pages = len(self._pdf)
        except pypdfium2.PdfiumError as error:
            if getattr(error, "err_code", None) == pdfium.FPDF_ERR_PASSWORD:
                raise PdfError(f"{self.name} is locked by a password; save it without one.") from error
            raise PdfError(f"{self.name} is no PDF, or a damaged one.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        with _LOCK:
            self._pdf.close()

    def page(self, number: int) -> Page:
        """A page by its number, counted from 0. Raises PdfError where it can't be read."""
        with _LOCK, self._opened(number) as (page, text):
            width, height = page.get_size()
            lines = list(_lines(page, text, width, height))
        return Page(width, height, tuple(_in_blocks(lines)))

    def text(self, number: int) -> str:
        """A page's text alone, without places: forty times as fast as `page`. Raises PdfError as there."""
        with _LOCK, self._opened(number) as (_, text):
            return str(text.get_text_range())

    def rules(self, number: int) -> tuple[Box, ...]:
        """Horizontal rules of a page, as boxes like a word's, from top to bottom: drawn things at most 2.5 points high
        and over 40 wide, also where drawn piece by piece."""
        found = []
        with _LOCK, self._opened(number) as (page, _):
            size = tuple(round(s * _DEVICE) for s in page.get_size())
            for drawn in page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_PATH,), max_depth=3):
                left, bottom, right, top = drawn.get_bounds()
                box = _shown(page, [left, bottom, right, top], (size[0], size[1]))
                if box[3] - box[1] <= _RULE[0] and box[2] - box[0] > box[3] - box[1]:
                    found.append(box)
        return tuple(b for b in _touching(found) if b[2] - b[0] > _RULE[1])

    def drawn(self, number: int) -> tuple[Box, ...]:
        """Pictures, lines, shadings and forms of a page, as boxes like a word's. What covers the page, as its ground or
        a form that holds all of it, is none, but what such a form holds. Raises PdfError as `page`."""
        found = []
        with _LOCK, self._page(number) as page:
            width, height = page.get_size()
            size = (round(width * _DEVICE), round(height * _DEVICE))
            for bounds in _things(page):
                box = _shown(page, list(bounds), size)
                box = max(box[0], 0.0), max(box[1], 0.0), min(box[2], width), min(box[3], height)
                if box[0] < box[2] and box[1] < box[3] and not _covers(box, width, height):
                    found.append(box)
        return tuple(found)

    def size(self, number: int) -> tuple[float, float]:
        """A page's width and height in points, without reading its text. Raises PdfError as there."""
        with _LOCK, self._page(number) as page:
            width, height = page.get_size()
        return width, height

    def image(self, number: int, dpi: float = 110) -> bytes:
        """A page as it is shown, as JPEG. dpi: dots an inch, fewer on a page that would have more than `MOST_DOTS` on
        a side. Raises PdfError where it can't be read."""
        with _LOCK, self._page(number) as page:
            scale = min(dpi / 72, MOST_DOTS / max(page.get_size()))
            bitmap = page.render(scale=scale)
            try:
                drawn = bitmap.to_pil().convert("RGB")  # a copy: the bitmap's memory goes with it
            finally:
                bitmap.close()
        out = io.BytesIO()
        drawn.save(out, "JPEG", quality=80)
        return out.getvalue()

    @contextlib.contextmanager
    def _page(self, number: int) -> Iterator[Any]:
        """A page, closed again; to be called under the lock."""
        try:
            page = self._pdf[number]
        except (pypdfium2.PdfiumError, IndexError) as error:
            raise PdfError(f"{self.name}: page {number + 1} can't be read.") from error
        try:
            yield page
        finally:
            page.close()

    @contextlib.contextmanager
    def _opened(self, number: int) -> Iterator[tuple[Any, Any]]:
        """A page and its text, closed again; to be called under the lock."""
        with self._page(number) as page:
            text = page.get_textpage()
            try:
                yield page, text
            finally:
                text.close()


def _lines(page: Any, text: Any, width: float, height: float) -> Iterator[list[tuple[str, Box]]]:
    """The page's lines in reading order: (word, box) each."""
    line: list[tuple[str, Box]] = []
    word, corners = "", [float("inf"), float("inf"), -float("inf"), -float("inf")]
    box = pdfium.FS_RECTF()
    size = (round(width * _DEVICE), round(height * _DEVICE))

    def ended() -> None:
        nonlocal word, corners
        letters = word.encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()
        if letters and corners[0] <= corners[2]:
            line.append((letters, _shown(page, corners, size)))
        word, corners = "", [float("inf"), float("inf"), -float("inf"), -float("inf")]

    for i in range(text.count_chars()):
        code = pdfium.FPDFText_GetUnicode(text, i)
        at_end = code == _HYPHEN or (code in _UNMAPPED and pdfium.FPDFText_IsHyphen(text, i) == 1)
        letter = "-" if at_end else "" if code in _UNMAPPED else chr(code)
        if letter.isspace():
            ended()
            if letter in "\r\n" and line:
                yield line
                line = []
            continue
        if pdfium.FPDFText_GetLooseCharBox(text, i, box) and box.right > box.left:
            corners = [
                min(corners[0], box.left),
                min(corners[1], box.bottom),
                max(corners[2], box.right),
                max(corners[3], box.top),
            ]
        word += letter
        if at_end:
            ended()
            yield line
            line = []
    ended()
    if line:
        yield line


def _shown(page: Any, corners: list[float], size: tuple[int, int]) -> Box:
    """Corners in the page's own coordinates → the box in points on the page as it is shown."""
    x, y = ctypes.c_int(), ctypes.c_int()
    found = []
    for left, bottom in ((corners[0], corners[1]), (corners[2], corners[3])):
        pdfium.FPDF_PageToDevice(page, 0, 0, *size, 0, left, bottom, x, y)
        found.append((x.value / _DEVICE, y.value / _DEVICE))
    (a, b), (c, d) = found
    return min(a, c), min(b, d), max(a, c), max(b, d)


def _covers(box: Box, width: float, height: float) -> bool:
    """Whether a box takes most of a page."""
    return (box[2] - box[0]) * (box[3] - box[1]) > _GROUND * width * height


def _things(page: Any, form: Any = None, depth: int = 0) -> Iterator[tuple[float, float, float, float]]:
    """Bounds of what is drawn, in the page's own coordinates; of a form that fills the page those of its parts."""
    kinds = (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING, pdfium.FPDF_PAGEOBJ_FORM)
    width, height = page.get_size()
    for thing in page.get_objects(filter=kinds, max_depth=1, form=form):
        bounds = thing.get_bounds()
        if thing.type == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST and _covers(bounds, width, height):
            matrix = thing.get_matrix()
            yield from (matrix.on_rect(*inner) for inner in _things(page, thing, depth + 1))
        else:
            yield bounds


def _touching(rules: list[Box]) -> list[Box]:
    """Rules with those made one that are drawn piece by piece, cell after cell."""
    out: list[Box] = []
    for rule in sorted(rules, key=lambda b: (round(b[1]), b[0])):
        if out and abs(out[-1][1] - rule[1]) <= 1 and rule[0] - out[-1][2] <= 1.5:
            out[-1] = union([out[-1], rule])
        else:
            out.append(rule)
    return out


def union(boxes: list[Box]) -> Box:
    """The smallest box around boxes."""
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _in_blocks(lines: list[list[tuple[str, Box]]]) -> Iterator[Word]:
    """Words with the numbers of their line and block: lines of one height that follow below each other without a gap
    of more than most of a line, and overlap sideways, are a block."""
    block, above = 0, None
    for number, line in enumerate(lines):
        here = union([box for _, box in line])
        if above is not None:
            height = above[3] - above[1]
            same = abs((here[3] - here[1]) - height) <= 0.2 * height
            below = -0.5 * height <= here[1] - above[3] <= 0.75 * height and here[1] > above[1]
            beside = here[0] < above[2] and here[2] > above[0]
            block += not (same and below and beside)
        above = here
        for text, box in line:
            yield Word(text, box, number, block)
