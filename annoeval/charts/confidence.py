"""Confidence: whether it goes with the score, and whether it is borne out."""

from __future__ import annotations

import numpy as np
import pandas as pd

from annoeval.charts.layout import Figure, base, line, text
from annoeval.study import Scale
from annoeval.words import count, interval, number, percent

MOST_POINTS = 5000
BINS = 24


def against_score(values: pd.DataFrame, scale: Scale, title: str) -> Figure:
    """Score over confidence with the least-squares line; a click gives an item's id.

    values: rows with `item_id, value, confidence`, both present. Up to 5,000 points are drawn one by one, more as
    a map of counts.
    """
    x, y = values["confidence"].to_numpy(float), values["value"].to_numpy(float)
    low, high = scale.range or (float(y.min()), float(y.max()))
    pad = (high - low or 1) * 0.06
    marks: list[Figure] = []
    if len(values) <= MOST_POINTS:
        jitter = (
            np.random.default_rng(0).uniform(-0.4, 0.4, len(y)) * pad if len(np.unique(y)) < 12 else np.zeros(len(y))
        )
        marks.append({
            "type": "scatter", "mode": "markers", "x": x.tolist(), "y": (y + jitter).tolist(), "hoverinfo": "text",
            "customdata": [[i] for i in values["item_id"]],
            "hovertext": [f"<b>{text(i, 60)}</b><br>score {number(b)}, confidence {number(a)}"
                          for i, a, b in zip(values["item_id"], x, y, strict=True)],
            "marker": {"size": 8, "color": "@human", "opacity": 0.55, "line": {"color": "@page", "width": 1}},
            "selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 0.4}},
        })  # fmt: skip
    else:
        counts, ex, ey = np.histogram2d(x, y, bins=BINS, range=[[0, 1], [low - pad, high + pad]])
        shown = np.where(counts > 0, counts / counts.max(), np.nan).T
        marks.append({
            "type": "heatmap", "x": ((ex[1:] + ex[:-1]) / 2).tolist(), "y": ((ey[1:] + ey[:-1]) / 2).tolist(),
            "z": [[None if v != v else float(v) for v in row] for row in shown], "colorscale": "@ramp",
            "zmin": 0, "zmax": 1, "showscale": False, "xgap": 1, "ygap": 1, "hoverinfo": "skip",
        })  # fmt: skip
    if len(np.unique(x)) > 1:
        slope, start = np.polyfit(x, y, 1)
        ends = [float(x.min()), float(x.max())]
        marks.append({
            "type": "scatter", "mode": "lines", "x": ends, "y": [float(start + slope * e) for e in ends],
            "line": {"color": "@ink", "width": 2}, "hoverinfo": "skip",
        })  # fmt: skip
    ticks = [float(c) for c in scale.categories] if scale.numeric and len(scale.categories) <= 8 else None
    return base(
        320, marks, margin={"l": 56, "r": 8, "t": 18, "b": 44, "pad": 6},
        xaxis=_share("Confidence"),
        yaxis={"range": [low - pad, high + pad], "showgrid": True, "title": _title(text(title, 40)),
               **({"tickvals": ticks} if ticks else {})},
    )  # fmt: skip


def reliability(calibration: pd.DataFrame) -> Figure:
    """Share right over confidence, bin by bin, with Wilson's intervals; the diagonal is honest confidence.

    calibration: rows of one dimension, rater and group. A click gives the bin's number.
    """
    bins = calibration[calibration["n"] > 0]
    marks: Figure = {
        "type": "scatter", "mode": "markers", "x": bins["confidence"].tolist(), "y": bins["accuracy"].tolist(),
        "customdata": [[int(b)] for b in bins["bin"]], "hoverinfo": "text",
        "hovertext": [
            f"<b>{percent(b.accuracy, int(b.n))} right</b> ({interval(b.low, b.high)})<br>"
            f"confidence {number(b.confidence)}<br>{count(int(b.n), 'answer')}"
            for b in bins.itertuples()
        ],
        "marker": {"size": 11, "color": "@human", "line": {"color": "@page", "width": 1.5}},
        "selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 1}},
    }  # fmt: skip
    spans: Figure = {
        "type": "scatter", "mode": "lines", "hoverinfo": "skip", "line": {"color": "@human", "width": 2.5},
        "x": [v for c in bins["confidence"] for v in (c, c, None)],
        "y": [v for b in bins.itertuples() for v in (b.low, b.high, None)],
    }  # fmt: skip
    return base(
        320, [spans, marks], shapes=[line(0, 0, 1, 1, role="muted", dash="dot")],
        margin={"l": 56, "r": 8, "t": 18, "b": 44, "pad": 6},
        xaxis=_share("Confidence"),
        yaxis=_share("Share right"),
    )  # fmt: skip


def _title(words: str) -> Figure:
    return {"text": words, "font": {"size": 13, "color": "@muted"}, "standoff": 8}


def _share(words: str) -> Figure:
    return {"range": [-0.03, 1.03], "tickvals": [0, 0.25, 0.5, 0.75, 1], "showgrid": True, "title": _title(words)}
