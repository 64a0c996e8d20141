"""About where a figure stands on its page: what is drawn between its caption and the running text beside it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from annoeval.pdf import Box, union
from annoeval.scoring.paper_lines import PROSE, Line, column

_FULL = 0.72  # of the column's widest line, from which a line is running text
_FONT = 0.12  # by which letters of running text may differ from the usual height
_NEAR = 30.0  # points between parts of one figure
_EMPTY = 40.0  # points from which a band without anything drawn may still be a figure


def figure_region(
    caption: Box, size: tuple[float, float], lines: Sequence[Line], drawn: Sequence[Box], others: Sequence[Box]
) -> Box | None:
    """The box of a caption's figure; None where nothing beside it looks like one.

    caption: of its text. size: the page's width and height. lines: of the page, with the caption's own. drawn: things
    drawn on the page. others: boxes of the page's other captions, which no figure runs into.
    A figure is what is drawn nearest to the caption, with all parts and words near it. The band above the caption up
    to the nearest running text or other caption holds it, else the band below.
    """
    left, right = column(lines, size[0], caption)
    prose = [x for x in lines if len(x.text.split()) >= PROSE]
    usual = median(x.height for x in prose) if prose else 0.0
    full = max((x.width for x in prose if x.width <= 1.05 * (right - left)), default=0.0)
    stops = [x.box for x in prose if abs(x.height - usual) <= _FONT * usual and x.width > _FULL * full]
    stops = [b for b in (*stops, *others) if b[0] < right and b[2] > left and not _within(b, caption)]
    above = (left, max([b[3] for b in stops if b[3] <= caption[1] + 1], default=0.0), right, caption[1])
    below = (left, caption[3], right, min([b[1] for b in stops if b[1] >= caption[3] - 1], default=size[1]))
    for band in (above, below):
        inside = [b for b in drawn if _within(b, band)]
        if inside:
            first = min(inside, key=lambda b: min(abs(caption[1] - b[3]), abs(b[1] - caption[3])))
            rest = [*inside, *(x.box for x in lines if _within(x.box, band))]
            return _cut(_grown(first, rest), band)
    # a picture that could not be told leaves an empty band: not at a page's edge, where margins are empty
    tall = [b for b in (above, below) if b[3] - b[1] >= _EMPTY and b[1] > 0 and b[3] < size[1]]
    return max(tall, key=lambda b: b[3] - b[1]) if tall else None


def _grown(start: Box, others: Sequence[Box]) -> Box:
    """A box with all that stands near it, and near what was taken in so."""
    box, left = start, list(others)
    while True:
        near = [b for b in left if max(b[0] - box[2], box[0] - b[2], b[1] - box[3], box[1] - b[3]) <= _NEAR]
        if not near:
            return box
        box, left = union([box, *near]), [b for b in left if b not in near]


def _within(box: Box, band: Box) -> bool:
    """Whether a box's middle lies in a band."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return band[0] <= x <= band[2] and band[1] <= y <= band[3]


def _cut(box: Box, band: Box) -> Box:
    return max(box[0], band[0]), max(box[1], band[1]), min(box[2], band[2]), min(box[3], band[3])
