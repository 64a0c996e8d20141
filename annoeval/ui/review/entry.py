"""The field for an answer that no row of buttons can hold: a number, a text, a set of labels, one of many labels."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.questions import scale_of
from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.words import plain

MOST_BUTTONS = 9
LONG = 120  # characters; answers above it are written into several lines


def buttons(scale: Scale) -> bool:
    """Whether the scale's answers stand as buttons."""
    return 0 < len(scale.categories) <= MOST_BUTTONS and scale.level != "set"


def several_lines(base: Study, dimension: str) -> bool:
    """Whether answers to a question are texts of several lines, judged by those in the file."""
    if scale_of(base, dimension).level != "text":
        return False

    def made() -> bool:
        own = base.ratings.loc[base.ratings["dimension"] == dimension, "value"].dropna().astype("str")
        return bool(own.str.contains("\n").any() or own.str.len().max() > LONG) if len(own) else False

    return base.once("several lines", dimension, made)


def field(
    scale: Scale, key: str, label: str = "Answer", current: Any = None, lines: bool = False, known: Sequence[str] = ()
) -> None:
    """The field alone; `given` reads it. current: what stands in it first. lines: a text of several lines.

    known: labels offered where the scale has no list of its own; others can be typed.
    """
    if scale.level == "set":
        options = [str(c) for c in scale.categories]
        chosen = list(json.loads(current)) if current else []
        st.multiselect(
            label,
            options or list(dict.fromkeys([*known, *chosen])),
            default=chosen,
            key=key,
            accept_new_options=not options,
            select_all=False,
        )
    elif scale.categories:
        options = list(scale.categories)
        place = options.index(current) if current in options else None
        st.selectbox(label, options, index=place, format_func=scale.describe, key=key)
    elif scale.level == "text":
        (st.text_area if lines else st.text_input)(label, value=current or "", key=key)
    else:
        low, high = scale.range or (None, None)
        between = f"{low:g} to {high:g}" if low is not None and high is not None else "A number"
        # without the scale's limits: the widget would refuse with a mark and no sentence; the store has one
        st.number_input(
            label,
            value=_float(current),
            key=key,
            format="%g",
            placeholder=between,
            step=(high - low) / 20 if low is not None and high is not None and high > low else 1.0,
        )


def given(scale: Scale, key: str) -> Any:
    """What stands in the field, as the store takes it; None where nothing does."""
    value = st.session_state.get(key)
    if scale.level == "set":
        return json.dumps(sorted(map(str, value)), ensure_ascii=False) if value else None
    if isinstance(value, str) and scale.level == "text":
        return value if value.strip() else None
    return None if pd.api.types.is_scalar(value) and pd.isna(value) else value


def form(
    scale: Scale,
    mark: str,
    save: Callable[[Any], None],
    current: Any = None,
    lines: bool = False,
    label: str = "Answer",
    do: str = "Save",
    clear: bool = False,
    known: Sequence[str] = (),
) -> None:
    """The field with its button. [Enter] in a number or a text of one line saves, [Ctrl+Enter] in one of several lines.

    mark: of the question on screen, see `keys`. save: takes the answer; where it raises AnnoevalError, its sentence
    stands beneath the field. An empty field is not saved.
    known: see `field`.
    """
    key = f"ae_value_{mark}"

    def saved() -> None:
        value = given(scale, key)
        refused: dict[str, str] = st.session_state.setdefault("_refused", {})
        refused.pop(mark, None)
        try:
            if value is None:
                raise AnnoevalError("Nothing was entered.")
            save(value)
        except AnnoevalError as error:
            refused[mark] = str(error)

    typed = not scale.categories and scale.level != "set"
    with (
        st.container(key=f"ae_byname_{mark}", gap=None),
        st.form(f"ae_form_{mark}", border=False, clear_on_submit=clear),
    ):
        field(scale, key, label, current, lines, known)
        refusal(st.session_state.get("_refused", {}).get(mark))
        key_cap = "" if not typed else " `Ctrl+Enter`" if lines else " `Enter`"
        st.form_submit_button(do + key_cap, type="primary", shortcut=None if typed else "Ctrl+Enter", on_click=saved)


def refusal(sentence: str | None) -> None:
    """Why the field's content was not taken, beneath it."""
    if sentence:
        st.markdown(f":orange[:material/error: {plain(sentence, 300)}]")


def _float(value: Any) -> float | None:
    return None if value is None else float(value)
