"""Which rows of a grid are names and which are data."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from annoeval.problem import Problem
from annoeval.reading.table import ReadError

Row = Sequence[str | None]

MOST_OF_A_NAME = 10_000  # characters; questions of surveys have hundreds
_NUMBER = re.compile(r"^\s*[-+]?[.,]*\d[\d.,]*(?:[eE][-+]?\d+)?\s*%?\s*$")
_IMPORT_ID = re.compile(r"^\s*\{\s*\"ImportId\"")


@dataclass(frozen=True)
class Header:
    """names: one per column, unique, never blank. start: index of the first row of data among the rows.

    titles: the longer text a column has in a header of several rows (a survey's question).
    named: positions whose name stood in the file; others are called by their position.
    problems: what was done to get there; `skipped`: rows above the header, by index.
    """

    names: tuple[str, ...]
    start: int
    titles: dict[str, str] = field(default_factory=dict)
    named: tuple[bool, ...] = ()
    problems: tuple[Problem, ...] = ()
    duplicates: dict[str, tuple[int, ...]] = field(default_factory=dict)


def blank(cell: str | None) -> bool:
    """Nothing, or only spaces of any kind."""
    return cell is None or not cell or cell.isspace() or cell == "\ufeff"


def extent(row: Row) -> int:
    """How many cells a row has up to the last one in which something is written."""
    return next((len(row) - i for i, c in enumerate(reversed(row)) if not blank(c)), 0)


def find_header(rows: Sequence[Row], file: str, numbers: Sequence[int], at: int | None = None) -> Header:
    """The header of a grid from its first rows (at most the first hundred are needed).

    rows: at least one that is not blank. numbers: each row's number in the file, for problems.
    at: index of the header row where the user says so. Raises ReadError where a name has more than 10,000 characters.
    """
    problems: list[Problem] = []
    start = at if at is not None else _first_header_row(rows)
    for skipped in range(start):
        text = " ".join(c for c in rows[skipped] if c is not None and not blank(c))
        if text:
            problems.append(
                Problem("text above the table", "left out", file=file, row=numbers[skipped], value=text[:200])
            )
    top = list(rows[start])
    titles: list[str | None] = [None] * len(top)
    below = start + 1
    said_again = _said_again(rows, start)
    if said_again:
        titles, below = list(rows[start + 1]), start + said_again
        what = f"a header of {'three' if said_again == 3 else 'two'} rows"
        done = f"the first names the columns, and {'the others are' if said_again == 3 else 'the second is'} no answer"
        problems.append(Problem(what, done, file=file, row=numbers[start]))
    elif at is None and _nameless(rows, start):
        done = "the first row is data; columns are called by their position, and “header” says which row holds names"
        problems.append(Problem("no names above the columns", done, file=file, row=numbers[start]))
        called = tuple(f"column {i}" for i in range(1, extent(top) + 1))
        return Header(called, start, {}, (False,) * len(called), tuple(problems))
    elif at is None and _has_titles(rows, start):
        spread = _spread(top)
        names = _lower(rows, start)
        top = _with_titles(names, spread)
        below = start + 2
        problems.append(
            Problem(
                "a header of two rows", "the upper one became part of names that repeat", file=file, row=numbers[start]
            )
        )
    if below < len(rows) and _is_rule(rows[below]):
        below += 1
    cleaned = [None if blank(c) else _clean(c or "") for c in top]
    if long := next((n for n in cleaned if n and len(n) > MOST_OF_A_NAME), None):
        raise ReadError(
            f"{file} has no header that could be one: where names of columns should be (row {numbers[start]}) stand "
            f"{len(long):,} characters that begin with “{long[:40]}”; put a row of names on top."
        )
    names_out, duplicates = _unique(cleaned)
    return Header(
        tuple(names_out),
        below,
        {n: _clean(t) for n, t in zip(names_out, titles, strict=False) if t is not None and not blank(t)},
        tuple(c is not None for c in cleaned),
        tuple(problems),
        duplicates,
    )


def _clean(name: str) -> str:
    return name.replace("\ufeff", "").strip()


def _first_header_row(rows: Sequence[Row]) -> int:
    """The first row that is not blank, no remark after "#", and not a lone title above a wider table."""
    filled = [sum(not blank(c) for c in r) for r in rows]
    usual = Counter(n for n in filled if n).most_common(1)[0][0] if any(filled) else 0
    first = next((i for i, n in enumerate(filled) if n), 0)
    first += _remarks(rows[first:], usual)
    for i in range(first, min(first + 10, len(rows))):
        if filled[i] and not (filled[i] == 1 and usual >= 2 and len(rows) > i + 1 and _alone(rows[i], usual)):
            return i
    return first


def _remarks(rows: Sequence[Row], usual: int) -> int:
    """How many rows at the top are remarks after "#". The last of them may be the header ("#id, label"): not where it
    holds a colon or is of another width, and where numbers follow or no other row begins so."""
    n = next((i for i, r in enumerate(rows) if not str(r[0] if r else "").startswith("#")), 0)
    if not n:
        return 0
    last, below = rows[n - 1], rows[n]
    text = " ".join(c for c in last if c)
    odd = ":" in text or sum(not blank(c) for c in last) != usual
    named = not odd and (n == 1 or any(_NUMBER.match(c or "") for c in below))
    return n - 1 if named else n


def _alone(row: Row, usual: int) -> bool:
    """One filled cell where others have several: a title, unless it is the last column's only name."""
    return not blank(row[0]) and sum(not blank(c) for c in row) == 1 and usual >= 2


def _said_again(rows: Sequence[Row], start: int) -> int:
    """How many rows the header of a survey has: three where the third holds Qualtrics' ids; two where the second says
    three names or more of the first again in other letters ("StartDate", "Start Date"); 0 for any other table."""
    if len(rows) < start + 3:
        return 0
    third = [c for c in rows[start + 2] if c is not None and not blank(c)]
    if third and all(_IMPORT_ID.match(c) for c in third):
        return 3
    pairs = [(a or "", b or "") for a, b in zip(rows[start], rows[start + 1], strict=False)]
    again = sum(a != b and _letters(a) == _letters(b) != "" for a, b in pairs)
    return 2 if again >= 3 else 0


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


def _nameless(rows: Sequence[Row], start: int) -> bool:
    """Whether the first row is data: in half of the columns that vary, its cell stands again below, as no name does.

    Not where a word stands over numbers, where the row stands again as a whole (files put one below the other), nor
    where only numbers recur, all different: raters or questions may be called so ("item, 1, 3, 4").
    """
    top = [_clean(c or "") for c in rows[start][: extent(rows[start])]]
    below = [[_clean(c or "") for c in r] for r in rows[start + 1 :] if any(not blank(c) for c in r)]
    if len(top) < 2 or len(below) < 5 or not all(top) or top in below:
        return False
    again: list[str] = []
    varying = 0
    for j, cell in enumerate(top):
        column = {r[j] for r in below if j < len(r) and r[j]}
        numeric = all(map(_NUMBER.match, column))
        if not column or (numeric and not _NUMBER.match(cell)):
            return False
        if len(column) > 1:
            varying += 1
            again += [cell] * (cell in column)
    numbers = [c for c in again if _NUMBER.match(c)]
    told = len(numbers) < len(again) or len(set(numbers)) < len(numbers)
    return bool(again) and told and 2 * len(again) >= varying


def _is_rule(row: Row) -> bool:
    """The line of dashes under a Markdown table's header."""
    cells = [c.strip() for c in row if c is not None and not blank(c)]
    return bool(cells) and all(re.fullmatch(r":?-{2,}:?", c) for c in cells)


def _has_titles(rows: Sequence[Row], start: int) -> bool:
    """An upper row with gaps, or with names that stand side by side, over a row of words, as a merged title over its
    columns leaves it. Where a name is merged over both rows, the lower one is blank."""
    if len(rows) < start + 3:
        return False
    upper, given, lower = rows[start], rows[start + 1], _lower(rows, start)
    width = len(lower)
    if width < 3 or len(upper) > width:
        return False
    gaps = sum(blank(c) for c in upper[1:]) + width - len(upper)
    if any(blank(c) for c in lower) or any(_NUMBER.match(c or "") for c in lower):
        return False
    again = len({_clean(c or "") for c in lower}) < width
    below = [r for r in rows[start + 2 :] if any(not blank(c) for c in r)]
    if any(j < len(r) and r[j] == name for r in below for j, name in enumerate(lower)):
        return False  # what stands again in its column is an answer
    numeric_below = any(
        all(_NUMBER.match(r[j] or "") for r in below if j < len(r) and not blank(r[j]))
        and any(j < len(r) and not blank(r[j]) for r in below)
        for j in range(width)
    )
    if not gaps:
        pairs = list(zip(upper, lower, strict=False))
        side = any(not blank(a) and a == b for a, b in itertools.pairwise(upper))
        return bool(below) and side and again and numeric_below and len(set(pairs)) == width
    return bool(below) and (
        again or (numeric_below and not any(blank(c) for c in given)) or _names_in_gaps(rows, start)
    )


def _names_in_gaps(rows: Sequence[Row], start: int) -> bool:
    """Whether the second row has a word in every gap of the first, and is blank below some of its names, over numbers:
    the parts of a question stand so, the first of them below its name."""
    upper, given, below = rows[start], rows[start + 1], rows[start + 2 :]
    gaps = [j for j in range(len(given)) if j >= len(upper) or blank(upper[j])]
    cells = [r[j] or "" for r in below for j in gaps if j < len(r) and not blank(r[j])]
    return all(not blank(given[j]) for j in gaps) and bool(cells) and all(map(_NUMBER.match, cells))


def _lower(rows: Sequence[Row], start: int) -> list[str | None]:
    """The second row of a header, blank cells filled from above."""
    upper = rows[start]
    return [upper[j] if blank(c) and j < len(upper) else c for j, c in enumerate(rows[start + 1])]


def _spread(upper: Sequence[str | None]) -> list[str | None]:
    """A title fills the gaps to its right."""
    out: list[str | None] = []
    last: str | None = None
    for cell in upper:
        last = last if blank(cell) else cell
        out.append(last)
    return out


def _with_titles(names: Sequence[str | None], titles: Sequence[str | None]) -> list[str | None]:
    """A title joins the names below it where one of them stands below another title too."""
    filled = [*titles, *[titles[-1] if titles else None] * (len(names) - len(titles))]
    count = Counter(_clean(n or "") for n in names)
    repeating = {t for n, t in zip(names, filled, strict=False) if count[_clean(n or "")] > 1}
    return [
        f"{_clean(t)} / {_clean(n or '')}" if t is not None and t in repeating else n
        for n, t in zip(names, filled, strict=False)
    ]


def _unique(names: Sequence[str | None]) -> tuple[list[str], dict[str, tuple[int, ...]]]:
    """Names without repeats: a repeated one is called by its ordinal in every place, a blank one by its position."""
    places: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        if name is not None:
            places.setdefault(name, []).append(i)
    duplicates = {n: tuple(p) for n, p in places.items() if len(p) > 1}
    taken = set(places) - set(duplicates)
    out: list[str] = []
    for i, name in enumerate(names):
        if name is None:
            wanted = f"column {i + 1}"
        elif name in duplicates:
            wanted = f"{name} ({duplicates[name].index(i) + 1})"
        else:
            out.append(name)
            continue
        while wanted in taken:
            wanted += "'"
        taken.add(wanted)
        out.append(wanted)
    return out, duplicates
