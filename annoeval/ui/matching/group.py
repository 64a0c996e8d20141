"""How all submissions did: leaderboard, precision and recall, confusions, common mistakes, and how firm it is."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from annoeval.charts.boxes import band, leaderboard, precision_recall
from annoeval.charts.matrix import Cell, matrix
from annoeval.protocols.boxes.rules import Rules
from annoeval.ui.page import draw, is_narrow, key, quiet, say, section
from annoeval.ui.tables import table
from annoeval.words import count, listed

MOST = 14  # labels in a matrix


def group_view(tables: Mapping[str, pd.DataFrame], rules: Rules) -> None:
    """All sections of the view."""
    every = tables["submissions"]
    found = every[every["rule"] == "recommended"]
    draw(leaderboard(found, is_narrow()), "leaderboard")
    key(("human", "score, recommended rule"), ("line", "95 % interval over images"))
    shares = dict.fromkeys(("precision", "recall"), "percent")
    table(
        every.drop(columns=["method"]),
        "submissions",
        formats={**shares, "mean_iou": "%.3f", "quality": "%.1f", "overall": "%.1f", "f_beta": "%.1f"},
        download=every,
    )
    if len(found) > 1:
        section("Precision and recall")
        draw(precision_recall(found), "precision_recall")
    section("Labels")
    _confusion(tables["label_confusion"])
    if len(tables["attribute_confusion"]):
        with st.expander("Attributes"):
            table(tables["attribute_confusion"], "attribute_confusion")
    section("Common mistakes")
    mistakes = tables["common_mistakes"]
    if len(mistakes):
        table(mistakes, "common_mistakes", formats={"mean_iou": "%.3f"})
    else:
        say("Every object of the ground truth was found and labelled right by everyone.")


def _confusion(cells: pd.DataFrame) -> None:
    """Ground truth's labels by drawn ones, counts coloured by the row's share."""
    summed = cells.groupby(["truth_label", "label"], sort=False)["n"].sum()
    size = pd.concat([cells.groupby(c)["n"].sum() for c in ("truth_label", "label")]).groupby(level=0).sum()
    names = [n for n in size.sort_values(ascending=False).index if n != "(none)"][:MOST]
    rows, columns = [*names, "(none)"], [*names, "(none)"]
    totals = summed.groupby(level=0).sum()
    drawn = {
        (rows.index(a), columns.index(b)): Cell(n / totals[a], [f"{n:,}"], [a, b], f"{n:,} of {totals[a]:,} {a}")
        for (a, b), n in summed.items()
        if a in rows and b in columns
    }
    titles = [*names, "extra"], [*names, "missed"]
    draw(matrix(*titles, drawn, "Ground truth", "Drawn", height=max(200, 34 * len(rows) + 44)), "label_confusion")
    if len(size) > MOST + 1:
        quiet(f"The {MOST} most frequent labels of {len(size):,}.")
    with st.expander("The numbers"):
        table(cells, "label_confusion")


def firmness(tables: Mapping[str, pd.DataFrame], who: str, rules: Rules) -> None:
    """How the score moves over gates and β, and whose rank turns on them."""
    found = tables["robustness"]
    draw(band(found, who, rules.gate, rules.beta), f"robustness_{who}")
    key(("line", f"β {rules.beta:g}"), ("band", "β from 0.5 to 2"))
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
