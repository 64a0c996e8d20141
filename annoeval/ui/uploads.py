"""Files that people drop: their bytes, held once."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx


def contents(dropped: list[Any], key: str) -> list[tuple[str, bytes]]:
    """(name, bytes) of what was dropped on the uploader `key`.

    Streamlit gives each run a deep copy of the widget's value, the whole file again; the session's own value shares
    its bytes with the upload, so those are taken and the copies let go.
    """
    kept: list[Any] = st.session_state[key]
    files = [(f.name, f.getvalue()) for f in kept]
    release(dropped)
    return [(name, data) for name, (_, data) in zip(_told_apart([n for n, _ in files]), files, strict=True)]


def _told_apart(names: list[str]) -> list[str]:
    """Files of one name, dropped together, numbered as a browser does: "a.csv", "a (2).csv"."""
    out = []
    for n, name in enumerate(names):
        before = names[:n].count(name)
        stem, dot, ending = name.rpartition(".")
        out.append(f"{stem or ending} ({before + 1}){dot if stem else ''}{ending if stem else ''}" if before else name)
    return out


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


def held() -> int:
    """Bytes of all files that browsers sent and that sessions still hold, also of browsers that have just left."""
    manager: Any = runtime.get_instance().uploaded_file_mgr if runtime.exists() else None
    return sum(s.byte_length for kind in manager.get_stats().values() for s in kind) if manager else 0
