"""Answers that were turned down by those who asked for them: named and not counted, unless someone chooses so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.labels import apply
from annoeval.reading.table import Table
from annoeval.tables.mapping import Guess
from annoeval.vocabulary import TURNED_DOWN, plain

COUNT = "count rejected"  # the repair that lets them count
NOT_COUNTED = "not counted"


def without_rejected(table: Table, guess: Guess, options: Mapping[str, Any]) -> tuple[Table, list[Problem]]:
    """A table without the rows whose `status` column turns them down, and how many there were.

    They stay where `repairs` in the options lets them count, or where nothing else would be left.
    """
    problems: list[Problem] = []
    chosen = any(r.get("repair") == COUNT for r in options.get("repairs") or ())
    states = {c: apply(table.frame[c], plain) for c in guess.of("status")}
    found = [(c, w, s == w) for c, s in states.items() for w in s.dropna().unique() if w in TURNED_DOWN]
    gone = pd.Series(False, index=table.frame.index)
    for _, _, rows in found:
        gone |= rows
    stay = chosen or bool(gone.all())
    done = NOT_COUNTED if not stay else "counted as chosen" if chosen else "counted, since there are no others"
    for column, word, rows in found:
        problems.append(Problem(TURNED_DOWN[word], done, table.name, None, column, word, int(rows.sum())))
    return (table if stay or not found else replace(table, frame=table.frame[~gone])), problems
