"""The answers to one question with their keys, and what is said beside an answer, as one part of the page.

The browser sends one answer at a time with the mark of its question (`mount` says how).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from annoeval.ui.components.wired import Sent, mount

KEY = "ae_card"
Icon = Literal["low", "middle", "high", "none"]


@dataclass(frozen=True)
class Answer:
    """One answer of a row of buttons. n: its place on the scale. icon: how good it is, where that is known."""

    n: int
    key: str
    label: str
    definition: str
    icon: Icon
    chosen: bool


@dataclass(frozen=True)
class Entry:
    """The field of an answer that is typed or chosen from a list. current: what stands in it first; of a list its
    place, -1 for none; of a set its labels. keys: what saves."""

    kind: Literal["number", "text", "lines", "list", "set"]
    label: str
    hint: str
    current: Any
    labels: Sequence[str]
    save: str
    keys: str


@dataclass(frozen=True)
class Beside:
    """What stands beside the reviewer's answer. number: of its event, 0 without one. known: tags to choose from. text:
    what a correction begins with."""

    number: int
    note: str | None
    correction: str | None
    tags: Sequence[str]
    known: Sequence[str]
    text: str = ""


@dataclass(frozen=True)
class Said:
    """What someone else answered."""

    who: str
    words: str
    more: str


@dataclass(frozen=True)
class Card:
    """What the card shows. mark: of the question, the same as `data-mark` of what is judged. of: study's item and
    question, as they come back. rest: marks of the questions that follow for this item. acts: what keys may do beside
    answering (`back`, `next`, `skip`, `undo`, `redo`, `reveal`). hidden: whether others' answers are."""

    mark: str
    of: tuple[str, str]
    answers: Sequence[Answer] = ()
    entry: Entry | None = None
    beside: Beside | None = None
    said: Sequence[Said] = ()
    hidden: bool = False
    rest: Sequence[str] = ()
    acts: Sequence[str] = ()


def answer_card(card: Card, act: Callable[[Sent], Mapping[str, Any]]) -> None:
    """Draws the card.

    act: takes what was sent (`do`, `mark`, `of`, `token`, `beside`, and `value`, a place, or `typed`), more than once
    where the first confirmation got lost; gives back {"number"} of the event, {"refused"} with a sentence, or {"waits"}
    with one, where it could not be stored and is to be sent again.
    """
    mount("answer_card", KEY, asdict(card), act)
