"""Which line runs through the points, and where may the true one lie?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from annoeval.statistics.outcome import complete_pairs, constant


@dataclass(frozen=True)
class Fit:
    """A least-squares line: `slope`, `intercept`, `n`, and the `band` to draw; None and a `reason` where undefined.

    band: columns `x, y, low, high`, the line and the pointwise interval of its mean at `level`.
    """

    n: int
    slope: float | None = None
    intercept: float | None = None
    band: pd.DataFrame | None = None
    reason: str = ""
    level: float = 0.95


def line(x: Iterable[Any], y: Iterable[Any], *, points: int = 50, level: float = 0.95) -> Fit:
    """The least-squares line of y on x with the confidence band of the mean.

    points: at how many equally spaced x between the outermost ones the band is given.
    Source: Working & Hotelling (1929), JASA 24, the pointwise form with Student's t.
    """
    from scipy.special import stdtrit

    a, b = complete_pairs(x, y)
    n = len(a)
    if n < 3:
        return Fit(n, reason="a line with a band needs at least three points", level=level)
    if constant(a):
        return Fit(n, reason="all points have the same horizontal value, so no line is defined", level=level)
    centre = float(a.mean())
    spread = float(((a - centre) ** 2).sum())
    slope = float((a - centre) @ b) / spread
    intercept = float(b.mean()) - slope * centre
    residual = float(((b - intercept - slope * a) ** 2).sum()) / (n - 2)
    at = np.linspace(a.min(), a.max(), points)
    middle = intercept + slope * at
    reach = float(stdtrit(n - 2, (1 + level) / 2)) * np.sqrt(residual * (1 / n + (at - centre) ** 2 / spread))
    band = pd.DataFrame({"x": at, "y": middle, "low": middle - reach, "high": middle + reach})
    return Fit(n, slope, intercept, band, level=level)
