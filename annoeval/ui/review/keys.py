"""Keys that Streamlit's buttons can't give: scores that never miss their item, and the way into the note and out."""

from __future__ import annotations

from hashlib import blake2s
from pathlib import Path

import streamlit as st

from annoeval import ui


def mark(*of: str) -> str:
    """What joins the item on screen (`data-mark`) and its answer buttons (`ae_answer_<mark>_<n>`) for `listen`."""
    return blake2s("\0".join(of).encode(), digest_size=6).hexdigest()


def question(place: tuple[str, str], item: str, focus: str) -> str:
    """The mark of one of an item's questions; it goes away with the answer, and the item's next question may come.

    place: study and reviewer; other studies may have an item and a question of the same names.
    """
    return f"{mark(*place, item)}-{mark(focus)}"


@st.cache_resource
def _listener():  # type: ignore[no-untyped-def]
    return st.components.v2.component(
        "annoeval_review_keys", js=(Path(ui.__file__).parent / "static" / "keys.js").read_text("utf-8")
    )


def listen() -> None:
    """Mounts the listener for as long as the page shows."""
    _listener()(key="ae_keys", height=1)


@st.dialog("Keys")
def help_dialog() -> None:
    """All keys of the page."""
    rows = (
        ("0 1 2 …", "Score; the key stands beside each answer"),
        ("Enter", "Into the field of an answer that is typed, and out with the answer saved; Esc leaves it"),
        ("← →", "Back and forth"),
        ("S", "Skip to the next open item"),
        ("N", "Note; Enter or Esc leaves it"),
        ("U", "Undo; Shift+U brings it back"),
        ("B", "Show the AI's score on a blind study"),
        ("H", "This list"),
    )
    body = "".join(f'<tr><th class="ae-cap">{k}</th><td>{w}</td></tr>' for k, w in rows)
    st.html(f'<table class="ae-facts">{body}</table>')
