"""Scores against automatic metrics of papers or domains: plot, coefficients, and all of them as a table."""

from __future__ import annotations

import streamlit as st

from annoeval.answers.confidence import METHODS
from annoeval.answers.metrics import UNITS, how_measured
from annoeval.answers.scores import name_of, rater_name
from annoeval.charts.metrics import against_metric
from annoeval.evaluation.current import raters_of
from annoeval.evaluation.metrics import means_by_unit
from annoeval.study import Study
from annoeval.ui.choice import choose
from annoeval.ui.page import answer, draw, say, section
from annoeval.ui.results import result
from annoeval.ui.review_links import to_group
from annoeval.ui.tables import table
from annoeval.words import p_value


def metrics(study: Study, leads: bool = False) -> None:
    """The section; nothing where the study has no metrics or no scores. leads: whether it is the page's answer."""
    given = study.ratings[study.ratings["value"].notna()]
    scored = {d: name_of(d, s) for d, s in study.dimensions.items() if s.numeric and (given["dimension"] == d).any()}
    if not study.metrics or not scored:
        return
    if not leads:
        section("Scores and automatic metrics")
    lead = st.container()
    with st.container(horizontal=True, vertical_alignment="center"):
        dimension = choose("scored", scored, "Question")
        by = set(given.loc[given["dimension"] == dimension, "rater"]) | {"resolved"}
        raters = [r for r, kind in raters_of(study, dimension).items() if kind != "reference" and r in by]
        rater = choose("scored_by", {r: rater_name(r) for r in raters}, "Rater", "resolved")
        varied = next((m for m in study.metrics if study.items[m].nunique() > 1), None)
        metric = choose("metric", {m: m for m in study.metrics}, "Metric", varied)
    rows = result(study, "correlation", dimension=dimension, raters=(rater,))
    rows = rows[rows["what"].isin(list(study.metrics))]
    about = scored[dimension]
    with lead:
        (answer if leads else say)(how_measured(metric, about.lower(), rows[rows["what"] == metric]))
    means = means_by_unit(study, dimension, rater, metric)
    if len(means):
        figure = against_metric(means, study.dimensions[dimension], f"Mean {about.lower()} score", metric)
        clicked = draw(figure, f"metric_{study.digest}_{dimension}_{rater}_{metric}", click=True)
        to_group(study.metrics[metric], clicked)
    with st.expander("All metrics"):
        shown = rows.assign(
            method=rows["method"].map(METHODS),
            p=[p_value(p) for p in rows["p"]],
            unit=rows["unit"].map(lambda u: UNITS.get(u, u)),
        )
        columns = ["what", "unit", "n", "method", "estimate", "low", "high", "p", "warning", "reason"]
        table(
            shown[[c for c in columns if c not in ("warning", "reason") or shown[c].astype(bool).any()]],
            f"metrics_{dimension}",
            {"what": "Metric", "unit": "Of", "low": "95 % low", "high": "95 % high", "p": "p", "n": "n"},
            download=rows,
        )
