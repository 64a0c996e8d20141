"""What the readings of a file rest on: the likeliest and the runner-up, side by side, to choose from."""

from __future__ import annotations

import streamlit as st

from annoeval.ui.page import quiet
from annoeval.ways import Question, Way
from annoeval.words import plain

NAMES = ("Likeliest", "Runner-up")


def readings_asked(question: Question) -> Way | None:
    """Draws which reading is the likeliest and what would differ, the evidence of both one click away; gives the one
    that is chosen, the likeliest where nobody chose, or None where there is none."""
    ways = question.ways
    if not ways:
        return None
    if len(ways) < 2:
        _evidence(question)
        return ways[0]
    quiet(f"{question.differs[0].upper()}{question.differs[1:]}.")
    chosen = st.radio(
        "Start from",
        range(len(ways)),
        format_func=lambda n: plain(f"{NAMES[n]}: {ways[n].outcome or ways[n].because}", 300),
        key="_reading_chosen",
    )
    _evidence(question)
    return ways[chosen]


def _evidence(question: Question) -> None:
    with st.popover("What speaks for each", icon=":material/balance:", type="tertiary", key="_evidence"):
        for title, way in zip(NAMES, question.ways, strict=False):
            st.text(f"{title}: {way.because}", width="content")
            for e in way.evidence:
                quiet(f"{'for' if e.weight > 0 else 'against' if e.weight < 0 else 'open'}: {e.words}")
