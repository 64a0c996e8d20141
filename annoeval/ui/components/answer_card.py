"""What listens for the answers to one question: its keys and the presses on its buttons, which Python draws.

The browser sends one answer at a time with the mark of its question (`mount` says how).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from annoeval.ui.components.wired import Sent, mount

KEY = "ae_card"


@dataclass(frozen=True)
class Card:
    """mark: of the question, the same as `data-mark` of what is judged. of: study's item and question, as they come
    back. keys: what each does: {"do", …} is sent, {"into"} leads into a field. saves: the key that saves a typed answer
    in its field, "" where there are buttons. rest: marks of the questions that follow for this item. text: what a
    correction begins with."""

    mark: str
    of: tuple[str, str]
    keys: Mapping[str, Mapping[str, Any]]
    saves: str = ""
    rest: Sequence[str] = ()
    text: str = ""


def answer_card(card: Card, act: Callable[[Sent], Mapping[str, Any]]) -> None:
    """Draws the line for what the card says, and listens.

    act: takes what was sent (`do`, `mark`, `of`, `token`, `beside`, and `value`, a place, or `typed`), more than once
    where the first confirmation got lost; gives back {"said"} with a sentence where it was not taken, or {"waits"} with
    one where it could not be stored and is to be sent again.
    """
    mount("answer_card", KEY, asdict(card), act)
