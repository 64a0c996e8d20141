"""What a session looks at: which study, through which filter, and who is looking. The address holds it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from urllib.parse import unquote

import streamlit as st

from annoeval import hosting
from annoeval.answers.items import item_names
from annoeval.evaluation.filters import BY, Filter, Offered, from_parameters, offered
from annoeval.problem import AnnoevalError
from annoeval.review import grants, memory
from annoeval.review.database import Unavailable
from annoeval.review.of_server import server_store
from annoeval.review.present import LARGE
from annoeval.review.roles import Access, Role
from annoeval.review.store import Store
from annoeval.study import Study
from annoeval.ui.theme import PERSON_COOKIE

STUDY = "study"
LINKS = "_links"
FRESH = 3.0  # seconds


def store() -> Store:
    """The store as this visitor may use it: all of it on an open server, else what their links and account allow."""
    return server_store().seen_by(visitor()) if hosting.by_links() else server_store()


def visitor() -> Access:
    """What the browser's links and the account give, asked anew every few seconds, so that an end is an end."""
    tokens = (*st.session_state.setdefault(LINKS, []), *hosting.links_held(st.context.cookies))
    key, now = (tokens, account()), time.monotonic()
    known = st.session_state.get("_visitor")
    if known is None or known[0] != key or now - known[1] > FRESH:
        known = (key, now, grants.access(server_store(), *key, keep=_keep))
        st.session_state["_visitor"] = known
    found: Access = known[2]
    return found


def _keep(token: str) -> None:
    """A link that is this session's now; the page hands it to the browser, which keeps it."""
    st.session_state[LINKS] = [token, *st.session_state.get(LINKS, [])]
    st.session_state["_links_new"] = [token, *st.session_state.get("_links_new", [])]


def role(study: str) -> Role:
    """What this visitor may do in a study; everything on an open server."""
    return (visitor().role(study) or Role.VIEWER) if hosting.by_links() else Role.OWNER


def account() -> str:
    """The e-mail address of the account that is logged in, as its provider has proven it; "" without one."""
    return _of_account("email") if _of_account("email_verified") != "False" else ""


def study_id() -> str | None:
    """The id of the current study, or None when none is open."""
    return st.query_params.get(STUDY) or None


def open_study(study: str | None) -> None:
    """Makes a study the current one and drops the filters; the address holds it before anything is drawn."""
    for name in [n for n in st.query_params if n != STUDY]:
        del st.query_params[name]
    if study is None:
        st.query_params.pop(STUDY, None)
    else:
        st.query_params[STUDY] = study
    st.session_state["_study"] = study


def keep_address() -> None:
    """Puts the study back into an address that lost it (a link typed without it); called once a run."""
    if study_id() is None and st.session_state.get("_study"):
        st.query_params[STUDY] = st.session_state["_study"]
    st.session_state["_study"] = study_id() if whole() is not None else None  # one that is gone is not kept


def whole() -> Study | None:
    """The current study, unfiltered; None when none is open or the address names one that isn't here."""
    name = study_id()
    if name is None:
        return None
    try:
        return store().study(name)
    except Unavailable:
        raise
    except AnnoevalError:
        return None


def item_name(item: str) -> str:
    """What an item of the current study is called on screen."""
    return names_of([item])[0]


def names_of(items: Iterable[str]) -> list[str]:
    """What items of the current study are called on screen."""
    study = whole()
    names = {} if study is None else item_names(study)
    return [names.get(i, i) for i in items]


def why_not() -> str:
    """Why the study that the address names can't be opened."""
    try:
        store().study(study_id() or "")
    except Unavailable:
        raise
    except AnnoevalError as error:
        if "There is no study" not in str(error):
            return str(error)
    return "It may have been removed, or the link was cut short."


def give_back() -> None:
    """Called once a run: what statistics of a large study took on the way goes back to the system."""
    study = whole()
    if study is not None and memory.size(study) > LARGE:
        memory.give_back()


def current_filter() -> Filter:
    """The filter in the address."""
    study = whole()
    if study is None:
        return Filter()
    return from_parameters({n: st.query_params.get_all(n) for n in st.query_params}, choices(study))


@st.cache_resource(max_entries=64, show_spinner=False)
def _choices(digest: str, _study: Study) -> Offered:
    return offered(_study)


def choices(study: Study) -> Offered:
    """What a study can be filtered by, worked out once."""
    return _choices(study.digest, study)


def set_filter(chosen: Filter) -> None:
    """Writes a filter into the address."""
    for name in [n for n in st.query_params if n.startswith(BY) or n in ("rater", "reviewed")]:
        del st.query_params[name]
    for name, values in chosen.parameters().items():
        st.query_params[name] = values


@st.cache_resource(max_entries=32, show_spinner=False)
def _narrowed(digest: str, chosen: Filter, _study: Study) -> Study:
    return chosen.apply(_study)


def study() -> Study | None:
    """The current study through the current filter: what every page shows."""
    found = whole()
    chosen = current_filter()
    # without a filter the study itself: a cache would keep it in memory after the store let go of it
    return found if found is None or chosen == Filter() else _narrowed(found.digest, chosen, found)


def address(**extra: str | list[str]) -> dict[str, str | list[str]]:
    """Parameters of a link to another page: this study and filter, and what the page is to show."""
    kept: dict[str, str | list[str]] = {STUDY: study_id() or ""}
    return {**kept, **current_filter().parameters(), **extra}


def person() -> str:
    """Who is looking: the account's name where the server has accounts, else the name given once; "" when unknown."""
    called = _of_account("name", "email")
    if called:
        return called
    if "_person" not in st.session_state:
        st.session_state["_person"] = unquote(st.context.cookies.get(PERSON_COOKIE, ""))
    return st.session_state["_person"]


def set_person(name: str) -> None:
    """Says who is looking; kept in this browser."""
    st.session_state["_person"] = " ".join(name.split())[:60]
    st.session_state["_person_new"] = True


def _of_account(*names: str) -> str:
    """The first of what an account says under these names; "" where it says none, and without an account."""
    try:
        return next((str(st.user[n]) for n in names if st.user.get(n)), "") if st.user.is_logged_in else ""
    except AttributeError:  # no accounts are configured
        return ""
