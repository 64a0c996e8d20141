"""What the reviewer's keys and buttons do. Everything is on disk before the next item shows."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.questions import about, is_question, scale_of
from annoeval.review.database import Unavailable
from annoeval.review.ledger import Event
from annoeval.review.standing import KEPT
from annoeval.review.store import Decision
from annoeval.ui import state
from annoeval.ui.components.answer_card import Sent
from annoeval.ui.review import fields
from annoeval.ui.review.card import given, judged_text
from annoeval.ui.review.desk import Desk, Saved, ai_scores, effect
from annoeval.ui.review.seat import AT, go
from annoeval.words import title


def take(desk: Desk, sent: Sent) -> dict[str, Any]:
    """What the answer card sent, done once however often it arrives; see `answer_card` for what is given back."""
    try:
        return _take(desk, sent)
    except Unavailable as error:
        return {"waits": f"{error} Your answer waits here and is stored by itself once that is mended."}
    except AnnoevalError as error:
        return {"said": str(error)}


def _take(desk: Desk, sent: Sent) -> dict[str, Any]:
    do, token = sent["do"], str(sent["token"])
    desk.now = state.store().present(desk.study_id)  # with what came since the page was drawn
    if sent["mark"] != desk.mark and desk.item is not None:  # sent from a page that has gone, with that page's address
        st.query_params[AT] = desk.item
    if do in ("undo", "redo"):
        _turn(desk, do, token)
    elif sent["mark"] == desk.mark:
        if do == "answer":
            score(desk, given(scale_of(desk.study, desk.focus), sent), sent)
        else:
            ACTS[do](desk)
    elif do == "answer" and not state.store().known(desk.study_id, token):
        raise AnnoevalError(f"Your answer to {sent['of'][0]} was not taken: another item was on its way already.")
    return {}


def keep(desk: Desk, what: str) -> None:
    """A note, corrected text or tags were changed beside an answer that stands: stored at once."""
    try:
        desk.now = state.store().present(desk.study_id)
        mine = desk.mine.get(desk.focus)
        beside = _beside(desk, mine, {}) | {what: _said(desk, what, fields.stands(desk.mark, what))}
        if mine is not None and (beside[what] or None) != (getattr(mine, what) or None):
            saved = Saved(f"{_words(desk, mine.value)}, {what} kept", str(desk.item), desk.focus)
            number = _store(replace(desk, seen={}), mine.value, saved, beside, uuid.uuid4().hex, what).event.number
            fields.kept(desk.mark, number)
    except AnnoevalError as error:
        st.session_state["_saved"] = Saved(f"Your {what} is not stored: {error}", "", "", refused=True)


def score(desk: Desk, value: Any, sent: Sent) -> None:
    """Store an answer and move on: to the next question, after the last to the next open item."""
    assert desk.item is not None
    item = desk.item
    saved = Saved(_words(desk, value) + _instead(desk, value), item, desk.focus, _kappa(desk))
    beside = _beside(desk, desk.mine.get(desk.focus), sent.get("beside") or {})
    decision = _store(desk, value, saved, beside, str(sent["token"]))
    desk.now = state.store().present(desk.study_id)
    saved.after, saved.conflict = _kappa(desk), decision.conflict
    following = desk.following()
    if following is None:
        leave(desk)
    else:
        st.session_state["_focus"] = (item, following)
        st.session_state.pop("_revealed", None)


def leave(desk: Desk) -> None:
    """Go to the next open item; when none is left the address names no item and the end is shown."""
    go(desk.walk.next_open(desk.item, desk.done))


def skip(desk: Desk) -> None:
    """The next open item, without an answer."""
    st.session_state.pop("_saved", None)
    leave(desk)


def step(desk: Desk, by: int) -> None:
    """The item before or after in the queue."""
    st.session_state.pop("_saved", None)
    go(desk.walk.step(desk.item, by))


def focus(desk: Desk, key: str) -> None:
    """Ask another question of the same item."""
    chosen = st.session_state[key]
    if chosen:
        st.session_state["_focus"] = (desk.item, chosen)
        st.session_state.pop("_revealed", None)


def ask(desk: Desk, question: str) -> None:
    """Ask of another answer to the same item."""
    st.session_state["_focus"] = (desk.item, question)
    st.session_state.pop("_revealed", None)


def reveal(desk: Desk) -> None:
    """Show the AI's and others' scores on a blind study; the answer is then recorded as not blind."""
    st.session_state["_revealed"] = (desk.item, desk.focus)


def undo(desk: Desk) -> None:
    """Take the reviewer's last action back and show its item."""
    _turn(desk, "undo")


def redo(desk: Desk) -> None:
    """Bring back what was undone last."""
    _turn(desk, "redo")


def take_theirs(desk: Desk, saved: Saved) -> None:
    """After a conflict: agree with the other's answer. All three stay in the history."""
    assert saved.conflict is not None
    theirs = saved.conflict.theirs
    state.store().decide(
        desk.study_id,
        str(theirs.item_id),
        str(theirs.dimension),
        theirs.value,
        reviewer=desk.person,
        because=desk.because(str(theirs.dimension)),
        queue=desk.rule.query(),
        visible=("others",),
    )
    words = scale_of(desk.study, str(theirs.dimension)).describe(theirs.value)
    st.session_state["_saved"] = Saved(f"as **{words}**, as {theirs.reviewer}", saved.item_id, saved.dimension)
    st.session_state["_told"] = max(st.session_state.get("_told", 0), theirs.number)


