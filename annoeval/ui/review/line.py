"""The line below an item: what was just saved, what it changed, and the way back."""

from __future__ import annotations

import streamlit as st

from annoeval.questions import scale_of
from annoeval.reading.labels import variants
from annoeval.review.effect import Kappa
from annoeval.review.store import Conflict
from annoeval.ui import allowed, state
from annoeval.ui.review import actions
from annoeval.ui.review.desk import Desk, Saved
from annoeval.words import ago, number, plain


def show(desk: Desk) -> None:
    """One line, always in the same place, so that nothing moves when it fills; undo is always within reach."""
    saved: Saved | None = st.session_state.get("_saved")
    with st.container(horizontal=True, vertical_alignment="center", key="ae_saved", gap="small"):
        if saved is None or saved.conflict is None:
            _later(desk)
        if not allowed.may():
            return
        say(desk, saved)
        if saved is not None and saved.undone:
            st.button("Redo", shortcut="Shift+U", type="tertiary", on_click=actions.redo, args=(desk,), key="ae_redo")
        if desk.person:
            st.button("Undo", shortcut="U", type="tertiary", on_click=actions.undo, args=(desk,), key="ae_undo")


def _later(desk: Desk) -> None:
    """Someone answered otherwise after this reviewer, who is told as well, once."""
    theirs = desk.answered_after()
    if theirs is None:
        return
    item, dimension = str(theirs.item_id), str(theirs.dimension)
    yours = desk.standing.standing(item, dimension)[desk.person]
    _conflict(desk, Saved("", item, dimension, conflict=Conflict(yours, theirs)))

    def seen() -> None:
        st.session_state["_told"] = theirs.number

    st.button("Keep mine", type="tertiary", on_click=seen, key="ae_keep_mine")


def say(desk: Desk, saved: Saved | None) -> None:
    """The sentence: what was saved and what it changed, or who answered meanwhile."""
    if saved is None:
        st.markdown(":small[:gray[Every score is saved as you enter it.]]", width="content")
    elif saved.conflict is not None:
        _conflict(desk, saved)
    elif saved.refused:
        st.markdown(f":orange[:material/error:] {plain(saved.words, 300)}", width="content")
    else:
        about = f"{plain(state.item_name(saved.item_id), 60)} " if saved.item_id else ""
        icon = "undo" if saved.undone else "check"
        stored = "" if saved.undone or saved.done else "saved "
        text = f":blue[:material/{icon}:] {about}{stored}{_bold(saved.words)}"
        st.markdown(text + _change(desk, saved), width="content")


def _bold(words: str) -> str:
    """The sentence's own bold kept, everything else shown as it is."""
    parts = words.split("**")
    return "".join(f"**{plain(p, 60)}**" if n % 2 else _plain_spaces(p) for n, p in enumerate(parts))


def _plain_spaces(text: str) -> str:
    left, right = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return text if not text.strip() else f"{left}{plain(text)}{right}"


def _change(desk: Desk, saved: Saved) -> str:
    """ ". Caption κ 0.52 → 0.55"; a dash with the reason where there is none."""
    if saved.after is None:
        return ""
    title = plain(scale_of(desk.study, saved.dimension).title or saved.dimension)
    if saved.after.value is None:
        return f". {title} κ –: {plain(saved.after.reason)}" if saved.after.n else ""
    before = saved.before.value if isinstance(saved.before, Kappa) else None
    apart = " (labels that differ only in case or spaces counted as different)" if _dirty(desk, saved) else ""
    if before is None or number(before) == number(saved.after.value):
        return f". {title} κ {number(saved.after.value)}{apart}"
    return f". {title} κ {number(before)} → {number(saved.after.value)}{apart}"


def _dirty(desk: Desk, saved: Saved) -> bool:
    """Whether spellings of one label are counted apart in κ."""
    return bool(variants(c for c in scale_of(desk.study, saved.dimension).categories if isinstance(c, str)))


def _conflict(desk: Desk, saved: Saved) -> None:
    assert saved.conflict is not None
    scale = scale_of(desk.study, saved.dimension)
    theirs, yours = saved.conflict.theirs, saved.conflict.yours
    theirs_words, yours_words = scale.describe(theirs.value), scale.describe(yours.value)
    item = plain(state.item_name(saved.item_id), 60)
    st.markdown(
        f":orange[:material/group:] {item}: changed by {plain(theirs.reviewer, 24)} "
        f"{ago(theirs.time)}. Theirs **{plain(theirs_words, 30)}**, yours **{plain(yours_words, 30)}**, both kept.",
        width="content",
    )
    st.button("Take theirs", type="tertiary", on_click=actions.take_theirs, args=(desk, saved), key="ae_theirs")
