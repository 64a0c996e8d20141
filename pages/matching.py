"""Matching: which drawn objects match the ground truth, what each cost, and how a class did."""

import streamlit as st

from annoeval.ui import state
from annoeval.ui.choice import choose
from annoeval.ui.matching.group import firmness, group_view
from annoeval.ui.matching.pairs import pairs_view
from annoeval.ui.matching.rules import ask_numbers, ask_truth, joins_proposed, rules_view
from annoeval.ui.matching.sheet import feedback, sheet
from annoeval.ui.matching.tables import matches_of, narrowed, seen_to, tables_of
from annoeval.ui.needed import needed
from annoeval.ui.own import headline
from annoeval.ui.page import answer, head, required, section

study = state.whole()
row = head("Matching")
study = required(study)
if study.shapes is None or study.protocol != "boxes":
    needed("matching", study, "Here each submission's drawn objects are matched with a ground truth and graded.")
    st.stop()
whole, study = study, narrowed(study, state.current_filter())
rules, tables, names = tables_of(study)
answer(headline(study) or "")
joins_proposed(whole, rules)
if ask_numbers(whole):
    st.stop()
if not rules.truth:
    ask_truth(study)
    st.stop()
if not names:
    rules_view(whole)
    st.stop()
with st.container(horizontal=True, vertical_alignment="center"):
    view = choose("view", {"pairs": "Pairs", "all": "All submissions", "firm": "How firm", "rules": "Rules"}, "View")
    who = names[0] if view in ("all", "rules") else choose("of", {n: n for n in names}, "Submission")
if view in ("pairs", "firm"):
    row.download_button(
        "Feedback to send",
        lambda: sheet(who, matches_of(study, who), tables, rules),
        f"{who}.html",
        "text/html",
        type="primary",
        on_click="ignore",
        icon=":material/print:",
    )
elif view == "all":
    row.download_button(
        "Feedback for all",
        lambda: feedback(tables, names, rules),
        "feedback.zip",
        "application/zip",
        type="primary",
        on_click="ignore",
        icon=":material/folder_zip:",
    )
if view == "pairs":
    shown = seen_to(study, matches_of(study, who), state.current_filter().reviewed)
    pairs_view(study, shown, tables["lost_points"], who, rules)
elif view == "all":
    group_view(tables, rules)
elif view == "firm":
    section("How far the score depends on the rules")
    firmness(tables, who, rules)
else:
    rules_view(whole)
