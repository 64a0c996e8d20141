"""Papers made for measuring: what they print is known, so that right scores of what was "extracted" are known too.

One and two columns, four ways of writing a caption's label, captions that break over a column or page, ligatures, words
broken at a line's end, tables with rules, with a few, and with none.
"""

from __future__ import annotations

import io
import random
from dataclasses import dataclass, field
from pathlib import Path

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

LABELS = ("Figure {}:", "Fig. {}.", "Figure {} |", "FIG. {} –")
WIDTH, HEIGHT, MARGIN = 595.0, 842.0, 54.0
SUBJECTS = (
    "the density of lugworms",
    "the hardness of the alloy",
    "the reaction time of nurses",
    "the yield of the catalyst",
    "the coverage of the extractor",
    "the flux of the membrane",
    "the depth of the thaw",
    "the accuracy of parsing",
    "the final profile of flow",
    "the efficiency of the filter",
    "the voltage of the cell",
    "the share of lost packets",
    "the growth of seedlings",
    "the drift of the sensor",
    "the loss of the network",
    "the flow of traffic",
)
AGAINST = (
    "distance from the shore",
    "ageing time",
    "hours awake",
    "temperature",
    "number of pages",
    "pressure",
    "month",
    "sentence length",
    "Reynolds number",
    "wind speed",
    "charging cycle",
    "queue length",
    "days of drought",
    "altitude",
)
FINDINGS = (
    "Bars are standard errors over {} repetitions.",
    "The dashed line marks the level of {} per cent.",
    "Samples below {} were left out.",
    "Colours tell the {} sites apart.",
    "Shading gives the interval of {} per cent.",
    "The inset repeats the first {} observations.",
    "Crosses stand for the {} control runs.",
    "Values differ between groups by a factor of {}.",
    "The fit rests on {} points.",
)
RUNNING = (
    "measurements were repeated under the same conditions and the instruments were calibrated before each series so "
    "that differences between sites can be compared with those between years as shown in Figure 2 and in Table 1 below "
    "the effect was found again in a second sample although its size depends on how observations are weighted"
)
BODY = RUNNING.split()
COLUMNS = ("Mean", "Median", "Share", "Error", "Count", "Lower", "Upper")
NAMES = ("Redshank", "Curlew", "Dunlin", "Knot", "Plover", "Turnstone", "Sanderling", "Godwit", "Avocet")


@dataclass
class Paper:
    """A paper as a file, with what it prints: captions of its figures in order, tables as rows of cells."""

    name: str
    data: bytes = b""
    captions: list[str] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)


