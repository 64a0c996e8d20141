"""Differences between two sides as a forest plot, how their values spread, and who is higher on how many items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from annoeval.charts.forest import Axis, Mark, Row, forest
from annoeval.charts.layout import HALF, LETTER, Figure, base, note, text
from annoeval.words import count, decimals, interval, missing, number, p_value, percent

SIDES = {"a": "reference", "b": "human"}  # the roles that colour the two sides


def differences(
    rows: pd.DataFrame, names: Sequence[str], keys: Sequence[Any], axis_title: str, adjusted: str, narrow: bool = False
) -> Figure:
    """One row a dimension or couple: the difference with its interval; a click gives the row's key.

    rows: recommended rows of `comparison`. names, keys: of the rows. adjusted: how p was adjusted ("Holm").
    """
    lines = []
    ends = [0.0]
    for name, key, row in zip(names, keys, rows.itertuples(), strict=True):
        value, low, high = (None if missing(v) else float(v) for v in (row.estimate, row.low, row.high))
        ends += [v for v in (value, low, high) if v is not None]
        p = row.p_adjusted if not missing(row.p_adjusted) else row.p
        hover = f"<b>{text(name, 60)}</b><br>{number(value)} ({interval(low, high)})<br>p {p_value(p)}"
        clear = low is not None and high is not None and (low > 0 or high < 0)
        mark = Mark(value, low, high, "human" if clear else "reference", hover)
        size = f"{int(row.n_a):,}" if row.n_a == row.n_b else f"{int(row.n_a):,}, {int(row.n_b):,}"
        digits = decimals(low, high)
        numbers = [number(value, digits), interval(low, high, digits), p_value(p), size]
        lines.append(Row(name, [mark], numbers, key))
    span = max(abs(v) for v in ends) * 1.1 or 1.0
    heading = f"p ({adjusted})" if adjusted else "p"
    return forest(lines, ["Difference", "95 % CI", heading, "n"], Axis(-span, span, {}, 0.0, axis_title), narrow)


def spread(shares: pd.DataFrame, names: dict[str, str], title: str, width: int = HALF) -> Figure:
    """How often each value occurs on either side, in shares; a click gives the side and the row's key.

    shares: from `evaluation.sides.shares`. names: what the sides a and b are called. width: pixels it may count on.
    """
    labels = [text(label, 18) for label in shares["label"].unique()]
    longest = max(map(len, labels), default=0)
    turned = LETTER * longest * len(labels) > width - 60  # labels that would run into each other stand upright
    below = round(LETTER * longest) if turned else 14
    traces = []
    for side, role in SIDES.items():
        rows = shares[shares["side"] == side]
        traces.append(
            {
                "type": "bar",
                "x": [text(label, 18) for label in rows["label"]],
                "y": rows["share"].tolist(),
                "customdata": [[None if r.key is None else f"{side}{r.key}"] for r in rows.itertuples()],
                "hoverinfo": "text",
                "hovertext": [
                    f"<b>{text(names[side], 40)}</b><br>{text(r.label, 60)}: {percent(r.share, int(r.n))}<br>"
                    f"{count(int(r.n), 'item')}"
                    for r in rows.itertuples()
                ],
                "marker": {"color": f"@{role}", "line": {"width": 0}},
                "selected": {"marker": {"opacity": 1}},
                "unselected": {"marker": {"opacity": 0.45}},
            }
        )
    return base(
        286 + below,
        traces,
        barmode="group",
        bargap=0.25,
        bargroupgap=0.06,
        margin={"l": 52, "r": 8, "t": 18, "b": 38 + below, "pad": 6},
        xaxis={"type": "category", "title": _title(text(title, 40)), "tickangle": -90 if turned else 0},
        yaxis={"showgrid": True, "rangemode": "tozero", "tickformat": ".0%", "title": _title("Share of items")},
    )


def changes(counts: dict[str, int], a: str, b: str) -> Figure:
    """On how many items a is higher, both are equal, or b is higher, as one bar; a click gives the kind of change."""
    kinds = (
        [("higher", f"{a} higher", SIDES["a"]), ("same", "equal", "band"), ("lower", f"{b} higher", SIDES["b"])]
        if "different" not in counts
        else [("different", "different", "disagree"), ("same", "the same", "band")]
    )
    total = sum(counts.get(kind, 0) for kind, *_ in kinds) or 1
    traces, notes, at = [], [], 0
    for kind, words, role in kinds:
        n = counts.get(kind, 0)
        traces.append(
            {
                "type": "bar",
                "orientation": "h",
                "x": [n],
                "y": [""],
                "customdata": [[kind]],
                "hoverinfo": "text",
                "hovertext": [f"<b>{text(words, 60)}</b><br>{count(n, 'item')}, {percent(n / total, total)}"],
                "marker": {"color": f"@{role}", "line": {"color": "@page", "width": 2}},
                "selected": {"marker": {"opacity": 1}},
                "unselected": {"marker": {"opacity": 0.45}},
            }
        )
        if n / total > 0.08 and role != "disagree":  # neither ink nor page reads well on vermilion
            ink = "ink" if role == "band" else "page"
            notes.append(note(f"{n:,}", at + n / 2, 0, role=ink, size=14, anchor="center", paper="", bold=True))
        at += n
    return base(
        92,
        traces,
        barmode="stack",
        annotations=notes,
        margin={"l": 0, "r": 0, "t": 22, "b": 8, "pad": 0},
        xaxis={"range": [0, total], "showticklabels": False},
        yaxis={"showticklabels": False},
    )


def _title(words: str) -> Figure:
    return {"text": words, "font": {"size": 13, "color": "@muted"}, "standoff": 8}
