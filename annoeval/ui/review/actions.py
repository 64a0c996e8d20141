"""What the reviewer's keys and buttons do. Everything is on disk before the next item shows."""

from __future__ import annotations

import hashlib
import time
from typing import Any

import streamlit as st

from annoeval.review.ledger import Event
from annoeval.review.standing import KEPT
from annoeval.review.store import Decision
from annoeval.ui import state
from annoeval.ui.review import desk as place
from annoeval.ui.review.desk import Desk, Saved, effect, go
from annoeval.words import title

STORED, RENEWED = "stored", "renewed"


def draft(desk: Desk) -> dict[str, Any]:
    """Note, correction and tags typed for the question in focus, here and by this reviewer; they outlast an undo.

    Where the reviewer answered again in another window, what stands there counts, not what was typed here before.
    """
    drafts: dict[Any, dict[str, Any]] = st.session_state.setdefault("_drafts", {})
    own = drafts.setdefault((desk.place, desk.item, desk.focus), {})
    mine = desk.mine.get(desk.focus)
    if mine is not None and own.get(STORED, mine.number) != mine.number:
        own.clear()
        own[STORED] = own[RENEWED] = mine.number
    return own


def field_key(desk: Desk, what: str) -> str:
    """The key of the field for a note, correction or tags of the question in focus."""
    return f"ae_{what}_{desk.mark}_{draft(desk).get(RENEWED, 0)}"


def keep(desk: Desk, what: str, key: str) -> None:
    """A note, correction or tag was changed: beside an answer it is stored at once, else it waits for the score."""
    assert desk.item is not None
    own = draft(desk)
    own[what] = st.session_state[key]
    mine = desk.mine.get(desk.focus)
    if mine is not None and (own[what] or None) != (_kept(mine, what) or None):
        saved = Saved(f"{_words(desk, mine.value)}, {what} kept", desk.item, desk.focus)
        _store(desk, mine.value, saved, what)


def _kept(answer: Event, what: str) -> Any:
    found = getattr(answer, what)
    return list(found) if isinstance(found, tuple) else found


def score(desk: Desk, value: Any) -> None:
    """Store an answer and move on: to the next question, after the last to the next open item."""
    assert desk.item is not None
    item = desk.item
    before = _kappa(desk)
    decision = _store(desk, value, Saved(_words(desk, value) + _instead(desk, value), item, desk.focus, before))
    last = st.session_state["_saved"]
    last.after, last.conflict = _kappa(desk), decision.conflict
    desk.standing = state.store().standing(desk.study_id)
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
    words = desk.study.dimensions[str(theirs.dimension)].describe(theirs.value)
    st.session_state["_saved"] = Saved(f"as **{words}**, as {theirs.reviewer}", saved.item_id, saved.dimension)


def dismiss() -> None:
    """Take the last line away."""
    st.session_state.pop("_saved", None)


def _turn(desk: Desk, action: str) -> None:
    store = state.store()
    about = store.undo(desk.study_id, desk.person) if action == "undo" else store.redo(desk.study_id, desk.person)
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
    """What the reviewer's answer is after an undo or redo."""
    scale = desk.study.dimensions.get(event.dimension or "")
    if event.action != "decide" or event.kind == "decision" or scale is None:
        return ""
    answers = state.store().standing(desk.study_id).standing(str(event.item_id), str(event.dimension))
    mine = answers.get(desk.person)
    question = f"{scale.title or title(str(event.dimension))} " if len(desk.study.dimensions) > 1 else ""
    return f": {question}is **{scale.describe(mine.value)}**" if mine else f": {question}has no answer of yours"


def _store(desk: Desk, value: Any, saved: Saved, what: str = "score") -> Decision:
    # the same press arriving twice is one answer; another press on the same screen is another answer
    assert desk.item is not None
    own = draft(desk)
    visible = ("ai", "others") if desk.open_eyed else ()
    earlier = desk.mine.get(desk.focus)
    for field in ("note", "correction"):  # after a restart what was typed comes back, but nobody says that it changed
        if (typed := st.session_state.get(field_key(desk, field))) is not None:
            own[field] = typed
    beside = [own.get(w) for w in ("note", "correction", "tags")]
    answer = {
        "item_id": desk.item,
        "dimension": desk.focus,
        "value": value,
        "reviewer": desk.person,
        "kind": "reviewer",
        "note": own.get("note", earlier.note if earlier else None) or None,
        "correction": own.get("correction", earlier.correction if earlier else None) or None,
        "tags": tuple(own.get("tags", earlier.tags if earlier else ())),
        "because": _because(desk),
        "queue": desk.rule.query(),
        "blind": not visible,
        "visible": visible,
        "seconds": round(time.monotonic() - desk.shown_at, 2),
        "token": _token(desk.token, what, value, beside),
        "detail": None if what == "score" else {KEPT: what},
    }
    seen = {(desk.item, desk.focus): desk.seen.get(desk.focus)}
    decision = state.store().decide_many(desk.study_id, [answer], seen)[0]
    own[STORED] = decision.event.number
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
    words = f"as **{desk.study.dimensions[desk.focus].describe(value)}**"
    ai = place.ai_scores(desk.study_id, desk.study.digest, desk.focus).get(desk.item or "")
    if ai is not None:
        words += f", AI {ai['value']:g}" if isinstance(ai["value"], (int, float)) else f", AI {ai['value']}"
    return words


def _instead(desk: Desk, value: Any) -> str:
    """Names the reviewer's own answer that was given in another window since this one showed the question."""
    mine = desk.mine.get(desk.focus)
    if mine is None or mine.value == value or (mine.version or 0) <= (desk.seen.get(desk.focus) or 0):
        return ""
    return f", instead of your **{desk.study.dimensions[desk.focus].describe(mine.value)}** from another window"


def _kappa(desk: Desk) -> Any:
    running = effect(desk.study_id, desk.study.digest, desk.focus)
    return None if running is None else running.follow(state.store().standing(desk.study_id))


def _token(*parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
