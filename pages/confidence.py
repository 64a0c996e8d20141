"""Confidence: whether it goes with the score, and whether stated confidence is borne out."""

import streamlit as st

from annoeval.answers.confidence import how_telling, in_methods
from annoeval.answers.scores import name_of, rater_name
from annoeval.evaluation.current import with_confidence
from annoeval.review.rule import Rule
from annoeval.ui import confidence as parts
from annoeval.ui import state
from annoeval.ui.choice import choose
from annoeval.ui.clusters import chosen
from annoeval.ui.dirty import said_and_mended
from annoeval.ui.methods import methods_text
from annoeval.ui.metrics import metrics
from annoeval.ui.needed import needed
from annoeval.ui.own import own_sections
from annoeval.ui.page import head, required
from annoeval.ui.results import result
from annoeval.ui.review_links import parameters

study = state.study()
stated = with_confidence(study) if study is not None and len(study.items) else {}
doubts = ("Review the least sure", "checklist_rtl", "review", parameters(Rule("confidence")))
head("Confidence", *(doubts if stated else ()))
study = required(study)

if not stated and study.metrics and not study.ratings["value"].dropna().empty:
    metrics(study, leads=True)
    st.stop()
if not stated:
    needed("confidence", study, "Here stand score against confidence with its fit, and the reliability curve.")
    st.stop()

lead = st.container()
with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    dimensions = {d: name_of(d, study.dimensions[d]) for d in stated}
    dimension = choose("dimension", dimensions, "Dimension", "score")
    rater = choose("rater_of", {r: rater_name(r) for r in stated[dimension]}, "Rater", study.headline)
    drawn = chosen(study)
options = {"dimension": dimension, "raters": (rater,), "cluster": drawn}
correlation, summary = (result(study, name, **options) for name in ("correlation", "calibration_summary"))
correlation = correlation[correlation["unit"] == "item"]
scale = study.dimensions[dimension]
with lead:
    overall, figures = (
        correlation[correlation["by"] == ""],
        parts.figures_of(study.digest, dimension, rater, drawn, study),
    )
    said_and_mended(study, dimension, how_telling(dimension, scale, rater, overall, figures))

left, right = st.columns(2, gap="large")
right_or_wrong = len(summary) > 0 and summary["n"].max() > 0
with left:
    if right_or_wrong:
        parts.curve(study, dimension, rater, scale, summary, drawn)
    elif scale.numeric:
        parts.scatter(study, dimension, rater, scale)
    else:
        parts.stated(study, dimension, rater)
with right:
    if right_or_wrong:
        parts.keeping(study, dimension, rater)
    else:
        parts.curve(study, dimension, rater, scale, summary, drawn)
if right_or_wrong and scale.numeric and scale.categories != (0, 1):
    parts.scatter(study, dimension, rater, scale)
parts.groups(study, dimension, correlation)
parts.numbers(study, dimension, rater, drawn, correlation, summary)
metrics(study)
own_sections(study, "confidence")
methods_text(study, "confidence", dimension, in_methods(overall, figures), drawn)
