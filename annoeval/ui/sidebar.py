"""The sidebar below the navigation: the study, its filters, and who is looking."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from annoeval.evaluation.filters import Filter
from annoeval.ui import state
from annoeval.ui.notices import standing
from annoeval.ui.share import accounts, share_button
from annoeval.ui.shelf import study_names
from annoeval.ui.theme import watch
from annoeval.words import plain, title

MOST = 9  # digits after which the count stands without its noun, so that it fits beside the button
REVIEWED = {"": "All", "yes": "Yes", "no": "Not yet"}


def sidebar() -> None:
    """Draws it; every change is written to the address before the page runs."""
    with st.sidebar:
        _studies()
        _filters()
        _person()
        share_button()
        standing()
        told = st.session_state.pop("_person_new", False)
        watch(state.person() if told else None, st.session_state.pop("_links_new", []))


def _studies() -> None:
    names = study_names(state.store().studies())
    if not names:
        return
    current = state.study_id()
    st.session_state["_switch"] = current if current in names else None
    st.selectbox(
        "Study",
        list(names),
        key="_switch",
        index=None if current not in names else 0,
        format_func=lambda i: names.get(i, i),
        placeholder="Choose a study",
        on_change=_switched,
        args=(names,),
    )


def _switched(names: Collection[str]) -> None:
    """Not for a name that no study goes by any more: a browser that is behind sends one back as if it were chosen."""
    if st.session_state["_switch"] in names:
        state.open_study(st.session_state["_switch"])


def _filters() -> None:
    study, whole, chosen = state.study(), state.whole(), state.current_filter()
    if study is None or whole is None:
        return
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        of = f"{len(study.items):,} of {len(whole.items):,}"
        items = " item" if len(whole.items) == 1 else " items"
        st.markdown(f":small[:gray[{of}{items if len(of) <= MOST else ''}]]", width="content")
        with st.popover("Filters", type="tertiary", icon=":material/filter_list:", width="content"):
            for column, values in state.choices(whole).groups.items():
                key = f"_by_{column}"
                st.session_state[key] = list(chosen.values(column))
                st.multiselect(plain(title(column)), values, key=key, placeholder="All", on_change=_changed)
            raters = state.choices(whole).raters
            if len(raters) > 1:
                st.session_state["_raters"] = list(chosen.raters)
                st.multiselect("Raters", raters, key="_raters", placeholder="All", on_change=_changed)
            st.session_state["_reviewed"] = chosen.reviewed
            st.segmented_control(
                "Reviewed by people",
                list(REVIEWED),
                key="_reviewed",
                format_func=lambda value: REVIEWED[value],
                required=True,
                on_change=_changed,
            )
            st.button(
                "Show all items",
                icon=":material/filter_list_off:",
                disabled=not chosen.active,
                on_click=state.set_filter,
                args=(Filter(),),
                key="_reset",
            )


def _changed() -> None:
    whole = state.whole()
    if whole is None:
        return
    kept = {column: tuple(st.session_state.get(f"_by_{column}") or ()) for column in state.choices(whole).groups}
    state.set_filter(
        Filter(
            tuple((c, v) for c, v in kept.items() if v),
            tuple(st.session_state.get("_raters") or ()),
            st.session_state.get("_reviewed") or "",
        )
    )


def _person() -> None:
    if accounts() and not st.user.is_logged_in:
        st.button("Log in", type="tertiary", icon=":material/login:", key="_login", on_click=st.login)
    elif accounts():
        with st.popover(plain(state.person()), type="tertiary", icon=":material/person:", key="_who"):
            st.button("Log out", icon=":material/logout:", key="_logout", on_click=st.logout)
        return
    name = state.person()
    label = plain(name) if name else "Who are you?"
    with st.popover(label, type="tertiary", icon=":material/person:", key="_who"):
        st.text_input(
            "Your name",
            value=name,
            key="_name",
            max_chars=60,
            placeholder="As it should stand beside your decisions",
            on_change=lambda: state.set_person(st.session_state["_name"]),
        )
        st.markdown(":small[:gray[Written beside each of your decisions and kept in this browser.]]")
