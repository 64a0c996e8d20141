"""Behind the three dots: the item's history, sending it back to someone, leaving it out of the study."""

from __future__ import annotations

from html import escape

import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.questions import is_question, scale_of
from annoeval.review import assignments, history
from annoeval.review.ledger import Event
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.review import actions
from annoeval.ui.review.desk import Desk, Saved
from annoeval.words import ago, listed

MOST_EVENTS = 30


@st.dialog("This item")
def dialog(desk: Desk) -> None:
    """What is known of the item and what can be done with it; closed by what is done."""
    _history(desk)
    if not allowed.may():
        return
    people = sorted({who for d in desk.dimensions if not desk.hides(d) for who in desk.others(d)})
    done = bool(people) and _send_back(desk, people)
    if st.button("Leave this item out of the study", icon=":material/block:", type="tertiary", key="ae_exclude"):
        _exclude(desk)
        done = True
    if done:
        st.rerun()


def _history(desk: Desk) -> None:
    events = history.of_item(state.store(), desk.study_id, str(desk.item))
    events = [e for e in events if e.reviewer == desk.person or not desk.hides(e.dimension or desk.focus)]
    if not events:
        st.markdown(":gray[Nobody has answered yet.]")
        return
    rows = "".join(
        f"<tr><th>{escape(ago(e.time))}</th><td>{escape(words(e, desk.study))}</td></tr>" for e in events[:MOST_EVENTS]
    )
    st.html(f'<table class="ae-facts">{rows}</table>')


def words(event: Event, study: Study) -> str:
    """An event as a sentence: "Ana: Caption 1 Partial → 2 Accurate, “see page 3”"."""
    asked = event.dimension or ""
    scale = scale_of(study, asked) if is_question(study, asked) else None
    about = f"{scale.title or event.dimension} " if scale else ""

    def value(v: object) -> str:
        return "no answer" if v is None else scale.describe(v) if scale else str(v)

    change = (
        f"{about}{value(event.old)} → {value(event.value)}" if event.old is not None else f"{about}{value(event.value)}"
    )
    done = {
        "decide": change,
        "undo": f"undid: {change}",
        "redo": f"brought back: {change}",
        "vote": f"voted {change}",
        "exclude": "left it out",
        "accept": f"{about}accepted as the AI has it",
        "reveal": "showed the votes",
        "return": _sent_back(event, study),
    }.get(event.action, event.action)
    if event.action == "decide" and event.kind == "decision":
        done = f"the team decided {change}"
    extra = [
        f"“{event.note}”" if event.note else "",
        f"text: {event.correction}" if event.correction else "",
        *event.tags,
    ]
    return ", ".join([f"{event.reviewer}: {done}", *[x for x in extra if x]])


def _sent_back(event: Event, study: Study) -> str:
    if event.action != "return":
        return ""
    scales = [scale_of(study, d) for d in event.detail["questions"] if is_question(study, d)]
    about = listed([scale.title or "the question" for scale in scales], 4)
    return f"sent {about or 'it'} back to {event.detail['to']}"


def _send_back(desk: Desk, people: list[str]) -> bool:
    """Asks whom, about what and why; whether it was pressed."""
    key = f"ae_back_to_{desk.item}"
    who = st.selectbox("Send back to", people, key=f"{key}_who")
    answered = [d for d in desk.dimensions if who in desk.others(d) and not desk.hides(d)]
    questions = answered
    if len(answered) > 1:
        questions = st.multiselect(
            "Questions",
            answered,
            key=f"{key}_{who}_what",
            placeholder="All that were answered",
            select_all=False,
            format_func=lambda d: scale_of(desk.study, d).title or d,
        )
    comment = st.text_input("Comment", key=f"{key}_why", placeholder="What should be looked at again")

    if not st.button("Send back", key=f"{key}_send", disabled=not comment.strip()):
        return False
    try:
        by = desk.person or "?"
        assignments.send_back(state.store(), desk.study_id, str(desk.item), who, comment, by, questions)
        st.session_state["_saved"] = Saved(f"sent back to **{who}**", str(desk.item), "", done=True)
    except AnnoevalError as error:
        st.session_state["_saved"] = Saved(str(error), "", "", refused=True)
    return True


def _exclude(desk: Desk) -> None:
    state.store().exclude(desk.study_id, str(desk.item), desk.person or "?")
    st.session_state["_saved"] = Saved("left out of the study", str(desk.item), "", done=True)
    actions.leave(desk)
