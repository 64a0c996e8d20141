"""The printed lines of a page, and the rows of a part of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median

from annoeval.pdf import Box, Page, Word, union

_CID = re.compile(r"\(cid:\d+\)")
PROSE = 5  # words from which a line may be running text


@dataclass(frozen=True)
class Line:
    """A printed line in reading order. page: counted from 0. block: as `annoeval.pdf.Word`. gaps: places where its
    words stand further apart than words of one sentence do, as cells of a table."""

    text: str
    box: Box
    page: int
    block: int
    gaps: int = 0

    @property
    def height(self) -> float:
        """In points; it follows the size of the letters."""
        return self.box[3] - self.box[1]

    @property
    def width(self) -> float:
        """In points."""
        return self.box[2] - self.box[0]


def cleaned(text: str) -> str:
    """Text with ligatures and other forms of one letter made the same, and glyphs without a letter left out."""
    return unicodedata.normalize("NFKC", _CID.sub("", text).replace("\ufffe", "").replace("\u00ad", ""))


def lines_of(page: Page, number: int) -> list[Line]:
    """A page's lines in reading order."""
    out = []
    for _, words in groupby(page.words, key=lambda w: w.line):
        mine = list(words)
        text = cleaned(" ".join(w.text for w in mine))
        out.append(Line(text, union([w.box for w in mine]), number, mine[0].block, wide_gaps(mine, 1.5)))
    return out


def wide_gaps(words: Sequence[Word], times: float) -> int:
    """Places between words of a row that are wider than so many times its height."""
    height = words[0].box[3] - words[0].box[1]
    return sum(b.box[0] - a.box[2] > times * height for a, b in pairwise(words))


def joined(texts: Iterable[str]) -> str:
    """Lines as one text; a word that a hyphen broke at a line's end is whole again."""
    out = ""
    for text in texts:
        part = text.strip()
        broken = out.endswith("-") and part[:1].islower()
        out = out[:-1] + part if broken else f"{out} {part}".strip()
    return out


def rows_within(words: Sequence[Word], box: Box) -> list[list[Word]]:
    """Words whose middle lies in a box, as rows from top to bottom, each from left to right: words stand in one row
    where the middle of the one is at the height of the other."""
    inside = [w for w in words if box[0] <= (w.box[0] + w.box[2]) / 2 <= box[2] and box[1] <= middle(w) <= box[3]]
    rows: list[list[Word]] = []
    for word in sorted(inside, key=middle):
        if rows and middle(word) - median(map(middle, rows[-1])) <= 0.45 * (word.box[3] - word.box[1]):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda w: w.box[0]) for row in rows]


def middle(word: Word) -> float:
    """The height of a word's middle, in points from the top."""
    return (word.box[1] + word.box[3]) / 2


def column(lines: Sequence[Line], width: float, near: Box) -> tuple[float, float]:
    """Left and right end of the column that a box stands in: half the page where most running text is narrower than
    that and the box is too, else the whole page."""
    prose = [line for line in lines if len(line.text.split()) >= PROSE]
    narrow = sum(line.width < 0.55 * width for line in prose)
    half = width / 2
    if not prose or narrow < 0.6 * len(prose) or near[0] < half - 10 < half + 10 < near[2]:
        return 0.0, width
    lefts = [line.box[0] for line in prose if line.width < 0.55 * width]
    if max(lefts, default=0) < half - 10:  # nothing begins in the right half: one narrow column
        return 0.0, width
    return (0.0, half) if near[2] <= half + 10 else (half, width)
