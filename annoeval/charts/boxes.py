"""Graded boxes as figures: what cost points, precision against recall, and how far the rules matter."""

from __future__ import annotations

import pandas as pd

from annoeval.charts.forest import Axis, Mark, Row, forest
from annoeval.charts.layout import Figure, base, text
from annoeval.words import interval, number


def waterfall(lost: pd.DataFrame) -> Figure:
    """From 100 down to the score, a step a cause. lost: rows of `lost_points` of one submission."""
    causes = lost[lost["points"].abs() > 0.005]
    names = ["Perfect", *(c[:1].upper() + c[1:] for c in causes["cause"]), "Score"]
    left = 100 - causes["points"].cumsum()
    lengths = [100.0, *causes["points"].abs(), 100 - float(causes["points"].sum())]
    starts = [0.0, *[min(a, a + p) for a, p in zip(left, causes["points"], strict=True)], 0.0]
    said = [
        "100",
        *(f"−{number(p, 1)}" if p > 0 else f"+{number(-p, 1)}" for p in causes["points"]),
        number(lengths[-1], 1),
    ]
    colours = ["@reference", *["@disagree" if p > 0 else "@human" for p in causes["points"]], "@human"]
    bar = {
        "type": "bar",
        "orientation": "h",
        "y": names,
        "x": lengths,
        "base": starts,
        "text": said,
        "marker": {"color": colours},
        "textposition": "outside",
        "cliponaxis": False,
        "hoverinfo": "skip",
        "width": 0.62,
    }
    return base(
        40 + 34 * len(names),
        [bar],
        yaxis={"autorange": "reversed", "automargin": True},
        xaxis={"range": [0, 112], "tickvals": [0, 25, 50, 75, 100]},
        margin={"r": 8, "b": 28},
    )


def leaderboard(found: pd.DataFrame, narrow: bool = False) -> Figure:
    """Overall scores with their intervals, the best first. found: rows of `submissions` of one rule."""
    rows = [
        Row(
            r.submission,
            [
                Mark(
                    None if pd.isna(r.overall) else r.overall,
                    _or_none(r.low),
                    _or_none(r.high),
                    "human",
                    f"<b>{text(r.submission, 60)}</b><br>{number(r.overall, 1)} ({interval(r.low, r.high, 1)})",
                )
            ],
            [number(r.overall, 1), f"{r.matched:,}", f"{r.missed:,}", f"{r.extra:,}"],
            r.submission,
        )
        for r in found.sort_values("overall", ascending=False, na_position="last").itertuples()
    ]
    return forest(rows, ["Score", "Matched", "Missed", "Extra"], Axis(0, 100), narrow)


def _or_none(value: float | None) -> float | None:
    return None if pd.isna(value) else value


def precision_recall(found: pd.DataFrame) -> Figure:
    """One mark a submission: recall to the right, precision upwards. found: as of `leaderboard`."""
    marks = {
        "type": "scatter",
        "mode": "markers+text",
        "x": found["recall"].tolist(),
        "y": found["precision"].tolist(),
        "text": [text(s, 18) for s in found["submission"]],
        "textposition": "top center",
        "cliponaxis": False,
        "customdata": [[s] for s in found["submission"]],
        "marker": {"size": 10, "color": "@human"},
        "hovertemplate": "recall %{x:.2f}, precision %{y:.2f}<extra></extra>",
    }
    axis = {"range": [-0.03, 1.06], "showgrid": True, "tickvals": [0, 0.25, 0.5, 0.75, 1]}
    return base(
        330,
        [marks],
        xaxis={**axis, "title": {"text": "Recall"}},
        margin={"l": 52, "b": 46, "r": 8},
        yaxis={**axis, "title": {"text": "Precision"}},
    )


def band(table: pd.DataFrame, submission: str, gate: float, beta: float) -> Figure:
    """The score over gates: the line of the rules' β, and the band over all β. table: `robustness`."""
    mine = table[table["submission"] == submission].dropna(subset=["overall"])
    by = mine.groupby("gate")["overall"]
    low, high = by.min(), by.max()
    line = mine[mine["beta"] == beta].set_index("gate")["overall"]
    gates = low.index.tolist()
    area = {
        "type": "scatter",
        "x": gates + gates[::-1],
        "y": [*high, *low[::-1]],
        "fill": "toself",
        "mode": "none",
        "fillcolor": "@band",
        "hoverinfo": "skip",
    }
    drawn = {
        "type": "scatter",
        "mode": "lines+markers",
        "x": gates,
        "y": line.reindex(gates).tolist(),
        "line": {"color": "@human"},
        "marker": {"size": [11 if g == gate else 6 for g in gates], "opacity": 1},
        "hovertemplate": "gate %{x}: %{y:.1f}<extra></extra>",
    }
    return base(
        260,
        [area, drawn],
        xaxis={"title": {"text": "Least IoU of a pair"}, "tickvals": gates},
        yaxis={"range": [0, 102], "showgrid": True},
        margin={"l": 40, "b": 46, "r": 8},
    )