def papers(seed: int, n: int = 12) -> list[Paper]:
    """n papers that differ in columns, labels, letters and rules."""
    if "Vera" not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont("Vera", str(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf")))
    return [_Press(random.Random(seed * 1000 + i), i).paper() for i in range(n)]


class _Press:
    """Sets one paper: a stream of lines that flows through its columns and pages."""

    def __init__(self, chance: random.Random, number: int) -> None:
        self.chance = chance
        self.columns = 1 + number % 2
        self.label = LABELS[number % 4]
        self.font = "Vera" if number % 3 == 0 else ("Times-Roman", "Helvetica")[number % 3 - 1]
        self.rules = ("three", "none", "all")[number % 3]
        self.out = Paper(f"Paper {number + 1} ({2010 + number}).pdf")
        self.file = io.BytesIO()
        self.canvas = Canvas(self.file, pagesize=(WIDTH, HEIGHT), invariant=1)
        self.gap = 18.0
        self.wide = (WIDTH - 2 * MARGIN - self.gap * (self.columns - 1)) / self.columns
        self.column, self.y = 0, MARGIN

    @property
    def left(self) -> float:
        return MARGIN + self.column * (self.wide + self.gap)

    def paper(self) -> Paper:
        kinds = ["figure"] * 6 + ["table"] * 2
        self.chance.shuffle(kinds)
        self.running(self.chance.randint(20, 45))
        figures = tables = 0
        for kind in kinds:
            if kind == "figure":
                figures += 1
                self.figure(figures)
            else:
                tables += 1
                self.table(tables)
            self.running(self.chance.randint(12, 40))
        self.canvas.save()
        self.out.data = self.file.getvalue()
        return self.out

    def feed(self, height: float) -> None:
        """Goes on in the next column or page where this one has no room of that height."""
        if self.y + height <= HEIGHT - MARGIN:
            return
        self.column, self.y = self.column + 1, MARGIN
        if self.column == self.columns:
            self.canvas.showPage()
            self.column = 0

    def set(self, text: str, size: float, pitch: float) -> None:
        """Sets a text line by line, words broken at a line's end, in ligatures where the letters have them."""
        if self.font == "Vera":
            text = text.replace("fi", "\ufb01").replace("fl", "\ufb02")
        line = ""
        words = text.split()
        while words:
            word = words.pop(0)
            trial = f"{line} {word}".strip()
            if pdfmetrics.stringWidth(trial, self.font, size) <= self.wide:
                line = trial
                continue
            half = len(word) // 2
            broken = f"{line} {word[:half]}-".strip()
            if word.isalpha() and len(word) > 7 and pdfmetrics.stringWidth(broken, self.font, size) <= self.wide:
                line, word = broken, word[half:]
            self.line(line, size, pitch)
            line = word
        self.line(line, size, pitch)

    def line(self, text: str, size: float, pitch: float) -> None:
        self.feed(pitch)
        self.canvas.setFont(self.font, size)
        self.canvas.drawString(self.left, HEIGHT - self.y - size, text)
        self.y += pitch

    def running(self, words: int) -> None:
        for _ in range(3):
            start = self.chance.randrange(len(BODY))
            text = " ".join((BODY * 3)[start : start + words])
            self.set(f"{text[0].upper()}{text[1:]}.", 10, 12)
        self.y += 10

    def figure(self, number: int) -> None:
        height = self.chance.uniform(50, 110)
        self.feed(height + 14)
        if self.chance.random() < 0.3:  # the caption will break over the column's or page's end
            self.y = max(self.y, HEIGHT - MARGIN - height - 10 - 24)
        for i in range(8):
            tall = self.chance.uniform(10, height - 10)
            self.canvas.rect(self.left + 12 * i, HEIGHT - self.y - height, 9, tall, stroke=1, fill=0)
        self.y += height + 6
        parts = [f"{self.chance.choice(SUBJECTS)} against {self.chance.choice(AGAINST)}.".capitalize()]
        for finding in self.chance.sample(FINDINGS, self.chance.randint(2, 4)):
            parts.append(finding.format(self.chance.randint(2, 98)))
        caption = " ".join(parts)
        self.out.captions.append(caption)
        self.set(f"{self.label.format(number)} {caption}", 8.5, 10.2)
        self.y += 12

    def table(self, number: int) -> None:
        across = self.chance.randint(3, 4 if self.columns == 2 else 6)
        heads = ["Species", *self.chance.sample(COLUMNS, across - 1)]
        rows = [heads] + [
            [name, *(self._number() for _ in heads[1:])]
            for name in self.chance.sample(NAMES, self.chance.randint(3, 8))
        ]
        self.feed(12 * (len(rows) + 1) + 34)
        label = self.label.format(number).replace("Figure", "Table").replace("Fig", "Table").replace("FIG", "TABLE")
        self.set(f"{label} Birds by species, with {heads[1].lower()} and {heads[2].lower()}.", 8.5, 10.2)
        self.y += 6
        step = self.wide / across
        for n, row in enumerate(rows):
            if self.rules == "all" or (self.rules == "three" and n in (0, 1)):
                self.rule()
            self.canvas.setFont(self.font, 9)
            for at, cell in enumerate(row):
                self.canvas.drawString(self.left + 2 + at * step, HEIGHT - self.y - 9.5, cell)
            self.y += 12.5
        if self.rules != "none":
            self.rule()
        self.y += 26
        self.out.tables.append(rows)

    def _number(self) -> str:
        value = self.chance.uniform(0, 1000) if self.chance.random() < 0.5 else self.chance.uniform(0, 10)
        return f"{value:.0f}" if value > 100 else f"{value:.2f}"

    def rule(self) -> None:
        self.canvas.setLineWidth(0.5)
        self.canvas.line(self.left, HEIGHT - self.y, self.left + self.wide, HEIGHT - self.y)
