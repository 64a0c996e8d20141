"""The table `estimates` as a plot: bounds as a band, the merged figure in grey, the estimate with its bar; and how an
audit's interval came along."""

from __future__ import annotations

import pandas as pd

from annoeval.charts.forest import Axis, Mark, Row, forest
from annoeval.charts.layout import Figure, base, line, text
from annoeval.scale import Scale
from annoeval.words import count, interval, missing, number

MOST_ROWS = 12


def of_all(estimates: pd.DataFrame, scale: Scale, what: str, by: str = "", narrow: bool = False) -> Figure:
    """One row for all items and one for every value of the group `by`; a click names the value.

    what: the figure drawn, such as `mean`.
    """
    rows = estimates[estimates["what"] == what]
    shown = rows[rows["by"].isin(["", by])].head(MOST_ROWS + 1)
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
        drawn.append(Row(name, marks, cells, row["group"] if row["by"] else None, row["by"] == "", band))
    words = {float(v): w for v, w in scale.names.items() if isinstance(v, (int, float))} if what == "mean" else {}
    headings = ["Not corrected", "True of all", "95 % CI", "Reviewed"]
    low, high = _range(scale, what)
    return forest(drawn, headings, Axis(low, high, words if len(words) <= 5 else {}), narrow)


def course_of(course: pd.DataFrame, scale: Scale, what: str, settled: float | None, drawn: int) -> Figure:
    """The limits at any time after every audited item. course: of `evaluation.course`; settled: the value in question,
    drawn as a line: the question is settled once the band has left it; drawn: items of the audit, where the axis ends.
    """
    x, low, high = (course[c].tolist() for c in ("n", "low", "high"))
    hover = [
        f"{count(int(r.n), 'item')}: {number(r.estimate)} ({interval(r.low, r.high)})" for r in course.itertuples()
    ]
    ends = [*low, *high, *([settled] if settled is not None else [])]
    pad = (max(ends) - min(ends) or 1.0) * 0.08
    bottom, top = _range(scale, what)
    shapes = [] if settled is None else [line(0, settled, max(drawn, x[-1]), settled, role="muted", dash="dot")]
    return base(
        240,
        [
            {
                "type": "scatter",
                "mode": "lines",
                "x": x + x[::-1],
                "y": high + low[::-1],
                "fill": "toself",
                "fillcolor": "@band",
                "line": {"width": 0},
                "hoverinfo": "skip",
            },
            *(
                {
                    "type": "scatter",
                    "mode": "lines",
                    "x": x,
                    "y": y,
                    "hoverinfo": "skip",
                    "line": {"color": "@ink", "width": 1.5},
                }
                for y in (low, high)
            ),
            {
                "type": "scatter",
                "mode": "lines+markers",
                "x": x,
                "y": course["estimate"].tolist(),
                "hoverinfo": "text",
                "hovertext": hover,
                "line": {"color": "@human", "width": 2},
                "marker": {"color": "@human", "size": 5},
            },
        ],
        shapes=shapes,
        margin={"l": 44, "r": 8, "t": 12, "b": 44, "pad": 6},
        xaxis={
            "range": [0, max(drawn, x[-1]) * 1.01],
            "title": {"text": "Audited items", "standoff": 12, "font": {"size": 13, "color": "@muted"}},
        },
        yaxis={"range": [max(min(ends) - pad, bottom), min(max(ends) + pad, top)], "showgrid": True},
    )


def _range(scale: Scale, what: str) -> tuple[float, float]:
    return scale.range if what == "mean" and scale.range is not None else (0.0, 1.0)
