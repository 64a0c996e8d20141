"""Files that people drop: their bytes, held once."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx


def contents(dropped: list[Any], key: str) -> list[tuple[str, bytes]]:
    """(name, bytes) of what was dropped on the uploader `key`.

    Streamlit gives each run a deep copy of the widget's value, the whole file again; the session's own value shares
    its bytes with the upload, so those are taken and the copies let go.
    """
    kept: list[Any] = st.session_state[key]
    files = [(f.name, f.getvalue()) for f in kept]
    release(dropped)
    return files


def release(dropped: list[Any]) -> None:
    """Lets go of the copies that a run was given of what was dropped."""
    for copy in dropped:
        copy.close()


def forget(dropped: list[Any]) -> None:
    """Takes files that are kept elsewhere now out of the session, which would hold them until the browser leaves."""
    context = get_script_run_ctx()
    if context is not None:
        manager: Any = context.uploaded_file_mgr
        for file in dropped:
            manager.remove_file(context.session_id, file.file_id)
