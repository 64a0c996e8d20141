"""An extracted table against the rows printed in its paper, by lines and numbers instead of grids."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from rapidfuzz import fuzz

from annoeval.pdf import Word
from annoeval.scoring.close_calls import close_call
from annoeval.scoring.paper_lines import cleaned
from annoeval.scoring.spoken import letters, words
from annoeval.scoring.table_cells import Rows, faults, two_numbers

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True)
class TableCuts:
    """From which measures a table is another one (0) or whole (2)."""

    other: float = 0.60
    whole: float = 0.98
    text: float = 0.95
    header: float = 0.90
    rows: float = 0.35


@dataclass(frozen=True)
class TableMeasures:
    """How an extracted table compares with the printed one; shares from 0 to 1.

    recall, precision: of the printed numbers, each as often as it stands there. sequence: likeness of all rows in
    their order. text: printed words that it has. header: words of the first printed row in its first rows.
    rows: its number of rows by the printed number. faults: what its layout proves wrong, in words.
    """

    recall: float
    precision: float
    sequence: float
    text: float
    header: float
    rows: float
    faults: tuple[str, ...] = ()
    ragged: bool = False

    @property
    def numbers(self) -> float:
        """F1 of the numbers; where the printed table has none, of the words."""
        both = self.recall + self.precision
        return 2 * self.recall * self.precision / both if both else 0.0

    def score(self, cuts: TableCuts, shift: float = 0.0) -> int:
        """2: layout and data right. 1: shifted, cut, or with single faults. 0: another or an unreadable table."""
        if min(self.numbers, self.sequence) < cuts.other + shift or (self.ragged and self.rows < cuts.rows + shift):
            return 0
        exact = min(self.recall, self.precision) >= cuts.whole and self.sequence >= cuts.whole
        return 2 if exact and self.text >= cuts.text and self.header >= cuts.header and not self.faults else 1

    def near(self, cuts: TableCuts) -> bool:
        """Whether a measure stands close to the cut below which it would be another table."""
        return close_call(lambda shift: self.score(cuts, shift))


def lines_of(printed: Sequence[Sequence[Word]]) -> list[str]:
    """Printed rows of words as lines of text."""
    return [cleaned(" ".join(w.text for w in row)) for row in printed]


def measured(
    rows: Rows,
    lines: Sequence[str],
    printed: Sequence[Sequence[Word]] = (),
    spans: bool = False,
    plain: bool = False,
) -> TableMeasures:
    """The measures of an extracted table's cells against the lines of the true one.

    printed: the words of these lines, where their places are known. spans: cells may span several columns.
    plain: the text has no cells, its lines stand for rows.
    """
    texts = [" ".join(row) for row in rows]
    theirs, mine = _numbers(lines), _numbers(texts)
    if not theirs:  # a table of words: they stand for its numbers
        theirs, mine = _words(lines), _words(texts)
    common = (theirs & mine).total()
    found = [f for f in faults(rows, spans) if not (f.startswith("two numbers") and _printed_so(rows, lines))]
    if plain:
        found = ["text without cells"]
    elif not spans and (shifted := _shifted(rows, printed)):
        found.append(shifted)
    said, own = _words(lines), _words(texts)
    head, beginning = _words(lines[:1]), _words(texts[:2])
    return TableMeasures(
        common / theirs.total() if theirs else 0.0,
        common / mine.total() if mine else 0.0,
        fuzz.ratio("\n".join(map(letters, texts)), "\n".join(map(letters, lines))) / 100,
        (said & own).total() / said.total() if said else 1.0,
        (head & beginning).total() / head.total() if head else 1.0,
        len(rows) / len(lines),
        tuple(found),
        plain or any(f.startswith("rows of") for f in found),
    )


def _numbers(lines: Sequence[str]) -> Counter[str]:
    return Counter(n for line in lines for n in _NUMBER.findall(unicodedata.normalize("NFKC", line)))


def _words(lines: Sequence[str]) -> Counter[str]:
    return Counter(w for line in lines for w in words(line))


def _printed_so(rows: Rows, lines: Sequence[str]) -> bool:
    """Whether the paper prints such cells itself: as many columns of words as the table has cells."""
    wide = [c for row in rows for c in row if two_numbers(c)]
    return bool(wide) and all(len(line.split()) > 2 * max(map(len, rows)) for line in lines[1:])


def _shifted(rows: Rows, printed: Sequence[Sequence[Word]]) -> str:
    """A number that stands in another column than those above and below it are printed in; "" where there is none.

    Only numbers that the printed table holds once tell where they stand.
    """
    places: dict[str, list[float]] = {}
    for row in printed:
        for word in row:
            for number in _NUMBER.findall(unicodedata.normalize("NFKC", word.text)):
                places.setdefault(number, []).append((word.box[0] + word.box[2]) / 2)
    where: dict[int, list[tuple[str, float]]] = {}
    for mine in rows[1:]:
        for at, cell in enumerate(mine):
            held = _NUMBER.findall(unicodedata.normalize("NFKC", cell))
            if len(held) == 1 and len(places.get(held[0], ())) == 1:
                where.setdefault(at, []).append((held[0], places[held[0]][0]))
    middles = {at: median(x for _, x in cells) for at, cells in where.items()}
    for at, cells in where.items():
        others = [abs(x - middles[at]) for o, x in middles.items() if o != at and abs(x - middles[at]) > 5]
        room = min(others, default=0.0) / 2
        for number, x in cells:
            if room and abs(x - middles[at]) > room:
                return f"{number} stands in another column"
    return ""
