"""Questions that only some studies ask, on the sections that all share; and the protocol's further tables."""

from __future__ import annotations

from collections.abc import Iterator

from annoeval.charts.own import section_figure, section_key
from annoeval.protocols.protocol import Section as OwnSection
from annoeval.report.columns import plainly, table
from annoeval.report.content import Heading, Part, Plot, Text, file_name
from annoeval.report.material import Material
from annoeval.words import title

PAGES = ("scores", "agreement", "confidence", "comparison")  # in the order of the report


def own(m: Material, page: str) -> Iterator[Part]:
    """The study's own questions that belong to a page: heading, answer, plot, table."""
    for n, found in enumerate(s for s in m.own if s.page == page):
        yield Heading(found.title)
        yield Text(found.sentence, "answer")
        name = file_name(page, str(n + 1), found.table)
        figure = section_figure(found)
        if figure is not None:
            yield Plot(name, found.title, figure, section_key(found))
        rows = m.own_tables.get(found.table)
        if rows is not None and len(rows) and found is _first(m, found.table):
            several = sum(s.table == found.table for s in m.own) > 1
            yield table(name, title(found.table) if several else found.title, plainly(rows))


def _first(m: Material, name: str) -> OwnSection | None:
    """The question below which a table stands that several ask: the first of the sections that go in."""
    order = [p for p in PAGES if not m.asked.sections or p in m.asked.sections]
    asking = [s for page in order for s in m.own if s.page == page and s.table == name]
    return asking[0] if asking else None


def further(m: Material) -> Iterator[Part]:
    """The protocol's tables that no section shows."""
    shown = {s.table for s in m.own} | {"win_rates"}
    for name, rows in m.own_tables.items():
        if name not in shown and len(rows):
            yield table(file_name(name), title(name), plainly(rows))
