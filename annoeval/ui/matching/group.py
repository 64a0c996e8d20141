"""How all submissions did: leaderboard, precision and recall, confusions, common mistakes, and how firm it is."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from annoeval.charts.boxes import band, leaderboard, precision_recall
from annoeval.charts.matrix import Cell, matrix
from annoeval.protocols.boxes.rules import Rules
from annoeval.protocols.boxes.tables import NO_PARTNER
from annoeval.ui.choice import choose
from annoeval.ui.page import draw, is_narrow, quiet, room, say, section
from annoeval.ui.tables import table
from annoeval.words import count, listed

MOST = 14  # labels in a matrix
COLUMNS = (
    "submission",
    "rule",
    "overall",
    "low",
    "high",
    "rank",
    "matched",
    "missed",
    "extra",
    "ignored",
    "precision",
    "recall",
    "f_beta",
    "mean_iou",
    "quality",
    "n_images",
    "reason",
)
FORMATS = {
    **dict.fromkeys(("matched", "missed", "extra", "ignored", "n_images", "wrong_label"), "localized"),
    **dict.fromkeys(("precision", "recall", "f1"), "percent"),
    **dict.fromkeys(("mean_iou", "jaccard"), "%.3f"),
    **dict.fromkeys(("overall", "low", "high", "f_beta", "quality"), "%.1f"),
}
TITLES = {
    "n_images": "Images",
    "f_beta": "Fβ",
    "mean_iou": "Mean IoU",
    "overall": "Score",
    "n": "Graded",
    "jaccard": "Jaccard",
    "f1": "F1",
    "truth_id": "Object",
    "truth_label": "Label",
}


def group_view(tables: Mapping[str, pd.DataFrame], rules: Rules) -> None:
    """All sections of the view."""
    every = tables["submissions"]
    found = every[every["rule"] == "recommended"]
    marks = (("human", "score, recommended rule"), ("line", "95 % interval over images"))
    draw(leaderboard(found, is_narrow()), "leaderboard", key=marks)
    table(every[list(COLUMNS)], "submissions", TITLES, FORMATS, download=every)
    if len(found) > 1:
        section("Precision and recall")
        draw(precision_recall(found), "precision_recall")
    section("Labels")
    _confusion(tables["label_confusion"], "truth_label", "label", "label_confusion")
    attributes = tables["attribute_confusion"]
    if len(attributes):
        section("Attributes")
        which = choose("attribute", {a: a for a in map(str, attributes["attribute"].unique())}, "Attribute")
        _confusion(attributes[attributes["attribute"] == which], "truth_value", "value", f"attribute_{which}")
    tags = tables["image_tags"]
    if len(tags):
        section("Labels of whole images")
        table(tags, "image_tags", TITLES, FORMATS)
    section("Common mistakes")
    mistakes = tables["common_mistakes"]
    if len(mistakes):
        table(mistakes, "common_mistakes", TITLES, FORMATS)
    else:
        say("Every object of the ground truth was found and labelled right by everyone.")


def _confusion(cells: pd.DataFrame, truth: str, drawn: str, name: str) -> None:
    """What the ground truth says by what was drawn, counts coloured by the row's share."""
    summed = cells.groupby([truth, drawn], sort=False)["n"].sum()
    size = pd.concat([cells.groupby(c)["n"].sum() for c in (truth, drawn)]).groupby(level=0).sum()
    size = size.drop(NO_PARTNER, errors="ignore").sort_values(ascending=False)
    names = [str(n) for n in size.index[:MOST]]
    every = [*names, NO_PARTNER]
    totals = summed.groupby(level=0).sum()
    shown = {
        (every.index(a), every.index(b)): Cell(n / totals[a], [f"{n:,}"], [a, b], f"{n:,} of {totals[a]:,} {a}")
        for (a, b), n in summed.items()
        if a in every and b in every
    }
    titles = [*names, "extra"], [*names, "missed"]
    height = max(200, 34 * len(every) + 44)
    draw(matrix(*titles, shown, "Ground truth", "Drawn", height=height, width=room()), name)
    if len(size) > MOST:
        quiet(f"The {MOST} most frequent of {len(size):,}.")
    with st.expander("The numbers", key=f"_numbers_{name}"):
        table(cells, name)


def firmness(tables: Mapping[str, pd.DataFrame], who: str, rules: Rules) -> None:
    """How the score moves over gates and β, and whose rank turns on them."""
    found = tables["robustness"]
    marks = (("line", f"β {rules.beta:g}"), ("band", "β from 0.5 to 2"))
    draw(band(found, who, rules.gate, rules.beta), f"robustness_{who}", key=marks)
    ranks = found.dropna(subset=["overall"]).groupby("submission")["rank"].agg(["min", "max"])
    moved = [str(n) for n, r in ranks.iterrows() if r["min"] != r["max"]]
    if len(ranks) > 1:
        say(
            f"The rank of {listed(moved, 6)} changes with the gate or β."
            if moved
            else f"No gate from 0.3 to 0.9 and no β from 0.5 to 2 changes a rank of {count(len(ranks), 'submission')}."
        )
    with st.expander("The numbers"):
        table(found, "robustness", formats={"overall": "%.1f"})
