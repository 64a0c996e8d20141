"""A chart on which a range can be drawn: what lies in the box, or which mark was clicked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from annoeval.charts import Figure
from annoeval.charts.legend import with_key
from annoeval.ui.page import plot, room

Range = tuple[float, float]


@dataclass(frozen=True)
class Brushed:
    """What was chosen on a chart: ids of the marks clicked or in the box, and the box's ranges; empty when nothing was.

    Where marks are single items the ids count, as they were drawn; on a map of counts the ranges do.
    """

    marks: tuple[str, ...] = ()
    x: Range | None = None
    y: Range | None = None

    def rows(self, values: pd.DataFrame, x: str, y: str) -> pd.DataFrame:
        """The rows chosen; x, y are the columns on the axes."""
        if self.marks or self.x is None or self.y is None:
            return values[values["item_id"].isin(self.marks)]
        return values[values[x].between(*self.x) & values[y].between(*self.y)]


def brush(
    figure: Figure, name: str, counts: bool = False, key: Sequence[tuple[str, str]] = (), half: bool = True
) -> Brushed:
    """Draws a chart whose layout has `dragmode` select; marks carry an item's id as their first `customdata`. counts:
    whether it is a map of counts, where the box's ranges choose. key, half: as `draw` has them."""
    event = plot(with_key(figure, key, room(half)), name, f"_brush_{name}", ("points", "box"))
    marks = tuple(str(p["customdata"][0]) for p in event["selection"]["points"] if p.get("customdata"))
    boxes = event["selection"]["box"]
    if not boxes or not counts:  # single items are chosen as they are drawn
        return Brushed(marks)
    x, y = (sorted(map(float, boxes[0][axis])) for axis in ("x", "y"))
    return Brushed(marks, (x[0], x[-1]), (y[0], y[-1]))
