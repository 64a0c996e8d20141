"""Choosing which AI scores a study, and with what: its model, its cuts, and for a judge its address and question."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import streamlit as st

from annoeval import hosting
from annoeval.problem import AnnoevalError
from annoeval.protocols import Means, protocol_of
from annoeval.scoring.account import account
from annoeval.scoring.judge_terms import KEYS, QUESTION, Settings
from annoeval.study import Study
from annoeval.ui import allowed, prescoring, state
from annoeval.ui.page import quiet, say
from annoeval.ui.recut import cut_key, recut
from annoeval.words import plain


def choose(id: str) -> None:
    """The button that opens the choice; nothing where there is nothing to choose, or while scoring runs."""
    if len(prescoring.offered(id)) < 2 or prescoring.running(id):
        return
    if allowed.button("Choose the AI scorer", type="tertiary", icon=":material/tune:", key=f"_scorer_{id}"):
        _choice(id)


@st.dialog("Choose the AI scorer", width="medium")
def _choice(id: str) -> None:
    contents(id)


def contents(id: str) -> None:
    """What the dialog holds."""
    study = state.store().base(id)
    protocol, names = protocol_of(study), prescoring.offered(id)
    scorer = st.radio(
        "Scorer",
        names,
        horizontal=True,
        format_func=lambda n: f"{n[0].upper()}{n[1:]}",
        help="Each scorer's scores stand beside the others'; the recommended one's headline the results.",
        key=f"_which_{id}",
    )
    settings: dict[str, Any] = {}
    paid = protocol.asks(scorer)
    if paid:
        judge = _judge(id, study, scorer)
        if judge is None:
            return
        settings = {"judge": judge, "judge_key": secret()}
    thresholds, model = {}, ""
    cuts = protocol.thresholds(scorer)
    if cuts or protocol.embeds(scorer):
        with st.expander("Model and cuts"):
            if protocol.embeds(scorer) and not hosting.shared():  # no visitor makes a server load what they name
                model = st.text_input(
                    "Embedding model",
                    placeholder="The packaged one (all-MiniLM-L6-v2)",
                    help="A folder of this server, or a name on the hub such as BAAI/bge-large-en.",
                    key=f"_model_{id}",
                ).strip()
            thresholds = _cuts(id, cuts)
            recut(id, state.store().study(id), scorer, cuts, thresholds)
    if paid and not _budget_seen(id, study, scorer, settings):
        return
    if st.button("Score with AI", type="primary", icon=":material/smart_toy:", key=f"_start_{id}"):
        prescoring.start(id, scorer, model, thresholds, settings)
        st.rerun()


def _cuts(id: str, cuts: Mapping[str, float]) -> dict[str, float]:
    """Cuts that were set to something else than usual."""
    if not cuts:
        return {}
    quiet("A score is 2 or 1 from these measures on; whatever stands close to a cut goes to a person.")
    chosen = {}
    for column, names in zip(st.columns(2), (list(cuts)[::2], list(cuts)[1::2]), strict=True):
        for name in names:
            title = name.replace(".", ": ").replace("_", " ").capitalize()
            key = cut_key(id, name)
            if key not in st.session_state:
                st.session_state[key] = float(cuts[name])
            chosen[name] = column.number_input(title, 0.0, 1.0, step=0.01, key=key)
    return {name: cut for name, cut in chosen.items() if cut != cuts[name]}


def secret() -> str | None:
    """The judge's key from the server's secrets, else None: the environment's is found where it is used."""
    try:
        return next((str(st.secrets[name]) for name in KEYS if name in st.secrets), None)
    except FileNotFoundError:
        return None


def _judge(id: str, study: Study, scorer: str) -> Settings | None:
    """What the judge is asked, as the fields say; None where they don't suffice yet.

    A shared server asks the API it was given and no other: an address that a visitor types would get its key.
    """
    given = hosting.judge_address()
    if hosting.shared() and not given:
        say("On this server no model judges: whoever runs it says by ANNOEVAL_JUDGE_URL which API is asked.")
        return None
    last = next(
        (
            found
            for text in study.ratings.loc[study.ratings["rater"] == scorer, "response"].dropna()
            if (found := account(text)) is not None
        ),
        None,
    )
    left, right = st.columns(2)
    url = given or left.text_input("Address of the API", placeholder="https://…/v1", key=f"_url_{id}")
    if given:
        left.text_input("Address of the API", given, disabled=True, key=f"_given_{id}")
    model = right.text_input("Model", key=f"_judge_model_{id}")
    question = st.text_area("Question", last.cut if last else QUESTION, height=100, key=f"_question_{id}")
    rubric = st.text_area("Rubric", placeholder="The published rubric of each question", height=68, key=f"_rubric_{id}")
    into, out, limit, rate = st.columns(4)
    price_in = into.number_input("$ per million in", 0.0, value=0.0, key=f"_in_{id}")
    price_out = out.number_input("$ per million out", 0.0, value=0.0, key=f"_out_{id}")
    budget = limit.number_input("Stop at $", 0.0, value=None, placeholder="no limit", key=f"_limit_{id}")
    per_minute = rate.number_input("Requests a minute", 1.0, value=60.0, key=f"_rate_{id}")
    if secret() is None and not any(os.environ.get(name) for name in KEYS):
        quiet(f"No key is set. A server that asks for one reads it from {' or '.join(KEYS)}, never from this page.")
    if not url.strip() or not model.strip():
        quiet("An address and a model are needed.")
        return None
    try:
        return Settings(
            url.strip(),
            model.strip(),
            question=question.strip() or QUESTION,
            rubric=rubric.strip(),
            per_minute=per_minute,
            price_in=price_in,
            price_out=price_out,
            budget=budget,
        )
    except AnnoevalError as error:
        st.error(plain(error, 300), icon=":material/error:")
        return None


def _budget_seen(id: str, study: Study, scorer: str, settings: Mapping[str, Any]) -> bool:
    """Shows what the judge would cost once that is asked for; gives whether it is on screen."""
    from annoeval.prescoring import budget

    asked = (id, scorer, settings["judge"])
    if st.session_state.get("_budget", (None,))[0] != asked:
        if not st.button("See what it costs", icon=":material/receipt_long:", key=f"_cost_{id}"):
            return False
        with st.spinner("Finding the pages"):
            cost = budget(study, scorer, Means(state.store().attached(id), settings=settings))
        st.session_state["_budget"] = (asked, cost)
    cost = st.session_state["_budget"][1]
    say(cost.sentence)
    if not cost.cases:
        quiet("No figure or table of this study has a place that can be shown: attach the papers first.")
    return bool(cost.cases)
