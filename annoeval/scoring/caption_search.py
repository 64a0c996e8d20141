"""The captions printed in a paper: where "Figure 3" begins a caption and is no mention of one, and where it ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from annoeval.pdf import Box, union
from annoeval.scoring.paper_lines import PROSE, Line, cleaned, joined

Kind = Literal["figure", "table"]
_LABEL = (
    r"(?P<label>Figure|FIGURE|Fig|FIG|Table|TABLE|Tab|TAB|Scheme|SCHEME)\.?\s*"
    r"(?P<number>[A-Z]{0,2}\.?\d+(?:\.\d+)?|[IVXL]+(?![a-z]))"
)
_START = re.compile(rf"^\s*{_LABEL}\s*(?P<separator>[:|–—.]|(?=[A-Z(])|$)")
_MIDDLE = re.compile(
    rf"(?:(?<=[.!?]\s){_LABEL.replace('?P<label>', '').replace('?P<number>', '')}\.\s+(?=[A-Z])"
    rf"|{_LABEL}\s*:\s)"
)
_PARTS = re.compile(r"!\[[^\]]*\]\((?:[^()]|\([^()]*\))*\)|(?:^|\s)#{1,6}\s")  # a picture's address may hold brackets
_NUMBERS = re.compile(r"[-+−±]?\d[\d.,]*%?")
GAP, PITCH, FONT = 0.75, 1.35, 0.12
SENTENCE = re.compile(r"[.!?][)\]”\"'’]?$")


@dataclass(frozen=True)
class Caption:
    """A caption as printed. number: as printed ("3", "A.1", "IV"). text: without its label. page: counted from 0.
    box: of its first line and those below it on the same page. Without both where its place is not known."""

    kind: Kind
    number: str
    text: str
    page: int = -1
    box: Box = (0.0, 0.0, 0.0, 0.0)

    @property
    def name(self) -> str:
        """ "Figure 3"."""
        return f"{self.kind.capitalize()} {self.number}"


def kind_of(label: str) -> Kind:
    """What a label counts: a scheme is a figure."""
    return "table" if label.casefold().startswith("tab") else "figure"


def may_begin(text: str) -> bool:
    """Whether a page's text may hold a caption: a quick look before the places of its letters are read."""
    return any(_START.match(line) or _MIDDLE.search(line) for line in cleaned(text).splitlines())


@dataclass(frozen=True)
class _Start:
    kind: Kind
    number: str
    separator: str
    at: int  # the line's place
    after: int  # the letter of the line at which the caption's own text begins


def captions(lines: Sequence[Line], rules: Mapping[int, Sequence[Box]] | None = None) -> list[Caption]:
    """A paper's captions from its lines in reading order, one a number and kind. rules: horizontal ones by page; a
    caption ends at one.

    A line that begins with a label and a number begins a caption where what follows is what most numbers of its kind
    have in this paper (a colon, a bar, a dash, a point, or nothing before a capital); where a number has none so, a
    label with a colon inside a line counts, or with a point after a sentence's end.
    """
    starts = list(_starts(lines))
    chosen: dict[tuple[Kind, str], _Start] = {}
    for kind in ("figure", "table"):
        mine = [s for s in starts if s.kind == kind]
        style = Counter(sep for _, sep in dict.fromkeys((s.number, s.separator) for s in mine)).most_common()
        usual = next((sep for sep, n in style if n == style[0][1] and sep), style[0][0]) if style else ""
        for start in sorted((s for s in mine if s.separator == usual), key=lambda s: (not _begins(lines, s.at), s.at)):
            chosen.setdefault((kind, start.number), start)
    for start in _inside(lines):
        chosen.setdefault((start.kind, start.number), start)
    begun = {s.at for s in chosen.values()}
    return [_whole(lines, s, begun, rules or {}) for s in sorted(chosen.values(), key=lambda s: s.at)]


def _starts(lines: Sequence[Line]) -> Iterator[_Start]:
    for at, line in enumerate(lines):
        if found := _START.match(line.text):
            separator = "–" if found["separator"] == "—" else found["separator"]
            yield _Start(kind_of(found["label"]), found["number"], separator, at, found.end())


def _inside(lines: Sequence[Line]) -> Iterator[_Start]:
    for at, line in enumerate(lines):
        for found in _MIDDLE.finditer(line.text):
            label, number = (g for g in found.groups() if g)
            yield _Start(kind_of(label), number, ":", at, found.end())


def _begins(lines: Sequence[Line], at: int) -> bool:
    """Whether a line begins a block: no text runs into it."""
    return at == 0 or lines[at - 1].page != lines[at].page or lines[at - 1].block != lines[at].block


