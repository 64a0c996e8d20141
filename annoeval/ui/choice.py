"""A choice that lives in the address: tabs for a few options, a list for many."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from annoeval.words import distinct, plain

MOST_TABS = 5


def choose(
    parameter: str, options: Mapping[str, str], label: str, default: str | None = None, tabs: bool = True
) -> str:
    """The option chosen. options: value as it stands in the address → its title. The first is the default.

    tabs: whether a few may stand side by side; a list takes less room."""
    first: str = default if default is not None and default in options else next(iter(options))
    if len(options) == 1:
        return first
    options = distinct(options)
    asked = st.query_params.get(parameter)
    current: str = first if asked is None or asked not in options else asked
    key = f"_choose_{parameter}"
    st.session_state[key] = current

    def write() -> None:
        chosen = st.session_state[key]
        if chosen == first:
            st.query_params.pop(parameter, None)
        else:
            st.query_params[parameter] = chosen

    if tabs and len(options) <= MOST_TABS and sum(map(len, options.values())) <= 60:
        st.segmented_control(
            label,
            list(options),
            key=key,
            format_func=lambda v: plain(options[v], 40),
            on_change=write,
            label_visibility="collapsed",
            required=True,
            width="content",
        )
    else:
        st.selectbox(
            label,
            list(options),
            key=key,
            format_func=lambda v: options[v],
            on_change=write,
            required=True,
            label_visibility="collapsed",
            width=260 if tabs else "stretch",
        )
    return current
