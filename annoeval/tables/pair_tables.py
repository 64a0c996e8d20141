"""Readings in which a row compares two outputs: two columns of contestants and who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from annoeval.tables.look import Look
from annoeval.tables.mapping import Column, Evidence, Guess
from annoeval.tables.pairs import HALFWAY, won_by
from annoeval.tables.vocabulary import CONTESTANT, SIDE
from annoeval.vocabulary import is_tie
from annoeval.words import listed


def readings(look: Look) -> Iterator[Guess]:
    """A table of two contestants and a winner, whose values are the contestants, their sides, or a tie."""
    for sides in pairs(look):
        names = {a for c in sides for a in (look.fields[c].answers or set())}
        known = names | {c.strip().casefold() for c in sides}
        marks = [c for c, f in look.fields.items() if won_by(c) and f.scale == "yes or no"]
        told = {won_by(c).casefold() for c in marks}
        if all(c.strip().casefold() in told for c in sides) and all(is_tie(t) for t in told - known):
            yield _reading(look, sides, marks, False)
            continue
        for won in [c for c in look.fields if c not in sides]:
            f = look.fields[won]
            if not f.filled or not f.answers or not f.says & {"winner", "label"}:
                continue
            if not all(a in known or is_side(a) for a in f.answers):
                continue
            yield _reading(look, sides, [won], bool(names & f.answers))


def is_side(answer: str) -> bool:
    """Whether an answer says which of two is preferred, or that neither is."""
    return bool(SIDE.fullmatch(answer)) or is_tie(answer) or answer == HALFWAY


def pairs(look: Look) -> Iterator[tuple[str, str]]:
    """Two columns of one name and two sides ("model_a", "model_b") that hold names."""
    found: dict[str, list[str]] = {}
    for c, f in look.fields.items():
        m = CONTESTANT.fullmatch(c.strip())
        own = f.each_its_own and f.filled > 3  # texts, of which none meets another twice
        if m and f.filled and not f.scale and f.longest <= 80 and not own and not f.wordy:
            found.setdefault(f"{m['of'] or m['of2']} {m['end'] or ''}".casefold().strip(), []).append(c)
    for columns in found.values():
        if len(columns) == 2:
            yield columns[0], columns[1]


def beside_sides(look: Look, sides: tuple[str, str]) -> bool:
    """Whether columns of texts have the same two sides: "summary1" and "summary2" beside "system1" and "system2"."""
    ends = [m["side"] or m["side2"] for c in sides if (m := CONTESTANT.fullmatch(c.strip()))]
    texts = {c.strip() for c, f in look.fields.items() if c not in sides and (f.prose or f.each_its_own or f.wordy)}
    return any(c.endswith(ends[0]) and f"{c.removesuffix(ends[0])}{ends[1]}" in texts for c in texts)


def _reading(look: Look, sides: tuple[str, str], won: Sequence[str], by_name: bool) -> Guess:
    """won: the column of winners, or those that mark one side each, and a tie."""
    columns = {c: Column("contestant") for c in sides} | {c: Column("winner") for c in won}
    evidence = [
        Evidence("pair", 4.0, f"'{sides[0]}' and '{sides[1]}' name two that are compared"),
        Evidence("winner", 3.5, f"'{won[0]}' says which of them won, by {'name' if by_name else 'side'}, or a tie"),
    ]
    who = [c for c in look.named("rater") if c not in columns and "judged" not in look.fields[c].says][:1]
    columns |= {c: Column("rater") for c in who}
    more = {c: w for c, w in look.beside.items() if c not in columns}
    items = [c for c in look.named("item") if c not in columns and c not in more and look.fields[c].longest <= 200]
    finest = look.finest(items) if items else []
    columns |= more | {c: Column("item") for c in finest}
    if finest:
        evidence.append(Evidence("item", 2.0, f"{listed(finest, 3)} says what a row is about"))
    every = {c: columns.get(c) or look.rest(c) for c in look.fields}
    shown = listed([f"'{c}'" for c in won], 3)
    because = f"each row compares '{sides[0]}' with '{sides[1]}', and {shown} {'say' if won[1:] else 'says'} which won"
    return Guess(every, because, "pairs", tuple(evidence))
