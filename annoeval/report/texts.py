"""A report as Markdown and as LaTeX: sentences and tables, without plots."""

from __future__ import annotations

from collections.abc import Iterator

from annoeval.answers.blocks import Block, as_latex, as_markdown
from annoeval.report.content import NUMERIC, Heading, Report, Section, Table, Text
from annoeval.statistics.references import bibtex

LATEX = (
    "% Text and tables of a report, to be taken in by \\input; needs \\usepackage{booktabs,graphicx} and UTF-8.\n"
    "% Words in other letters than Latin ones are set by XeLaTeX or LuaLaTeX, with a font that has them.\n"
)


def markdown(report: Report) -> str:
    """The report as Markdown."""
    facts = Block("", "", ("About", ""), report.facts, (0, 1))
    return as_markdown([Block(report.title, level=-1), facts, *_blocks(report)]) + "\n"


def latex(report: Report) -> str:
    """The report as LaTeX for the packages booktabs and graphicx, to be taken into a document."""
    said = "\n\n".join(f"{what}: {words}." for what, words in report.facts)
    return LATEX + as_latex([Block(report.title, said, level=-1), *_blocks(report)]) + "\n"


def references(keys: list[str]) -> str:
    """The references as a BibTeX file."""
    return bibtex(keys) + "\n"


def _blocks(report: Report) -> Iterator[Block]:
    for section in report.sections:
        yield Block(section.title)
        yield from _of(section, report.source)


def _of(section: Section, source: str) -> Iterator[Block]:
    for part in section.parts:
        if isinstance(part, Heading):
            yield Block(part.words, level=1)
        elif isinstance(part, Text):
            yield Block("", part.words.replace("**", ""))
        elif isinstance(part, Table):
            yield _table(part, source)


def _table(table: Table, source: str) -> Block:
    words = tuple(i for i, c in enumerate(table.columns) if c.kind not in NUMERIC)
    columns = tuple(c.title for c in table.columns)
    note = " ".join(w for w in (table.note, table.cut, f"{source}.") if w)
    return Block("", "", columns, tuple(table.rows()), words, table.title, note)
