"""Forest plots: one row a group or rater, marks with intervals, and the numbers set in at the right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from annoeval.charts.layout import Figure, base, line, note, text

LEFT = (0.14, 0.32)  # share of the width where the axis begins, by the longest name; numbers stand right of it
MOST_NAME = 36  # letters of a name
WIDTH = 924  # pixels a page of 1280 leaves for the figure; on wider ones the columns spread
ROW = 41  # pixels a row
TALL_ROW = 60  # pixels a row with its name above its marks
LOW_ROW = 30  # pixels a row where there are more than MANY
MANY = 14
STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1e9)
SHAPES = ("circle", "square", "triangle-up", "diamond")  # of raters of one role, in their order
DASHES = ("solid", "8px,3px", "3px,3px", "9px,3px,2px,3px")
HOLLOW = ("ai", "reference")
NO_RATER = 3  # the mark of a reference beside raters, so that its shape, too, tells it from an AI's


@dataclass(frozen=True)
class Mark:
    """An estimate with its interval; role names its colour, nth (0–3) the mark and line among raters of this role.
    Undefined ones are not drawn."""

    value: float | None
    low: float | None = None
    high: float | None = None
    role: str = "human"
    hover: str = ""
    nth: int = 0


def mark_style(role: str, nth: int) -> Figure:
    """A mark: colour by role, shape by rater."""
    hollow = role in HOLLOW
    return {
        "symbol": "diamond" if role == "ink" else SHAPES[nth % len(SHAPES)],
        "color": "@page" if hollow else f"@{role}",
        "line": {"color": f"@{role}" if hollow else "@page", "width": 2 if hollow else 1.5},
    }


def line_style(role: str, nth: int) -> Figure:
    """The line of an interval: colour by role, dashes by rater."""
    return {"color": f"@{role}", "width": 2.5, "dash": DASHES[0 if role == "reference" else nth % len(DASHES)]}


@dataclass(frozen=True)
class Row:
    """A line of the plot: its name, marks from top to bottom, numbers from left to right, and what a click names."""

    name: str
    marks: Sequence[Mark]
    cells: Sequence[str] = ()
    key: Any = None
    total: bool = False
    band: tuple[float, float] | None = None  # what is possible at all, drawn broad behind the marks


@dataclass(frozen=True)
class Axis:
    """The values' axis: its range, and words under some values ({0: "Incorrect"})."""

    low: float
    high: float
    words: dict[float, str] = field(default_factory=dict)
    reference: float | None = None
    title: str = ""


def forest(rows: Sequence[Row], headings: Sequence[str], axis: Axis, narrow: bool = False) -> Figure:
    """The plot. headings: of the cells, right-aligned. narrow: names above the marks, no numbers beside them."""
    columns, first = _columns(rows, headings)
    longest = max(len(text(row.name, MOST_NAME)) for row in rows)
    left, right = (0.03, 0.97) if narrow else (min(max(LEFT[0], (24 + 7.6 * longest) / WIDTH), LEFT[1]), first)
    step = [1.5 if row.total and len(rows) > 1 else 1.0 for row in rows]
    places = [-(sum(step[:i]) + step[i] / 2 - 0.5) for i in range(len(rows))]
    top, bottom = 0.55 if narrow else 1.0, -sum(step) + 0.4
    high = len(rows) > MANY  # the axis stands above, where reading begins
    notes, shapes = [], []
    if not narrow:
        notes += [note(text(h), x, 0.72, anchor="right", shift=2) for h, x in zip(headings, columns, strict=True)]
    for row, y in zip(rows, places, strict=True):
        name = text(row.name, 40 if narrow else MOST_NAME)
        at = y + (0.36 if narrow else 0)
        said = note(name, 0, at, role="ink", size=14, bold=row.total, shift=-2, hover=text(row.name, 200))
        notes.append({**said, "bgcolor": "@page"} if narrow else said)  # over the grid no letter stands on a line
        if not narrow:
            notes += [
                note(
                    text(c),
                    x,
                    y,
                    role="ink" if row.total else "muted",
                    size=14,
                    anchor="right",
                    bold=row.total,
                    shift=2,
                )
                for c, x in zip(row.cells, columns, strict=True)
            ]
        if row.total and len(rows) > 1:
            shapes += [line(0, y + e, 1, y + e, xref="paper") for e in (0.54 if narrow else 0.48, -0.52)]
    if axis.reference is not None:
        shapes.append(line(axis.reference, 0.6, axis.reference, bottom, role="muted", dash="dot"))
    ticks = _ticks(axis)
    room = 0.02 * (axis.high - axis.low)  # the grid's ends and marks that stand on them stay whole
    ends = {axis.low: "left", axis.high: "right"} if narrow else {}  # words that the figure's edges would cut
    notes += [
        {**note(text(word, 16), value, 0, anchor=ends.get(value, "center"), paper="y"), "yanchor": "top", "yshift": -22}
        for value, word in (axis.words.items() if not high else ())
    ]
    below = 8 if high and not axis.title else 44 if axis.words or axis.title else 26
    above = 40 if high else 18
    pixels = TALL_ROW if narrow else ROW if len(rows) <= MANY else LOW_ROW
    height = int(pixels * (top - bottom)) + above + below
    return base(
        height,
        _traces(rows, [y - 0.12 for y in places] if narrow else places, 0.2 if narrow else 0.24),
        annotations=notes,
        shapes=shapes,
        margin={"l": 0, "r": 0, "t": above, "b": below, "pad": 6},
        xaxis={
            "domain": [left, right],
            "range": [axis.low - room, axis.high + room],
            "showgrid": True,
            "tickvals": ticks,
            "side": "top" if high else "bottom",
            "ticktext": [f"{t:g}".replace("-", "−") for t in ticks],
            "title": {"text": text(axis.title, 80), "font": {"size": 13, "color": "@muted"}, "standoff": 14},
        },
        yaxis={"range": [bottom, top], "showticklabels": False},
    )


