"""The answers to one question with their keys, and what is said beside an answer, as one part of the page.

The browser sends one answer at a time, with the mark of its question and a token, and sends it again until the page
names the token. What Streamlit does not promise and the script looks at: the state of the connection
(`[data-testid=stApp]`, `data-test-connection-state`), and `role=dialog` of what lies over the page.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

KEY, ACK = "ae_card", "_ack"
Sent = Mapping[str, Any]
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
    """What stands beside the reviewer's answer. number: of its event, 0 without one. known: tags to choose from."""

    number: int
    note: str | None
    correction: str | None
    tags: Sequence[str]
    known: Sequence[str]


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


@st.cache_resource
def _component() -> Any:
    js, css = (Path(__file__).with_suffix(f".{kind}").read_text("utf-8") for kind in ("js", "css"))
    return st.components.v2.component("annoeval_answer_card", js=js, css=css, isolate_styles=False)


def answer_card(card: Card, act: Callable[[Sent], Mapping[str, Any]]) -> None:
    """Draws the card.

    act: takes what was sent (`do`, `mark`, `of`, `token`, `beside`, and `value`, a place, or `typed`), more than once
    where the first confirmation got lost; gives back {"number"} of the event, {"refused"} with a sentence, or {"waits"}
    with one, where it could not be stored and is to be sent again.
    """

    def sent() -> None:
        what = st.session_state[KEY].sent
        if what:
            st.session_state[ACK] = {"token": what["token"], **act(what)}

    data = {**asdict(card), "ack": st.session_state.get(ACK)}
    json.dumps(data, allow_nan=False)  # what JSON can't hold would arrive as nothing, without an error
    _component()(key=KEY, data=data, on_sent_change=sent)
