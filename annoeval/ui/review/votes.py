"""A meeting's question: votes that stay hidden, then stand side by side, and the team's decision."""

from __future__ import annotations

from html import escape
from typing import Any

import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.questions import about, scale_of
from annoeval.review import meeting, voting
from annoeval.review.meeting import Meeting, Point
from annoeval.scale import Scale
from annoeval.ui import allowed, state
from annoeval.ui.components.answer_card import answer_card
from annoeval.ui.components.wired import Sent
from annoeval.ui.review import card, entry, fields, judge, keys
from annoeval.ui.review.desk import ai_scores
from annoeval.ui.review.labels import known
from annoeval.words import plain

AWAY = 10.0  # minutes without an action after which someone else may lead the meeting


def show(study_id: str, opened: Meeting, point: Point, shown: bool) -> None:
    """The question: its votes while they are hidden, then all of them and the team's decision."""
    store = state.store()
    base = store.asked(study_id)
    scale = scale_of(base, point.dimension)
    st.markdown(f"### {plain(scale.question or scale.title or point.dimension)}")
    if answer := judge.whose(base, point.item_id, point.dimension):
        st.markdown(answer)
    voted = voting.voters(store, opened, point)
    if not shown:
        if allowed.may():
            _vote(opened, point, scale, voted)
        waiting = [p for p in opened.people if p not in voted]
        words = f"{len(voted)} of {len(opened.people)} voted" + (
            f" · waiting for {', '.join(waiting)}" if waiting else ""
        )
        st.markdown(f":gray[{plain(words)}]")
        if allowed.may() and _moderates(opened, state.person()):
            st.button(
                "Show the votes",
                type="primary",
                width="stretch",
                on_click=_reveal,
                disabled=not voted,
                args=(opened, point),
                key="ae_show",
            )
        else:
            st.markdown(f":gray[{plain(opened.started_by)} shows the votes.]")
    else:
        _decide(study_id, opened, point, scale)
    allowed.button(
        "Come back to it later",
        type="tertiary",
        on_click=meeting.put_off,
        args=(store, opened, point, state.person() or "?"),
        key="ae_later",
    )


def _moderates(opened: Meeting, person: str) -> bool:
    """Whether someone leads the meeting: who started it; anyone, where nobody knows who did or they have gone."""
    known = opened.started_by in opened.people
    here = state.store().standing(opened.study).at_work("", minutes=AWAY)
    return person == opened.started_by or not known or opened.started_by not in here


def _reveal(opened: Meeting, point: Point) -> None:
    voting.reveal(state.store(), opened, point, state.person() or "?")


def _cast(opened: Meeting, point: Point, value: Any, person: str, token: str | None = None) -> None:
    voting.vote(state.store(), opened, point, value, person, token)


def mark(opened: Meeting, point: Point) -> str:
    """What joins the point on screen with its answers, see `keys`."""
    return keys.mark(opened.id, point.item_id, point.dimension)


def _vote(opened: Meeting, point: Point, scale: Scale, voted: list[str]) -> None:
    """One's own vote; for people without a device the driver enters it by name. None of it is shown."""
    person = state.person()
    if person:
        _own_vote(opened, point, scale, person)
    else:
        judge.ask_name("Join the meeting")
    if _moderates(opened, person):
        with st.popover("Votes by name", icon=":material/group_add:", type="tertiary", key="ae_by_name"):
            _by_name(opened, point, scale, [p for p in opened.people if p != person], voted)


def _own_vote(opened: Meeting, point: Point, scale: Scale, person: str) -> None:
    standing, on_screen = state.store().standing(opened.study), mark(opened, point)
    mine = standing.hidden_votes(opened.queue, point.item_id, point.dimension).get(person)
    lines, current = _lines(opened, point), mine.value if mine else None
    fields.begin(on_screen, mine.number if mine else 0, {"value": fields.filled(scale, current)})

    def take(sent: Sent) -> dict[str, Any]:
        try:
            if sent["mark"] != on_screen:
                raise AnnoevalError(f"Your vote on {sent['of'][0]} was not taken: the meeting had moved on.")
            _cast(opened, point, card.given(scale, sent), person, str(sent["token"]))
        except AnnoevalError as error:
            return {"said": str(error)}
        return {}

    listens = card.of_vote(on_screen, (point.item_id, point.dimension), scale, lines)
    if listens.saves:
        offered = known(state.store().present(opened.study), point.dimension)
        fields.entry(scale, on_screen, "Your vote", lines, offered)
    st.html(f'<div class="aec-answers">{card.buttons(scale, current, listens.saves, "Vote")}</div>')
    answer_card(listens, take)


