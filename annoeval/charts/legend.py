"""The key of a figure, inside it: so it stands in what is saved, too."""

from __future__ import annotations

import math
from collections.abc import Sequence

from annoeval.charts.forest import line_style, mark_style
from annoeval.charts.layout import LETTER, WHOLE, Figure, text

LINE = 24  # pixels a line of the key takes
GAP = "\N{NO-BREAK SPACE}" * 2
MARK = 46  # pixels that stand before and after the words


def with_key(figure: Figure, entries: Sequence[tuple[str, str]], width: int = WHOLE) -> Figure:
    """The figure with its key below.

    entries: (mark, words). mark: a role, with a number where several raters share it ("ai 1"); "line ROLE" for a line,
    "bar ROLE" for a filled square, "band" and "dots" for what these are called on a plot. width: pixels it may fill.
    """
    if not entries:
        return figure
    layout = figure["layout"]
    widths = [MARK + LETTER * len(words) for _, words in entries]
    room = LINE * _lines(widths, width) + 4
    margin = layout["margin"]
    hidden = [{**trace, "showlegend": False} for trace in figure["data"]]
    legend = {
        "orientation": "h",
        "xref": "container",
        "yref": "container",
        "x": 0,
        "y": 0,
        "xanchor": "left",
        "yanchor": "bottom",
        "font": {"size": 13, "color": "@muted"},
        "itemclick": False,
        "itemdoubleclick": False,
        "bgcolor": "rgba(0,0,0,0)",
        "traceorder": "normal",
        "itemsizing": "trace",
    }
    return {
        "data": [
            *hidden,
            *(_entry(mark, words, gap) for (mark, words), gap in zip(entries, _gaps(entries), strict=True)),
        ],
        "layout": {
            **layout,
            "height": layout["height"] + room,
            "margin": {**margin, "b": margin["b"] + room},
            "showlegend": True,
            "legend": legend,
        },
    }


def _gaps(entries: Sequence[tuple[str, str]]) -> list[str]:
    """What stands behind an entry's words: before a line, which fills its place, some room, so that it underlines no
    letter."""
    return [GAP if mark.startswith(("line", "dots")) else "" for mark, _ in entries[1:]] + [""]


def _lines(widths: Sequence[float], room: int) -> int:
    """Lines of the key: one where all entries fit, else columns as wide as the widest entry, as plotly sets them."""
    if sum(widths) <= room:
        return 1
    return math.ceil(len(widths) / max(1, int(room // max(widths))))


def _entry(mark: str, words: str, gap: str = "") -> Figure:
    """A trace without a point, of which only the line of the key is seen."""
    kind, _, rest = mark.partition(" ")
    trace: Figure = {
        "type": "scatter",
        "x": [None],
        "y": [None],
        "name": text(words, 60) + gap,
        "showlegend": True,
        "hoverinfo": "skip",
    }
    if kind == "line":
        return {**trace, "mode": "lines", "line": {**line_style(rest or "human", 0), "width": 2}}
    if kind == "dots":
        return {**trace, "mode": "lines", "line": {"color": "@muted", "width": 2, "dash": "dot"}}
    if kind in ("bar", "band"):
        color = "@band" if kind == "band" else f"@{rest}"
        return {**trace, "mode": "markers", "marker": {"symbol": "square", "size": 12, "color": color}}
    nth = int(rest) if rest.isdigit() else 0
    return {**trace, "mode": "markers", "marker": {**mark_style(kind, nth), "size": 11}}
