"""The table `estimates` as a plot: bounds as a band, the merged figure in grey, the estimate with its bar."""

from __future__ import annotations

import pandas as pd

from annoeval.charts.forest import Axis, Mark, Row, forest
from annoeval.charts.layout import Figure, text
from annoeval.study import Scale
from annoeval.words import interval, missing, number

MOST_ROWS = 12


def of_all(estimates: pd.DataFrame, scale: Scale, what: str, narrow: bool = False) -> Figure:
    """One row for all items and one for every value of the first group. what: the figure drawn, such as `mean`."""
    rows = estimates[estimates["what"] == what]
    groups = [g for g in rows["by"].unique() if g]
    shown = rows[rows["by"].isin(["", *groups[:1]])].head(MOST_ROWS)
    drawn = []
    for _, row in shown.iterrows():
        name = "All items" if row["by"] == "" else str(row["group"])
        value, low, high, naive, least, most = (
            None if missing(row[c]) else float(row[c])
            for c in ("estimate", "low", "high", "naive", "bound_low", "bound_high")
        )
        marks = [
            Mark(naive, role="reference", hover=f"{text(name)}: {number(naive)} as reviewed, not corrected"),
            Mark(value, low, high, "ink", f"{text(name)}: {number(value)} ({interval(low, high)})"),
        ]
        band = None if least is None or most is None else (least, most)
        cells = [number(naive), number(value), interval(low, high), f"{int(row['n_reviewed'])} of {int(row['n_all'])}"]
        drawn.append(Row(name, marks, cells, None, row["by"] == "", band))
    low, high = scale.range if what == "mean" and scale.range is not None else (0.0, 1.0)
    words = {float(v): w for v, w in scale.names.items() if isinstance(v, (int, float))} if what == "mean" else {}
    headings = ["Not corrected", "True of all", "95 % CI", "Reviewed"]
    return forest(drawn, headings, Axis(low, high, words if len(words) <= 5 else {}), narrow)
