"""Differences between two groups as a forest plot, one row a dimension or test."""

from __future__ import annotations

import pandas as pd

from annoeval.charts.forest import Axis, Mark, Row, forest
from annoeval.charts.layout import Figure, text
from annoeval.words import interval, missing, number, p_value


def differences(comparison: pd.DataFrame, names: dict[str, str], narrow: bool = False) -> Figure:
    """Each dimension's difference between two groups with its interval; a click gives the dimension.

    comparison: one row a dimension, all between the same two groups. names: the dimensions' titles.
    """
    rows = []
    ends = [0.0]
    for row in comparison.itertuples():
        value, low, high = (None if missing(v) else float(v) for v in (row.estimate, row.low, row.high))
        ends += [v for v in (value, low, high) if v is not None]
        p = row.p_adjusted if not missing(row.p_adjusted) else row.p
        hover = f"<b>{text(names[row.dimension], 60)}</b><br>{number(value)} ({interval(low, high)})<br>p {p_value(p)}"
        clear = low is not None and high is not None and (low > 0 or high < 0)
        mark = Mark(value, low, high, "human" if clear else "reference", hover)
        cells = [number(value), interval(low, high), p_value(p), f"{int(row.n_a):,}, {int(row.n_b):,}"]
        rows.append(Row(names[row.dimension], [mark], cells, row.dimension))
    span = max(abs(v) for v in ends) * 1.1 or 1.0
    first = comparison.iloc[0]
    axis = Axis(-span, span, {}, 0.0, f"{first['a']} minus {first['b']}")
    return forest(rows, ["Difference", "95 % CI", "p (Holm)", "n"], axis, narrow)
