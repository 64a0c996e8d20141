"""Keys that Streamlit's buttons can't give: scores that never miss their item, and the way into the note and out."""

from __future__ import annotations

from hashlib import blake2s

import streamlit as st

_KEYS = """
export default function ({ parentElement }) {
  if (parentElement.listening) return parentElement.listening;
  const typing = (e) => e && (e.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(e.tagName));
  // Buttons of items that are gone stay in the page for a while, and each listens to its key. So a key is kept from
  // all of them and presses one: the button of the item that is on screen, once that has come.
  const shown = () => document.querySelector("[data-mark]")?.dataset.mark;
  const buttons = (mark) => [...document.querySelectorAll(`[class*="st-key-ae_answer_${mark}_"] button`)];
  const score = (key, mark, patience) => {
    if (shown() !== mark) return;
    const found = buttons(mark);
    if (found.length) found.find((b) => b.querySelector("kbd")?.textContent.trim() === key)?.click();
    else if (patience > 0) setTimeout(() => score(key, mark, patience - 1), 20);
  };
  const press = (event) => {
    const field = document.activeElement;
    if (typing(field) && field.closest(".st-key-ae_note, .st-key-ae_correction")) {
      if (event.key === "Enter" || event.key === "Escape") setTimeout(() => field.blur(), 0);
      return;
    }
    if (typing(field) || event.ctrlKey || event.metaKey || event.altKey) return;
    const mark = shown();
    if (/^[0-9]$/.test(event.key) && mark && document.querySelector('[class*="st-key-ae_answer_"]')) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!event.repeat) score(event.key, mark, 150);
      return;
    }
    if (event.key === "n" || event.key === "N") {
      const note = document.querySelector(".st-key-ae_note input");
      if (note) { note.focus(); event.preventDefault(); }
    }
  };
  window.addEventListener("keydown", press, true);
  parentElement.listening = () => {
    window.removeEventListener("keydown", press, true);
    parentElement.listening = undefined;
  };
  return parentElement.listening;
}
"""


def mark(*of: str) -> str:
    """What joins the item on screen (`data-mark`) and its answer buttons (`ae_answer_<mark>_<n>`) for `listen`."""
    return blake2s("\0".join(of).encode(), digest_size=6).hexdigest()


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
