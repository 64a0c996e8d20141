"""What a visitor's link lets them press: a button that goes further stands grey and says whose it is."""

from __future__ import annotations

from typing import Any

import streamlit as st

from annoeval.review.roles import Role
from annoeval.ui import state

WHOSE = {
    Role.REVIEWER: "Your link lets you look. A link as reviewer lets you press this.",
    Role.OWNER: "This is for the study's owner.",
}


def may(needs: Role = Role.REVIEWER) -> bool:
    """Whether this visitor may do what needs a role in the study that is open; always where none is open."""
    id = state.study_id()
    return id is None or state.role(id) >= needs


def button(label: str, *, needs: Role = Role.REVIEWER, **how: Any) -> bool:
    """`st.button`, grey and with the reason for whom the role held doesn't reach."""
    return st.button(label, **_as_allowed(needs, how))


def form_button(label: str, *, needs: Role = Role.REVIEWER, **how: Any) -> bool:
    """`st.form_submit_button` in the same way."""
    return st.form_submit_button(label, **_as_allowed(needs, how))


def _as_allowed(needs: Role, how: dict[str, Any]) -> dict[str, Any]:
    return how if may(needs) else {**how, "disabled": True, "help": WHOSE[needs], "shortcut": None}
