"""Forms of answers that come near their target: people say once for each whether it counts as the target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from annoeval.export import to_csv
from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.review import ballots
from annoeval.scoring import semantic
from annoeval.study import Study
from annoeval.ui import allowed, pages, state
from annoeval.ui.job import follow
from annoeval.ui.page import quiet, section
from annoeval.ui.review.meeting import MEETING
from annoeval.ui.tables import table
from annoeval.ui.work import Report, work
from annoeval.words import count, number, percent, plain

SHOWN = {
    "target": "Target",
    "said": "Answer",
    "why": "How it comes near",
    "answers": "Answers",
    "judged": "People said",
}
HISTORY = ["target", "form", "accepted", "reviewer", "time"]


@st.cache_data(max_entries=20, show_spinner="Looking for answers that come near their target …")
def _proposals(digest: str, embedded: int, _study: Study) -> tuple[pd.DataFrame, int]:
    """The proposals with what is known of meanings so far, and of how many forms nothing is known."""
    unknown = 0

    def known(pairs: Sequence[tuple[str, str]]) -> list[float | None]:
        nonlocal unknown
        cosines = semantic.kept(pairs)
        unknown = cosines.count(None)
        return cosines

    found = protocol_of(_study).proposals(_study, known)
    assert found is not None
    return found, unknown


def _compare(study_id: str, study: Study) -> None:
    """Begins to compare meanings beside the page; what is found is kept, and shown from then on."""

    def compare(report: Report) -> str:
        protocol_of(study).proposals(study, lambda pairs: semantic.cosine(pairs, report))
        return "Meanings are compared; forms that are alike in meaning are in the list."

    work().start(f"meaning {study_id}", "Comparing meanings", compare)


def show(study_id: str) -> None:
    """What the rule sees, the proposals with what each changes, and what was decided, newest first."""
    store, person = state.store(), state.person()
    study, standing = store.study(study_id), store.standing(study_id)
    said = standing.variants()
    found, unknown = _proposals(study.digest, semantic.stored(), study)
    accepted = sum(v for forms in said.values() for v in forms.values())
    rejected = sum(len(forms) for forms in said.values()) - accepted
    st.html(f'<p class="ae-answer">{_sentence(found, accepted, rejected)}</p>')
    job = work().job(f"meaning {study_id}")
    if unknown and (job is None or job.over):
        allowed.button(
            f"Compare meanings of {count(unknown, 'form')}",
            icon=":material/psychology:",
            type="tertiary",
            key="ae_variants_meaning",
            help="Finds answers of other words that may mean the same. Takes seconds to a minute, in a process beside.",
            on_click=_compare,
            args=(study_id, study),
        )
    follow(f"meaning {study_id}")
    if len(found):
        _choose(study_id, found, person)
    _votes(study_id, person)
    if said:
        _decided(study_id, person)


def _sentence(found: pd.DataFrame, accepted: int, rejected: int) -> str:
    done = f"{accepted} accepted, {rejected} rejected so far." if accepted + rejected else ""
    if not len(found):
        return f"No answer that the rule finds wrong comes near its target. {done}"
    sure = int(found["sure"].sum())
    return (
        f"<b>{count(len(found), 'form')}</b> of answers come near their target without its very words; {sure} of them "
        f"say the same. {done}"
    )


def _choose(study_id: str, found: pd.DataFrame, person: str) -> None:
    sure = found[found["sure"]]
    if not person:
        st.markdown("Give your name in the sidebar first: it stands beside each decision.")
    else:
        quiet("What is accepted counts as its target wherever it was answered; Undo takes it back.")
    people = [
        f"{right} right, {wrong} wrong" if right + wrong else "–"
        for right, wrong in zip(found["judged_right"], found["judged_wrong"], strict=True)
    ]
    event: Any = st.dataframe(
        found.assign(judged=people)[list(SHOWN)],
        hide_index=True,
        column_config={c: st.column_config.Column(title) for c, title in SHOWN.items()},
        on_select="rerun",
        selection_mode="multi-row",
        key=f"ae_variants_{len(found)}",
        height=min(420, 37 + 35 * len(found)),
    )
    chosen = found.iloc[event.selection.rows]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        n = len(chosen)
        said = (
            ("Accept", True, chosen, f"Accept {count(n, 'form')}" if n else "Accept", "check"),
            ("Reject", False, chosen, f"Reject {count(n, 'form')}" if n else "Reject", "close"),
            *([("Sure", True, sure, f"Accept the {len(sure)} that say the same", "done_all")] if len(sure) else []),
        )
        for key, accepted, rows, label, icon in said:
            allowed.button(
                label,
                icon=f":material/{icon}:",
                key=f"ae_variants_{key}",
                type="primary" if key == "Accept" and n else "secondary",
                disabled=not len(rows) or not person,
                on_click=_say,
                args=(study_id, list(zip(rows["target"], rows["form"], strict=True)), accepted, person),
            )
        if n and person and allowed.may():
            with st.popover(f"Put {count(n, 'form')} to a vote", icon=":material/how_to_vote:", type="tertiary"):
                _vote(study_id, chosen, person)
        if n == 1:
            quiet(_change(chosen.iloc[0]), width="content")
        st.download_button(
            "CSV", lambda: to_csv(found), "proposals.csv", "text/csv", on_click="ignore", type="tertiary"
        )


def _vote(study_id: str, chosen: pd.DataFrame, person: str) -> None:
    """Who votes on the chosen forms; the meeting opens at once."""
    quiet("Votes stay hidden until all are shown together. Whoever annotated has no vote.")
    people = st.multiselect("Who votes", [person], [person], accept_new_options=True, key="ae_variants_voters")
    if st.button("Open the vote", type="primary", key="ae_variants_vote", disabled=not people):
        try:
            held = ballots.put_to_vote(state.store(), study_id, chosen, person, people)
        except AnnoevalError as error:
            st.error(plain(error, 300))
            return
        st.switch_page(pages.page("review"), query_params={"study": held.study, "view": "meeting", MEETING: held.id})


def _votes(study_id: str, person: str) -> None:
    """What votes decided, to be taken over, and the way back to each."""
    held, said = ballots.ballots(state.store(), study_id), state.store().standing(study_id).variants()
    if not held:
        return
    section("Votes")
    new = [k for b in held for k, v in b.decided.items() if said.get(k[0], {}).get(k[1]) != v]
    of = count(sum(len(b.forms) for b in held), "form")
    quiet(f"{count(len(held), 'vote')} on {of}" + (f"; {len(new)} decided and not counted yet." if new else "."))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if new:
            allowed.button(
                f"Count what was decided on {count(len(new), 'form')}",
                icon=":material/how_to_vote:",
                key="ae_variants_take",
                disabled=not person,
                on_click=_take_over,
                args=(study_id, person),
            )
        for n, ballot in enumerate(held, 1):
            st.page_link(
                pages.page("review"), label=f"Vote {n}", query_params={"study": ballot.study, "view": "meeting"}
            )


def _take_over(study_id: str, person: str) -> None:
    ballots.take_over(state.store(), study_id, person)


def _change(row: pd.Series) -> str:
    kappas = (
        "" if row["kappa_now"] is None else f", κ with people {number(row['kappa_now'])} → {number(row['kappa_with'])}"
    )
    return f"Right by the rule {percent(row['accuracy_now'])} → {percent(row['accuracy_with'])}{kappas}"


def _say(study_id: str, forms: list[tuple[str, str]], accepted: bool, person: str) -> None:
    state.store().variant(study_id, forms, accepted, reviewer=person)


def _take_back(study_id: str, person: str) -> None:
    state.store().undo(study_id, person)


def _decided(study_id: str, person: str) -> None:
    """What stands, with who said so and when; undo takes back one's own last."""
    section("Decided")
    standing = state.store().standing(study_id)
    events = standing.variant_events()
    if events and standing.next_undo(person) and standing.next_undo(person)[-1].action == "variant":
        allowed.button(
            "Undo my last", icon=":material/undo:", key="ae_variants_undo", on_click=_take_back, args=(study_id, person)
        )
    rows = [
        {
            "target": e.detail["target"],
            "form": e.detail["form"],
            "accepted": "accepted" if e.value else "rejected",
            "reviewer": e.reviewer,
            "time": e.time.strftime("%Y-%m-%d %H:%M"),
        }
        for e in sorted(events, key=lambda e: -e.number)
    ]
    table(
        pd.DataFrame(rows, columns=HISTORY),
        "variants",
        {"form": "Answer, canonical", "accepted": "Said", "time": "Time (UTC)"},
    )