def _columns(rows: Sequence[Row], headings: Sequence[str]) -> tuple[list[float], float]:
    """Where the right-aligned columns end, in shares of the width, and where the axis must end before them."""
    most = [max(len(t) for t in (h, *(row.cells[i] for row in rows))) for i, h in enumerate(headings)]
    widths = [(24 + 7.7 * n) / WIDTH for n in most]
    ends = [1 - sum(widths[i + 1 :]) for i in range(len(widths))]
    return ends, max(0.45, 1 - sum(widths) - 0.02)


def _ticks(axis: Axis) -> list[float]:
    span = axis.high - axis.low
    size = next(s for s in STEPS if span / s <= 6)
    first, last = math.ceil(axis.low / size - 1e-9), math.floor(axis.high / size + 1e-9)
    return [round(i * size, 6) for i in range(first, last + 1)]


def _traces(rows: Sequence[Row], places: Sequence[float], apart: float) -> list[Figure]:
    """Marks and intervals. places: the middle of each row's marks; apart: how far from it the outermost stand."""
    bars: dict[tuple[str, int], list[Any]] = {}
    points: dict[tuple[str, int], list[tuple[float, float, Any, str, bool]]] = {}
    for row, y in zip(rows, places, strict=True):
        many = len(row.marks)
        for i, mark in enumerate(row.marks):
            if mark.value is None:
                continue
            at = y + (0 if many == 1 else apart - 2 * apart * i / (many - 1))
            if mark.low is not None and mark.high is not None:
                bars.setdefault((mark.role, mark.nth), []).append((mark.low, mark.high, at))
            points.setdefault((mark.role, mark.nth), []).append((mark.value, at, row.key, mark.hover, row.total))
    traces: list[Figure] = []
    bands = [(*row.band, y) for row, y in zip(rows, places, strict=True) if row.band is not None]
    if bands:
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "hoverinfo": "skip",
                "x": [v for low, high, _ in bands for v in (low, high, None)],
                "y": [v for _, _, at in bands for v in (at, at, None)],
                "line": {"color": "@band", "width": 22},
            }
        )
    for (role, nth), spans in bars.items():
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "hoverinfo": "skip",
                "x": [v for low, high, _ in spans for v in (low, high, None)],
                "y": [v for _, _, at in spans for v in (at, at, None)],
                "line": line_style(role, nth),
            }
        )
    for (role, nth), found in points.items():
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": [p[0] for p in found],
                "y": [p[1] for p in found],
                "customdata": [[p[2]] for p in found],
                "hovertext": [p[3] for p in found],
                "hoverinfo": "text",
                "unselected": {"marker": {"opacity": 1}},
                "selected": {"marker": {"opacity": 1}},
                "marker": {
                    **mark_style(role, nth),
                    "size": [13 if p[4] else 11 for p in found],
                    "opacity": 1,
                },
            }
        )
    return traces
