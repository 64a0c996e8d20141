"""Cells that hold several labels: which mark stands between them, and whether any does."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.labels import folded, label_set
from annoeval.reading.values import number
from annoeval.vocabulary import is_missing

_SEPARATORS = ("\n", "|", ";", ",", "/")


def separators(ratings: pd.DataFrame, distinct: Sequence[str]) -> list[str]:
    """What may separate labels in a cell; not the comma of numbers such as "1,5"."""
    comma = ratings["decimal"].eq(",").any() and all(number(t, ",") is not None for t in distinct if not is_missing(t))
    return [m for m in _SEPARATORS if m != "," or not comma]


def label_sets(
    distinct: Sequence[str], marks: Sequence[str], separator: bool, asked: bool
) -> dict[str, tuple[str, ...]] | None:
    """Cells as sets of labels: lists or choices, or words with a mark between them that leaves fewer labels.

    separator: whether people said that the mark stands between labels.
    """
    if not separator and any(t.lstrip()[:1] in "[{" for t in distinct):
        found = {t: label_set(t) for t in distinct}
        longest = max((len(s) for s in found.values() if s is not None), default=0)
        numbers = all(number(x) is not None for s in found.values() for x in s or ())
        if longest >= 3 and numbers:
            return None  # coordinates, not labels
        if longest == 1 and numbers and not any('"' in t for t in distinct):
            return None  # "[4]" is how a judge writes a score
        if all(s is not None for s in found.values()) and any(
            t.lstrip().startswith(("[", "{'", '{"choices"', '{"labels"', '{"taxonomy"')) and s != (t.strip(),)
            for t, s in found.items()
        ):
            return {t: s for t, s in found.items() if s is not None}
    for mark in marks:
        holding = [t for t in distinct if mark in t]
        if not holding or (not separator and len(holding) == len(distinct) == 1):
            continue
        split = {t: label_set(t, mark) or () for t in distinct}
        labels = {label for s in split.values() for label in s}
        spelled = {t: {folded(x) for x in s} for t, s in split.items()}  # one odd spelling makes no other kind of cell
        often = {label: sum(folded(label) in s for s in spelled.values()) for label in labels}
        short = max((len(x) for x in labels), default=99) <= 40
        clear = all(n > 1 or (label,) in split.values() for label, n in often.items()) and short
        if mark == "/":  # else it may name a label and its kind, or be a date or a fraction
            clear &= all(number(label) is None for label in labels) and _in_any_place(distinct)
        if asked or separator or (clear and len(labels) <= max(len(distinct), 3) and len(labels) <= 60):
            return split
    if asked:
        return {t: label_set(t) or (t,) for t in distinct}
    return None


def _in_any_place(distinct: Sequence[str]) -> bool:
    """Whether labels with "/" between them stand alone too, or now first, now later, at least half of those that follow
    another. In "animal/dog", a label and its kind, each has one place."""
    places: dict[str, set[int]] = {}
    for text in distinct:
        for place, label in enumerate(text.split("/")):
            places.setdefault(label.strip(), set()).add(place)
    alone = {t.strip() for t in distinct if "/" not in t}
    later = [label for label, at in places.items() if max(at) > 0]
    moving = [label for label in later if len(places[label]) > 1]
    return places.keys() <= alone or (bool(places.keys() & alone) and 2 * len(moving) >= max(len(later), 4))


def slashed(ratings: pd.DataFrame, distinct: Sequence[str]) -> list[Problem]:
    """Asks about cells such as "joy/anger": whether they hold one label or several is not told."""
    cells = [t for t in distinct if "/" in t and not is_missing(t)]
    known = set(distinct)
    parts = {p.strip() for t in cells for p in t.split("/")}
    if len(cells) < 2 or not parts & known or all(number(p) is not None for p in parts):
        return []
    done = "each is one label; where it holds several, name “/” as what labels in a cell are split at"
    n = int(ratings["response"].isin(cells).sum())
    return [Problem("cells with “/” may hold several labels", done, column=str(ratings["column"].iloc[0]), count=n)]