def _by_name(opened: Meeting, point: Point, scale: Scale, others: list[str], voted: list[str]) -> None:
    """Everyone's choice from a list; where the answer is typed, one field for who is chosen, empty again after it."""
    store, on_screen = state.store(), mark(opened, point)

    def name_of(who: str) -> str:
        return f"{plain(who, 30)}{' (voted)' if who in voted else ''}"

    if entry.buttons(scale):
        for n, who in enumerate(others):
            key = f"ae_byname_{on_screen}_{n}"

            def enter(who: str = who, key: str = key) -> None:
                if st.session_state[key] is not None:
                    _cast(opened, point, st.session_state[key], who)

            st.selectbox(
                name_of(who), list(scale.categories), index=None, format_func=scale.describe, key=key, on_change=enter
            )
    elif others:
        who = st.selectbox("Whose vote", others, format_func=name_of, key=f"ae_whose_{on_screen}")
        entry.form(
            scale,
            f"{on_screen}_{others.index(who)}",
            lambda value: _cast(opened, point, value, who),
            lines=_lines(opened, point),
            label="Vote",
            do="Enter the vote",
            clear=True,
            known=known(store.present(opened.study), point.dimension),
        )
    name = st.text_input("Someone else", placeholder="Name", key=f"ae_joins_{opened.id}")
    if name.strip() and name.strip() not in opened.people:
        meeting.join(store, opened, name.strip())
        st.rerun(scope="fragment")


def _lines(opened: Meeting, point: Point) -> bool:
    return entry.several_lines(state.store().base(opened.study), point.dimension)


def _decide(study_id: str, opened: Meeting, point: Point, scale: Scale) -> None:
    """The votes side by side, then the team's decision."""
    store = state.store()
    given = voting.votes(store, opened, point)
    now = store.present(study_id)
    ai = ai_scores(now.base, point.dimension).get(point.item_id)
    rows = [(who, scale.describe(v)) for who, v in given.items()]
    if ai is not None:
        rows.append(("AI", scale.describe(ai["value"])))
    answer = about(store.asked(study_id), point.item_id, point.dimension)
    if answer is not None and answer.score is not None:
        rows.append(("So far", scale.describe(answer.score)))
    body = "".join(f"<tr><th>{escape(who)}</th><td><b>{escape(v)}</b></td></tr>" for who, v in rows)
    st.html(f'<table class="ae-facts ae-votes">{body}</table>')
    same = len(set(map(str, given.values()))) == 1 and len(given) > 1
    st.markdown(":gray[All agree.]" if same else ":gray[These votes, before the discussion, count for agreement.]")
    form = f"ae_decide_{opened.id}_{point.item_id}_{point.dimension}"
    most = _most(list(given.values()))
    with st.form(form, border=False):
        key = f"ae_decision_{mark(opened, point)}"
        if entry.buttons(scale):
            st.segmented_control(
                "The team says",
                list(scale.categories),
                required=True,
                default=most,
                key=key,
                format_func=lambda c: scale.names.get(c) or scale.describe(c),
            )
        else:
            entry.field(scale, key, "The team says", most, _lines(opened, point), known(now, point.dimension))
        reason, owner, guideline = (
            st.text_input(label, placeholder=hint, label_visibility="collapsed")
            for label, hint in (
                ("Reason", "Reason, in a sentence"),
                ("Who follows it up", "Who follows it up, if anyone"),
                ("What changes in the guideline", "Guideline change, if any"),
            )
        )
        pressed = allowed.form_button("Decide", type="primary", width="stretch")
    refused: dict[str, str] = st.session_state.setdefault("_refused", {})
    if pressed:
        value = entry.given(scale, key)
        try:
            if value is None:
                raise AnnoevalError("Say first what the team decides.")
            voting.settle(store, opened, point, value, state.person() or "?", reason, owner, guideline)
        except AnnoevalError as error:
            refused[key] = str(error)
        else:
            refused.pop(key, None)
            st.rerun(scope="fragment")
    entry.refusal(refused.get(key))  # as long as it holds: the screen is drawn anew every two seconds


def _most(given: list[Any]) -> Any:
    """The vote that more people gave than any other; none where votes tie."""
    counts = sorted(((given.count(v), n) for n, v in enumerate(given) if v not in given[:n]), reverse=True)
    if not counts or (len(counts) > 1 and counts[0][0] == counts[1][0]):
        return None
    return given[counts[0][1]]
