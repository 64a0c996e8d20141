"""From a result to its items: links that open Review on a rule, a group, or chosen items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import pandas as pd
import streamlit as st

from annoeval.evaluation.filters import BY
from annoeval.questions import settled
from annoeval.review.queue import queue
from annoeval.review.rule import Rule, RuleKind, default_rule, reviewable
from annoeval.study import Study
from annoeval.ui.page import button, quiet
from annoeval.words import count, title

MOST_ITEMS = 200  # an address holds no more
WORDS = {"low": "doubtful", "disagree": "disputed", "ai_human": "disputed", "unreviewed": "open"}


def parameters(rule: Rule) -> dict[str, str | list[str]]:
    """A rule as address parameters of Review."""
    return {k: v if len(v) > 1 else v[0] for k, v in parse_qs(rule.query(), keep_blank_values=True).items()}


@st.cache_data(max_entries=100, show_spinner=False)
def _waiting(digest: str, kind: RuleKind | None, _study: Study) -> tuple[Rule, int, str]:
    rule = default_rule(_study) if kind is None else Rule(kind)
    found = queue(_study, rule)
    if rule.kind not in ("disagree", "ai_human"):  # what people answered settles the others
        found = found[~_settled(_study, rule)[_study.items.index.get_indexer(found["item_id"])]]
    computed = all(scale.role == "score" for scale in _study.dimensions.values())  # by a rule: no AI doubts them
    word = "lowest" if rule.kind == "low" and computed else WORDS.get(rule.kind, "")
    return rule, len(found), "queued" if found["because"].eq("audit").any() else word


def _settled(study: Study, rule: Rule) -> np.ndarray:
    """A boolean per item: whether people have answered every question that the rule asks of it."""
    asked = [rule.dimension] if rule.dimension else reviewable(study)
    of_people = np.flatnonzero(study.are("reviewer", "decision"))
    of_people = of_people[study.ratings["value"].iloc[of_people].notna()]
    open_, answered = np.zeros(len(study.items), dtype=bool), np.zeros(len(study.items) + 1, dtype=bool)
    answered[study.places[of_people]] = True
    for dimension in asked:
        done = study.items.index.get_indexer(pd.Index(list(settled(study, dimension)), dtype="str"))
        applies = study.dimensions[dimension].applies_to(study.items).to_numpy().copy()
        applies[done[done >= 0]] = False
        open_ |= applies
    return answered[:-1] & ~open_


def default_action(study: Study | None) -> tuple[Any, ...]:
    """The main action of a result page, for `head`: review what is doubtful, disputed or open; () when nothing is."""
    return _action(study, (None,))


def differing_action(study: Study | None) -> tuple[Any, ...]:
    """The main action of Agreement, for `head`: review what people, else people and the AI, differ on."""
    return _action(study, ("disagree", "ai_human"))


def _action(study: Study | None, kinds: Sequence[RuleKind | None]) -> tuple[Any, ...]:
    if study is None or not study.ratings["value"].notna().any():  # the page's main action is then how to get some
        return ()
    for kind in kinds:
        rule, waiting, word = _waiting(study.digest, kind, study)
        if waiting:
            label = f"Review the {waiting:,} {word}" if waiting > 1 else f"Review the one {word}"
            return label, "checklist_rtl", "review", parameters(rule)
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
