"""A table as deciding looks at it: each column's name, values and scale, each looked at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

import numpy as np
import pandas as pd

from annoeval.reading.table import Table
from annoeval.reading.values import addresses, looks_numeric, number
from annoeval.tables.languages import GRADE_OR_NOTE, folded
from annoeval.tables.mapping import Column
from annoeval.tables.ordered import known_order
from annoeval.tables.raters import kind_of
from annoeval.tables.roles import answers_of, beside, distinct
from annoeval.tables.vocabulary import (
    ASKED,
    INDICATOR,
    NO_QUALITY,
    QUALITY,
    RUNNING,
    describes,
    is_metric,
    says,
)
from annoeval.vocabulary import MARKS, MISSING, NO, YES

SHORT = 1000  # rows
FEW = 60  # answers that are kept to be compared
MOST_POINTS = 100  # what people give on a slider; a density of 4,300 is measured
_POINT = re.compile(r"-?\d{1,2}(?:[.,](?:0+|50*))?")


class Field:
    """One column. A judgement is told by its name, scale and values, never by who agrees with whom."""

    def __init__(
        self, name: str, cells: pd.Series, told: bool = False, about: bool = False, decimal: str = "."
    ) -> None:
        """told: whether people said that it is a judgement. about: whether it stands outside the answers, so that it
        says what they are about. decimal: the mark of its numbers."""
        self.name, self.cells, self.told, self.about, self.decimal = name, cells, told, about, decimal

    @cached_property
    def says(self) -> frozenset[str]:
        """Roles that its name can say; a remark's word over numbers is a grade's."""
        if self.told:
            return frozenset({"label"})
        found = says(self.name)
        if not found and addresses(self.cells):
            return frozenset({"rater"})
        if self.about:
            return found & {"item", "judged"}
        return (found - {"note"}) | {"label"} if "note" in found and self.grade else found

    @cached_property
    def grade(self) -> bool:
        """Whether it is called by a word that is a remark in one language and a grade in another, and holds grades."""
        return folded(self.name) in GRADE_OR_NOTE and looks_numeric(self.cells, self.decimal)

    @cached_property
    def _few_cells(self) -> list[str] | None:
        """The cells of a short table, which are looked at faster one by one than as a column; None for a long one."""
        return [t for t in self.cells.tolist() if isinstance(t, str)] if len(self.cells) <= SHORT else None

    @cached_property
    def filled(self) -> int:
        return int(self.cells.count()) if self._few_cells is None else len(self._few_cells)

    @cached_property
    def longest(self) -> int:
        if self._few_cells is not None:
            return max(map(len, self._few_cells), default=0)
        return int(self.cells.str.len().max()) if self.filled else 0

    @cached_property
    def distinct(self) -> int:
        return distinct(self.cells) if self._few_cells is None else len(set(self._few_cells))

    @cached_property
    def answers(self) -> frozenset[str]:
        """Its distinct answers without case and spaces, where they are few and short; else none."""
        if self.distinct > FEW or self.longest > 60:
            return frozenset()
        if self._few_cells is not None:
            return frozenset(t.strip().casefold() for t in set(self._few_cells))
        return frozenset(answers_of(self.cells))

    @cached_property
    def numeric(self) -> bool:
        given = self.answers - MISSING
        read = [number(a.replace("%", ""), self.decimal) is not None for a in given]
        if self.answers and len(set(read)) < 2:  # all of one kind
            return any(read)
        return self.filled > 0 and looks_numeric(self.cells, self.decimal)

    @cached_property
    def numbers(self) -> np.ndarray:
        """Its numbers, each once."""
        texts = self.cells.dropna().unique().tolist()
        read = (number(t.strip().replace("%", ""), self.decimal) for t in texts)
        return np.array([n for n in read if n is not None], dtype="float64")

    @cached_property
    def fractions(self) -> bool:
        """Whether it holds numbers that are not whole."""
        return self.numeric and bool(self.cells.str.contains(r"[.,]\d*[1-9]", na=False).any())

    @cached_property
    def scale(self) -> str:
        """`yes or no`, `points` of a short scale (whole or half ones), `ordered` words, or "" for no scale."""
        known = self.answers - MISSING
        if not known:
            return ""
        if known <= YES | NO:
            return "yes or no"
        if all(_POINT.fullmatch(a) for a in known):
            points = [float(a.replace(",", ".")) for a in known]
            return "points" if min(points) >= 0 and max(points) <= 10 else ""
        return "ordered" if len(known) <= 11 and known_order(sorted(known)) is not None else ""

    @property
    def few(self) -> bool:
        """Whether it holds few short words, as labels and groups do, or several of them in a cell, one a line."""
        return (2 <= self.distinct <= 12 and self.longest <= 40 and not self.numeric) or self.sets

    @cached_property
    def sets(self) -> bool:
        """Whether its cells hold few short words that recur, of which some hold several, one a line."""
        if not 2 <= self.distinct <= 300 or self.longest > 400:
            return False
        cells = [str(t).strip() for t in self.cells.dropna().unique()]
        lines = {line.strip() for t in cells for line in t.splitlines() if line.strip()}
        several = sum("\n" in t for t in cells) > 1
        return several and 2 <= len(lines) <= min(30, len(cells)) and max(map(len, lines)) <= 40

    @cached_property
    def long_numbers(self) -> bool:
        """Whether it holds whole numbers of five digits and more, as ids do and no scale."""
        cells = self.cells.dropna().head(200)
        return len(cells) > 0 and bool(cells.str.fullmatch(r"\s*\d{5,}\s*").all())

    @property
    def recurs(self) -> bool:
        """Whether its values recur, as answers do, and do not count the rows."""
        return 1.5 * self.distinct <= self.filled

    @property
    def each_its_own(self) -> bool:
        """Whether it holds words of which none recurs, as texts and names do, and no answers on a scale."""
        return not (self.told or self.scale or self.numeric) and self.distinct == self.filled

    @cached_property
    def wordy(self) -> bool:
        """Whether it holds sentences, as names never are."""
        cells = self.cells.dropna().head(200)
        return self.longest > 20 and len(cells) > 0 and bool(cells.str.count(r"\s").mean() >= 3)

    @cached_property
    def prose(self) -> bool:
        """Whether it holds texts that hardly ever recur, which are read and no labels."""
        if self.told or self.longest <= 30 or self.distinct <= 0.5 * self.filled:
            return False
        return not self.cells.dropna().head(200).str.match(r"\s*[\[{]").any() and self.wordy

    @cached_property
    def structured(self) -> bool:
        """Whether its cells are objects or lists of lists, as JSON or Python writes them, and so no label."""
        cells = self.cells.dropna().head(200)
        return not self.told and bool(
            cells.str.match(r"\s*(?:\{\s*[\"'].*\}|\[\s*(?:\{|\[\s*[\"']).*\])\s*$").mean() > 0.5
        )

    @property
    def quality(self) -> bool:
        """Whether its name is a quality or measure that people judge, and its values could be judgements."""
        name = self.name.strip()
        if self.about or NO_QUALITY.fullmatch(name):
            return False
        if not (QUALITY.fullmatch(name) or ASKED.match(name) or is_metric(name)):
            return False
        return bool(self.scale) or (self.numeric and bool((np.abs(self.numbers) <= MOST_POINTS).all()))

    @property
    def property_of_items(self) -> bool:
        """Whether its name says what describes, tells apart or counts, and is no judgement."""
        return self.about or describes(self.name) or kind_of(self.name.strip()) == "reference"


class Look:
    """A table with a `Field` for each column, and how its rows fall into groups by several columns."""

    def __init__(self, table: Table, told: Collection[str] = ()) -> None:
        """told: columns of which people said that they are judgements."""
        self.table, self.frame = table, table.frame
        self.fields = {
            str(c): Field(str(c), self.frame[c], c in told, c in table.about, table.decimal) for c in self.frame.columns
        }
        self._codes: dict[frozenset[str], np.ndarray] = {}

    def __len__(self) -> int:
        return len(self.frame)

    def named(self, role: str) -> list[str]:
        """Columns with anything in them whose names can say a role."""
        return [c for c, f in self.fields.items() if role in f.says and f.filled]

    @cached_property
    def items(self) -> list[str]:
        """Columns named after what is judged; those that only count something up where no other is."""
        named = [c for c in self.named("item") if self.fields[c].longest <= 200]
        return [c for c in named if not RUNNING.fullmatch(c.strip())] or named

    @cached_property
    def beside(self) -> dict[str, Column]:
        """Columns that stand beside a judgement: how sure, when, how long, with which remark."""
        return beside(self.frame, self.items, [c for c, f in self.fields.items() if f.grade])

    def indicators(self, used: Collection[str] = ()) -> dict[str, Column]:
        """Columns of yes and no that are labels: of one prefix, or such that every row has exactly one yes; columns of
        marks that are blank elsewhere. used: columns that hold something else."""
        free = {c: f for c, f in self.fields.items() if c not in used and f.answers}
        binary = [c for c, f in free.items() if f.answers <= YES | NO]
        marked = [c for c, f in free.items() if f.answers <= MARKS]
        if len(marked) >= 2 and self.frame[marked].isna().any(axis=None):
            return {c: Column("indicator", dimension="label") for c in marked}
        prefixed = {c: m for c in binary if (m := INDICATOR.match(c))}
        words = {m["of"].lower() for m in prefixed.values()}
        if len(prefixed) >= 3 and len(words) == 1:
            of = words.pop()
            return {c: Column("indicator", dimension="label" if of in ("is", "has") else of) for c in prefixed}
        if len(binary) >= 3 and self._one_each(binary):
            return {c: Column("indicator", dimension="label") for c in binary}
        return {}

    def _one_each(self, columns: Sequence[str]) -> bool:
        """Whether each row has exactly one yes: the first row is looked at before all are."""

        def yes(rows: pd.DataFrame) -> pd.Series:
            return rows.apply(lambda cells: cells.str.strip().str.casefold().isin(YES)).sum(axis=1)

        first = sum(str(t).strip().casefold() in YES for t in self.frame[columns].iloc[0])
        return first == 1 and bool((yes(self.frame[columns]) == 1).all())

    def rest(self, column: str) -> Column:
        """What a column without a role is: a group of few values, else evidence."""
        f = self.fields[column]
        few = 0 < f.longest <= 60 and 1 < f.distinct <= min(30, max(2, len(self) / 3))
        return Column("group" if few else "evidence")

    def codes(self, columns: Iterable[str]) -> np.ndarray:
        """For each row the number of its group by these columns; blanks are a value."""
        wanted = sorted(set(columns))
        key = frozenset(wanted)
        if key not in self._codes:
            if len(wanted) <= 1:
                cells = self.frame[wanted[0]] if wanted else pd.Series("", index=self.frame.index)
                self._codes[key] = pd.factorize(cells, use_na_sentinel=False)[0].astype("int64")
            else:
                first, last = self.codes(wanted[:-1]), self.codes(wanted[-1:])
                both = first * (int(last.max(initial=0)) + 1) + last
                self._codes[key] = pd.factorize(both)[0].astype("int64")
        return self._codes[key]

    def groups(self, columns: Iterable[str]) -> int:
        """How many groups of rows these columns tell apart."""
        return int(self.codes(columns).max(initial=-1)) + 1

    def again(self, columns: Iterable[str], about: Sequence[str] = ()) -> float:
        """The share of rows that repeat an earlier one in these columns, of those that are about something: a row
        with blanks in all columns `about` says nothing of which item it judges."""
        codes = self.codes(columns)
        if about:
            codes = codes[self.frame[list(about)].notna().any(axis=1).to_numpy()]
        return 1 - len(np.unique(codes)) / len(codes) if len(codes) else 0.0

    def renames(self, column: str, known: Iterable[str]) -> bool:
        """Whether a column tells the rows apart just as one of the known columns does: another name of the same."""
        groups = self.groups([column])
        return any(self.groups([c]) == groups == self.groups([c, column]) for c in known if c != column)

    def shared(self, key: Iterable[str], who: str) -> float:
        """The share of a key's groups in which two or more values of another column stand."""
        key = list(key)
        pairs = pd.DataFrame({"key": self.codes(key), "who": self.codes([who])}).drop_duplicates()
        return float((pairs["key"].value_counts() > 1).mean()) if len(pairs) else 0.0

    def finest(self, columns: Sequence[str]) -> list[str]:
        """The fewest of these columns that tell as many groups of rows apart as all of them do."""
        every = self.groups(columns)
        one = [c for c in columns if self.groups([c]) == every]
        if one:
            return [min(one, key=lambda c: (self.fields[c].prose, "item" not in c.lower(), len(c), c))]
        kept = list(columns)
        for c in sorted(columns, key=lambda c: (self.groups([c]), c)):
            without = [k for k in kept if k != c]
            if len(without) > 1 and self.groups(without) == every:
                kept = without
        return kept
