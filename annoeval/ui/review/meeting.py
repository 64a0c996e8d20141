"""Meeting mode: one item, large; votes hidden, then shown together; one decision with its reason."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Literal
from urllib.parse import urlencode

import streamlit as st

from annoeval import hosting
from annoeval.problem import AnnoevalError
from annoeval.questions import scale_of
from annoeval.review import ballots, meeting, voting
from annoeval.review.audit_progress import progress_of
from annoeval.review.meeting import Meeting, Point
from annoeval.review.minutes import minutes
from annoeval.review.roles import Role
from annoeval.ui import allowed, pages, state
from annoeval.ui.page import quiet
from annoeval.ui.review import evidence, votes
from annoeval.ui.review.desk import ai_scores
from annoeval.ui.review.judge import audit_words
from annoeval.ui.tables import table
from annoeval.words import ago, count, missing, plain, title

MEETING = "meeting"


def show(study_id: str) -> None:
    """The meeting that the address names, or the way to start and reopen one."""
    named = st.query_params.get(MEETING)
    if named:
        try:
            _room(study_id, meeting.of(state.store(), named))
            return
        except AnnoevalError:
            st.query_params.pop(MEETING)
    _start(study_id)


def _start(study_id: str) -> None:
    """Meetings under way first, then the way to begin one, for who may, then those that are over."""
    store = state.store()
    held = meeting.meetings_of(store, study_id)
    for one in [m for m in held if not m.ended][:3]:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            begun = f"{plain(one.started_by, 24)} began it {ago(one.started)}"
            st.markdown(f"**{plain(one.title, 60)}** is under way: {begun}.", width="content")
            st.button("Join" if allowed.may() else "Look on", key=f"ae_open_{one.id}", on_click=_open, args=(one.id,))
    points = meeting.agenda(store.study(study_id))
    if not points:
        st.html('<p class="ae-answer">There is nothing to discuss: people agree, and no AI score is low.</p>')
    else:
        differ = sum("differ" in p.why.lower() for p in points)
        doubtful = len(points) - differ
        reasons = [f"people differ on {differ}"] if differ else []
        reasons += [f"the AI has no score, or a low one, for {doubtful}"] if doubtful else []
        st.html(f'<p class="ae-answer"><b>{count(len(points), "question")}</b> to discuss: {", ".join(reasons)}.</p>')
        if allowed.may():
            _plan(study_id, points)
        else:
            quiet(allowed.WHOSE[Role.REVIEWER].replace("press this", "start a meeting"))
    over = [m for m in held if m.ended]
    if over:
        st.markdown("#### Earlier meetings")
        for one in over[:8]:
            label = f"{plain(one.title, 60)} · {one.started:%d %b %Y, %H:%M} UTC · {count(len(one.agenda), 'question')}"
            st.button(label, key=f"ae_open_{one.id}", type="tertiary", on_click=_open, args=(one.id,))
    _minutes(study_id)


def _plan(study_id: str, points: Sequence[Point]) -> None:
    store = state.store()
    barred = meeting.without_vote(store, study_id)
    study, me = store.study(study_id), [state.person()] if state.person() else []
    reviewers = study.of_kind("reviewer")  # who reviewed before is likely to be at the table
    known = [p for p in dict.fromkeys([*me, *study.of_kind("reviewer", "human")]) if p not in barred]
    with st.form("ae_meeting", width=640):
        name = st.text_input("Title", "Meeting", max_chars=80)
        people = st.multiselect(
            "Who votes",
            known,
            default=[who for who in known if who == state.person() or who in reviewers],
            accept_new_options=True,
            placeholder="Names; more can join by the link",
        )
        left, right = st.columns(2)
        limit = left.number_input("Minutes", 1, 240, 12)
        size = right.number_input("Questions at most", 1, len(points), min(len(points), 20))
        if st.form_submit_button("Start the meeting", type="primary"):
            opened = meeting.start(
                store, study_id, state.person() or "?", people, name or "Meeting", limit, points[:size]
            )
            st.query_params[MEETING] = opened.id
            st.rerun()


def _open(id: str | None) -> None:
    if id is None:
        st.query_params.pop(MEETING, None)
    else:
        st.query_params[MEETING] = id


@st.fragment(run_every=2.0)
def _room(study_id: str, opened: Meeting) -> None:
    """Everyone's screen; it follows the others by itself."""
    store, person = state.store(), state.person()
    opened = meeting.of(store, opened.id)
    if allowed.may() and person and person not in (*opened.people, *meeting.without_vote(store, opened.study)):
        opened = meeting.join(store, opened, person)
    point = meeting.current(store, opened)
    of, still = len(meeting.points_of(store, opened)), len(meeting.open_points(store, opened))
    done = of - still
    _bar(opened, done, of)
    if opened.ended or point is None:
        if not opened.ended and allowed.may():
            meeting.finish(store, opened, person or "?")
        rest = f", {taken:,} as the AI has it, without review" if (taken := meeting.accepted(store, opened)) else ""
        st.html(
            f'<p class="ae-answer">The meeting is over: <b>{done - taken} of {of}</b> '
            f"questions decided{rest}{f', {still:,} still open' if still else ''}.</p>"
        )
        answers = ballots.answers_of(store, study_id)
        if answers:
            query = {"study": answers, "view": "variants"}
            st.page_link(pages.page("review"), label="To the answers, where it is counted", query_params=query)
        else:
            st.button("Other meetings", on_click=_open, args=(None,))
        _minutes(study_id)
        return
    if not opened.seconds_left() and allowed.may():
        _time_is_up(opened)
    shown = voting.is_shown(store, opened, point)
    left, right = st.columns([1.9, 1], gap="medium")
    with left, st.container(key="ae_large"):
        evidence.show(
            study_id, store.present(study_id), point.item_id, point.why, raw=shown, mark=votes.mark(opened, point)
        )
    with right, st.container(border=True, key="ae_judge", gap="small"):
        votes.show(study_id, opened, point, shown)


