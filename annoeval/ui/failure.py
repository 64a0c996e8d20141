"""What a person sees when the program itself is at fault: one sentence, never a traceback."""

from __future__ import annotations

import logging

import streamlit as st

log = logging.getLogger("annoeval")


def say_failure(error: Exception) -> bool:
    """Shows what the user can mend as it is, anything else as one sentence; the log gets the rest."""
    from annoeval.problem import AnnoevalError  # the server listens before these are imported
    from annoeval.words import plain

    if isinstance(error, AnnoevalError):
        st.error(plain(error, 600), icon=":material/error:")
        return True
    log.exception("the page failed", exc_info=error)
    st.error(
        "This page could not be drawn. Everything saved so far is kept. "
        "Reload the page; if it stays, the server's log says why.",
        icon=":material/error:",
    )
    return True
