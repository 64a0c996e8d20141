"""The empty state of a page that the study can't fill: what it needs, with the button that gets it."""

from __future__ import annotations

import streamlit as st

from annoeval.answers.found import needs
from annoeval.study import Study
from annoeval.ui import pages, prescoring, state
from annoeval.ui.page import button, empty, example_picture


def needed(page: str, study: Study, promise: str) -> None:
    """Says what page `page` lacks and offers the way to it. promise: what will be here."""
    id = state.study_id() or ""
    need = needs(study, bool(prescoring.offered(id)))[page]
    lacks = need.what if need else "judgements that can be compared"
    empty(f"This page needs {lacks}.", promise)
    prescoring.progress(id)
    with st.container(horizontal=True, gap="small"):
        if need and need.action == "score":
            prescoring.score_button(id, "primary", key=f"needed_{page}")
        if need and need.action == "map":
            button("Say what the columns mean", "tune", "studies", primary=True)
        elif need and need.action == "match":
            button("Say what is right", "select_all", "matching", primary=True)
        elif need and not need.action:
            button("Go to Studies", "folder_open", "studies", primary=True)
        elif pages.known("review"):
            button("Judge items", "checklist_rtl", "review", primary=not need or need.action == "review")
    example_picture()
