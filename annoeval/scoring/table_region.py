"""Where a paper's tables stand: what the rules or rows beside a caption enclose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annoeval.pdf import Box, Page, Word, union
from annoeval.scoring.caption_search import Caption
from annoeval.scoring.paper_lines import Line, column, rows_within, wide_gaps

BESIDE = 45.0  # points at most from the caption to its table
_ALIKE = 8.0  # points by which the rules of one table may differ at their ends
_TALLEST = 500.0


@dataclass(frozen=True)
class PrintedTable:
    """A table as printed. rows: of words from top to bottom. ruled: whether rules told where it ends."""

    caption: Caption
    box: Box
    rows: tuple[tuple[Word, ...], ...]
    ruled: bool


def table_of(
    caption: Caption, page: Page, lines: Sequence[Line], rules: Sequence[Box], others: Sequence[Box]
) -> PrintedTable | None:
    """The table of a caption; None where nothing beside it looks like one.

    lines, rules: of the page. others: boxes of the page's other captions, which no table runs into.
    """
    left, right = column(lines, page.width, caption.box)
    found = _between_rules(caption, rules, others)
    ruled = found is not None
    if found is None:
        found = _by_rows(caption, page, (left, right), others)
    if found is None:
        return None
    rows = tuple(tuple(row) for row in rows_within(page.words, found))
    rows = tuple(row for row in rows if not _inside_caption(row, caption))
    return PrintedTable(caption, found, rows, ruled) if len(rows) > 1 else None


def _inside_caption(row: Sequence[Word], caption: Caption) -> bool:
    box = union([w.box for w in row])
    return box[1] >= caption.box[1] - 1 and box[3] <= caption.box[3] + 1


def _between_rules(caption: Caption, rules: Sequence[Box], others: Sequence[Box]) -> Box | None:
    """From the rule nearest to the caption, below or above, to the last of the same width in that direction."""
    here = caption.box
    beside = [r for r in rules if r[0] < here[2] + 2 and r[2] > here[0] - 2]
    below = sorted((r for r in beside if -2 <= r[1] - here[3] <= BESIDE), key=lambda r: r[1])
    above = sorted((r for r in beside if -2 <= here[1] - r[3] <= BESIDE), key=lambda r: -r[3])
    sides = [
        (abs(s[0][1] - here[3]) if down else abs(here[1] - s[0][3]), s[0], down)
        for s, down in ((below, True), (above, False))
        if s
    ]
    for _, first, down in sorted(sides, key=lambda s: s[0]):
        same = [r for r in rules if abs(r[0] - first[0]) <= _ALIKE and abs(r[2] - first[2]) <= _ALIKE]
        stop = _stop(first, others, down)
        far = [r for r in same if (first[1] + 6 < r[1] < stop if down else stop < r[3] < first[3] - 6)]
        if not far:
            continue
        last = max(far, key=lambda r: r[1]) if down else min(far, key=lambda r: r[1])
        return (min(first[0], last[0]) - 2, min(first[1], last[1]), max(first[2], last[2]) + 2, max(first[3], last[3]))
    return None


def _stop(first: Box, others: Sequence[Box], down: bool) -> float:
    """The height at which the next caption in this direction begins."""
    mine = [o for o in others if o[0] < first[2] and o[2] > first[0]]
    if down:
        return min([o[1] for o in mine if o[1] > first[1]], default=first[1] + _TALLEST)
    return max([o[3] for o in mine if o[3] < first[3]], default=first[3] - _TALLEST)


def _by_rows(caption: Caption, page: Page, across: tuple[float, float], others: Sequence[Box]) -> Box | None:
    """Without rules: rows of cells set apart by wide gaps that follow the caption, or stand above it."""
    here = caption.box
    for down in (True, False):
        if down:
            band = (across[0], here[3] - 1, across[1], _stop(here, others, True))
        else:
            band = (across[0], _stop(here, others, False), across[1], here[1] + 1)
        rows = rows_within(page.words, band)
        if not down:
            rows.reverse()
        mine: list[list[Word]] = []
        edge = here[3] if down else here[1]
        for row in rows:
            box = union([w.box for w in row])
            gap = box[1] - edge if down else edge - box[3]
            if gap > (BESIDE if not mine else 1.6 * (box[3] - box[1])) or not _is_row(row):
                break
            mine.append(row)
            edge = box[3] if down else box[1]
        if len(mine) > 1:
            box = union([w.box for row in mine for w in row])
            return box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1
    return None


def _is_row(row: Sequence[Word]) -> bool:
    """Whether words stand in cells: a gap wider than between words, and few words between gaps."""
    gaps = wide_gaps(row, 0.9)
    return gaps > 0 and len(row) <= 6 * (gaps + 1)
