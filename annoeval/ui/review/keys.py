"""Keys that Streamlit's buttons can't give: N goes to the note, Enter and Escape leave a field again."""

from __future__ import annotations

import streamlit as st

_KEYS = """
export default function ({ parentElement }) {
  if (parentElement.listening) return parentElement.listening;
  const typing = (e) => e && (e.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(e.tagName));
  const press = (event) => {
    const field = document.activeElement;
    if (typing(field) && field.closest(".st-key-ae_note, .st-key-ae_correction")) {
      if (event.key === "Enter" || event.key === "Escape") setTimeout(() => field.blur(), 0);
      return;
    }
    if (typing(field) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n" || event.key === "N") {
      const note = document.querySelector(".st-key-ae_note input");
      if (note) { note.focus(); event.preventDefault(); }
    }
  };
  document.addEventListener("keydown", press, true);
  parentElement.listening = () => {
    document.removeEventListener("keydown", press, true);
    parentElement.listening = undefined;
  };
  return parentElement.listening;
}
"""


@st.cache_resource
def _listener():  # type: ignore[no-untyped-def]
    return st.components.v2.component("annoeval_review_keys", js=_KEYS)


def listen() -> None:
    """Mounts the listener for as long as the page shows."""
    _listener()(key="ae_keys", height=1)


@st.dialog("Keys")
def help_dialog() -> None:
    """All keys of the page."""
    rows = (
        ("0 1 2 …", "Score; the key stands beside each answer"),
        ("← →", "Back and forth"),
        ("S", "Skip to the next open item"),
        ("N", "Note; Enter or Esc leaves it"),
        ("U", "Undo; Shift+U brings it back"),
        ("B", "Show the AI's score on a blind study"),
        ("H", "This list"),
    )
    st.html('<table class="ae-facts">' + "".join(f"<tr><th>{k}</th><td>{w}</td></tr>" for k, w in rows) + "</table>")
