"""Scores: how good the output is, overall and by group; whose values they are."""

import streamlit as st

from annoeval.answers.scores import in_methods, name_of
from annoeval.ui import estimates, state
from annoeval.ui import scores as parts
from annoeval.ui.choice import choose
from annoeval.ui.clusters import chosen
from annoeval.ui.methods import methods_text
from annoeval.ui.needed import needed
from annoeval.ui.own import own_sections
from annoeval.ui.page import head, required
from annoeval.ui.results import result, scored
from annoeval.ui.review_links import default_action

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
    numeric = study.dimensions[dimension].numeric
    found = result(study, "scores" if numeric else "labels", dimension=dimension, cluster=chosen(study))
    by = parts.rows(found["by"])
row = estimates.headline(study, dimension)
with lead:
    if row is not None:
        estimates.said(study, dimension, row)
    else:
        parts.said(study, dimension, found)
if row is not None and by != "rater":
    estimates.by_group(study, dimension, row, by)
else:
    (parts.means if numeric else parts.label_shares)(study, dimension, by, found)
    if row is not None:
        estimates.audit(study, dimension, row)
    else:
        estimates.unreviewed(study, dimension)
own_sections(study, "scores")
methods_text(study, "scores", dimension, in_methods(found))
