"""Graded boxes as figures: what cost points, precision against recall, and how far the rules matter."""

from __future__ import annotations

import pandas as pd

from annoeval.charts.forest import Axis, Mark, Row, forest
from annoeval.charts.layout import Figure, base, text
from annoeval.words import interval, number

NAMED = 8  # submissions whose names have room beside their marks


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
    """One mark a submission: recall to the right, precision upwards; a few have their name beside them, of many it
    comes under the pointer. found: as of `leaderboard`."""
    shown = found.dropna(subset=["precision", "recall"])
    names = [text(s, 60) for s in shown["submission"]]
    few = len(shown) <= NAMED
    marks = {
        "type": "scatter",
        "mode": "markers+text" if few else "markers",
        "x": shown["recall"].tolist(),
        "y": shown["precision"].tolist(),
        "text": [text(s, 18) for s in shown["submission"]] if few else None,
        "hovertext": names,
        "textposition": "top center",
        "cliponaxis": False,
        "customdata": [[s] for s in shown["submission"]],
        "marker": {"size": 10, "color": "@human"},
        "hovertemplate": "<b>%{hovertext}</b><br>recall %{x:.2f}, precision %{y:.2f}<extra></extra>",
    }
    return base(
        330,
        [marks],
        xaxis={"range": _around(shown["recall"]), "showgrid": True, "title": _title("Recall")},
        yaxis={"range": _around(shown["precision"]), "showgrid": True, "title": _title("Precision")},
        margin={"l": 56, "b": 50, "r": 8},
    )


def _around(shares: pd.Series) -> list[float]:
    """The part of 0 to 1 in which shares lie, with some room, so that what is close together is told apart."""
    low, high = (float(shares.min()), float(shares.max())) if len(shares) else (0.0, 1.0)
    room = max(0.15 * (high - low), 0.03)
    return [max(low - room, -0.03), min(high + room, 1.04)]


def _title(words: str) -> dict[str, object]:
    return {"text": words, "standoff": 12, "font": {"size": 13, "color": "@muted"}}


def band(table: pd.DataFrame, submission: str, gate: float, beta: float) -> Figure:
    """The score over gates: the line of the rules' β, and the band over all β. table: `robustness`."""
    mine = table[table["submission"] == submission].dropna(subset=["overall"])
    by = mine.groupby("gate")["overall"]
    low, high = by.min(), by.max()
    line = mine[mine["beta"] == beta].set_index("gate")["overall"]
    gates = low.index.tolist()
    least, most = max(min(low, default=0.0) - 3, 0), max(high, default=100.0)
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
        xaxis={"title": _title("Least IoU of a pair"), "tickvals": gates},
        yaxis={"range": [least, min(most + 2, 102)], "showgrid": True, "title": _title("Score")},
        margin={"l": 56, "b": 50, "r": 8},
    )
