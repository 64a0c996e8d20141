"""Comparison: whether two groups, raters, dimensions or studies differ, by how much, and how sure that is."""

import streamlit as st

from annoeval.answers.comparison import how_different, in_methods
from annoeval.ui import comparison as parts
from annoeval.ui import state
from annoeval.ui.dirty import said_and_mended
from annoeval.ui.methods import methods_text
from annoeval.ui.needed import needed
from annoeval.ui.own import own_sections
from annoeval.ui.page import answer, head, quiet, required, say
from annoeval.ui.review_links import default_action

study = state.study()
head("Comparison", *default_action(study))
study = required(study)

lead = st.container()
compared = parts.choose_what(study)
if compared is None:
    needed("comparison", study, "Here stand differences with their intervals, tests and effect sizes.")
    st.stop()
if compared.rows.empty:
    with lead:
        answer(parts.nothing_shared(compared))
    st.stop()

row = parts.forest(compared)
if row is None:
    quiet(str(compared.rows["reason"].iloc[0]))
    st.stop()
values = compared.values(row)
said = how_different(row, values, compared.names, parts.stated_margin())
with lead:
    everything = parts.at_once(compared)
    said_and_mended(study, str(row["dimension"]) or compared.first, everything or said)
if everything:  # pairs come after the test of all, the largest difference first
    say(said)
parts.behind(study, row, compared, values)
parts.all_tests(compared, row)
own_sections(study, "comparison")
methods_text(study, "comparison", str(row["dimension"]) or compared.first, in_methods(row, compared.adjusted))
