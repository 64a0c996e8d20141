"""A reviewer's place by the address: which queue, whose items, and the item on screen."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlencode

import streamlit as st

from annoeval.evaluation.filters import Filter
from annoeval.review import assignments
from annoeval.review.database import Unavailable
from annoeval.review.library import Present
from annoeval.review.rule import Rule, default_rule
from annoeval.review.standing import Standing
from annoeval.review.walk import Walk, asked, open_walk
from annoeval.study import Audit, Study
from annoeval.ui import state
from annoeval.ui.review.desk import BACK, MINE, SECOND, Desk, auditing

AT, SCOPE = "at", "scope"
RULE_KEYS = ("rule", "dimension", "threshold", "item", "ai", "note")
OF_ITEM = ("_focus", "_seen", "_revealed")  # what the session holds of the item on screen
NOBODYS: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())  # items where none was ever assigned
MOVING = ("disagree", "ai_human", "unreviewed")  # rules that ask what people said, which changes as they work


def rule_in_address(study: Study) -> Rule:
    """The rule that the address names, else the study's usual one."""
    pairs = [
        (k, v) for k in st.query_params if k in RULE_KEYS or k.startswith("in.") for v in st.query_params.get_all(k)
    ]
    if not any(k == "rule" for k, _ in pairs):
        return default_rule(study)
    try:
        rule = Rule.from_query(urlencode(pairs))
    except ValueError:  # a link cut short
        return default_rule(study)
    known = (rule.dimension is None or rule.dimension in study.dimensions) and (
        rule.rater is None or rule.rater in study.of_kind("ai")
    )
    return rule if known else default_rule(study)


def put_rule(rule: Rule) -> None:
    """Makes a rule the current one; the address holds it."""
    for key in [k for k in st.query_params if k in RULE_KEYS or k.startswith("in.") or k == AT]:
        del st.query_params[key]
    for key, values in parse_qs(rule.query(), keep_blank_values=True).items():
        st.query_params[key] = values
    st.session_state.pop("_opened", None)


@st.cache_resource(max_entries=24, show_spinner="Opening the queue …")
def _walk(
    _study: Study,
    key: tuple[Any, ...],
    _audits: tuple[Audit, ...],
    _rule: Rule,
    _chosen: Filter,
    blind: bool,
    only: tuple[str, ...] | None,
) -> Walk:
    return open_walk(_chosen.apply(replace(_study, audits=_audits or _study.audits)), _rule, blind, only)


@st.cache_resource(max_entries=64, show_spinner=False)
def _assigned(study_id: str, person: str, number: int) -> tuple[frozenset[str], frozenset[str]]:
    """What is a reviewer's own, and what of it someone else judges as well. number: see `Standing.assigned`."""
    own = frozenset(assignments.assigned(state.store(), study_id, person)["item_id"])
    return own, assignments.second_opinions(state.store(), study_id, person)


def now_of(study_id: str) -> Present:
    """The study as it is now; while the store can't be read as it was last on screen, so that what is before the
    reviewer, and the answer that waits there, doesn't go away."""
    try:
        now = state.store().present(study_id)
    except Unavailable:
        known: tuple[str, Present] | None = st.session_state.get("_now")
        if known is None or known[0] != study_id:
            raise
        return known[1]
    st.session_state["_now"] = (study_id, now)
    return now


