"""One item at a time: evidence left, judgement right, what was saved below."""

from __future__ import annotations

import streamlit as st

from annoeval.evaluation.filters import Filter
from annoeval.review.rule import Rule
from annoeval.ui.page import button
from annoeval.ui.review import actions, evidence, judge, line
from annoeval.ui.review.desk import Desk
from annoeval.ui.review.seat import put_rule, sit_down
from annoeval.words import count


@st.fragment
def show(study_id: str, chosen: Filter) -> None:
    """The whole body as one fragment, so that a key press redraws nothing else."""
    desk = sit_down(study_id, chosen)
    if desk.item is None:
        _end(desk)
        line.show(desk)
        return
    with st.container(key="ae_body"):  # with a key, what is typed in the card stays when something appears above
        left, right = st.columns([1.9, 1], gap="medium")
    with left:
        evidence.show(study_id, desk.now, desk.item, desk.why, desk.open_eyed, desk.focus, desk.mark)
        line.show(desk)
    with right:
        judge.show(desk)


def _own(desk: Desk) -> str:
    """How many of them this reviewer judged, where others judged some."""
    asked = desk.walk.needs
    mine = sum(any(desk.person in desk.standing.standing(i, d) for d in asked[n]) for n, i in enumerate(desk.walk.ids))
    return f", {mine:,} by you" if desk.person and mine < len(desk.walk) else ""


def _end(desk: Desk) -> None:
    of = len(desk.walk)
    if not of:
        st.html('<p class="ae-answer">No item is in this queue.</p>')
        st.markdown("Choose another queue above, or look at all items.")
    else:
        st.html(f'<p class="ae-answer">All <b>{count(of, "item")}</b> of this queue are checked{_own(desk)}.</p>')
        done = bool(desk.standing.audits)
        rest = "The audit is complete: Scores tells what is true of all items."
        st.markdown(
            rest if done else "An audit of items that no rule picked tells how good the rest is. Scores plans it."
        )
    with st.container(horizontal=True):
        if of:
            button("See the scores" if done else "Plan an audit", "rule", "scores", primary=True)
            st.button("Go through them again", on_click=actions.step, args=(desk, 1))
        st.button("Not yet reviewed", on_click=put_rule, args=(Rule("unreviewed"),))
        st.button("All items", on_click=put_rule, args=(Rule("all"),))
