"""The link by which an annotator comes: its token is the only thing that says who that is."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

import streamlit as st

INVITED = "a"


def token() -> str:
    """The token in the address; "" for the team."""
    return st.query_params.get(INVITED) or ""


def link(token: str) -> str:
    """The whole address for an annotator, on the server that this page came from."""
    here = urlsplit(st.context.url or "")
    path = here.path.removesuffix("/annotate").rstrip("/")
    return f"{here.scheme}://{here.netloc}{path}/annotate?{urlencode({INVITED: token})}"
