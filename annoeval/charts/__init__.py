"""Result tables → Plotly figures as plain dicts that name roles instead of colours."""

from annoeval.charts.colour import COLOURS, RAMP, paint
from annoeval.charts.layout import CONFIG, Figure

__all__ = ["COLOURS", "CONFIG", "RAMP", "Figure", "paint"]
