"""Scores: how good the output is, overall and by group; whose values they are."""

import streamlit as st

from annoeval.answers.scores import how_good, name_of
from annoeval.charts.scores import by_group, by_rater, numbers, series
from annoeval.ui import state
from annoeval.ui.choice import choose
from annoeval.ui.needed import needed
from annoeval.ui.own import own_sections
from annoeval.ui.page import answer, draw, head, is_narrow, key, required, section
from annoeval.ui.results import result, scored
from annoeval.ui.review_links import default_action, to_group
from annoeval.ui.tables import table
from annoeval.words import title

study = state.study()
head("Scores", *default_action(study))
study = required(study)
names = {d: name_of(d, study.dimensions[d]) for d in scored(study)}
if not names:
    needed("scores", study, "Here stand the means by rater and by group, with their intervals.")
    st.stop()

lead = st.container()
with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    dimension = choose("dimension", names, "Dimension")
    scores = result(study, "scores", dimension=dimension)
    groups = {g: f"By {title(g).lower()}" for g in scores["by"].unique() if g}
    by = choose("by", {**groups, "rater": "By rater"}, "Rows")
scale = study.dimensions[dimension]
with lead:
    answer(how_good(dimension, scale, scores, result(study, "sources", dimension=dimension)))

if scores["mean"].notna().any():
    figure = by_rater(scores, scale, is_narrow()) if by == "rater" else by_group(scores, scale, by, is_narrow())
    chosen = draw(figure, f"scores_{dimension}_{by}", click=True)
    key(*((s.role, s.title) for s in series(scores)), ("line", "95 % interval"))
    to_group(by, chosen)

section("The numbers")
table(
    numbers(scores, by),
    f"scores_{dimension}_{by}",
    {"group": title(by), "n": "n", "sd": "SD", "low": "95 % low", "high": "95 % high", "kind": "Who"},
    download=scores,
)
own_sections(study, "scores")
