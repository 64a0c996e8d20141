"""The link by which an annotator comes: its token is the only thing that says who that is."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from annoeval import hosting

INVITED = "a"


def token() -> str:
    """The token in the address; "" for the team."""
    return st.query_params.get(INVITED) or ""


def link(token: str) -> str:
    """The whole address for an annotator."""
    return f"{hosting.address()}/annotate?{urlencode({INVITED: token})}"
