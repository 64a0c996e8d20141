"""Scoring a study with an AI from the page: the button, the progress, the stop."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from annoeval.ui import state
from annoeval.ui.page import quiet, say
from annoeval.ui.work import Job, Report, work
from annoeval.words import count, plain

Kind = Literal["primary", "secondary", "tertiary"]


def offered(study: str) -> list[str]:
    """Scorers for a study, the recommended one first; empty where its files bring their scores."""
    from annoeval.prescoring import scorers

    return scorers(state.store().study(study))


def start(study: str, scorer: str) -> None:
    """Begins scoring in the background; the scores are stored when all are there."""
    store, who = state.store(), state.person()

    def score(report: Report) -> str:
        from annoeval.prescoring import ai_ratings

        made = ai_ratings(store.base(study), scorer, report)
        store.add_scores(study, made, scorer, who)
        n = int(made["value"].notna().sum())
        return f"**{count(n, 'score')}** for {count(made['item_id'].nunique(), 'item')} by {scorer}."

    work().start(f"score {study}", "Scoring", score)


def score_button(study: str, kind: Kind = "secondary", key: str = "score") -> None:
    """The button "Score with AI", with a choice where several scorers are offered; nothing while scoring runs."""
    names = offered(study)
    if not names or running(study):
        return
    if len(names) == 1:
        st.button(
            "Score with AI",
            icon=":material/smart_toy:",
            type=kind,
            key=f"_{key}",
            help=f"Scorer: {plain(names[0])}",
            on_click=start,
            args=(study, names[0]),
        )
        return
    chosen = st.menu_button("Score with AI", names, icon=":material/smart_toy:", type=kind, key=f"_{key}")
    if chosen:
        start(study, chosen)
        st.rerun()


def running(study: str) -> bool:
    """Whether the study is being scored now."""
    job = work().job(f"score {study}")
    return job is not None and not job.over


def progress(study: str) -> None:
    """Shows scoring under way, and for a minute how it ended."""
    name = f"score {study}"
    job = work().job(name)
    if job is None:
        return
    if not job.over:
        _follow(name)
    elif job.state == "failed":
        st.error(plain(job.said, 400), icon=":material/error:")
    else:
        say(job.said)


def _where(job: Job) -> str:
    if job.state == "waiting":
        return "Scoring: waiting until other scoring ends"
    return f"Scoring: {job.done:,} of {job.of:,}" if job.done else "Scoring: loading the model"


@st.fragment(run_every=1.0)
def _follow(name: str) -> None:
    job = work().job(name)
    if job is None or job.over:
        st.rerun()
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        with st.container(width=420):
            st.progress(
                job.done / job.of if job.of else 0.0,
                _where(job),
            )
        if job.stop.is_set():
            quiet("Stopping …")
        else:
            st.button("Stop", icon=":material/stop:", key="_stop", on_click=work().stop, args=(name,))
