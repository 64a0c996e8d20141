"""Two versions of one file of a report held against each other: what differs, named by its place."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterator, Sequence
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Any

from annoeval.words import short

CLOSE = 1e-9  # relative: the last digits of a float are the machine's
Places = Iterator[tuple[str, Any]]  # a place in words, and what stands there


def differing(path: str, there: bytes, recomputed: bytes) -> Iterator[str]:
    """Every place at which two versions of a file differ; of another kind of file nothing."""
    reader = READERS.get(path.rsplit(".", 1)[-1])
    if reader is None or there == recomputed:
        return
    try:
        found = list(reader(there))
    except Exception as error:  # whatever a changed file brings: it isn't the one that was written
        yield f"{path} can't be read ({type(error).__name__})"
        return
    for old, new in zip_longest(found, reader(recomputed), fillvalue=("", None)):
        if old[0] != new[0] or not _same(old[1], new[1]):
            yield f"{path}, {old[0] or new[0]}: {_said(old[1])} in the report, {_said(new[1])} recomputed"


def _said(value: Any) -> str:
    return "nothing" if value is None or value == "" else short(value, 80)


def _same(a: Any, b: Any) -> bool:
    if a == b:
        return True
    try:
        return math.isclose(float(a), float(b), rel_tol=CLOSE, abs_tol=1e-12)
    except (TypeError, ValueError):
        return False


def _csv(data: bytes) -> Places:
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    head = rows[0] if rows else []
    yield from ((f"column {i}", title) for i, title in enumerate(head, 1))
    for n, row in enumerate(rows[1:], 1):
        yield from ((f"row {n}, {title}", cell) for title, cell in zip_longest(head, row, fillvalue=""))


def _lines(data: bytes) -> Places:
    yield from ((f"line {n}", line) for n, line in enumerate(data.decode("utf-8").split("\n"), 1))


def _workbook(data: bytes) -> Places:
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    for sheet in book.sheet_names:
        rows = book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
        head: Sequence[Any] = rows[0] if rows else []
        for n, row in enumerate(rows):
            yield from ((f"sheet {sheet}, row {n}, {t}", cell) for t, cell in zip_longest(head, row, fillvalue=""))


def _values(content: Any, place: str) -> Places:
    """Every value inside JSON."""
    if isinstance(content, dict):
        for key, value in content.items():
            yield from _values(value, f"{place} {key}".strip())
    elif isinstance(content, list):
        for n, value in enumerate(content):
            yield from _values(value, f"{place}[{n}]")
    else:
        yield place, content


def _json(data: bytes) -> Places:
    yield from _values(json.loads(data), "")


class _Page(HTMLParser):
    """The texts of a report's page, each with the heading or table it stands in."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, Any]] = []
        self.section = self.table = ""
        self.head: list[str] = []
        self.row = self.cell = 0
        self.words: list[str] = []
        self.figures = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.row, self.cell = self.row + 1, 0
        elif tag == "table":
            self.row, self.head = 0, []
        if tag in BLOCKS:
            self.words = []
        self.figures = tag == "script" and ("type", "application/json") in attrs

    def handle_data(self, data: str) -> None:
        if self.figures:
            self.found += _values(json.loads(data), "plot")
        else:
            self.words.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self.figures, self.words = False, []
        if tag not in BLOCKS:
            return
        said = "".join(self.words)
        self.words = []
        if tag in ("h1", "h2", "h3"):
            self.section = said
        elif tag == "caption":
            self.table = said
        if tag == "th":
            self.head.append(said)
        if tag in ("td", "th"):
            title = self.head[self.cell] if self.cell < len(self.head) else ""
            self.found.append((f"table “{self.table}”, row {max(self.row - 1, 0)}, {title}", said))
            self.cell += 1
        else:
            self.found.append((f"under “{self.section}”", said))


BLOCKS = frozenset(
    ("h1", "h2", "h3", "p", "dt", "dd", "caption", "td", "th", "figcaption", "footer", "a", "title", "code")
)


def _page(data: bytes) -> Places:
    page = _Page()
    page.feed(data.decode("utf-8"))
    yield from page.found


READERS: dict[str, Callable[[bytes], Places]] = {
    "csv": _csv,
    "md": _lines,
    "tex": _lines,
    "bib": _lines,
    "xlsx": _workbook,
    "json": _json,
    "html": _page,
}