def sit_down(study_id: str, chosen: Filter) -> Desk:
    """The desk for this run: queue by the address, item by the address or the first open one."""
    store = state.store()
    now, person = now_of(study_id), state.person()
    base, standing = now.asked, now.standing
    _arrive(study_id, person)
    rule = rule_in_address(base)
    scope = st.query_params.get(SCOPE, "")
    opened = st.session_state.get("_opened")
    place = (study_id, rule.query(), chosen, scope, person if scope else "")
    if opened is None or opened[0] != place:
        others = _judged_by_others(standing, person) if scope == SECOND else None
        opened = (place, standing.last, others, standing.annotated)
        st.session_state["_opened"] = opened
    only = opened[2] if scope == SECOND else _scope(study_id, scope, person) if scope else None
    # whatever is sent back or waits for a second opinion, no rule leaves it out
    picks = Rule("chosen", rule.dimension, items=only or ()) if scope in (BACK, SECOND) else rule
    moving = rule.kind in MOVING or chosen.reviewed
    blind = now.rubric.blind or auditing(base, standing)
    key = (*place, now.base.digest, opened[3], opened[1] if moving or scope else 0, standing.drawn, blind, only)
    if st.session_state.get("_walk", ((),))[0] != key:
        study, audits = store.study(study_id) if moving else base, tuple(standing.audits.values())
        st.session_state["_walk"] = (key, _walk(study, key, audits, picks, chosen, blind, only))
    desk = Desk(study_id, now, rule, st.session_state["_walk"][1], person, None, scope=scope)
    desk.sent_back = frozenset(standing.returns_to(person))
    own, desk.second = _assigned(study_id, person, standing.assigned) if standing.assigned else NOBODYS
    if scope == SECOND:
        own, desk.second = own.union(desk.walk.ids), desk.second.union(desk.walk.ids)
    desk.own = own | desk.sent_back
    asked_for = st.query_params.get(AT)
    if asked_for is not None and asked_for in base.items.index:
        desk.item = asked_for
    else:
        desk.item = desk.walk.next_open(None, desk.done)
    if desk.item is not None:
        _look(desk)
    return desk


def _arrive(study_id: str, person: str) -> None:
    """Forget what was said and shown to whoever sat here before, or of another study: ids may be alike."""
    if st.session_state.get("_place") != (study_id, person):
        st.session_state["_place"] = (study_id, person)
        for key in ("_saved", "_refused", "_told", *OF_ITEM):
            st.session_state.pop(key, None)


def _judged_by_others(standing: Standing, person: str) -> tuple[str, ...]:
    """Items that someone else has answered and this person has not."""
    theirs: dict[str, None] = {}
    mine: set[str] = set()
    for (item, dimension), answers in list(standing.answers.items()):
        who = standing.standing(item, dimension) if answers else {}
        mine |= {item} if person in who else set()
        if who:
            theirs[item] = None
    return tuple(i for i in theirs if i not in mine and i not in standing.excluded)


def _scope(study_id: str, scope: str, person: str) -> tuple[str, ...] | None:
    if scope == MINE:
        return tuple(assignments.assigned(state.store(), study_id, person)["item_id"])
    if scope == BACK:
        return tuple(assignments.sent_back_to(state.store(), study_id, person)["item_id"])
    return None


def _look(desk: Desk) -> None:
    """Put the item before the reviewer: what is asked, what was answered so far, and since when it is on screen."""
    everything = asked(desk.study, desk.item or "", Rule("all"))
    of_rule = asked(desk.study, desk.item or "", desk.rule) if desk.scope != BACK else []
    place = desk.walk.places.get(desk.item or "")
    if place is not None:
        of_rule = [d for d in of_rule if d in desk.walk.needs[place]]
    sent = desk.standing.sent_back(desk.person, desk.item or "")
    desk.dimensions = [*of_rule, *(d for d in everything if d in sent and d not in of_rule)] if of_rule else everything
    focus = st.session_state.get("_focus")
    if not (focus and focus[0] == desk.item and focus[1] in desk.dimensions):
        unanswered = [d for d in desk.dimensions if d not in desk.mine or d in sent] or list(desk.dimensions)
        focus = (desk.item, desk.about if desk.about in unanswered else (unanswered or [""])[0])
        st.session_state["_focus"] = focus
    desk.focus = focus[1]
    seen = st.session_state.get("_seen")
    if not (seen and seen[:2] == (desk.item, desk.focus)):
        versions = {d: desk.standing.versions.get((desk.item or "", d), 0) for d in desk.dimensions}
        seen = (desk.item, desk.focus, versions, time.monotonic())
        st.session_state["_seen"] = seen
    desk.seen, desk.shown_at = seen[2], seen[3]


def go(item: str | None) -> None:
    """Put another item before the reviewer."""
    if item is None:
        st.query_params.pop(AT, None)
    else:
        st.query_params[AT] = item
    for key in OF_ITEM:
        st.session_state.pop(key, None)
