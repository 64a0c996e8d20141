"""Long work as the page shows it: progress in counts, a stop, and for a minute how it ended."""

from __future__ import annotations

import streamlit as st

from annoeval.scoring.embedding_process import LOADING, loading
from annoeval.ui import allowed
from annoeval.ui.page import quiet, say
from annoeval.ui.work import Job, work
from annoeval.words import plain


def follow(name: str) -> None:
    """Shows the work of this key while it is under way, and for a minute how it ended; nothing where there is none."""
    job = work().job(name)
    if job is None:
        return
    if not job.over:
        _under_way(name)
    elif job.state == "failed":
        st.error(plain(job.said, 400), icon=":material/error:")
    else:
        say(job.said)


def step(job: Job) -> str:
    """What a job is doing now, in words: its counts, or the step before anything can be counted."""
    if job.state == "waiting":
        return f"{job.title}: waiting until other work ends"
    if job.done:
        return f"{job.title}: {job.done:,} of {job.of:,}"
    waited = loading()
    if waited is None:
        return f"{job.title}: reading what is to be scored"
    slow = "; a busy machine takes longer" if waited > LOADING else f" of about {LOADING}"
    return f"{job.title}: loading the model, {waited:.0f} s{slow}"


@st.fragment(run_every=1.0)
def _under_way(name: str) -> None:
    job = work().job(name)
    if job is None or job.over:
        st.rerun()
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if job.done:
            with st.container(width=420):
                st.progress(job.done / job.of, step(job))
        else:  # nothing can be counted yet: no empty bar
            st.markdown(f":material/hourglass_top: {step(job)}", width="content")
        if job.stop.is_set():
            quiet("Stopping …")
        else:
            allowed.button("Stop", icon=":material/stop:", key=f"_stop_{name}", on_click=work().stop, args=(name,))
