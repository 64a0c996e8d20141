"""Shares found and precision of each label as a forest plot."""

from __future__ import annotations

import pandas as pd

from annoeval.answers.classes import share_in_words
from annoeval.charts.forest import Axis, Mark, Row, forest
from annoeval.charts.layout import Figure, text
from annoeval.scale import Scale
from annoeval.words import missing, percent

MOST_ROWS = 20
MEASURES = (
    ("found", "n_truth", "ink", "share found"),
    ("precision", "n_said", "reference", "precision"),
)


def shares_of_labels(shares: pd.DataFrame, scale: Scale, narrow: bool = False) -> Figure:
    """One row a label: the share found and the precision, each with its interval; a click gives the label.

    shares: the table `classes` of two raters; of many labels the 20 that the truth gave most often.
    """
    kept = shares
    if len(shares) > MOST_ROWS:
        kept = shares.loc[sorted(shares["n_truth"].nlargest(MOST_ROWS).index)]
    rows = []
    for row in kept.to_dict("records"):
        name = scale.describe(row["label"])
        marks, cells = [], []
        for share, of, role, words in MEASURES:
            value, low, high = (
                None if missing(row[c]) else float(row[c]) for c in (share, f"{share}_low", f"{share}_high")
            )
            hover = f"<b>{text(name, 60)}</b><br>{words} {share_in_words(value, low, high)}<br>of {int(row[of]):,}"
            marks.append(Mark(value, low, high, role, hover))
            cells += [percent(value, int(row[of])), f"{int(row[of]):,}"]
        rows.append(Row(name, marks, cells, row["label"]))
    return forest(rows, ["Found", "of", "Precision", "of"], Axis(0, 1), narrow)
