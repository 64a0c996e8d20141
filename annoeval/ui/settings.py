"""A protocol's own options on screen, with what comes of them while they are changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.protocols.protocol import Protocol, Setting
from annoeval.scale import number_in
from annoeval.ui.components.sheet import Column, edited
from annoeval.ui.page import quiet, say, section
from annoeval.ui.sample import Sample
from annoeval.words import short

ROOM = 3  # rows to add


def settings_form(protocol: Protocol, shown: Sample, options: Mapping[str, Any], mark: str | None) -> dict[str, Any]:
    """Draws the settings and the outcome; gives the options as they stand then."""
    wanted = dict(options)
    for setting in [*protocol.unsaid(shown.readings), *protocol.settings()]:
        current = _get(wanted, setting.key)
        value = _ask(setting, setting.default if current is None else current, f"_set_{mark}_{setting.key}")
        wanted = _put(wanted, setting.key, None if value == setting.default else value)
    section("What comes of it")
    try:
        said = protocol.outcome(protocol.build(shown.readings, wanted))
        say(f"In the first rows: {said}" if shown.cut else said)
    except AnnoevalError as error:
        quiet(short(error, 600))
    return wanted


def _ask(setting: Setting, current: Any, key: str) -> Any:
    words = dict(setting.choices)
    if setting.kind == "choice":
        names = list(words)
        place = next((i for i, v in enumerate(words.values()) if v == current), 0)
        return words[st.selectbox(setting.title, names, index=place, key=key, help=setting.help or None)]
    if setting.kind == "text":
        return st.text_input(setting.title, current or "", key=key, help=setting.help or None, max_chars=60).strip()
    if setting.kind == "number":
        low, high = map(float, setting.range)
        return st.number_input(
            setting.title, low, high, float(current), float(setting.step), key=key, help=setting.help or None
        )
    if setting.kind == "several":
        chosen = set(filter(None, str(current or "").split(",")))
        held = [n for n, v in words.items() if v in chosen]
        picked = st.multiselect(setting.title, list(words), default=held, key=key, help=setting.help or None)
        return ",".join(words[n] for n in picked)
    with st.expander(setting.title):
        if setting.help:
            quiet(setting.help)
        numbers = all(isinstance(v, (int, float)) for v in current.values())
        value = Column("value", "Value", "number" if numbers else "text", width=120 if numbers else 320)
        rows = [{"name": n, "value": f"{v:g}" if numbers else str(v)} for n, v in current.items()]
        blank = [{"name": "", "value": ""}] * ROOM
        typed = edited(key, (Column("name", "Name", "text", width=160), value), [*rows, *blank])
    filled = {row["name"]: row["value"] for row in typed if row["name"] and row["value"]}
    if not numbers:
        return filled
    found = {name: number_in(words) for name, words in filled.items()}
    for name in [n for n, v in found.items() if v is None]:
        quiet(f"“{filled[name][:40]}” is no number; {name} is left out until it is one, as in 0.75.")
    return {name: v for name, v in found.items() if v is not None}


def _get(options: Mapping[str, Any], key: str) -> Any:
    outer, _, inner = key.partition(".")
    value = options.get(outer)
    return (value or {}).get(inner) if inner else value


def _put(options: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """Options with one changed; None takes it out, and an outer one that is empty then."""
    outer, _, inner = key.partition(".")
    made: Any = value
    if inner:
        made = {k: v for k, v in (options.get(outer) or {}).items() if k != inner}
        made |= {} if value is None else {inner: value}
    rest = {k: v for k, v in options.items() if k != outer}
    return rest if made in (None, {}, "") else rest | {outer: made}
