"""What is true of all items, on the page Scores: the sentence, the plot, the audit that would sharpen it."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from annoeval.answers.estimates import (
    NOT_CORRECTED,
    advice,
    among_people,
    covered,
    headline_row,
    how_true,
    label_of,
    minutes,
    not_corrected,
    partial_row,
    planned,
    saved,
)
from annoeval.charts.estimates import course_of, of_all
from annoeval.evaluation.course import course
from annoeval.evaluation.coverage_of_review import coverage
from annoeval.evaluation.estimates import only_scored
from annoeval.evaluation.plans import Plan, equal_steps, plan
from annoeval.evaluation.reviewer_error import ReviewerError, reviewer_error
from annoeval.problem import AnnoevalError
from annoeval.review.audits import draw, say_why, waiting
from annoeval.review.rule import Rule
from annoeval.statistics.partial.looks import MOST_PLANNED
from annoeval.study import Study
from annoeval.ui import allowed, state
from annoeval.ui.dirty import said_and_mended
from annoeval.ui.page import button, is_narrow, quiet, say, section
from annoeval.ui.page import draw as chart
from annoeval.ui.results import result
from annoeval.ui.review_links import parameters, to_group
from annoeval.ui.tables import table
from annoeval.words import count, noun

WHY = {"random": "At random", "rule": "By a rule, such as a low score", "chosen": "By choice"}
TITLES = {
    "n_all": "Items",
    "n_reviewed": "Reviewed",
    "n_audited": "Audited",
    "n_unseen": "Unseen",
    "naive": "Not corrected",
    "low": "95 % low",
    "high": "95 % high",
    "bound_low": "Lowest",
    "bound_high": "Highest",
    "ai": "AI score",
    "because": "Why",
}

FORMATS = dict.fromkeys(("naive", "bound_low", "bound_high"), "%.2f")


def headline(study: Study, dimension: str) -> pd.Series | None:
    """The row that heads Scores where final scores are people's and unchecked ones of the AI together, or an audit was
    drawn; None elsewhere."""
    sources = result(study, "sources", dimension=dimension)
    return partial_row(
        result(study, "estimates", dimension=dimension, by=()), sources, study.audit(dimension) is not None
    )


def unreviewed(study: Study, dimension: str) -> None:
    """Where nobody looked at what an AI scored: between what the truth may lie, and the check that would tell."""
    if not only_scored(study, dimension):
        return
    row = headline_row(result(study, "estimates", dimension=dimension, by=()))
    if row is not None:
        section("What is true of all items")
        say(how_true(dimension, study.dimensions[dimension], row))
        quiet("The scores above are the AI's own. Check some items, drawn at random, and their limits follow.")
        offer(dimension)


def said(study: Study, dimension: str, row: pd.Series) -> None:
    """The estimate or the bounds in a sentence; below it, in grey, the merged figure and what people reviewed."""
    scale = study.dimensions[dimension]
    said_and_mended(study, dimension, how_true(dimension, scale, row))
    parts = [
        not_corrected(scale, row),
        covered(row, result(study, "coverage", dimension=dimension)),
        saved(row),
        among_people(_error(study.digest, dimension, study), scale),
    ]
    quiet(" ".join(f"{p}." for p in parts if p))
    if _asks(study.digest, dimension, study):
        _ask(dimension)


def by_group(study: Study, dimension: str, row: pd.Series, by: str) -> None:
    """The one plot: bounds as a band, the merged figure in grey, the estimate with its interval; below it the plan."""
    scale = study.dimensions[dimension]
    estimates = result(study, "estimates", dimension=dimension)
    figure = of_all(estimates, scale, row["what"], by, is_narrow())
    marks = (("line ink", "true of all, 95 %"), ("band", "what the unseen allow"), ("reference", NOT_CORRECTED.lower()))
    chosen = chart(figure, f"estimates_{dimension}_{by}", True, marks)
    to_group(by, chosen)
    audit(study, dimension, row)
    section("The numbers")
    shown = estimates[estimates["by"].isin(["", by])].drop(columns=["dimension", "by"])
    shown = shown.assign(valid=shown["valid"].map({True: "yes", False: "no"}))
    table(shown, f"estimates_{dimension}", TITLES, FORMATS, download=estimates)
    covering = result(study, "coverage", dimension=dimension)
    rows = covering[covering["by"].isin(["", by])].drop(columns=["dimension", "by", "words"])
    section("Which items are reviewed")
    table(rows, f"coverage_{dimension}", TITLES, download=covering)


def audit(study: Study, dimension: str, row: pd.Series) -> None:
    """The audit that is under way, and the plan of one, or of more of it."""
    running(study, dimension, row)
    offer(dimension)


def _ask(dimension: str) -> None:
    """A file that doesn't say why people reviewed what they did is asked."""

    def told() -> None:
        why = st.session_state["ae_why"]
        if why is not None:
            say_why(state.store(), str(state.study_id()), dimension, why, state.person() or "?")

    st.segmented_control(
        "How were the reviewed items picked?",
        list(WHY),
        key="ae_why",
        format_func=WHY.__getitem__,
        on_change=told,
        disabled=not allowed.may(),
    )


@st.cache_data(max_entries=64, show_spinner=False)
def _asks(digest: str, dimension: str, _study: Study) -> bool:
    return coverage(_study, dimension).asked


