"""The cells of a table written as text: Markdown, HTML, or lines parted by tabs, commas or semicolons."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from html import unescape

Rows = tuple[tuple[str, ...], ...]
MARKDOWN_RULE = re.compile(r"^\s*\|?(\s*:?-{2,}:?\s*\|)+\s*:?-*:?\s*\|?\s*$")
_ROW = re.compile(r"<tr\b[^>]*>(.*?)(?=<tr\b|</table|$)", re.IGNORECASE | re.DOTALL)
_CELL = re.compile(r"<t[dh]\b[^>]*>(.*?)(?=<t[dh]\b|</t[dhr]|$)", re.IGNORECASE | re.DOTALL)
_SPAN = re.compile(r"\b(?:col|row)span\b", re.IGNORECASE)
_TWO = re.compile(r"(?<![\d.,])[-+−]?\d[\d.,]*%?\s+[-+−]?\d[\d.,]*%?(?![\d.,])")
_THOUSANDS = re.compile(r"^\D*\d{1,3}(?:[ \u2009\u202f]\d{3})+\D*$")


def cells(text: str) -> Rows | None:
    """The rows of a table, each with the cells it has; None for other text. A row may begin with "- "."""
    if re.search(r"<t[rd]\b", text, re.IGNORECASE):
        rows = [_CELL.findall(r) for r in _ROW.findall(text)]
        return _clean([[unescape(re.sub(r"<[^>]*>", " ", c)) for c in row] for row in rows])
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return None
    if all("|" in line for line in lines):
        return _clean([_bars(line) for line in lines if not MARKDOWN_RULE.match(line)])
    for delimiter in ("\t", ",", ";"):
        counts = {line.count(delimiter) for line in lines}
        if len(counts) == 1 and counts != {0}:
            return _clean(list(csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter)))
    return None


def _bars(line: str) -> list[str]:
    inside = line.strip()
    inside = inside.removeprefix("|")
    inside = inside.removesuffix("|") if not inside.endswith("\\|") else inside
    return [c.replace("\\|", "|") for c in re.split(r"(?<!\\)\|", inside)]


def _clean(rows: Sequence[Sequence[str]]) -> Rows | None:
    kept = tuple(tuple(" ".join(c.split()) for c in row) for row in rows if row)
    return kept if kept and max(map(len, kept)) > 1 else None


def faults(rows: Rows, spans: bool = False) -> list[str]:
    """What a table's own layout proves to be wrong: rows of unequal length, two numbers in one cell, rows of one cell
    only. spans: rows may be shorter since cells span several columns."""
    found = []
    if not spans and len({len(r) for r in rows}) > 1:
        lengths = sorted({len(r) for r in rows})
        found.append(f"rows of {lengths[0]} to {lengths[-1]} cells")
    two = [c for row in rows for c in row if two_numbers(c)]
    if two:
        found.append(f"two numbers in one cell (“{two[0][:40]}”)")
    return found


def two_numbers(cell: str) -> bool:
    """Whether a cell holds two numbers with nothing but space between them; thousands set apart are one."""
    return bool(_TWO.search(cell)) and not _THOUSANDS.match(cell)


def has_spans(text: str) -> bool:
    """Whether an HTML table says that cells span columns or rows."""
    return bool(_SPAN.search(text))
