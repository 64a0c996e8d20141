"""How much of each label one rater finds of what another one says: sentence, plot, table."""

from __future__ import annotations

import streamlit as st

from annoeval.answers.classes import how_much_found, shares_shown
from annoeval.answers.scores import rater_name
from annoeval.charts.classes import MEASURES, MOST_ROWS, shares_of_labels
from annoeval.evaluation.pairs import items_of_cell
from annoeval.study import Study
from annoeval.ui.page import draw, is_narrow, quiet, say, section
from annoeval.ui.results import result
from annoeval.ui.review_links import review_items
from annoeval.ui.tables import table
from annoeval.words import count

TITLES = {
    "n_truth": "Given by the first", "n_said": "By the second", "n_both": "By both", "found": "Found",
    "found_low": "95 % low", "found_high": "95 % high", "precision": "Precision", "precision_low": "95 % low ",
    "precision_high": "95 % high ", "reason": "Note",
}  # fmt: skip
HELP = {
    "found": "Of the items to which the first gave the label, the share to which the second gave it too (recall)",
    "precision": "Of the items to which the second gave the label, the share to which the first gave it too",
}


def class_shares(study: Study, dimension: str, two: tuple[str, str], drawn: str | None) -> None:
    """The section of the two raters whose labels stand in the matrix; nothing where the scale has no labels.

    drawn: the cluster column.
    """
    shares = result(study, "classes", dimension=dimension, raters=two, cluster=drawn)
    if shares.empty:
        return
    truth, rater = str(shares["truth"].iloc[0]), str(shares["rater"].iloc[0])
    scale = study.dimensions[dimension]
    section(f"What {rater_name(rater)} finds of each label")
    say(how_much_found(shares, scale))
    name = f"classes_{dimension}_{truth}_{rater}"
    marks = [*((role, words) for _, _, role, words in MEASURES), ("line ink", "95 % interval")]
    chosen = draw(shares_of_labels(shares, scale, is_narrow()), name, True, marks)
    if len(shares) > MOST_ROWS:
        quiet(f"The {MOST_ROWS} most frequent of {count(len(shares), 'label')}; the table holds all.")
    if chosen:
        label = next((v for v in shares["label"] if v == chosen[0]), None)
        others = [v for v in shares["label"] if v != label]
        missed = items_of_cell(study, dimension, truth, rater, [label], others)
        review_items(missed, f"“{scale.describe(label)}” that {rater_name(rater)} misses", f"_missed_{dimension}")
    with st.expander("The numbers", key=f"_numbers_{name}"):
        percents = dict.fromkeys((c for c in TITLES if c.startswith(("found", "precision"))), "percent")
        table(shares_shown(shares, scale), name, TITLES, percents, HELP, download=shares)