@st.cache_data(max_entries=64, show_spinner=False)
def _error(digest: str, dimension: str, _study: Study) -> ReviewerError | None:
    return reviewer_error(_study, dimension)


def offer(dimension: str) -> None:
    """The plan: a half-width to reach, what it costs, and the buttons that put the audit into the queue.

    Of the whole study, whatever the filter shows: an audit is drawn from everything nobody looked at.
    """
    study = state.whole()
    row = headline_row(result(study, "estimates", dimension=dimension, by=())) if study is not None else None
    if study is None or row is None:
        return
    scale = study.dimensions[dimension]
    label = None if row["what"] == "mean" else label_of(scale, row["what"])
    reach = 1.0 if label is not None else float(scale.range[1] - scale.range[0]) if scale.range else 1.0
    if label is None and not equal_steps(scale):
        _by_number(study, dimension)
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="ae_plan"):
        wanted = st.number_input(
            "Know it to ±", 0.005 * reach, 0.25 * reach, 0.03 * reach, 0.005 * reach, key="ae_half_width", width=140
        )
        looks = _looks(study, dimension)
        found = _planned(study.digest, dimension, wanted, label, looks, study)
        with st.container(width="content"):
            quiet(planned(dimension, scale, found, label))
            with st.container(horizontal=True, gap="small"):
                if found.more:
                    _add(dimension, found, found.more, looks, "")
                if sum(found.apart.values()):
                    _add(dimension, found, found.apart, looks, f", every {noun(found.by)}")


def _looks(study: Study, dimension: str) -> int:
    """How often somebody may look before the audit is over, fixed before it is drawn."""
    if (drawn := study.audit(dimension)) is not None:
        return drawn.looks
    return st.selectbox(
        "Looks",
        range(1, MOST_PLANNED + 1),
        key="ae_looks",
        width=90,
        help="How often you will look, each time after an equal part: every look is paid for with a wider interval. "
        "One look needs the fewest items; before it is complete, limits that hold at any time are shown.",
    )


def _add(dimension: str, found: Plan, sizes: int | Mapping[str, int], looks: int, what: str) -> None:
    n = sizes if isinstance(sizes, int) else sum(sizes.values())
    allowed.button(
        f"Add {count(n, 'item')} to the queue{what}",
        icon=":material/playlist_add:",
        key=f"ae_audit{'_apart' if what else ''}",
        help="Drawn at random now; people review them with the AI's scores hidden" + _cost(found, n),
        on_click=_draw,
        args=(dimension, sizes, found.by if what else "", found.half_width, looks),
    )


def _cost(found: Plan, n: int) -> str:
    words = minutes(found, n)
    return f", {words}" if words else ""


def _by_number(study: Study, dimension: str) -> None:
    """Of scales whose half-width can't be planned an audit is drawn by its size."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="ae_plan"):
        n = st.number_input("Audit", 1, len(study.items), min(30, len(study.items)), key="ae_audit_size", width=140)
        looks = _looks(study, dimension)
        allowed.button(
            f"Add {count(n, 'item')} to the queue",
            icon=":material/playlist_add:",
            key="ae_audit",
            on_click=_draw,
            args=(dimension, n, "", None, looks),
        )


def _draw(dimension: str, sizes: int | Mapping[str, int], by: str, half_width: float | None, looks: int) -> None:
    try:
        made = draw(
            state.store(),
            str(state.study_id()),
            dimension,
            sizes,
            by=by,
            half_width=half_width,
            looks=looks,
            reviewer=state.person() or "?",
        )
        st.session_state["_audit_said"] = f"{count(len(made.items), 'item')} drawn; they are in the review queue."
    except AnnoevalError as error:
        st.session_state["_audit_said"] = str(error)


@st.cache_data(max_entries=64, show_spinner="Planning the audit")
def _planned(digest: str, dimension: str, half_width: float, label: object, looks: int, _study: Study) -> Plan:
    return plan(_study, dimension, half_width, label=label, apart=True, looks=looks)


@st.cache_data(max_entries=64, show_spinner=False)
def _course(digest: str, dimension: str, what: str, _study: Study) -> pd.DataFrame:
    return course(_study, dimension, what)


def running(study: Study, dimension: str, row: pd.Series) -> None:
    """The audit under way: what is open, how the interval came along, and the advice to stop or to go on."""
    said = st.session_state.pop("_audit_said", "")
    drawn = study.audit(dimension)
    if drawn is None:
        if said:
            quiet(said)
        return
    section("The audit")
    open_ = len(waiting(study, state.store().standing(str(state.study_id())), dimension))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        line = st.number_input(
            "Is it above",
            value=None,
            key="ae_line",
            width=140,
            placeholder="–",
            help="Settled once the interval leaves it",
        )
        with st.container(width="content"):
            quiet(said or f"{count(len(drawn.items), 'item')} drawn, {open_:,} open.")
            if words := advice(row, open_, drawn.half_width, line):
                quiet(words)
        if open_:
            button(f"Review the {open_:,}", "checklist_rtl", "review", parameters(Rule("audit", dimension)))
    curve = _course(study.digest, dimension, row["what"], study)
    if len(curve) > 1:
        asked = [("dots", "the value in question")] if line is not None else []
        marks = [("line ink", "limits at any time, 95 %"), ("human", "the estimate"), *asked]
        figure = course_of(curve, study.dimensions[dimension], row["what"], line, len(drawn.items))
        chart(figure, f"course_{dimension}", key=marks)