def _whole(lines: Sequence[Line], start: _Start, begun: set[int], rules: Mapping[int, Sequence[Box]]) -> Caption:
    """The caption from its first line to its end."""
    first = lines[start.at]
    mine = [first]
    at = start.at + 1
    crossed = rules.get(first.page, ())
    while at < len(lines) and at not in begun and _goes_on(mine, lines[at]):
        if _between(mine[-1], lines[at], crossed) or (start.kind == "table" and _is_row(mine[-1], lines[at])):
            break
        mine.append(lines[at])
        at += 1
    here = union([line.box for line in mine])
    text = joined([first.text[start.after :], *(line.text for line in mine[1:])])
    if at < len(lines) and at not in begun and (_small(lines, mine[-1]) or not SENTENCE.search(text)):
        text = joined([text, *(line.text for line in _elsewhere(lines, mine, at, begun))])
    return Caption(start.kind, start.number, text.strip(), first.page, here)


def _goes_on(mine: Sequence[Line], line: Line) -> bool:
    """Whether a line continues a caption: below it, without a gap, in letters of the same size, no wider, and no row
    of numbers."""
    first, last = mine[0], mine[-1]
    if line.page != last.page or abs(line.height - last.height) > FONT * last.height:
        return False
    gap = line.box[1] - last.box[3]
    if not -0.5 * last.height <= gap <= GAP * last.height or line.box[1] <= last.box[1]:
        return False
    if len(mine) > 1:
        pitch = mine[1].box[1] - first.box[1]
        if line.box[1] - last.box[1] > PITCH * pitch:
            return False
    if line.box[0] >= last.box[2] or line.box[2] <= last.box[0]:
        return False
    widest = max(m.width for m in mine)
    if len(mine) > 1 and line.width > 1.1 * widest:
        return False
    return not _mostly_numbers(line.text)


def _between(above: Line, below: Line, rules: Sequence[Box]) -> bool:
    """Whether a rule parts two lines."""
    return any(
        above.box[3] - 2 <= r[1] <= below.box[1] + 2 and r[0] < below.box[2] and r[2] > below.box[0] for r in rules
    )


def _is_row(last: Line, line: Line) -> bool:
    """Whether a line below a table's caption is its first row: cells set apart, after a sentence or several times."""
    return line.gaps > 0 and (line.gaps > 1 or bool(SENTENCE.search(last.text)))


def _mostly_numbers(text: str) -> bool:
    words = text.split()
    return len(words) >= 3 and sum(bool(_NUMBERS.fullmatch(w)) for w in words) > 0.5 * len(words)


def _elsewhere(lines: Sequence[Line], mine: Sequence[Line], at: int, begun: set[int]) -> Iterator[Line]:
    """The rest of a caption that ran into the foot of its column: it goes on at the head of the next column or page,
    where lines in letters of its size stand. Only where its last line is full and the lowest of its column."""
    last = mine[-1]
    beside = [x for x in lines if x.page == last.page and x.box[0] < last.box[2] and x.box[2] > last.box[0]]
    beside = [x for x in beside if x is last or len(x.text.split()) >= PROSE]
    if last.width < 0.8 * median(x.width for x in beside) or any(x.box[1] > last.box[1] + 1 for x in beside):
        return
    head = next((n for n in range(at, min(at + 4, len(lines))) if _follows(last, lines[n])), None)
    if head is None or head in begun:
        return
    more = [lines[head]]
    yield lines[head]
    for n in range(head + 1, len(lines)):
        done = SENTENCE.search(more[-1].text) and not _small(lines, last)
        if n in begun or done or not _goes_on(more, lines[n]):
            return
        more.append(lines[n])
        yield lines[n]


def _small(lines: Sequence[Line], line: Line) -> bool:
    """Whether a line's letters are of another size than the running text of its page."""
    prose = median(x.height for x in lines if (x.page == line.page and len(x.text.split()) >= PROSE) or x is line)
    return abs(line.height - prose) > FONT / 2 * prose


def _follows(last: Line, line: Line) -> bool:
    same = abs(line.height - last.height) <= FONT / 2 * last.height
    return same and (line.page == last.page + 1 or (line.page == last.page and line.box[0] >= last.box[2]))


def captions_in(texts: Iterable[str], kind: Kind) -> list[Caption]:
    """Captions that plain texts show, such as those an extractor noted around a figure: from the label with its
    separator to the text's end or the next picture or heading, since nothing tells where they end."""
    found: dict[str, Caption] = {}
    for text in texts:
        for part in _PARTS.split(text):
            for match in re.finditer(rf"{_LABEL}\s*(?P<separator>[:|–—.])\s*", cleaned(part)):
                before = cleaned(part)[: match.start()].rstrip()
                if kind_of(match["label"]) != kind or (before and not SENTENCE.search(before)):
                    continue
                rest = cleaned(part)[match.end() :].strip()
                if rest:
                    found.setdefault(match["number"], Caption(kind, match["number"], rest))
    return list(found.values())
