"""The table `labels` as a matrix: raters or groups by labels, the share in every cell."""

from __future__ import annotations

import pandas as pd

from annoeval.answers.scores import rater_name
from annoeval.charts.layout import WHOLE, Figure, text
from annoeval.charts.matrix import Cell, matrix
from annoeval.scale import Scale
from annoeval.words import interval, percent

MOST_LABELS = 24
MOST_ROWS = 40


def shares(labels: pd.DataFrame, scale: Scale, by: str, rater: str, width: int = WHOLE) -> Figure:
    """How often each label was given. labels: rows of one dimension.

    by: `rater` for one row a rater, else a group column for one row a value, as `rater` labelled them. The most
    frequent 24 labels are drawn. A click gives the row's name and the label.
    """
    rows = labels[labels["by"] == ("" if by == "rater" else by)]
    rows = rows if by == "rater" else rows[rows["rater"] == rater]
    names = rows["rater" if by == "rater" else "group"].drop_duplicates().head(MOST_ROWS).tolist()
    shown = rows.groupby("label", sort=False)["n"].sum().nlargest(MOST_LABELS).index
    columns = [label for label in rows["label"].drop_duplicates() if label in shown]
    cells = {}
    for row in rows.itertuples():
        name = row.rater if by == "rater" else row.group
        if name not in names or row.label not in columns:
            continue
        said = f"<b>{percent(row.share, row.of)}</b> ({interval(100 * row.low, 100 * row.high, 0)} %)"
        hover = f"{said}<br>{text(scale.describe(row.label), 60)}<br>{row.n:,} of {row.of:,} items"
        cells[names.index(name), columns.index(row.label)] = Cell(
            row.share, [percent(row.share) if row.n else "–"], [name, row.label], hover, bold=False
        )
    titles = [rater_name(n) if by == "rater" else n for n in names]
    names, height = [scale.describe(c) for c in columns], max(120, 40 * len(titles) + 44)
    return matrix(titles, names, cells, height=height, width=width)
