"""Report: the figures as a document that others can read, print and recompute."""

import streamlit as st

from annoeval.ui import report as parts
from annoeval.ui import state
from annoeval.ui.needed import needed
from annoeval.ui.page import head, required

top = head("Report")
whole = state.whole()
study = required(state.study())
if whole is None or not study.ratings["value"].notna().any():
    needed("report", study, "Here the figures become a document: HTML, Excel, LaTeX, Markdown, or a ZIP with the data.")
    st.stop()
asked = parts.what_to_report(whole)
material = parts.material_of(whole, asked)
left, right = st.columns([1, 3], gap="large")
with left:
    material = material.with_sections(parts.sections(material))
with right:
    parts.download(material, whole.name, top)
    parts.preview(material)
