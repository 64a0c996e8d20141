"""Two outputs compared: one item whichever side each stood on, and the winner by its name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.labels import bare, folded
from annoeval.reading.table import ReadError, Table
from annoeval.scale import TIE, Scale
from annoeval.tables.mapping import Column, Guess
from annoeval.tables.vocabulary import SIDE
from annoeval.vocabulary import is_tie, yes_no

_WON = re.compile(r"(?:winner|won|wins?|prefers?|preferred|better|is)[ _.-]+(?:is[ _.-]+)?(?P<what>.+)", re.IGNORECASE)
_SIDES = (("a", "1", "left", "first", "one"), ("b", "2", "right", "second", "two"))
HALFWAY = "1.5"  # a preference between 1 and 2
UNTOLD = "a winner that can't be told"


def won_by(column: str) -> str:
    """What a column of yes and no says of: "model_a" for "winner_model_a", "tie" for "winner_tie"; "" for others."""
    m = _WON.fullmatch(column.strip())
    return m["what"] if m else ""


def one_winner(table: Table, guess: Guess) -> tuple[Table, Guess]:
    """The table with one column of winners where several of yes and no say it, one for each side and one for a tie. A
    row with no yes, or more than one, has no winner."""
    marks = [c for c in guess.of("winner") if won_by(c)]
    if len(marks) < 2:
        return table, guess
    yes = table.frame[marks].apply(lambda cells: cells.map(yes_no, na_action="ignore").eq(True))
    said = yes.idxmax(axis=1).map(won_by).where(yes.sum(axis=1) == 1).astype("str")
    column = "winner"
    while column in table.frame:
        column += "'"
    columns = {c: Column("ignore") if c in marks else w for c, w in guess.columns.items()}
    columns[column] = replace(guess.columns[marks[0]], dimension=guess.columns[marks[0]].dimension or "winner")
    return replace(table, frame=table.frame.assign(**{column: said})), replace(guess, columns=columns)


def named_winners(table: Table, guess: Guess, problems: list[Problem]) -> tuple[Table, Guess]:
    """The table with both contestants in the order of their names, what belongs to each side moved along, and each
    winner as a contestant's name or `TIE`; the winner's columns then are labels, or ratings of the rater they name.

    A winner may be written as a name, as the name of a contestant's column, as its side ("A", "left", "1"), or as a
    tie. One that can't be told, or that is one contestant by name and the other by side, is missing and said. Raises
    ReadError where not two columns hold contestants.
    """
    winners, sides = guess.of("winner"), sorted(guess.of("contestant"))
    if not winners:
        return table, guess
    if len(sides) != 2:
        raise ReadError(
            f"{table.name} needs two columns of contestants for “{winners[0]}”; choose them in the mapping."
        )
    sides = _in_order(sides)
    frame = table.frame.copy()
    pair = [bare(frame[c]) for c in sides]
    for column in winners:
        frame[column] = _named(frame[column], pair, sides, table.name, problems)
    swapped = (pair[0] > pair[1]).fillna(False).to_numpy(dtype=bool)
    for one, other in [(sides[0], sides[1]), *_of_sides(guess, sides)]:
        first, second = frame[one].copy(), frame[other]
        frame[one], frame[other] = first.where(~swapped, second), second.where(~swapped, first)
    columns = {
        c: w if w.role != "winner" else Column("rating" if w.rater else "label", w.rater, w.dimension or "winner")
        for c, w in guess.columns.items()
    }
    return replace(table, frame=frame), replace(guess, columns=columns)


def scale_of(table: Table, guess: Guess) -> Scale:
    """The scale of winners: the names of all contestants, and a tie. table, guess: as `named_winners` gives them."""
    sides = _in_order(sorted(guess.of("contestant")))
    names = sorted({str(n) for c in sides for n in bare(table.frame[c]).dropna()})
    return Scale("nominal", (*names, TIE), contestants=(sides[0], sides[1]))


def _in_order(sides: list[str]) -> list[str]:
    """The columns of the two sides, the first side first where their names say which that is."""
    tokens = _tokens(sides[0], sides[1])
    return sides[::-1] if tokens and tokens[0] in _SIDES[1] and tokens[1] in _SIDES[0] else sides


def _tokens(one: str, other: str) -> tuple[str, str] | None:
    """In what two names differ: ("a", "b") of "model_a" and "model_b", or of "modelA" and "modelB"."""
    found = [(a.lower(), b.lower()) for a, b in zip(_split(one), _split(other), strict=False) if a != b]
    return found[0] if len(found) == 1 and len(_split(one)) == len(_split(other)) else None


def _split(name: str) -> list[str]:
    return re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name)


def _of_sides(guess: Guess, sides: list[str]) -> list[tuple[str, str]]:
    """Further columns that belong to one side each: "response_a" and "response_b" beside "model_a" and "model_b"."""
    tokens = _tokens(sides[0], sides[1])
    shown = guess.of("evidence", "group")
    if tokens is None:
        return []
    return [(a, b) for a in shown for b in shown if a != b and _tokens(a, b) == tokens]


def _named(
    written: pd.Series, pair: list[pd.Series], sides: list[str], file: str, problems: list[Problem]
) -> pd.Series:
    """The name of each winner; what can't be told is missing and said, each text once."""
    cells = bare(written)
    from_nought = bool(cells.isin(["0"]).any())  # 0 and 1: whether 1 is the second or the first is not said
    rows = pd.DataFrame({"a": pair[0], "b": pair[1], "w": cells})
    known = {
        key: _winner(str(key[2]), (str(key[0]), str(key[1])), sides, from_nought)
        for key in rows.dropna().drop_duplicates().itertuples(index=False, name=None)
    }
    found = pd.Series([known.get(k) for k in rows.itertuples(index=False, name=None)], index=written.index, dtype="str")
    wrong = written[found.isna() & written.notna()]
    for text, at in wrong.groupby(wrong, sort=False).groups.items():
        done = "counts as missing; write a contestant's name, its side, or tie"
        row = int(at[0])
        problems.append(Problem(UNTOLD, done, file, row, str(written.name), str(text)[:200], len(at)))
    return found


def _winner(cell: str, names: tuple[str, str], sides: list[str], from_nought: bool) -> str | None:
    """The winner's name, `TIE`, or None where the cell does not tell it."""
    if names[0] == names[1]:
        return None
    said = set()
    for name, column in zip(names, sides, strict=True):
        if folded(cell) in (folded(name), folded(column)):
            said.add(name)
    tokens = _tokens(sides[0], sides[1]) or ("", "")
    places: Mapping[str, int] = {tokens[0]: 0, tokens[1]: 1} if tokens[0] else {}
    if tokens[0] in _SIDES[0] and tokens[1] in _SIDES[1] and not from_nought:
        places = {word: i for i, words in enumerate(_SIDES) for word in words}
    side = SIDE.fullmatch(cell)
    word = side["side"].lower() if side else cell.lower()
    if word in places:
        said.add(names[places[word]])
    if not said and (is_tie(cell) or (cell == HALFWAY and set(places) >= {"1", "2"})):
        return TIE
    if TIE in names and is_tie(cell):
        return None
    return said.pop() if len(said) == 1 else None
