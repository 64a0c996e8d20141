"""How far would a coefficient scatter? Standard errors from what each item adds."""

from __future__ import annotations

from math import sqrt

import numpy as np

from annoeval.statistics.agreement.contributions import Contributions
from annoeval.statistics.agreement.formulas import Formulas
from annoeval.statistics.agreement.registry import Coefficient
from annoeval.statistics.rounding import ROUNDING

_STEP = 1e-30  # of a derivative along the imaginary axis, which loses no digits (Squire & Trapp 1998, SIAM Rev. 40)
_CELLS = 2_000_000


def standard_errors(fit: Formulas, cluster: np.ndarray | None = None) -> np.ndarray:
    """Gwet's standard error of each coefficient, NaN where undefined.

    Each coefficient is to first order a mean over items, and its standard error that of the mean, with n − 1 (Gwet
    2014, Handbook of Inter-Rater Reliability, 4th ed., ch. 5–6; for a table of two raters he divides by n). What an
    item moves is the coefficient's derivative by the item's weight. cluster: code 0, 1, … of each unit, which is then
    one item.
    """
    if "paired" not in fit.contributions.blocks or not len(fit.contributions.times):
        return np.full(len(fit.formulas), np.nan)  # a list of ratings, which has no derivative
    c = fit.contributions if cluster is None else fit.contributions.by_cluster(cluster)
    total, rows = c.total, c.rows
    value = fit.values(total)
    spread = np.zeros(len(fit.formulas))
    size = max(1, _CELLS // max(1, len(total)))
    for start in range(0, len(c.times), size):
        some = rows[start : start + size]
        some = some if isinstance(some, np.ndarray) else some.toarray()
        moved = fit.values(total + 1j * _STEP * some).imag / _STEP
        for j in np.flatnonzero(np.isfinite(value)):
            e = fit.formulas[int(j)]
            moved[:, j] = _moved(c, total, some, e, float(value[j]), moved[:, j])
        spread += c.times[start : start + size] @ moved**2
    out = []
    for e, point, square in zip(fit.formulas, value, spread, strict=True):
        n = _units(c, e.over)
        root = sqrt(n / (n - 1) * square) if n > 1 and np.isfinite(point + square) else np.nan
        out.append(0.0 if root**2 <= ROUNDING else root)
    return np.array(out)


def fleiss_chance_error(c: Contributions) -> float | None:
    """The standard error of Fleiss' kappa where raters agree by chance only: for a test, never for an interval.

    Only where every item has equally many ratings. Fleiss, Nee & Landis (1979), Psychol. Bull. 86, 974–977.
    """
    each = c.column("ratings")
    if not len(each) or each.min() != each.max() or each[0] < 2:
        return None
    t = c.total
    n, m = float(c.part(t, "paired")), float(each[0])
    p = c.part(t, "label") / c.part(t, "ratings")
    single = p * (1 - p)
    room = float(single.sum())
    if room <= ROUNDING:
        return None
    spread = room**2 - float((single * (1 - 2 * p)).sum())
    return sqrt(2 * max(spread, 0.0)) / (room * sqrt(n * m * (m - 1)))


def _units(c: Contributions, block: str) -> float:
    return float(c.times @ (c.column(block) > 0))


def _moved(
    c: Contributions, total: np.ndarray, rows: np.ndarray, e: Coefficient, value: float, slope: np.ndarray
) -> np.ndarray:
    """What units add to a coefficient in Gwet's linear form, which differs from its slope in two terms of order 1/n."""
    paired, n_paired = c.part(rows, "paired"), c.part(total, "paired")
    if e.over == "rated":  # items with one rating stand in his mean over items, with no agreement of their own
        return slope + value * (paired / n_paired - c.part(rows, "rated") / c.part(total, "rated"))
    if e.name.startswith("krippendorff"):  # his is that of alpha without its term for small samples
        ratings, n = c.part(rows, "ratings"), c.part(total, "ratings")
        apart = (1 - value) * n / (n - 1)
        plain = slope * n / (n - 1) + apart / n * ratings / (n - 1)
        return plain - apart / n * (ratings / n - paired / n_paired)
    return slope
