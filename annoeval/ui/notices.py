"""What a visitor of a hosted server has to know at all times."""

from __future__ import annotations

import streamlit as st

from annoeval import hosting
from annoeval.review.roles import Role
from annoeval.ui import state
from annoeval.ui.page import quiet
from annoeval.words import count

PASSING = (
    "Decisions live until the next restart: download them (Studies, Files, “Export the study”). "
    "This server has no database that lasts."
)


def notices() -> None:
    """Above every page: that what is stored here does not last."""
    if hosting.passing():
        st.warning(PASSING, icon=":material/timer:")


def standing() -> None:
    """In the sidebar: how far the visitor may go, and that a server is open to all."""
    id = state.study_id()
    if not hosting.by_links():
        if not hosting.only_here():
            quiet("Open server: everyone who reaches it may change everything.")
    elif id is not None and state.role(id) == Role.VIEWER:
        quiet("Your link lets you look; nothing you press changes the study.")


def of_uploads() -> None:
    """Below the drop zone: whom a file is open to, and for how long."""
    days = hosting.days_kept()
    said = ["What you drop is open to you alone until you share it, and is listed nowhere."] * hosting.by_links()
    if days is not None:
        said.append(f"It is deleted {count(days, 'day')} after its last change.")
    if said:
        quiet(" ".join(said))
