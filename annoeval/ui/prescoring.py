"""Scoring a study with an AI from the page: the button, the progress, the stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import streamlit as st

from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.review.roles import Role
from annoeval.scoring.embedding_process import get_ready
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.job import follow
from annoeval.ui.page import say
from annoeval.ui.uploads import contents, forget
from annoeval.ui.work import Report, work
from annoeval.words import count, plain

Kind = Literal["primary", "secondary", "tertiary"]


def offered(study: str) -> list[str]:
    """Scorers for a study, the recommended one first; empty where its files bring their scores."""
    from annoeval.prescoring import scorers

    return scorers(state.store().study(study))


def start(
    study: str,
    scorer: str,
    model: str = "",
    thresholds: Mapping[str, float] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> None:
    """Begins scoring in the background; the scores are stored when all are there. The rest as `Means` has it."""
    store, who = state.store(), state.person()

    def score(report: Report) -> str:
        from annoeval.prescoring import ai_ratings
        from annoeval.protocols import Means

        means = Means(store.attached(study), model, thresholds or {}, settings or {}, report)
        made = ai_ratings(store.base(study), scorer, means)
        store.add_scores(study, made, scorer, who)
        scored = made[made["value"].notna()]
        none = made["item_id"].nunique() - scored["item_id"].nunique()
        more = f"; {count(none, 'item')} cannot be judged from this file" if none else ""
        return f"**{count(len(scored), 'score')}** for {count(scored['item_id'].nunique(), 'item')} by {scorer}{more}."

    work().start(f"score {study}", "Scoring", score)


def score_button(study: str, kind: Kind = "secondary", key: str = "score") -> None:
    """The button "Score with AI", by the recommended scorer; nothing while scoring runs. A model that it will want
    begins to load as the button is shown."""
    names = offered(study)
    if not names or running(study):
        return
    if protocol_of(state.store().base(study)).embeds(names[0]):
        get_ready()
    allowed.button(
        "Score with AI",
        icon=":material/smart_toy:",
        type=kind,
        key=f"_{key}",
        help=f"Scorer: {plain(names[0])}",
        on_click=start,
        args=(study, names[0]),
    )


def evidence_wanted(id: str, study: Study) -> None:
    """What would let the AI judge the items that it could not, with the buttons that supply it."""
    want = protocol_of(study).wanted(study)
    if want is None or running(id):
        return
    say(want.sentence)
    with st.container(horizontal=True, gap="small"):
        for n, (label, endings) in enumerate(want.files):
            with st.popover(
                label, icon=":material/attach_file:", width="content", disabled=not allowed.may(Role.OWNER)
            ):
                _attach(id, f"_attach_{id}_{n}_{st.session_state.get('_attach_turn', 0)}", endings)
        if want.other:
            label, scorer = want.other
            allowed.button(label, key=f"_other_{id}", icon=":material/smart_toy:", on_click=start, args=(id, scorer))


def _attach(id: str, key: str, endings: Sequence[str]) -> None:
    dropped = st.file_uploader(
        "Files are kept beside the study; its items stay as they are.",
        type=[e.lstrip(".") for e in endings],
        accept_multiple_files=True,
        key=key,
    )
    if not dropped:
        return
    try:
        added = state.store().attach(id, contents(dropped, key), state.person())
    except AnnoevalError as error:
        st.error(plain(error, 600), icon=":material/error:")
        return
    forget(dropped)
    st.session_state["_attach_turn"] = st.session_state.get("_attach_turn", 0) + 1
    st.toast(f"{count(len(added), 'file')} attached.")
    start(id, offered(id)[0])
    st.rerun()


def running(study: str) -> bool:
    """Whether the study is being scored now."""
    job = work().job(f"score {study}")
    return job is not None and not job.over


def progress(study: str) -> None:
    """Shows scoring under way, and for a minute how it ended."""
    follow(f"score {study}")
