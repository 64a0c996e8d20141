"""The fields of a question: an answer that is typed, and note, corrected text and tags beside an answer.

Each is keyed by the question's mark, so that what is typed belongs to its question and outlasts other items and undo.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from annoeval.scale import Scale

BESIDE = ("note", "correction", "tags")


def key(what: str, mark: str) -> str:
    """Where the session holds a field; its script finds it by this name, too."""
    return f"ae_{what}_{mark}"


def stands(mark: str, what: str) -> Any:
    """What is in a field, None where it was never drawn."""
    return st.session_state.get(key(what, mark))


def clear(mark: str, what: str) -> None:
    """Empties a field of words."""
    st.session_state[key(what, mark)] = ""


def known(mark: str, number: int) -> bool:
    """Whether a question's fields began with what this event of the reviewer's says; 0: with no answer."""
    return bool(_begun().get(mark, 0) == number)


def begin(mark: str, number: int, current: Mapping[str, Any]) -> None:
    """Puts into the fields what stands, where that is another answer than they began with."""
    if not known(mark, number):
        for what, value in current.items():
            st.session_state[key(what, mark)] = value
    kept(mark, number)


def kept(mark: str, number: int) -> None:
    """The fields are what this event says."""
    _begun()[mark] = number


def _begun() -> dict[str, int]:
    begun: dict[str, int] = st.session_state.setdefault("_begun", {})
    return begun


def entry(scale: Scale, mark: str, label: str, lines: bool, labels: Sequence[str]) -> None:
    """The field of an answer that no row of buttons can hold. lines: a text of several. labels: that a set may have."""
    more: dict[str, Any] = {"key": key("value", mark), "label_visibility": "collapsed", **_quietly(None)}
    if scale.level == "set":
        fixed = [str(c) for c in scale.categories]
        offered = list(dict.fromkeys([*(fixed or labels), *(stands(mark, "value") or ())]))
        hint = "Labels" if fixed else "A label, then Enter"
        st.multiselect(label, offered, accept_new_options=not fixed, select_all=False, placeholder=hint, **more)
    elif scale.categories:
        st.selectbox(label, list(map(scale.describe, scale.categories)), index=None, placeholder="Choose", **more)
    elif scale.level == "text":
        (st.text_area if lines else st.text_input)(label, **more)
    else:
        low, high = scale.range or (None, None)
        hint = f"{low:g} to {high:g}" if low is not None and high is not None else "A number"
        st.text_input(label, placeholder=hint, **more)


def filled(scale: Scale, value: Any) -> Any:
    """What stands in the field of an answer, None: of none."""
    if scale.level == "set":
        return json.loads(value) if value else []
    if scale.categories:
        return None if value is None else scale.describe(value)
    return "" if value is None else str(value) if scale.level == "text" else f"{float(value):.12g}"


def beside(mark: str, tags: Sequence[str], changed: Callable[..., None] | None) -> None:
    """What goes with an answer. tags: to choose from. changed: stores at once what was changed beside an answer that
    stands; without one it waits for the answer."""
    with st.container(key="ae_with", gap="xsmall"):
        for what, label, hint, make in (
            ("correction", "Correct text", "Correct text, where it differs", st.text_area),
            ("note", "Note", "Note for the others", st.text_input),
        ):
            make(label, key=key(what, mark), label_visibility="collapsed", placeholder=hint, **_quietly(changed, what))
        if tags:
            st.pills(
                "Tags",
                tags,
                selection_mode="multi",
                key=key("tags", mark),
                label_visibility="collapsed",
                **_quietly(changed, "tags"),
            )


def _quietly(changed: Callable[..., None] | None, *of: str) -> dict[str, Any]:
    """Without a run where nothing is stored: what was typed comes with the next one."""
    return {"on_change": changed or "ignore", "args": of if changed else None, "persist_state": "page"}
