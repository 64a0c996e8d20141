"""What a made-up table is: its files, what they say, and how sure a careful reader can be of it."""

from __future__ import annotations

import csv
import io
import json
import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import xlsxwriter

File = tuple[str, bytes]
Row = Mapping[str, Any]
Must = Literal["open", "ask", "either"]
Ratings = Mapping[str, Mapping[tuple[str, str], Any]]  # question → (item, rater) → value

# what English headers say where a disguise names no other word
ENGLISH = {
    "who": "annotator",
    "item": "item_id",
    "doc": "doc_id",
    "sentence": "sentence_id",
    "qid": "question_id",
    "clear": "clarity",
    "place": "restaurant",
    "hedge": "hedging",
    "aspect": "criterion",
    "job": "assignment_id",
}
ENDINGS = {"csv": "csv", "csv;": "csv", "tsv": "tsv", "xlsx": "xlsx", "jsonl": "jsonl", "json": "json"}


@dataclass(frozen=True)
class Reading:
    """What a table says: who gave which value to what.

    ratings: by question. named: whether the file names its raters; else any one name, or places, will do.
    items: how many, where more stand in the file than have ratings. order: of ordered words.
    agreement: whether the file supports any. levels: those a question may have; by its values when empty.
    groups: column → group → number of ratings in it ("" is the group without a name).
    wins: contestant → (won, tied, lost). reference: who is no rater but the truth.
    further: whether more questions than these may stand (each must then be without agreement).
    """

    ratings: Ratings
    named: bool = True
    items: int | None = None
    order: Sequence[str] = ()
    agreement: bool = True
    levels: Sequence[str] = ()
    groups: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    wins: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    reference: str = ""
    further: bool = False


@dataclass(frozen=True)
class Case:
    """A made-up table.

    must: `open` where the header says it plainly, `ask` where a careful person couldn't tell, `either` where the best
    reading is right and asking is fair as well. right: the readings, any of which is right; none where no figure is.
    because: what makes it hard, or why it must be asked; between: the two readings that the question is about.
    mentions: a word that one of the problems must hold.
    """

    kind: str
    disguise: str
    files: Sequence[File]
    must: Must
    right: Sequence[Reading] = ()
    because: str = ""
    between: tuple[str, str] | None = None
    mentions: str = ""

    @property
    def name(self) -> str:
        return f"{self.kind}, {self.disguise}"


@dataclass(frozen=True)
class Disguise:
    """Header words, order of columns and rows, and format: `given`, `reversed` or `shuffled`; a key of `ENDINGS`."""

    name: str
    form: str
    order: str = "given"
    rows: str = "given"
    words: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, word: str) -> str:
        return self.words.get(word) or ENGLISH.get(word, word)

    def write(self, rows: Sequence[Row], stem: str = "table") -> File:
        """The rows as a file, under this disguise's words, order and format."""
        rng = random.Random(zlib.crc32(self.name.encode()))
        columns = list(dict.fromkeys(c for r in rows for c in r))
        if self.order == "reversed":
            columns.reverse()
        elif self.order == "shuffled":
            rng.shuffle(columns)
        rows = list(rows)
        if self.rows == "shuffled":
            rng.shuffle(rows)
        elif self.rows == "reversed":
            rows.reverse()
        return f"{stem}.{ENDINGS[self.form]}", written(rows, columns, self.form)


def written(rows: Sequence[Row], columns: Sequence[str], form: str) -> bytes:
    """Rows as the bytes of a format; None is a blank cell or null."""
    if form in ("json", "jsonl"):
        records = [{c: r.get(c) for c in columns} for r in rows]
        if form == "json":
            return json.dumps(records, ensure_ascii=False, indent=1).encode()
        return "\n".join(json.dumps(r, ensure_ascii=False) for r in records).encode()
    cells = [[_cell(r.get(c)) for c in columns] for r in rows]
    if form == "xlsx":
        return workbook({"Sheet1": [columns, *[[r.get(c) for c in columns] for r in rows]]})
    out = io.StringIO()
    separator = {"csv": ",", "csv;": ";", "tsv": "\t"}[form]
    csv.writer(out, delimiter=separator, lineterminator="\r\n" if form == "csv;" else "\n").writerows([columns, *cells])
    return out.getvalue().encode("utf-8-sig" if form == "csv;" else "utf-8")


def workbook(sheets: Mapping[str, Sequence[Sequence[Any]]]) -> bytes:
    """Sheets of cells as the bytes of an XLSX file."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        for name, lines in sheets.items():
            sheet = book.add_worksheet(name)
            for i, line in enumerate(lines):
                for j, value in enumerate(line):
                    if isinstance(value, (list, dict)):
                        sheet.write_string(i, j, str(value))
                    elif isinstance(value, str):
                        sheet.write_string(i, j, value)
                    elif value is not None:
                        sheet.write(i, j, value)
    return out.getvalue()


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def rated(
    rng: random.Random,
    items: Sequence[str],
    raters: Sequence[str],
    labels: Sequence[Any],
    agree: float = 0.7,
    missing: float = 0.0,
) -> dict[tuple[str, str], Any]:
    """Ratings of raters who give an item's own label with probability `agree`, else any; some left out."""
    given = {}
    for item in items:
        own = rng.choice(labels)
        for rater in raters:
            value = own if rng.random() < agree else rng.choice(labels)
            if rng.random() >= missing:
                given[item, rater] = value
    return given


Build = Callable[[random.Random, Disguise], Case]
KINDS: dict[str, tuple[Build, Sequence[Disguise]]] = {}


def kind(name: str, *disguises: Disguise) -> Callable[[Build], Build]:
    """Registers a kind of table with its disguises; the content of all of them is the same."""

    def register(build: Build) -> Build:
        KINDS[name] = build, disguises
        return build

    return register


def every_case() -> list[Case]:
    """All made-up tables, the same at every call."""
    from tests.tables.made_up import long_tables, of_tools, records, several_files, wide_tables

    assert all((long_tables, of_tools, records, several_files, wide_tables))
    found = []
    for name, (build, disguises) in KINDS.items():
        found += [build(random.Random(zlib.crc32(name.encode())), d) for d in disguises]
    return found
