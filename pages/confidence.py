"""Confidence: whether it goes with the score, and whether stated confidence is borne out."""

import streamlit as st

from annoeval.answers.confidence import how_telling
from annoeval.answers.scores import name_of, rater_name
from annoeval.charts.confidence import against_score, reliability
from annoeval.evaluation.current import current_values
from annoeval.review.rule import Rule
from annoeval.ui import state
from annoeval.ui.choice import choose
from annoeval.ui.needed import needed
from annoeval.ui.page import answer, draw, head, key, quiet, required, section
from annoeval.ui.results import result
from annoeval.ui.review_links import parameters, review_items
from annoeval.ui.tables import table

study = state.study()
head("Confidence", "Review the least sure", "checklist_rtl", "review", parameters(Rule("confidence")))
study = required(study)

correlation = result(study, "correlation")
summary = result(study, "calibration_summary")
if correlation.empty and summary.empty:
    needed("confidence", study, "Here stand score against confidence with its fit, and the reliability curve.")
    st.stop()

lead = st.container()
with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    found = list(dict.fromkeys([*correlation["dimension"], *summary["dimension"]]))
    dimension = choose("dimension", {d: name_of(d, study.dimensions[d]) for d in found}, "Dimension")
    cor, summ = (t[t["dimension"] == dimension] for t in (correlation, summary))
    rater = choose("rater_of", {r: rater_name(r) for r in dict.fromkeys([*cor["rater"], *summ["rater"]])}, "Rater")
cor, summ = cor[cor["rater"] == rater], summ[summ["rater"] == rater]
scale = study.dimensions[dimension]
with lead:
    answer(how_telling(dimension, scale, rater, cor[cor["by"] == ""], summ[summ["by"] == ""]))

values = current_values(study, dimension, [rater]).dropna(subset=["confidence", "value"])
graded = scale.numeric and len(values) > 0
left, right = st.columns(2, gap="large") if graded else (None, st.container())
if left is not None:
    with left:
        section("Score against confidence")
        figure = against_score(values, scale, name_of(dimension, scale))
        picked = draw(figure, f"confidence_{dimension}", click=True)
        key(("human", "one item"), ("line", "least-squares fit"))
        if picked:
            review_items(picked, "chosen", "_picked")
curve = result(study, "calibration", dimension=dimension, raters=(rater,), by=())
with right:
    section("Is stated confidence borne out?")
    if curve.empty:
        quiet(str(summ["reason"].iloc[0]) if len(summ) else "Nothing says which answers are right.")
    else:
        draw(reliability(curve), f"reliability_{dimension}")
        key(("human", "share right in a bin, with 95 % interval"), ("reference", "dotted: honest confidence"))

section("By group")
if len(cor):
    table(
        cor[["by", "group", "n", "method", "estimate", "low", "high", "p", "reason"]],
        f"correlation_{dimension}",
        {"by": "By", "low": "95 % low", "high": "95 % high", "p": "p"},
        download=cor,
    )
if len(summ):
    table(
        summ[["by", "group", "n", "missing", "ece", "mce", "brier", "auroc", "reason"]],
        f"calibration_{dimension}",
        {"ece": "ECE", "mce": "MCE", "brier": "Brier", "auroc": "AUROC"},
        dict.fromkeys(("ece", "mce", "brier", "auroc"), "%.3f"),
        download=summ,
    )
