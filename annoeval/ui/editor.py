"""Tables to type in: no cell is lost to a quick key, and a press right after the typing knows what was typed."""

from __future__ import annotations

import time
from pathlib import Path

import streamlit as st

from annoeval import ui

REPORTED = 0.3  # s: an editor reports a cell up to 0.2 s after it was left


def keep_keys() -> None:
    """[Enter] and [Tab] in a table of this page wait for the keys before them."""
    st.html(Path(ui.__file__).parent / "static" / "table.html", unsafe_allow_javascript=True)


def await_cells() -> None:
    """Called by what a press does: a cell that the press has just left is reported by then."""
    time.sleep(REPORTED)
