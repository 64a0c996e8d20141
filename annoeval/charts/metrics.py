"""Mean score against an automatic metric: a point a paper or domain."""

from __future__ import annotations

import pandas as pd

from annoeval.charts.confidence import axis_title
from annoeval.charts.layout import Figure, base, note, text
from annoeval.scale import Scale
from annoeval.words import count, number

NAMED = 12  # points up to which each has its name beside it


def against_metric(means: pd.DataFrame, scale: Scale, score: str, metric: str) -> Figure:
    """means: `unit, metric, value, items`, as `annoeval.evaluation.metrics` gives them."""
    x, y = means["metric"].astype(float), means["value"].astype(float)
    low, high = scale.range or (float(y.min()), float(y.max()))
    pad, wide = (high - low or 1) * 0.08, (float(x.max() - x.min()) or abs(float(x.max())) or 1)
    left, right = float(x.min()) - 0.06 * wide, float(x.max()) + 0.06 * wide
    points = {
        "type": "scatter",
        "mode": "markers",
        "x": x.tolist(),
        "y": y.tolist(),
        "customdata": [[u] for u in means["unit"]],
        "hoverinfo": "text",
        "hovertext": [
            f"<b>{text(r.unit, 60)}</b><br>{text(metric, 40)} {number(r.metric)}<br>mean score {number(r.value)} "
            f"of {count(int(r.items), 'item')}"
            for r in means.itertuples()
        ],
        "marker": {"size": 10, "color": "@human", "opacity": 0.8, "line": {"color": "@page", "width": 1}},
    }
    names = [
        note(text(r.unit, 22), r.metric, r.value, anchor="right" if r.metric > (left + right) / 2 else "left",
             paper="", shift=-9 if r.metric > (left + right) / 2 else 9)
        for r in means.itertuples()
    ]  # fmt: skip
    ticks = [float(c) for c in scale.categories] if scale.numeric and 0 < len(scale.categories) <= 8 else None
    return base(
        320,
        [points],
        margin={"l": 60, "r": 8, "t": 18, "b": 44, "pad": 6},
        annotations=names if len(means) <= NAMED else [],
        xaxis={"range": [left, right], "showgrid": True, "title": axis_title(text(metric, 40))},
        yaxis={
            "range": [low - pad, high + pad],
            "showgrid": True,
            "title": axis_title(text(score, 40)),
            **({"tickvals": ticks} if ticks else {}),
        },
    )