def _bar(opened: Meeting, done: int, of: int) -> None:
    store = state.store()
    seconds = 0 if opened.ended else int(opened.seconds_left())
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        settled = f"· {done} of {of} settled · {plain(', '.join(opened.people))}"
        st.markdown(f"**{plain(opened.title, 60)}** :gray[{settled}]", width="content")
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
            for found in [] if opened.ended else progress_of(store.base(opened.study), store.standing(opened.study)):
                quiet(audit_words(store.base(opened.study), found), width="content")
            if not opened.ended:
                left = f"{seconds // 60}:{seconds % 60:02d} left" if seconds else ":orange[Time is up]"
                st.markdown(f":material/timer: {left}", width="content")
                with st.popover("Join", icon=":material/qr_code_2:", type="tertiary", key="ae_join"):
                    _link(opened)
                if allowed.may():
                    _end(opened)


def _link(opened: Meeting) -> None:
    """The address for other devices, as text and as a code for their cameras."""
    import qrcode

    query = urlencode({"study": opened.study, "view": "meeting", MEETING: opened.id})
    address = f"{hosting.address()}/review?{query}"
    if hosting.only_here():
        quiet("This address works on this machine only: start the app with “annoeval app --open” for other devices.")
    picture = io.BytesIO()
    qrcode.make(address, border=2, box_size=6).save(picture)
    st.image(picture.getvalue(), width=260, alt="Code with the meeting's address")
    st.code(address, language=None, wrap_lines=True)


def _end(opened: Meeting) -> None:
    with st.popover("End", icon=":material/flag:", type="tertiary", key="ae_end"):
        left = meeting.open_points(state.store(), opened)
        st.markdown(f"{count(len(left), 'question')} left." if left else "All questions are settled.")
        if left:
            _rest(opened, left, "end", "stretch")
        else:
            st.button("End the meeting", width="stretch", on_click=_finish, args=(opened, "open"))


def _time_is_up(opened: Meeting) -> None:
    """At the limit what can become of the rest stands in sight; who is in the middle of a question goes on."""
    left = meeting.open_points(state.store(), opened)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="ae_time_up"):
        st.markdown(f":orange[Time is up.] {count(len(left), 'question')} left.", width="content")
        _rest(opened, left, "up", "content")


def _rest(opened: Meeting, left: list[Point], where: str, width: Literal["stretch", "content"]) -> None:
    """What can become of the open questions; the AI's score only where an AI gave one to any of them."""
    base = state.store().base(opened.study)
    scored = any(ai_scores(base, p.dimension).get(p.item_id) for p in left)
    choices = [("open", "Leave them open", "They stay in the queue.")]
    if opened.people:
        choices.append(("assign", "Deal them out", f"In equal parts to {plain(', '.join(opened.people))}."))
    if scored:
        choices.append(("accept", "Accept the AI's scores", "Recorded as not reviewed."))
    for rest, label, explained in choices:
        st.button(label, key=f"ae_{where}_{rest}", width=width, help=explained, on_click=_finish, args=(opened, rest))


def _finish(opened: Meeting, rest: Any) -> None:
    meeting.finish(state.store(), opened, state.person() or "?", rest, opened.people)


def _minutes(study_id: str) -> None:
    written = minutes(state.store(), study_id)
    if written.empty:
        return
    st.markdown("#### Minutes")
    base = state.store().base(study_id)
    readable = written.assign(
        dimension=[scale_of(base, d).title or d for d in written["dimension"]],
        ai=[
            None if missing(v) else scale_of(base, d).describe(v)
            for d, v in zip(written["dimension"], written["ai"], strict=True)
        ],
        decision=[
            None if missing(v) else scale_of(base, d).describe(v)
            for d, v in zip(written["dimension"], written["decision"], strict=True)
        ],
        agreed=written["agreed"].map({True: "yes", False: "no"}),
    ).drop(columns="time")
    table(readable, "minutes", {c: title(c) for c in readable.columns} | {"ai": "AI"}, download=written)
