"""Sharing the view that is on screen: its address to copy, a code for cameras, and, where links count, who gets in."""

from __future__ import annotations

import io
from urllib.parse import urlencode

import streamlit as st

from annoeval import hosting
from annoeval.problem import AnnoevalError
from annoeval.review import grants
from annoeval.review.roles import Grant, Role
from annoeval.ui import state
from annoeval.ui.page import quiet
from annoeval.words import plain

ROLES = {Role.VIEWER: "Look at everything", Role.REVIEWER: "Judge, too", Role.OWNER: "Change and share it, too"}
DAYS = {7: "7 days", 30: "30 days", 365: "a year", None: "until it is ended"}
OPEN = "This server is open: everyone who reaches its address may read and change every study."


def view_link(token: str = "") -> str:
    """The address of what is on screen: page, study, filters, item. token: of the link that lets its reader in."""
    page = str(st.session_state.get("_at", ""))
    kept = [(n, v) for n in st.query_params for v in st.query_params.get_all(n)]
    if not token:
        return f"{hosting.address()}/{page}" + (f"?{urlencode(kept)}" if kept else "")
    kept = [("page", page), *((n, v) for n, v in kept if n != state.STUDY)]
    return f"{hosting.address()}/open/{token}?{urlencode(kept)}"


def share_button() -> None:
    """In the sidebar: opens the dialog for the view on screen."""
    if st.button("Share this view", type="tertiary", icon=":material/link:", key="_share"):
        _dialog()


@st.dialog("Share this view")
def _dialog() -> None:
    contents()


def contents() -> None:
    """What the dialog holds."""
    id = state.study_id()
    if hosting.by_links() and id is not None and state.whole() is not None:
        _by_links(id)
    else:
        _address(view_link())
        quiet(OPEN if not hosting.by_links() else "A study is open to whoever has a link to it.")
    if hosting.only_here():
        quiet("This address works on this machine only; “annoeval app --open” lets others on the network in.")


def _address(address: str) -> None:
    """To copy, and as a code for the cameras in a meeting room."""
    import qrcode

    st.code(address, language=None, wrap_lines=True)
    picture = io.BytesIO()
    qrcode.make(address, border=2, box_size=5).save(picture)
    st.image(picture.getvalue(), width=220, alt="Code with the address")


def _by_links(id: str) -> None:
    if state.role(id) < Role.OWNER:
        _address(view_link())
        quiet("It opens for those who have a link to this study. Its owner makes such links.")
        return
    store = state.store()
    made = st.session_state.get("_made")
    with st.form("_give", border=False):
        role = st.selectbox("Whoever has the link may", list(ROLES), format_func=lambda r: ROLES[r])
        left, right = st.columns(2)
        days = left.selectbox("It holds", list(DAYS), index=1, format_func=lambda d: DAYS[d])
        label = right.text_input("For", max_chars=120, placeholder="the workshop")
        account = st.text_input("Only this account (e-mail address)", max_chars=320) if accounts() else ""
        if st.form_submit_button("Make a link" if not account else "Give access", type="primary"):
            try:
                made = grants.give(store, id, role, state.person(), days=days, label=label, account=account)
            except AnnoevalError as error:
                st.error(plain(error, 300))
            st.session_state["_made"] = made
    if made is not None and made.study == id:
        _address(view_link(grants.shown(store, made) or ""))
    _held(id)


def _held(id: str) -> None:
    """The links and accounts there are, each with a way to end it."""
    for grant in [g for g in grants.given(state.store(), id) if g.open]:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            quiet(_said(grant), width="content")
            st.button("End it", key=f"_end_{grant.id}", type="tertiary", on_click=_end, args=(id, grant.id))
    if problem := st.session_state.pop("_end_problem", None):
        st.error(plain(problem, 300))


def _said(grant: Grant) -> str:
    what = grant.account or grant.label or "a link"
    until = f"until {grant.expires[:10]}" if grant.expires else "without an end"
    return f"{grant.role.word.capitalize()}: {what}, made {grant.made[:10]}, {until}"


def _end(id: str, grant: str) -> None:
    try:
        grants.take(state.store(), id, grant, state.person())
    except AnnoevalError as error:
        st.session_state["_end_problem"] = str(error)
    st.session_state.pop("_made", None)


def accounts() -> bool:
    """Whether the server has accounts to log in with."""
    return "auth" in st.secrets if st.secrets.load_if_toml_exists() else False