def _turn(desk: Desk, action: str, token: str | None = None) -> None:
    store = state.store()
    turn = store.undo if action == "undo" else store.redo
    about = turn(desk.study_id, desk.person, token)
    if not about:
        words = "There is nothing to undo" if action == "undo" else "There is nothing to bring back"
        st.session_state["_saved"] = Saved(words, "", "", undone=True)
        return
    event = about[0]
    go(str(event.item_id))
    if event.dimension:
        st.session_state["_focus"] = (event.item_id, event.dimension)
    more = f" and {len(about) - 1} more" if len(about) > 1 else ""
    done = "undone" if action == "undo" else "brought back"
    words = f"{done}{more}{_now(desk, event) if len(about) == 1 else ''}"
    st.session_state["_saved"] = Saved(words, str(event.item_id), event.dimension or "", undone=True)


def _now(desk: Desk, event: Event) -> str:
    """What was undone or redone beside an answer, else what the reviewer's answer is now."""
    asked = event.dimension or ""
    scale = scale_of(desk.study, asked) if is_question(desk.study, asked) else None
    if event.action != "decide" or event.kind == "decision" or scale is None:
        return ""
    answers = state.store().standing(desk.study_id).standing(str(event.item_id), str(event.dimension))
    mine = answers.get(desk.person)
    question = f"{scale.title or title(asked)} " if len(desk.study.dimensions) > 1 else ""
    if event.detail and KEPT in event.detail:
        return f": the {event.detail[KEPT]}{f' of {question}'.rstrip() if question else ''}"
    return f": {question}is **{scale.describe(mine.value)}**" if mine else f": {question}has no answer of yours"


def _beside(desk: Desk, earlier: Event | None, typed: Mapping[str, Any]) -> dict[str, Any]:
    """Note, correction and tags as they are to stand. typed: what was in the fields as the answer was given, else what
    came from them before; what stands is kept where they began with an older answer and hold nothing."""
    fresh = fields.known(desk.mark, earlier.number if earlier else 0)
    found: dict[str, Any] = {}
    for what in fields.BESIDE:
        now = typed[what] if typed.get(what) is not None else fields.stands(desk.mark, what)
        found[what] = _said(desk, what, now) if now or (fresh and now is not None) else getattr(earlier, what, None)
    return found


def _said(desk: Desk, what: str, now: Any) -> Any:
    """What a field says; a correction that is the text says nothing."""
    return tuple(now or ()) if what == "tags" else "" if what == "correction" and now == judged_text(desk) else now


def _store(
    desk: Desk, value: Any, saved: Saved, beside: Mapping[str, Any], token: str, what: str = "score"
) -> Decision:
    assert desk.item is not None
    visible = ("ai", "others") if desk.open_eyed else ()
    answer = {
        "item_id": desk.item,
        "dimension": desk.focus,
        "value": value,
        "reviewer": desk.person,
        "kind": "reviewer",
        "note": beside["note"] or None,
        "correction": beside["correction"] or None,
        "tags": tuple(beside["tags"] or ()),
        "because": _because(desk),
        "queue": desk.rule.query(),
        "blind": not visible,
        "visible": visible,
        "seconds": round(time.monotonic() - desk.shown_at, 2),
        "token": token,
        "detail": None if what == "score" else {KEPT: what},
    }
    seen = {(desk.item, desk.focus): desk.seen.get(desk.focus)}
    decision = state.store().decide_many(desk.study_id, [answer], seen)[0]
    st.session_state["_saved"] = saved
    st.session_state.pop("_seen", None)
    return decision


def _because(desk: Desk) -> str:
    """Why the item is looked at; one that was sent back still for the reason it was first looked at."""
    earlier = desk.mine.get(desk.focus)
    if desk.item in desk.sent_back and earlier is not None and earlier.because:
        return str(earlier.because)
    return desk.because(desk.focus)


def _words(desk: Desk, value: Any) -> str:
    words = f"as **{scale_of(desk.study, desk.focus).describe(value)}**"
    answer = about(desk.study, desk.item or "", desk.focus)
    if answer is not None:
        return f"{words}, the answer of **{answer.rater}**"
    ai = ai_scores(desk.study, desk.focus).get(desk.item or "")
    if ai is not None:
        words += f", AI {ai['value']:g}" if isinstance(ai["value"], (int, float)) else f", AI {ai['value']}"
    return words


def _instead(desk: Desk, value: Any) -> str:
    """Names the reviewer's own answer that was given in another window since this one showed the question."""
    mine = desk.mine.get(desk.focus)
    if mine is None or mine.value == value or (mine.version or 0) <= (desk.seen.get(desk.focus) or 0):
        return ""
    return f", instead of your **{scale_of(desk.study, desk.focus).describe(mine.value)}** from another window"


def _kappa(desk: Desk) -> Any:
    running = effect(desk.now, desk.focus)
    return None if running is None else running.follow(desk.standing)


ACTS: Mapping[str, Callable[[Desk], None]] = {
    "back": partial(step, by=-1),
    "next": partial(step, by=1),
    "skip": skip,
    "reveal": reveal,
}
