"""A paper as evidence: its captions and tables with their places."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from annoeval.pdf import Box, Pdf
from annoeval.scoring.caption_match import Printed
from annoeval.scoring.caption_search import Kind, captions, captions_in, may_begin
from annoeval.scoring.figure_region import figure_region
from annoeval.scoring.paper_lines import lines_of
from annoeval.scoring.table_region import PrintedTable, table_of

KEPT = 64  # papers remembered by the hash of their file


@dataclass(frozen=True)
class Paper:
    """What a paper shows. name: of the file. captions: in the order they stand. tables: those whose place was found.
    text: whether it holds any text (a scan holds none). regions: about where figures stand, by the caption's name."""

    name: str
    captions: tuple[Printed, ...]
    tables: tuple[PrintedTable, ...] = ()
    text: bool = True
    regions: Mapping[str, Box] = field(default_factory=dict)

    def of(self, kind: Kind) -> tuple[Printed, ...]:
        """Its captions of figures or of tables."""
        return tuple(p for p in self.captions if p.caption.kind == kind)


def read_paper(data: bytes, name: str) -> Paper:
    """The paper in a PDF file. Raises PdfError for one that can't be read. The last ones are remembered."""
    key = hashlib.sha256(data).hexdigest(), name  # a paper says which file it is: another name is another paper
    with _LOCK:
        if key in _READ:
            _READ.move_to_end(key)
            return _READ[key]
    paper = _read(data, name)
    with _LOCK:
        _READ[key] = paper
        while len(_READ) > KEPT:
            _READ.popitem(last=False)
    return paper


_READ: OrderedDict[tuple[str, str], Paper] = OrderedDict()
_LOCK = threading.Lock()


def _read(data: bytes, name: str) -> Paper:
    with Pdf(data, name) as pdf:
        texts = [pdf.text(n) for n in range(pdf.pages)]
        wanted = {n for n, text in enumerate(texts) if may_begin(text)}
        wanted |= {n + 1 for n in wanted if n + 1 < pdf.pages}  # a caption may go on over the page
        pages = {n: pdf.page(n) for n in sorted(wanted)}
        lines = [line for n, page in pages.items() for line in lines_of(page, n)]
        rules = {n: pdf.rules(n) for n in pages}
        found = captions(lines, rules)
        drawn = {n: pdf.drawn(n) for n in {c.page for c in found if c.kind == "figure"}}
    boxes: dict[int, list[Box]] = {}
    for caption in found:
        boxes.setdefault(caption.page, []).append(caption.box)
    tables = []
    for caption in (c for c in found if c.kind == "table"):
        n = caption.page
        others = [b for b in boxes[n] if b is not caption.box]
        table = table_of(caption, pages[n], [x for x in lines if x.page == n], rules[n], others)
        if table is not None:
            tables.append(table)
    regions = {}
    for caption in (c for c in found if c.kind == "figure"):
        n = caption.page
        others = [b for b in boxes[n] if b is not caption.box]
        size = (pages[n].width, pages[n].height)
        region = figure_region(caption.box, size, [x for x in lines if x.page == n], drawn[n], others)
        if region is not None:
            regions[caption.name] = region
    text = any(t.strip() for t in texts)
    return Paper(name, tuple(Printed.of(c) for c in found), tuple(tables), text, regions)


def noted_paper(name: str, contexts: Sequence[str]) -> Paper:
    """What an extractor noted around a paper's figures and tables, as a paper: captions without places and ends."""
    found = [*captions_in(contexts, "figure"), *captions_in(contexts, "table")]
    return Paper(name, tuple(Printed.of(c) for c in found))
