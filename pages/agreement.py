"""Agreement: whether raters give the same answers, how sure that is, and where they part."""

import streamlit as st

from annoeval.answers.agreement import coefficient_name, how_alike
from annoeval.answers.scores import name_of
from annoeval.charts.matrix import label_by_label, rater_by_rater
from annoeval.evaluation.agreement import items_of_cell
from annoeval.ui import state
from annoeval.ui.choice import choose
from annoeval.ui.needed import needed
from annoeval.ui.page import answer, draw, head, required, section
from annoeval.ui.results import result
from annoeval.ui.review_links import differing_action, review_items
from annoeval.ui.tables import table

study = state.study()
head("Agreement", *differing_action(study))
study = required(study)

pairs = result(study, "pairs")
if pairs.empty:
    needed("agreement", study, "Here stand the coefficients, who agrees with whom, and what they confuse.")
    st.stop()

lead = st.container()
with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    dimension = choose(
        "dimension", {d: name_of(d, study.dimensions[d]) for d in pairs["dimension"].unique()}, "Dimension"
    )
    agreement = result(study, "agreement", dimension=dimension, by=())
    sets = {r: r for r in agreement["raters"].unique()}
    raters = choose("among", sets, "Raters")
scale, own = study.dimensions[dimension], agreement[agreement["raters"] == raters]
with lead:
    answer(how_alike(dimension, scale, own))

left, right = st.columns(2, gap="large")
these = pairs[pairs["dimension"] == dimension]
with left:
    section("Rater by rater")
    kinds = {w: "Unweighted" if w == "none" else f"{w.capitalize()} weights" for w in these["weights"].unique()}
    weights = choose("weights", kinds, "Weights")
    picked = draw(rater_by_rater(these[these["weights"] == weights]), f"pairs_{dimension}", click=True)
with right:
    section("Label by label")
    couples = {f"{a} and {b}": (a, b) for a, b in zip(these["rater_a"], these["rater_b"], strict=True)}
    first = next((name for name, couple in couples.items() if picked and list(couple) == picked[0]), None)
    couple = couples[choose("pair", {name: name for name in couples}, "Raters", first)]
    confusion = result(study, "confusion", dimension=dimension, raters=couple)
    if not confusion.empty:
        one = confusion.iloc[0]
        cell = draw(label_by_label(confusion, scale), f"confusion_{dimension}", click=True)
        if cell:
            found = items_of_cell(study, dimension, one["rater_rows"], one["rater_columns"], *cell[0])
            review_items(found, "in this cell", "_cell")

section("Coefficients")
shown = own.assign(coefficient=own["coefficient"].map(coefficient_name))
table(
    shown[["coefficient", "value", "low", "high", "n_items", "n_ratings", "words", "method", "reason"]],
    f"agreement_{dimension}",
    {"low": "95 % low", "high": "95 % high", "n_items": "Items", "n_ratings": "Ratings", "words": "Landis–Koch"},
    download=own,
)
