"""Parts of a page that are drawn by a script of their own, and what they send.

What Streamlit does not promise and the scripts look at: the states of the connection and of the script
(`[data-testid=stApp]`, `data-test-connection-state`, `data-test-script-state`), and `role=dialog` of what lies over
the page.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from annoeval.ui.components.routes import address

HERE = Path(__file__).parent
Sent = Mapping[str, Any]


@st.cache_resource
def _component(name: str) -> Any:
    js = (HERE / "loaded.js").read_text("utf-8").replace("ADDRESS", address(name))
    css = (HERE / f"{name}.css").read_text("utf-8")
    return st.components.v2.component(f"annoeval_{name}", js=js, css=css, isolate_styles=False)


def mount(name: str, key: str, data: Mapping[str, Any], take: Callable[[Sent], Mapping[str, Any]]) -> None:
    """Draws the part `name` (its script and style in this folder) with data that JSON can hold.

    take: is given what was sent, with a `token`, more than once where the first confirmation got lost; what it gives
    back reaches the script as `ack`; {"waits"} with a sentence where it could not be stored and is to be sent again.
    """
    ack = f"_ack_{key}"

    def sent() -> None:
        part = st.session_state.get(key)  # none where the run before broke off and drew no such part: it is sent again
        if part and part.sent:
            st.session_state[ack] = {"token": part.sent["token"], **take(part.sent)}

    data = {
        "key": key,
        "part": {**data, "ack": st.session_state.get(ack)},
    }  # of each key Streamlit asks whether it is a table
    json.dumps(data, allow_nan=False)  # what JSON can't hold would arrive as nothing, without an error
    _component(name)(key=key, data=data, on_sent_change=sent)
