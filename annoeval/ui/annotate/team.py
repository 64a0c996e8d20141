"""What the team sees of Annotate: how far it is, who takes part, the pictures, the design."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.reading.pictures import KINDS
from annoeval.review import annotators
from annoeval.review.annotating import progress
from annoeval.review.design import Design, design_of, first
from annoeval.review.of_server import server_store
from annoeval.review.pictures import all_pictures, unshown_names
from annoeval.review.roles import Role
from annoeval.review.sampling import draw
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.annotate.ahead import make_ahead, unread
from annoeval.ui.annotate.designing import design_form
from annoeval.ui.annotate.link import link
from annoeval.ui.annotate.taken_away import taken_away
from annoeval.ui.needed import needed
from annoeval.ui.page import answer, head, no_study, quiet, section
from annoeval.ui.tables import table
from annoeval.ui.uploads import contents, forget
from annoeval.words import count, listed, plain

SHOWN = {
    "name": "Annotator",
    "state": "State",
    "done": "Answered",
    "of": "Of",
    "hidden": "Hidden items right",
    "proficiency": "English",
    "background": "Background",
    "debrief": "Said at the end",
}


def show() -> None:
    """The state in a sentence, then annotators and links; the design below, or first where there is none."""
    head("Annotate")
    study, id = state.whole(), state.study_id()
    if study is None or id is None:
        no_study()
        return
    if not study.dimensions:
        needed("annotate", study, "Here people answer images one by one, each by a link of their own.")
        return
    store = state.store()
    base, design = store.base(id), design_of(store, id)
    if design is None:
        n = len(base.items)
        answer(f"**{count(n, 'item')}** to annotate. Say what people are asked, then send each a link.")
        if not len(base.ratings) and n > 1:
            _sample(id, n)
        _pictures(id, base)
        taken_away(id, study)
        section("Design")
        design_form(id, first(base), base, begun=False)
        return
    found = progress(store, id)
    answer(_sentence(found))
    _annotators(id, found, design)
    taken_away(id, study)
    _pictures(id, base)
    with st.expander("Design", icon=":material/tune:"):
        design_form(id, design, base, begun=bool(found["done"].fillna(0).sum()))


def _sentence(found: pd.DataFrame) -> str:
    withdrew = int((found["state"] == "withdrew").sum())
    here = found[found["state"] != "withdrew"]
    if not len(found):
        return "Nobody is invited yet. Each annotator gets a link of their own."
    done, of = int(here["done"].sum()), int(here["of"].sum())
    finished = int((here["state"] == "done").sum())
    gone = f" {count(withdrew, 'annotator')} withdrew; their answers count nowhere." if withdrew else ""
    return f"**{done} of {count(of, 'answer')}** are in; {finished} of {count(len(here), 'annotator')} are done.{gone}"


def _annotators(id: str, found: pd.DataFrame, design: Design) -> None:
    store = state.store()
    if len(found):
        hidden = [f"{r} of {n}" if n else None for r, n in zip(found["hidden_right"], found["hidden_of"], strict=True)]
        shown = found.assign(hidden=hidden)
        kept = {c: t for c, t in SHOWN.items() if c in ("name", "state", "done", "of") or shown[c].notna().any()}
        table(shown[list(kept)], "annotators", kept)
    here = int((found["state"] != "withdrew").sum())
    full = design.raters_per_item is not None and here >= design.seats
    with (
        st.form("_invite", border=False, clear_on_submit=True),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        name = st.text_input(
            "Pseudonym",
            max_chars=60,
            placeholder="A1, A2, … where left blank",
            help="Stands beside the answers in every table and file. Don't use real names.",
        )
        if allowed.form_button("Invite", needs=Role.OWNER, icon=":material/person_add:", type="primary", disabled=full):
            try:
                annotators.invite(store, id, name)
            except AnnoevalError as error:
                st.error(plain(error, 300))
            else:
                st.rerun()
    if full:
        quiet(f"All {count(design.seats, 'seat')} of the design are taken.")
    open_ = found[found["state"] != "withdrew"]
    if len(open_) and allowed.may(Role.OWNER):
        with st.expander("Links", icon=":material/link:", expanded=here <= 3):
            quiet("Whoever has a link answers under its name: send each to one person only.")
            for row in open_.itertuples():
                st.text(row.name)
                if row.token:
                    st.code(link(row.token), language=None)
                else:
                    quiet("The link that was sent works; it can't be shown again, only replaced by a new one.")
                    st.button("New link", key=f"_renew_{row.name}", on_click=_renew, args=(id, row.name))


def _renew(id: str, name: str) -> None:
    annotators.renew(state.store(), id, name)


def _sample(id: str, n: int) -> None:
    with st.expander("Draw a sample of these items", icon=":material/casino:"), st.form("_draw", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            size = st.number_input("Items", 1, n, min(100, n))
            seed = st.number_input("Seed", 0, value=42)
            drawn = st.form_submit_button("Draw", type="primary")
        quiet("As random.seed(seed); sorted(random.sample(range(items), n)) draws; the sample opens as its own study.")
        if drawn:
            state.open_study(draw(state.store(), id, int(size), int(seed)))
            st.rerun()


def _pictures(id: str, base: Study) -> None:
    """How many items have a picture, which have none, and where several were made of one."""
    store = state.store()
    found = all_pictures(store, id)
    make_ahead(server_store(), id, [its[-1] for its in found.values()])
    names = {its[-1] for its in found.values()}
    lacking = [i for i in base.items.index if i not in found]
    several = [i for i, its in found.items() if len(its) > 1]
    with st.expander(
        f"Pictures: {len(found)} of {len(base.items)}", icon=":material/image:", expanded=bool(lacking) and not found
    ):
        if lacking:
            quiet(f"No picture is called as {listed(lacking, 8)}.")
        if several:
            last = f"{several[0]}: {found[several[0]][-1]}"
            quiet(f"{count(len(several), 'item')} have several pictures; the last iteration is shown ({last}).")
        damaged, others = [n for n in unread(id) if n in names], unshown_names(store, id)
        if damaged:
            quiet(f"Nobody sees what can't be read: {listed(damaged, 8)}. Save it again, smaller, under another name.")
        if others:
            quiet(f"Not shown: {listed(others, 8)}. Save them as {KINDS}.")
        if not allowed.may(Role.OWNER):
            return
        turn = st.session_state.get("_pictures_turn", 0)
        key = f"_pictures_{id}_{turn}"
        dropped = st.file_uploader(
            "Pictures by their id (6.png, 6_2.png), practice pictures by their idiom (piece_of_cake.png), or a ZIP",
            ["png", "jpg", "jpeg", "webp", "gif", "bmp", "zip"],
            accept_multiple_files=True,
            key=key,
        )
        if dropped:
            try:
                new = store.attach(id, contents(dropped, key), state.person())
            except AnnoevalError as error:
                st.error(plain(error, 600), icon=":material/error:")
                return
            forget(dropped)
            st.session_state["_pictures_turn"] = turn + 1
            st.toast(f"{count(len(new), 'file')} attached.")
            st.rerun()
