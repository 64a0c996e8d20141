"""Agreement of numbers from sums of values and squares: no table of all pairs of values is ever made."""

from __future__ import annotations

import numpy as np

from annoeval.statistics.agreement.contributions import Contributions, stack
from annoeval.statistics.agreement.correction import Parts, one_minus, ratio
from annoeval.statistics.rounding import ROUNDING


def _centred(values: np.ndarray, pairable: np.ndarray) -> tuple[np.ndarray, float]:
    """The pairable values less their mean, over their largest distance from it (0 for all others), and that distance:
    differences keep their digits in sums of squares, and a value nothing is compared with takes none away."""
    n = int(np.count_nonzero(pairable))
    middle = float(np.where(pairable, values, 0.0).sum()) / (n or 1)
    x = np.where(pairable, values - middle, 0.0)
    top = float(np.abs(x).max(initial=0.0))
    return (x / top, top) if top > ROUNDING * abs(middle) else (x * 0.0, 0.0)


def number_contributions(values: np.ndarray) -> tuple[Contributions, float]:
    """What each item adds, for numbers: items × raters, NaN for missing; and the unit of its squares.

    Blocks `rated`, `paired`, `ratings` (on paired items), `sum`, `square`, `within` (squared differences of the item's
    pairs of ratings over ratings less 1: Krippendorff's observed disagreement), and over complete items only
    `complete`, `row` (squared sum of the item), `all` (squares), `column` (raters).
    """
    by_rater = np.ascontiguousarray(np.asarray(values, dtype=float).T)  # sums over raters are sums of whole rows
    known = np.isfinite(by_rater)
    m = known.sum(axis=0).astype(float)
    paired = m >= 2
    x, top = _centred(by_rater, known & paired)
    s, s2 = x.sum(axis=0), (x**2).sum(axis=0)
    complete = paired & (m == len(x))
    parts = {
        "rated": (m >= 1).astype(float),
        "paired": paired.astype(float),
        "ratings": m * paired,
        "sum": s,
        "square": s2,
        "within": np.where(paired, 2 * (m * s2 - s**2) / np.maximum(m - 1, 1), 0.0),
        "complete": complete.astype(float),
        "row": s**2 * complete,
        "all": s2 * complete,
        "column": (x * complete).T,
    }
    return stack(parts, len(m)), top**2


def alpha_interval(c: Contributions, t: np.ndarray, w: object, name: str) -> Parts:
    """Krippendorff's alpha for numbers with the squared difference as distance; `w` and `name` are not used."""
    n, s, s2 = c.part(t, "ratings"), c.part(t, "sum"), c.part(t, "square")
    expected = np.where(n.real > 1, 2 * (s2 - s**2 / n) / (n - 1), np.nan)
    return one_minus(ratio(c.part(t, "within"), n), expected)


def mean_squares(c: Contributions, t: np.ndarray) -> tuple[np.ndarray, ...]:
    """Mean squares between items, within items, between raters and of the rest, and the number of complete items."""
    n, rows, all_, column = c.part(t, "complete"), c.part(t, "row"), c.part(t, "all"), c.part(t, "column")
    k = float(column.shape[-1])
    with np.errstate(divide="ignore", invalid="ignore"):
        middle = column.sum(axis=-1) ** 2 / (n * k)
        between = rows / k - middle
        within = all_ - rows / k
        judges = (column**2).sum(axis=-1) / n - middle
        rest = within - judges
        bms = between / (n - 1)
        wms = within / (n * (k - 1))
        jms = judges / (k - 1)
        ems = rest / ((n - 1) * (k - 1))
    return bms, wms, jms, ems, n


def icc(form: str, c: Contributions, t: np.ndarray, w: object, name: str) -> Parts:
    """An intraclass correlation of complete items; form `icc1, icc2, icc3` or `icc1k, icc2k, icc3k`.

    Shrout & Fleiss (1979), Psychol. Bull. 86, 420–428: raters differ by item (1), are a sample that rated all items
    (2), are the only ones of interest (3); k: the mean of the raters. `w` and `name` are not used.
    """
    bms, wms, jms, ems, n = mean_squares(c, t)
    k = float(c.blocks["column"][1][0])
    top = bms - (wms if form.startswith("icc1") else ems)
    bottoms = {
        "icc1": bms + (k - 1) * wms,
        "icc2": bms + (k - 1) * ems + k * (jms - ems) / n,
        "icc3": bms + (k - 1) * ems,
        "icc1k": bms,
        "icc2k": bms + (jms - ems) / n,
        "icc3k": bms,
    }
    bottom = bottoms[form]  # a variance: 0 up to rounding, or estimated below 0, it divides nothing
    value = np.where(bottom.real > ROUNDING, top / bottom, np.nan)
    return value, *np.full((2, *value.shape), np.nan)
