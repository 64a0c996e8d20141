"""What a report holds before it is written in any format: sections of texts, plots and tables."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from annoeval.charts.layout import Figure
from annoeval.words import NONE, decimals, interval, missing, number, p_value, percent

Kind = Literal["text", "count", "number", "fine", "share", "p", "interval", "shares"]
Tone = Literal["answer", "body", "quiet", "code"]
MOST_ROWS = 40  # that are read: a page of paper
NUMERIC: tuple[Kind, ...] = ("count", "number", "fine", "share", "p", "interval", "shares")


@dataclass(frozen=True)
class Column:
    """A column as a person reads it. name: in the table's frame. kind: `count` whole numbers, `number` two decimals,
    `fine` three, `share` percent of 0 to 1, `p`; `interval` and `shares` (of shares) go from column `name` to `high`.
    """

    name: str
    title: str
    kind: Kind = "text"
    high: str = ""

    def said(self, row: Mapping[Hashable, Any]) -> str:
        """Its cell in a row; "–" where there is none."""
        value = row[self.name]
        if self.kind in ("interval", "shares"):
            low, high = value, row[self.high]
            if self.kind == "shares":
                return NONE if missing(low) or missing(high) else f"{interval(100 * low, 100 * high, 0)} %"
            places = self.name != "low" and all(float(v).is_integer() for v in (low, high) if not missing(v))
            return interval(low, high, 0 if places else decimals(low, high))
        if missing(value) or value == "":
            return NONE
        if self.kind == "text":
            return " ".join(str(value).split())
        if self.kind == "count":
            return f"{int(value):,}"
        if self.kind == "share":
            return percent(value)
        if self.kind == "p":
            return p_value(value)
        return number(value, 3 if self.kind == "fine" else 2)


@dataclass(frozen=True)
class Table:
    """A table of results. name: of its file and sheet, told apart from all others of the report. frame: rows at full
    precision. columns: those that people read, in order. note: how its figures came about, where all rows share it.
    most: rows that are read; the workbook and the archive hold all."""

    name: str
    title: str
    frame: pd.DataFrame
    columns: tuple[Column, ...]
    note: str = ""
    most: int = MOST_ROWS

    @property
    def cut(self) -> str:
        """That only the first rows are read; "" where all are."""
        n = len(self.frame)
        return f"The first {self.most:,} of {n:,} rows; the workbook holds all." if n > self.most else ""

    def rows(self) -> list[tuple[str, ...]]:
        """The cells as people read them."""
        return [tuple(c.said(row) for c in self.columns) for row in self.frame.head(self.most).to_dict("records")]


@dataclass(frozen=True)
class Plot:
    """A plot by colour roles. name: of its file. keys: its marks and what they mean, as under a plot on a page."""

    name: str
    title: str
    figure: Figure
    keys: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Text:
    """Paragraphs, in which `**bold**` is the only markup. tone: `answer` leads, `quiet` is small print, `code` stands
    letter by letter."""

    words: str
    tone: Tone = "body"


@dataclass(frozen=True)
class Heading:
    """A heading inside a section."""

    words: str


Part = Heading | Text | Plot | Table


@dataclass(frozen=True)
class Section:
    """A section: its key among `annoeval.report.build.SECTIONS`, its title, and what stands in it."""

    key: str
    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Report:
    """A whole report. facts: what it is about, as (what, words). carried: what every number carries, as (what, words):
    the filter, seeds, software, and the digest of the data. source: the same in one line."""

    title: str
    facts: tuple[tuple[str, str], ...]
    carried: tuple[tuple[str, str], ...]
    source: str
    sections: tuple[Section, ...]

    @property
    def tables(self) -> list[Table]:
        """Every table, in order."""
        return [p for s in self.sections for p in s.parts if isinstance(p, Table)]

    @property
    def plots(self) -> list[Plot]:
        """Every plot, in order."""
        return [p for s in self.sections for p in s.parts if isinstance(p, Plot)]


def file_name(*words: str) -> str:
    """A name for a file or sheet from any words: letters, digits and single underscores, 60 at most."""
    flat = re.sub(r"\W+", "_", "_".join(w for w in words if w)).strip("_")
    return (flat or "table")[:60]
