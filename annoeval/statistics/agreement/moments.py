"""Agreement of numbers from sums of values and squares: no table of all pairs of values is ever made."""

from __future__ import annotations

import numpy as np

from annoeval.statistics.agreement.contributions import Contributions, stack

ROUNDING = 1e-14


def centred(values: np.ndarray) -> np.ndarray:
    """Values less their mean, over their largest distance from it: differences keep their digits in sums of squares."""
    x = np.asarray(values, dtype=float)
    known = x[np.isfinite(x)]
    if not known.size:
        return x
    middle = known.mean()
    x = x - middle
    top = np.nanmax(np.abs(x))
    return x / top if top > 1e-14 * abs(middle) else x * 0.0


def number_contributions(values: np.ndarray) -> Contributions:
    """What each item adds, for numbers: items × raters, NaN for missing.

    Blocks `rated`, `paired`, `ratings` (on paired items), `sum`, `square`, `within` (squared differences of the item's
    pairs of ratings over ratings less 1: Krippendorff's observed disagreement), and over complete items only
    `complete`, `row` (squared sum of the item), `all` (squares), `column` (raters).
    """
    x = centred(values)
    known = np.isfinite(x)
    x = np.where(known, x, 0.0)
    m = known.sum(axis=1).astype(float)
    paired = m >= 2
    s, s2 = x.sum(axis=1), (x**2).sum(axis=1)
    complete = known.all(axis=1) & (known.shape[1] >= 2)
    return stack({
        "rated": (m >= 1).astype(float), "paired": paired.astype(float), "ratings": m * paired,
        "sum": s * paired, "square": s2 * paired,
        "within": np.where(paired, 2 * (m * s2 - s**2) / np.maximum(m - 1, 1), 0.0),
        "complete": complete.astype(float), "row": s**2 * complete, "all": s2 * complete,
        "column": x * complete[:, None],
    }, len(x))  # fmt: skip


def interval_disagreements(c: Contributions, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Observed and expected squared difference of pairs of values, in units of `centred`."""
    n, s, s2 = c.part(t, "ratings"), c.part(t, "sum"), c.part(t, "square")
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = np.where(n > 0, c.part(t, "within") / n, np.nan)
        expected = np.where(n > 1, 2 * (s2 - s**2 / n) / (n - 1), np.nan)
    return observed, expected


def alpha_interval(c: Contributions, t: np.ndarray) -> np.ndarray:
    """Krippendorff's alpha for numbers with the squared difference as distance, NaN where undefined."""
    observed, expected = interval_disagreements(c, t)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > ROUNDING, 1 - observed / expected, np.nan)


def mean_squares(c: Contributions, t: np.ndarray, raters: int) -> tuple[np.ndarray, ...]:
    """Mean squares between items, within items, between raters and of the rest, and the number of complete items."""
    n, rows, all_, column = c.part(t, "complete"), c.part(t, "row"), c.part(t, "all"), c.part(t, "column")
    k = float(raters)
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


def ratio_of(top: np.ndarray, bottom: np.ndarray) -> np.ndarray:
    """top / bottom, NaN where the bottom, a variance, is 0 up to rounding or estimated below 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(bottom > ROUNDING, top / bottom, np.nan)


def icc(c: Contributions, t: np.ndarray, raters: int, form: str) -> np.ndarray:
    """An intraclass correlation of complete items; form `icc1, icc2, icc3` or `icc1k, icc2k, icc3k`.

    Shrout & Fleiss (1979), Psychol. Bull. 86, 420–428: raters differ by item (1), are a sample that rated all items
    (2), are the only ones of interest (3); k: the mean of the raters.
    """
    bms, wms, jms, ems, n = mean_squares(c, t, raters)
    k = float(raters)
    if form == "icc1":
        return ratio_of(bms - wms, bms + (k - 1) * wms)
    if form == "icc2":
        return ratio_of(bms - ems, bms + (k - 1) * ems + k * (jms - ems) / n)
    if form == "icc3":
        return ratio_of(bms - ems, bms + (k - 1) * ems)
    if form == "icc1k":
        return ratio_of(bms - wms, bms)
    if form == "icc2k":
        return ratio_of(bms - ems, bms + (jms - ems) / n)
    return ratio_of(bms - ems, bms)
