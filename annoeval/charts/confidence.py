"""Score against confidence: points or a map of counts, the fitted line with its band, and r by group."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from annoeval.charts.forest import Axis, Mark, Row, forest
from annoeval.charts.layout import Figure, base, text
from annoeval.scale import Scale
from annoeval.statistics.calibration.fit import Fit
from annoeval.words import count, interval, missing, number, p_value

MOST_POINTS = 2000  # a browser draws about 5,000 marks a second, and more cover each other
BINS = 24
STEPPED = 12  # different scores up to which points are spread a little, so that equal ones don't hide each other


def is_spread(values: pd.DataFrame) -> bool:
    """Whether scores are so few different ones that points of equal score are drawn a little apart."""
    return len(values) <= MOST_POINTS and values["value"].nunique() < STEPPED


def against_score(
    values: pd.DataFrame,
    scale: Scale,
    title: str,
    fit: Fit,
    brush: bool = True,
    names: Mapping[str, str] | None = None,
) -> Figure:
    """Score over confidence with the least-squares line and its band.

    values: rows with `item_id, value, confidence`, both present. Up to `MOST_POINTS` are drawn one by one, a click
    giving an item's id; more as a map of counts. brush: whether dragging draws a box, else nothing. names: what
    items are called, where not by their id.
    """
    low, high = _ends(values, scale)
    pad = (high - low or 1) * 0.06
    many = len(values) > MOST_POINTS
    marks = _map(values, low - pad, high + pad) if many else [_points(values, pad, low, high, names or {})]
    ticks = [float(c) for c in scale.categories] if scale.numeric and len(scale.categories) <= 8 else None
    return base(
        340,
        [*_fitted(fit), *marks] if not many else [*marks, *_fitted(fit)],
        margin={"l": 60, "r": 8, "t": 18, "b": 44, "pad": 6},
        dragmode="select" if brush else False,
        selectdirection="any",
        newselection={"line": {"color": "@ink", "width": 1, "dash": "dot"}},
        xaxis=share_axis("Stated confidence"),
        yaxis={
            "range": [low - pad, high + pad],
            "showgrid": True,
            "title": axis_title(text(title, 40)),
            **({"tickvals": ticks} if ticks else {}),
        },
    )


def _ends(values: pd.DataFrame, scale: Scale) -> tuple[float, float]:
    return scale.range or (float(values["value"].min()), float(values["value"].max()))


def _points(values: pd.DataFrame, pad: float, low: float, high: float, names: Mapping[str, str]) -> Figure:
    x, y = values["confidence"].to_numpy(float), values["value"].to_numpy(float)
    drawn = y
    if is_spread(values):  # within the scale: no mark stands where no score can be
        around = np.random.default_rng(0).uniform(-0.5, 0.5, len(y)) * pad
        drawn = np.where(
            y + pad / 2 > high, y - np.abs(around), np.where(y - pad / 2 < low, y + np.abs(around), y + around)
        )
    return {
        "type": "scatter",
        "mode": "markers",
        "x": x.tolist(),
        "y": drawn.tolist(),
        "hoverinfo": "text",
        "customdata": [[i] for i in values["item_id"]],
        "hovertext": [
            f"<b>{text(names.get(i, i), 60)}</b><br>score {number(b)}, confidence {number(a)}"
            for i, a, b in zip(values["item_id"], x, y, strict=True)
        ],
        "marker": {"size": 8, "color": "@human", "opacity": 0.55, "line": {"color": "@page", "width": 1}},
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 0.3}},
    }


def _map(values: pd.DataFrame, low: float, high: float) -> list[Figure]:
    """Counts in cells, and an unseen mark in the middle of each, since boxes choose marks only."""
    counts, ex, ey = np.histogram2d(
        values["confidence"].to_numpy(float), values["value"].to_numpy(float), bins=BINS, range=[[0, 1], [low, high]]
    )
    mx, my = (ex[1:] + ex[:-1]) / 2, (ey[1:] + ey[:-1]) / 2
    shown = np.where(counts > 0, np.sqrt(counts / counts.max()), np.nan).T
    filled = np.argwhere(counts > 0)
    cells: Figure = {
        "type": "heatmap",
        "x": mx.tolist(),
        "y": my.tolist(),
        "colorscale": "@ramp",
        "zmin": 0,
        "zmax": 1,
        "z": [[None if v != v else float(v) for v in row] for row in shown],
        "showscale": False,
        "xgap": 1,
        "ygap": 1,
        "hoverinfo": "skip",
    }
    middles: Figure = {
        "type": "scatter",
        "mode": "markers",
        "x": mx[filled[:, 0]].tolist(),
        "y": my[filled[:, 1]].tolist(),
        "hoverinfo": "text",
        "hovertext": [count(int(counts[i, j]), "item") for i, j in filled],
        "marker": {"size": 10, "opacity": 0, "color": "@ink"},
        "selected": {"marker": {"opacity": 0}},
        "unselected": {"marker": {"opacity": 0}},
    }
    return [cells, middles]


def _fitted(fit: Fit) -> list[Figure]:
    if fit.band is None:
        return []
    band = fit.band
    x = band["x"].tolist()
    return [
        {"type": "scatter", "mode": "lines", "x": x + x[::-1], "y": band["high"].tolist() + band["low"].tolist()[::-1],
         "fill": "toself", "fillcolor": "@band", "line": {"width": 0}, "hoverinfo": "skip"},
        {"type": "scatter", "mode": "lines", "x": x, "y": band["y"].tolist(), "hoverinfo": "skip",
         "line": {"color": "@ink", "width": 2}},
    ]  # fmt: skip


def by_group(correlation: pd.DataFrame, narrow: bool = False) -> Figure:
    """The correlation overall and in every group, as a forest plot. correlation: rows of one method and rater."""
    rows = []
    for row in correlation.itertuples():
        value, low, high = (None if missing(v) else float(v) for v in (row.estimate, row.low, row.high))
        clear = low is not None and high is not None and (low > 0 or high < 0)
        name = "All items" if not row.by else str(row.group)
        hover = f"<b>{text(name, 60)}</b><br>{number(value)} ({interval(low, high)})<br>{count(int(row.n), 'item')}"
        mark = Mark(value, low, high, "human" if clear else "reference", hover)
        cells = [number(value), interval(low, high), p_value(row.p), f"{int(row.n):,}"]
        rows.append(Row(name, [mark], cells, row.group, total=not row.by))
    return forest(rows, ["r", "95 % CI", "p", "n"], Axis(-1, 1, {}, 0.0, "correlation with confidence"), narrow)


def axis_title(words: str) -> Figure:
    """An axis title in the muted colour."""
    return {"text": words, "font": {"size": 13, "color": "@muted"}, "standoff": 8}


def share_axis(words: str) -> Figure:
    """An axis of shares or confidences, 0 to 1."""
    return {"range": [-0.03, 1.03], "tickvals": [0, 0.25, 0.5, 0.75, 1], "showgrid": True, "title": axis_title(words)}
