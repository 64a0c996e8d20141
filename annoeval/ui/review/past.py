"""The history: every event, who did how much, what differs between two moments, and the log to take away."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from annoeval.export import to_csv
from annoeval.review import history, sheet
from annoeval.review.hidden import hidden_from
from annoeval.ui import state
from annoeval.ui.page import quiet
from annoeval.ui.tables import table
from annoeval.words import count, missing, plain, title

MOST = 2000
SOURCES = {
    "decision": "the team",
    "reviewer": "reviewers",
    "human": "annotators",
    "ai": "the AI",
    "tie": "a tie among people",
    "missing": "nobody",
}


def show(study_id: str) -> None:
    """Answer, people, changes since a moment, and the events, newest first."""
    store, person = state.store(), state.person()
    hidden = hidden_from(store, study_id, person)
    log = history.change_log(store, study_id, person)
    people = history.progress(store, study_id)
    if log.empty:
        st.html('<p class="ae-answer">Nothing has happened yet: every score, note and undo will stand here.</p>')
        return
    answers = int(people["answers"].sum())
    st.html(
        f'<p class="ae-answer"><b>{count(answers, "answer")}</b> by {count(len(people), "person", "people")} '
        f"{'stands' if answers == 1 else 'stand'}, after {count(len(log), 'event')}.</p>"
    )
    if len(people):
        st.markdown("#### People")
        table(
            people.assign(first=_minute(people["first"]), last=_minute(people["last"])),
            "progress",
            {"seconds": "Median seconds", "first": "First (UTC)", "last": "Last (UTC)"},
            {"seconds": "%.1f"},
        )
    if hidden.rules.blind:
        quiet("The study is blind: others' answers to what you have not answered yet are left out here.")
    elif hidden:
        quiet("Others' answers to the items that you are to judge as well are left out here until you have answered.")
    st.markdown("#### Since a moment")
    newest = int(log["number"].max())
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        before = int(st.number_input("From the state after event", 0, newest, 0, key="ae_before", width=240))
        after = st.number_input("to the state after event", 0, value=None, placeholder="now", key="ae_after", width=240)
        until = None if after is None or after >= newest else int(after)
    changed = history.changed_between(store, study_id, before, until)
    changed = changed[~hidden.rows(changed)]
    st.markdown(
        f"{count(len(changed), 'final score')} {'differs' if len(changed) == 1 else 'differ'}."
        if len(changed)
        else "No final score differs."
    )
    if len(changed):
        scales = store.base(study_id).dimensions
        shown = changed.assign(
            dimension=[scales[d].title or d for d in changed["dimension"]],
            before=[
                None if missing(v) else scales[d].describe(v)
                for d, v in zip(changed["dimension"], changed["before"], strict=True)
            ],
            after=[
                None if missing(v) else scales[d].describe(v)
                for d, v in zip(changed["dimension"], changed["after"], strict=True)
            ],
            source_before=changed["source_before"].map(SOURCES),
            source_after=changed["source_after"].map(SOURCES),
        )
        titles = {"source_before": "Before by", "source_after": "After by"}
        table(shown, "changed", titles, download=changed)
    _state(study_id, before)
    st.markdown("#### Events")
    wanted = st.text_input(
        "Search",
        placeholder="Item, person, note",
        icon=":material/search:",
        key="ae_log_search",
        width=320,
        label_visibility="collapsed",
    )
    readable = log.iloc[::-1].assign(time=_minute(log["time"].iloc[::-1]))
    text = readable.astype("object").map(lambda v: "" if missing(v) else str(v))
    text = text[[c for c in text.columns if (text[c] != "").any()]]
    if wanted.strip():
        hit = text.apply(lambda c: c.str.lower().str.contains(wanted.strip().lower(), regex=False)).any(axis=1)
        text = text[hit]
    table(text.head(MOST), "change_log", {c: plain(title(c)) for c in text.columns} | {"number": "No."}, download=log)


def _state(study_id: str, number: int) -> None:
    """All scores as they stood after an event, to take away; what is hidden now is left out of the past, too."""
    store, person = state.store(), state.person()

    def made() -> bytes:
        then = store.study(study_id, at=number)
        return to_csv(sheet.corrected(then, hidden_from(store, study_id, person)))

    words = f"All scores after event {number}, CSV" if number else "All scores before the first event, CSV"
    st.download_button(
        words,
        made,
        f"scores_after_event_{number}.csv",
        key="ae_state",
        type="tertiary",
        icon=":material/download:",
        on_click="ignore",
    )


def _minute(times: pd.Series) -> pd.Series:
    return times.dt.strftime("%Y-%m-%d %H:%M:%S")
