"""How a text table is written: its delimiter, its quotes and its decimal mark."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

_COMMENT = re.compile(r"(?:#|%|//)[\s#%/!]")
DELIMITERS = (",", ";", "\t", "|")
DELIMITER_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "space"}

_SEP_LINE = re.compile(r"^\"?sep=(.)\"?\r?\n?$", re.IGNORECASE)
_COMMA = re.compile(r"^[-+]?(?:0,\d+|\d+,\d{1,2}|\d+,\d{4,}|\d{1,3}(?:\.\d{3})+,\d+)$")
_POINT = re.compile(r"^[-+]?(?:0?\.\d+|\d+\.\d{1,2}|\d+\.\d{4,}|\d{1,3}(?:,\d{3})+\.\d+)$")
_QUOTED = re.compile(r"(?:\"[^\"]*\"|[-+.\deE]+|NA)(?: (?:\"[^\"]*\"|[-+.\deE]+|NA))*")
_LIST = re.compile(r"^\d+(?:,\s?\d+){2,}$")


@dataclass(frozen=True)
class Dialect:
    """delimiter: one character, or None for a file of one column. spaced: a space follows every delimiter.

    declared: lines before the header that only name the delimiter ("sep=;").
    """

    delimiter: str | None
    spaced: bool = False
    declared: int = 0

    @property
    def name(self) -> str:
        if self.delimiter is None:
            return "none (one column)"
        return DELIMITER_NAMES.get(self.delimiter, self.delimiter)


def find_dialect(head: str, delimiter: str | None = None) -> Dialect:
    """The dialect of a table from its first lines; `delimiter` overrides the guess.

    The delimiter is the one that cuts the records into the same number of cells, at least two, most
    consistently; among equals the one that gives more cells. Quoted text does not count.
    """
    first = head.split("\n", 1)[0]
    said = _SEP_LINE.match(first)
    if said:
        body = head.split("\n", 1)[1] if "\n" in head else ""
        return Dialect(delimiter or said.group(1), _spaced(body, delimiter or said.group(1)), 1)
    above, head = _without_comments(head)
    if delimiter:
        return Dialect(delimiter, _spaced(head, delimiter), above)
    best, best_score = None, (0.0, 0)
    for candidate in DELIMITERS:
        score = _consistency(head, candidate)
        if score > best_score:
            best, best_score = candidate, score
    if best is None and _by_spaces(head):
        best = " "
    return Dialect(best, best is not None and _spaced(head, best), above)


def _by_spaces(head: str) -> bool:
    """Whether a table's cells are set apart by single spaces, as R writes it: quoted words and numbers, in each row as
    many, with or without a name over the first."""
    lines = [line.strip("\r") for line in head.split("\n") if line.strip()][:200]
    if len(lines) < 3 or any("  " in line or not _QUOTED.fullmatch(line) for line in lines):
        return False
    widths = [len(row) for row in csv.reader(lines, delimiter=" ")]
    return len(set(widths[1:])) == 1 and widths[1] > 1 and widths[1] - widths[0] in (0, 1)


def _without_comments(head: str) -> tuple[int, str]:
    """How many lines of comment ("# made by …") stand above the table, and what follows; not a header after a "#"."""
    lines = head.split("\n")
    above = next((i for i, line in enumerate(lines) if not _COMMENT.match(line)), 0)
    if not above or not any(lines[above:]):
        return 0, head
    body = lines[above]
    if any(body.count(mark) and lines[above - 1].count(mark) == body.count(mark) for mark in DELIMITERS):
        above -= 1
    return above, "\n".join(lines[above:])


def _sample(head: str, delimiter: str, limit: int = 200) -> list[list[str]]:
    rows: list[list[str]] = []
    reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter, skipinitialspace=True)
    try:
        for row in reader:
            if any(c.strip() for c in row):
                rows.append(row)
            if len(rows) >= limit:
                break
    except csv.Error:
        pass
    return rows


def _consistency(head: str, delimiter: str) -> tuple[float, int]:
    rows = _sample(head, delimiter)
    widths = Counter(len(_trimmed(r)) for r in rows if len(r) > 1)
    if not widths:
        return 0.0, 0
    full = Counter(len(r) for r in rows if len(r) > 1)
    width, n = max(full.items(), key=lambda kv: (kv[1], kv[0]))
    header = next((len(r) for r in rows if len(r) > 1), 0)
    share = n / len(rows)
    if len(rows) > 1 and len(rows[0]) == 1 and share < 0.8:
        return 0.0, 0
    if header >= width:  # rows may end early: a platform's forms have columns that it leaves blank
        share += 0.25
    return round(share, 2), width


def _trimmed(row: list[str]) -> list[str]:
    end = len(row)
    while end and not row[end - 1].strip():
        end -= 1
    return row[:end]


def _spaced(head: str, delimiter: str) -> bool:
    """Whether cells are set off by delimiter and space ("text, label"), so that the space is no content."""
    if delimiter == "\t":
        return False
    rows = [r for r in csv.reader(io.StringIO(head[:20000], newline=""), delimiter=delimiter) if len(r) > 1]
    cells = [c for r in rows[:50] for c in r[1:] if c]
    return len(cells) > 0 and all(c.startswith(" ") for c in cells)


def decimal_mark(columns: Iterable[Iterable[str]]) -> str | None:
    """ "," or "." where cells show one, None where no cell has a fraction.

    Only unmistakable cells count ("0,5", "12,25"; "1,234" may be a thousand). A column with cells such as
    "1,2,3" holds lists, and does not count.
    """
    comma = point = 0
    for column in columns:
        cells = [c.strip() for c in column]
        with_comma = [c for c in cells if "," in c]
        if with_comma and not any(_LIST.match(c) for c in with_comma):
            comma += sum(1 for c in with_comma if _COMMA.match(c))
        point += sum(1 for c in cells if "." in c and _POINT.match(c))
    if comma == point == 0:
        return None
    return "," if comma > point else "."
