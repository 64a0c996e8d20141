"""What joins an answer with the question it is given to, and the list of keys."""

from __future__ import annotations

from hashlib import blake2s

import streamlit as st


def mark(*of: str) -> str:
    """What joins the item on screen (`data-mark`) and its answer card, so that no answer goes to another item."""
    return blake2s("\0".join(of).encode(), digest_size=6).hexdigest()


def question(place: tuple[str, str], item: str, focus: str) -> str:
    """The mark of one of an item's questions; it goes away with the answer, and the item's next question may come.

    place: study and reviewer; other studies may have an item and a question of the same names.
    """
    return f"{mark(*place, item)}-{mark(focus)}"


@st.dialog("Keys")
def help_dialog() -> None:
    """All keys of the page."""
    rows = (
        ("0 1 2 …", "Score; the key stands beside each answer"),
        ("Enter", "Into the field of an answer that is typed, and out with the answer saved; Esc leaves it"),
        ("← →", "Back and forth"),
        ("S", "Skip to the next open item"),
        ("N C", "Note, correct text; Esc leaves it, Enter the note, Ctrl+Enter the text"),
        ("U", "Undo; Shift+U brings it back"),
        ("B", "Show the AI's score on a blind study"),
        ("H", "This list"),
    )
    body = "".join(f'<tr><th class="ae-cap">{k}</th><td>{w}</td></tr>' for k, w in rows)
    st.html(f'<table class="ae-facts">{body}</table>')
