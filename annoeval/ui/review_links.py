"""From a result to its items: links that open Review on a rule, a group, or chosen items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import streamlit as st

from annoeval.review.queue import queue
from annoeval.review.rule import Rule, default_rule
from annoeval.study import Study
from annoeval.ui.filters import BY
from annoeval.ui.page import button, quiet
from annoeval.words import count, title

MOST_ITEMS = 200  # an address holds no more
WORDS = {"low": "doubtful", "disagree": "disputed", "unreviewed": "open"}


def parameters(rule: Rule) -> dict[str, str | list[str]]:
    """A rule as address parameters of Review."""
    return {k: v if len(v) > 1 else v[0] for k, v in parse_qs(rule.query(), keep_blank_values=True).items()}


@st.cache_data(max_entries=100, show_spinner=False)
def _waiting(digest: str, rule: Rule, _study: Study) -> int:
    return len(queue(_study, rule))


def default_action(study: Study | None, dimension: str | None = None) -> tuple[Any, ...]:
    """The main action of a result page, for `head`: review what is doubtful, disputed or open; () when nothing is."""
    if study is None or not len(study.items):
        return ()
    rule = replace(default_rule(study), dimension=dimension)
    waiting = _waiting(study.digest, rule, study)
    if not waiting:
        return ()
    label = f"Review the {waiting:,} {WORDS.get(rule.kind, '')}" if waiting > 1 else "Review the one left"
    return label, "checklist_rtl", "review", parameters(rule)


def differing_action(study: Study | None) -> tuple[Any, ...]:
    """The main action of Agreement, for `head`: review what people, else people and the AI, differ on."""
    if study is None or not len(study.items):
        return ()
    for kind in ("disagree", "ai_human"):
        rule = Rule(kind)
        if waiting := _waiting(study.digest, rule, study):
            return f"Review the {waiting:,} disputed", "checklist_rtl", "review", parameters(rule)
    return ()


def review_items(items: Sequence[str], what: str, key: str) -> None:
    """A line "11 items …" with the button that reviews exactly these."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        quiet(f"{count(len(items), 'item')} {what}")
        if items:
            few = list(items[:MOST_ITEMS])
            label = "Review them" if len(items) <= MOST_ITEMS else f"Review the first {MOST_ITEMS}"
            button(label, "checklist_rtl", "review", parameters(Rule("chosen", items=tuple(few))), key=key)


def to_group(by: str, chosen: Sequence[Any]) -> None:
    """After a click on a group's mark: look at its items only, or review them."""
    if not chosen or chosen[0] is None:
        return
    value = str(chosen[0])
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        quiet(f"{title(by)}: **{value}**")
        if by == "rater":
            st.button("Show this rater only", key="_only", on_click=_only, args=("rater", value))
        else:
            st.button("Show these items only", key="_only", on_click=_only, args=(BY + by, value))
            button(
                "Review these", "checklist_rtl", "review", parameters(Rule("all", groups={by: (value,)})), key="_these"
            )


def _only(parameter: str, value: str) -> None:
    st.query_params[parameter] = value
