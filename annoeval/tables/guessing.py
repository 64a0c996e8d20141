"""How a table tells who judged what: every plausible reading, weighed by its evidence, and whether one is clear."""

from __future__ import annotations

import weakref
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import chain

import pandas as pd

from annoeval.reading.table import Table
from annoeval.tables import long_tables, nameless_tables, pair_tables, wide_tables
from annoeval.tables.look import Look
from annoeval.tables.mapping import Column, Evidence, Guess
from annoeval.tables.roles import rest
from annoeval.waiting import go_on

SURE = 0.8  # the only threshold: what is at least as likely is taken, what is less is asked about


KEPT = 16
# a table is decided when it is dropped and again when it is built: by the frame it holds, while that lives
_known: dict[tuple[int, frozenset[str]], tuple[weakref.ref[pd.DataFrame], Decision]] = {}


@dataclass(frozen=True)
class Decision:
    """The likeliest reading of a table, and the next. best is None where nothing in the table can be a judgement."""

    best: Guess | None
    runner_up: Guess | None = None

    @property
    def likelihood(self) -> float:
        """How likely the best reading is against the next one and against none of both, 0 to 1.

        Each reading's odds against "something else" double with every unit of its evidence's weight.
        """
        if self.best is None:
            return 0.0
        if self.best.shape == "chosen":
            return 1.0
        best = 2.0**self.best.weight
        other = 2.0**self.runner_up.weight if self.runner_up else 0.0
        return best / (best + other + 1)

    @property
    def judged(self) -> float:
        """How likely it is that anyone judged anything, 0 to 1: by the best reading or the next, against none of
        both."""
        odds = sum(2.0**g.weight for g in (self.best, self.runner_up) if g is not None)
        return odds / (odds + 1)

    @property
    def clear(self) -> bool:
        """Whether the best reading may be taken without asking."""
        return self.likelihood >= SURE


def decide(table: Table, told: Collection[str] = ()) -> Decision:
    """What a table's columns hold, by their names, scales and values, whatever their order and that of the rows.

    told: columns of which people said that they are judgements, on which scale for instance.
    """
    if table.roles:
        return Decision(_of_a_tool(table))
    said = frozenset(told) & set(table.frame.columns)
    mark = id(table.frame), said
    known = _known.get(mark)
    if known is not None and known[0]() is table.frame:
        return known[1]
    look = Look(table, said)
    ranked = []
    shapes = (long_tables, wide_tables, pair_tables, nameless_tables)
    for reading in chain.from_iterable(shape.readings(look) for shape in shapes):
        go_on()
        ranked.append(reading)
    found = _decided(ranked)
    _known[mark] = weakref.ref(table.frame), found
    while len(_known) > KEPT:
        _known.pop(next(iter(_known)), None)
    return found


def _of_a_tool(table: Table) -> Guess:
    """The reading that a tool's own rules give; where they leave it open, people confirm it."""
    frame = table.frame
    columns = {c: Column(**table.roles[c]) if c in table.roles else rest(frame, c) for c in frame.columns}
    known = Evidence("tool", 8.0 if table.certain else 1.5, table.because)
    return Guess(columns, table.because, "tool", (known,))


def _decided(found: Iterable[Guess]) -> Decision:
    ranked = sorted(found, key=lambda g: (-g.weight, g.because))
    if not ranked:
        return Decision(None)
    best = ranked[0]
    other = next((g for g in ranked[1:] if _roles(g) != _roles(best)), None)
    return Decision(best, other)


def _roles(guess: Guess) -> dict[str, Column]:
    """What a reading says that changes figures: evidence, groups and how raters and questions are called aside."""
    told = {c: w for c, w in guess.columns.items() if w.role not in ("evidence", "group", "ignore", "note")}
    raters, questions = ({getattr(w, of): c for c, w in reversed(told.items())} for of in ("rater", "dimension"))
    return {
        c: Column(
            w.role,
            w.rater if w.role == "label" else raters[w.rater] if w.rater else "",
            questions[w.dimension] if w.dimension else "",
        )
        for c, w in told.items()
    }


def without_judgements(table: Table) -> Guess:
    """What the columns of a table hold in which nobody judged anything."""
    look = Look(table)
    named = look.named("item")
    items = look.finest(named) if named else []
    columns = {c: Column("item") if c in items else look.rest(c) for c in look.fields}
    return Guess(columns, "no column says who judged what")
