"""Is confidence borne out: what came of answers by how sure they were, and what keeping only the surest would bring."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from annoeval.charts.confidence import axis_title, share_axis
from annoeval.charts.layout import Figure, base, line
from annoeval.scale import Scale
from annoeval.words import count, interval, number, percent

MOST_STEPS = 300
HEIGHT = 340


def reliability(calibration: pd.DataFrame) -> Figure:
    """Share right over confidence, bin by bin, with Wilson's band; the diagonal is honest confidence.

    calibration: rows of one dimension, rater and group. A click gives the bin's number. A mark's size grows with the
    answers in its bin.
    """
    bins = calibration[calibration["n"] > 0]
    hover = [
        f"<b>{percent(b.accuracy, int(b.n))} right</b> ({interval(b.low, b.high)})<br>"
        f"confidence {number(b.confidence)}<br>{count(int(b.n), 'answer')}"
        for b in bins.itertuples()
    ]
    return base(
        HEIGHT,
        _curve(bins, bins["accuracy"], hover),
        shapes=[line(0, 0, 1, 1, role="muted", dash="dot")],
        margin={"l": 60, "r": 8, "t": 18, "b": 44, "pad": 6},
        xaxis=share_axis("Stated confidence"),
        yaxis=share_axis("Share right"),
    )


def mean_score(bins: pd.DataFrame, scale: Scale, title: str) -> Figure:
    """Mean score over confidence for graded scores, with its band. bins: from `mean_by_confidence`."""
    low, high = scale.range or (float(bins["mean"].min()), float(bins["mean"].max()))
    pad = (high - low or 1) * 0.06
    hover = [
        f"<b>mean {number(b.mean)}</b> ({interval(b.low, b.high)})<br>"
        f"confidence {number(b.confidence)}<br>{count(int(b.n), 'item')}"
        for b in bins.itertuples()
    ]
    diagonal = [line(0, low, 1, high, role="muted", dash="dot")] if scale.range == (0, 1) else []
    return base(
        HEIGHT,
        _curve(bins, bins["mean"], hover),
        shapes=diagonal,
        margin={"l": 60, "r": 8, "t": 18, "b": 44, "pad": 6},
        xaxis=share_axis("Stated confidence"),
        yaxis={"range": [low - pad, high + pad], "showgrid": True, "title": axis_title(title)},
    )


def _curve(bins: pd.DataFrame, heights: pd.Series, hover: Sequence[str]) -> list[Figure]:
    x, y = bins["confidence"].tolist(), heights.tolist()
    spanned = bins[bins["low"].notna()]
    around, low, high = (spanned[c].tolist() for c in ("confidence", "low", "high"))
    largest = float(bins["n"].max() or 1)
    return [
        {"type": "scatter", "mode": "lines", "x": around + around[::-1], "y": high + low[::-1], "fill": "toself",
         "fillcolor": "@band", "line": {"width": 0}, "hoverinfo": "skip"},
        {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "line": {"color": "@human", "width": 2},
         "x": [v for c in around for v in (c, c, None)],
         "y": [v for a, b in zip(low, high, strict=True) for v in (a, b, None)]},
        {"type": "scatter", "mode": "lines", "x": x, "y": y, "hoverinfo": "skip",
         "line": {"color": "@human", "width": 1.5, "dash": "dot"}},
        {"type": "scatter", "mode": "markers", "x": x, "y": y, "customdata": [[int(b)] for b in bins["bin"]],
         "hoverinfo": "text", "hovertext": list(hover),
         "marker": {"size": (8 + 10 * np.sqrt(bins["n"].to_numpy(float) / largest)).round(1).tolist(),
                    "color": "@human", "line": {"color": "@page", "width": 1.5}},
         "selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 0.6}}},
    ]  # fmt: skip


def risk(curve: pd.DataFrame) -> Figure:
    """Share wrong over the share kept when only the surest answers are kept; a click gives the lowest confidence kept.

    curve: from `risk_curve`. At most 300 steps are drawn.
    """
    shown = curve
    if len(curve) > MOST_STEPS:
        shown = curve.iloc[np.unique(np.linspace(0, len(curve) - 1, MOST_STEPS).round().astype(int))]
    hover = [
        f"<b>{percent(r.risk, int(r.n))} wrong</b> among the {percent(r.coverage)} surest<br>"
        f"confidence ≥ {number(r.threshold)}<br>{count(int(r.n), 'answer')}"
        for r in shown.itertuples()
    ]
    overall = float(curve["risk"].iloc[-1])
    top = min(1.0, max(0.05, float(shown["risk"].max())) * 1.15)
    mode = "lines+markers" if len(shown) <= 40 else "lines"
    marks: Figure = {
        "type": "scatter",
        "mode": mode,
        "x": shown["coverage"].tolist(),
        "y": shown["risk"].tolist(),
        "customdata": [[float(t)] for t in shown["threshold"]],
        "hoverinfo": "text",
        "hovertext": hover,
        "line": {"color": "@human", "width": 2, "shape": "hv"},
        "marker": {"size": 9, "color": "@human", "line": {"color": "@page", "width": 1.5}},
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 0.6}},
    }
    if mode == "lines":  # lines alone can't be clicked
        marks |= {
            "mode": "lines+markers",
            "marker": {"size": 6, "opacity": 0, "color": "@human"},
            "selected": {"marker": {"opacity": 1}},
            "unselected": {"marker": {"opacity": 0}},
        }
    return base(
        HEIGHT,
        [marks],
        shapes=[line(0, overall, 1, overall, role="muted", dash="dot")],
        margin={"l": 60, "r": 8, "t": 18, "b": 44, "pad": 6},
        xaxis=share_axis("Share kept, surest first"),
        yaxis={"range": [-0.02 * top, top], "showgrid": True, "title": axis_title("Share wrong"), "tickformat": ".0%"},
    )
