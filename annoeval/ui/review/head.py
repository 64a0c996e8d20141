"""The first line of Review: which queue, whose items, and the other ways to work."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from annoeval.answers.scores import rater_name
from annoeval.protocols import protocol_of
from annoeval.protocols.protocol import Protocol
from annoeval.review import assignments
from annoeval.review.rule import Rule, middle, noted, reviewable, scored, scorers
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.review.desk import BACK, MINE, SECOND
from annoeval.ui.review.seat import AT, SCOPE, put_rule, rule_in_address
from annoeval.words import count, plain

KINDS = {
    "low": "Doubtful AI scores",
    "unscored": "Not scored by the AI",
    "confidence": "Low confidence",
    "disagree": "People disagree",
    "ai_human": "AI and people differ",
    "unreviewed": "Not yet reviewed",
    "audit": "Drawn for the audit",
    "all": "All items",
}
SCOPES = {"": "Everyone's", MINE: "Assigned to me", BACK: "Sent back to me", SECOND: "Judged by others, not by me"}
VIEWS = {
    "table": ("Table", "table"),
    "meeting": ("Meeting", "groups"),
    "variants": ("Variants", "spellcheck"),
    "team": ("Team", "tune"),
    "history": ("History", "history"),
}


def show(study: Study, view: str) -> None:
    """Title, queue, scope; at the right the views."""
    with st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key="ae_review_head"
    ):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
            st.title("Review", anchor=False, width="content")
            sent_back = view in ("", "table") and st.query_params.get(SCOPE) in (BACK, SECOND)
            if view in ("", "table", "team") and not sent_back:  # these come from any queue
                _queue(study)
            if view in ("", "table"):
                _scope()
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
            if view:
                st.button("One by one", icon=":material/view_agenda:", type="tertiary", on_click=go, args=("",))
            for name, (title, icon) in VIEWS.items():
                if name != view and (name != "variants" or has_variants(study)):
                    st.button(
                        title,
                        icon=f":material/{icon}:",
                        type="tertiary",
                        on_click=go,
                        args=(name,),
                        key=f"ae_view_{name}",
                    )


def has_variants(study: Study) -> bool:
    """Whether answers in people's own words are held against a target."""
    return type(protocol_of(study)).proposals is not Protocol.proposals


def go(view: str) -> None:
    """Open another view of Review; the address holds it."""
    if view:
        st.query_params["view"] = view
    else:
        st.query_params.pop("view", None)


def _queue(study: Study) -> None:
    rule = rule_in_address(study)
    with st.popover(plain(rule.words(study), 40), icon=":material/filter_list:", type="tertiary", key="ae_queue"):
        kinds = [*KINDS, "chosen"] if rule.kind == "chosen" else list(KINDS)
        titles = {**KINDS, "chosen": count(len(rule.items), "chosen item")}
        for key, value in _now(rule).items():
            st.session_state[key] = value
        st.selectbox("Queue", kinds, key="ae_q_kind", format_func=lambda k: titles[k], on_change=_changed, args=(rule,))
        names = reviewable(study)
        if len(names) > 1:
            st.selectbox(
                "Question",
                ["", *names],
                key="ae_q_dimension",
                on_change=_changed,
                args=(rule,),
                format_func=lambda d: "All" if not d else study.dimensions[d].title or d,
            )
        _answers(study, rule)
        _limits(study, rule)
        _saved(rule)


def _now(rule: Rule) -> dict[str, Any]:
    return {
        "ae_q_kind": rule.kind,
        "ae_q_dimension": rule.dimension or "",
        "ae_q_rater": rule.rater or "",
        "ae_q_notes": list(rule.notes),
    }


@st.cache_data(max_entries=64, show_spinner=False)
def _known(digest: str, dimension: str | None, rater: str | None, _study: Study) -> tuple[list[str], dict[str, int]]:
    """Which AIs scored what is asked, and which notes sort their answers."""
    return scorers(_study, dimension), noted(_study, dimension, rater)


def _answers(study: Study, rule: Rule) -> None:
    """Whose scores the rule looks at, where several AIs scored, and what kinds of answers, where notes name them."""
    names, kinds = _known(study.digest, rule.dimension, rule.rater, study)
    names += [rule.rater] if rule.rater and rule.rater not in names else []
    if len(names) > 1:
        st.selectbox(
            "AI",
            ["", *names],
            key="ae_q_rater",
            on_change=_changed,
            args=(rule,),
            format_func=lambda n: rater_name(n) if n else "All",
        )
    kinds |= {note: 0 for note in rule.notes if note not in kinds}
    if kinds:
        st.multiselect(
            "Its answers are",
            list(kinds),
            key="ae_q_notes",
            on_change=_changed,
            args=(rule,),
            placeholder="Of any kind",
            format_func=lambda n: f"{n} ({kinds[n]:,})",
        )


def _limits(study: Study, rule: Rule) -> None:
    if rule.kind == "confidence":
        st.session_state["ae_q_threshold"] = 0.5 if rule.threshold is None else rule.threshold
        st.number_input("Below", 0.0, 1.0, step=0.05, key="ae_q_threshold", on_change=_changed, args=(rule,))
    if rule.kind == "low":
        dimension = rule.dimension or reviewable(study)[0]
        dimension = scored(study, dimension)
        limits = study.dimensions[dimension].range
        if limits is not None:
            usual = middle(study, dimension) or 0.0
            st.session_state["ae_q_threshold"] = float(usual if rule.threshold is None else rule.threshold)
            low, high = float(limits[0]), float(limits[1])
            st.number_input(
                "AI score up to",
                low,
                high,
                step=(high - low) / 4,
                key="ae_q_threshold",
                on_change=_changed,
                args=(rule,),
            )


def _changed(rule: Rule) -> None:
    chosen = st.session_state
    kind = chosen["ae_q_kind"]
    changed = replace(rule, kind=kind, dimension=chosen.get("ae_q_dimension", rule.dimension) or None)
    changed = replace(
        changed,
        rater=chosen.get("ae_q_rater", rule.rater) or None,
        notes=tuple(chosen.get("ae_q_notes", rule.notes)),
    )
    if kind != "chosen":
        changed = replace(changed, items=())
    same_scale = kind == rule.kind and changed.dimension == rule.dimension
    changed = replace(changed, threshold=chosen.get("ae_q_threshold") if same_scale else None)
    put_rule(changed)


def _saved(rule: Rule) -> None:
    store, study_id = state.store(), state.study_id()
    assert study_id is not None
    saved = assignments.saved_queues(store, study_id)
    if saved:
        st.markdown(":small[:gray[Saved queues]]")
        for name, other in saved.items():
            st.button(plain(name, 40), key=f"ae_saved_{name}", type="tertiary", on_click=put_rule, args=(other,))

    def save() -> None:
        if st.session_state["ae_q_name"].strip():
            assignments.save_queue(store, study_id, st.session_state["ae_q_name"], rule, state.person())
            st.session_state["ae_q_name"] = ""

    if allowed.may():
        st.text_input("Save this queue as", key="ae_q_name", placeholder="A name for the team", on_change=save)


def _scope() -> None:
    current = st.query_params.get(SCOPE, "")
    labels = {v: k for k, v in SCOPES.items()}

    def change() -> None:
        scope = labels[st.session_state["ae_scope"]]
        for key in (SCOPE, AT):
            st.query_params.pop(key, None)
        if scope:
            st.query_params[SCOPE] = scope

    st.menu_button(SCOPES.get(current, SCOPES[""]), list(labels), key="ae_scope", type="tertiary", on_click=change)
