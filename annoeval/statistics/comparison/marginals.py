"""Do two or more judges give labels equally often? McNemar, Stuart–Maxwell, Bhapkar and Cochran's Q."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, Literal

import numpy as np

from annoeval.statistics.outcome import Array, Outcome, one_of

McNemar = Literal["exact", "mid_p", "chi2", "corrected"]


def mcnemar(table: Sequence[Sequence[float]], method: McNemar = "exact", *, level: float = 0.95) -> Outcome:
    """McNemar's test of two paired shares, from the 2 × 2 table of pairs (rows a, columns b; first label first).

    method: `exact` is binomial over the pairs that differ, `mid_p` takes half of the observed table's own chance off,
    `chi2` and `corrected` (by one) are the approximations. Without a pair that differs the exact p is 1 and the
    approximations are undefined. `estimate` is a's share of the first label minus b's, with the adjusted Wald interval.
    Source: McNemar (1947), Psychometrika 12; Edwards (1948) for the correction; Fagerland, Lydersen & Laake (2013),
    BMC Med. Res. Methodol. 13, for mid-p; Bonett & Price (2012), J. Educ. Behav. Stat. 37, for the interval.
    """
    from scipy.special import bdtr, chdtrc, ndtri

    one_of(method, ("exact", "mid_p", "chi2", "corrected"), "method")
    cells = _square(table)
    if cells.shape != (2, 2):
        raise ValueError(f"McNemar's table is 2 × 2; this one is {cells.shape[0]} × {cells.shape[1]}")
    test = "mcnemar_" + method
    a_only, b_only, n = float(cells[0, 1]), float(cells[1, 0]), float(cells.sum())
    if not n:
        return Outcome(test, 0, 0, reason="no item has both labels", level=level)
    m = a_only + b_only
    estimate = (a_only - b_only) / n
    one, other = (a_only + 1) / (n + 2), (b_only + 1) / (n + 2)
    reach = float(ndtri((1 + level) / 2)) * sqrt((one + other - (one - other) ** 2) / (n + 2))
    low, high = max(-1.0, one - other - reach), min(1.0, one - other + reach)
    statistic = p = None
    how = f"exact binomial over the {m:,.0f} pairs that differ"
    reason = ""
    if method in ("exact", "mid_p"):
        least = min(a_only, b_only)
        below = float(bdtr(least, int(m), 0.5)) if m else 1.0
        p = min(1.0, 2 * below)
        if method == "mid_p":
            own = below - (float(bdtr(least - 1, int(m), 0.5)) if least else 0.0)
            p = min(1.0, 2 * below - own) if m else 1.0
            how = f"mid-p over the {m:,.0f} pairs that differ"
        statistic = least
    elif m:
        gap = abs(a_only - b_only) - (1 if method == "corrected" else 0)
        statistic = max(gap, 0.0) ** 2 / m
        p = float(chdtrc(1, statistic))
        how = "chi-square with one degree of freedom" + (", continuity corrected" if method == "corrected" else "")
    else:
        how, reason = "", "no pair differs, so chi-square is undefined; the exact p is 1"
    df = 1.0 if method in ("chi2", "corrected") and m else None
    return Outcome(test, int(n), int(n), estimate, low, high, statistic, df, None, p, how, reason, level)


def stuart_maxwell(table: Sequence[Sequence[float]]) -> Outcome:
    """The Stuart–Maxwell test: are the label shares of two judges equal, over all labels at once?

    table: square counts of pairs, rows one judge, columns the other. Labels that neither used are left out, no cell
    is smoothed, the table is never changed. df is the number of free differences: used labels − 1, fewer where labels
    were never exchanged. Source: Stuart (1955), Biometrika 42; Maxwell (1970), Br. J. Psychiatry 116.
    """
    return _marginal("stuart_maxwell", table)


def bhapkar(table: Sequence[Sequence[float]]) -> Outcome:
    """Bhapkar's test of equal label shares: Stuart–Maxwell with the covariance not taken under equality.

    W / (1 − W / n) with W the Stuart–Maxwell statistic, hence always larger. Arguments as there.
    Source: Bhapkar (1966), JASA 61; the identity from Ireland, Ku & Kullback (1969), JASA 64.
    """
    return _marginal("bhapkar", table)


def _marginal(test: str, table: Sequence[Sequence[float]]) -> Outcome:
    from scipy.special import chdtrc

    cells = _square(table)
    used = cells.sum(axis=0) + cells.sum(axis=1) > 0
    cells = cells[np.ix_(used, used)]
    n = float(cells.sum())
    count = int(n)
    if not n:
        return Outcome(test, 0, 0, reason="no item has both labels")
    if len(cells) < 2:
        return Outcome(test, count, count, reason="only one label was used, so its share can't differ")
    difference = cells.sum(axis=1) - cells.sum(axis=0)
    covariance = -(cells + cells.T)
    covariance[np.diag_indices_from(covariance)] = 0
    covariance[np.diag_indices_from(covariance)] = -covariance.sum(axis=1)
    values, vectors = np.linalg.eigh(covariance)
    free = values > 1e-9 * max(1.0, float(values.max()))
    df = int(free.sum())
    if not df:
        return Outcome(test, count, count, reason="the two gave the same label every time, so nothing can be tested")
    projected = vectors[:, free].T @ difference
    statistic = float((projected**2 / values[free]).sum())
    if test == "bhapkar":
        if statistic >= n * (1 - 1e-12):
            reason = "every pair differs in the same direction, so Bhapkar's statistic is infinite"
            return Outcome(test, count, count, df=df, reason=reason)
        statistic /= 1 - statistic / n
    how = f"chi-square with {df} degree{'s' if df > 1 else ''} of freedom"
    return Outcome(test, count, count, statistic=statistic, df=df, p=float(chdtrc(df, statistic)), method=how)


def cochran_q(answers: Iterable[Iterable[Any]]) -> Outcome:
    """Cochran's Q: are the shares of right answers of several judges on the same items equal?

    answers: items × judges of 0 and 1; items with a missing answer are left out. `df` is judges − 1.
    Undefined when every item has the same answer from all. Source: Cochran (1950), Biometrika 37.
    """
    from scipy.special import chdtrc

    from annoeval.statistics.comparison.several_groups import complete_rows

    x = complete_rows(answers)
    n, k = x.shape
    if k < 2 or not n:
        return Outcome("cochran_q", n, n, reason="needs two or more judges with answers to the same items")
    if not np.isin(x, (0, 1)).all():
        raise ValueError("an answer is 0 or 1")
    rows, columns = x.sum(axis=1), x.sum(axis=0)
    spread = float(k * rows.sum() - (rows**2).sum())
    if spread == 0:
        return Outcome("cochran_q", n, n, reason="every item has the same answer from all, so nothing can be tested")
    q = (k - 1) * float(k * (columns**2).sum() - columns.sum() ** 2) / spread
    how = f"chi-square with {k - 1} degree{'s' if k > 2 else ''} of freedom"
    return Outcome("cochran_q", n, n, statistic=q, df=k - 1, p=float(chdtrc(k - 1, q)), method=how)


def _square(table: Sequence[Sequence[float]]) -> Array:
    cells = np.array(table, dtype=np.float64)  # a copy: the caller's table stays as it is
    if cells.ndim != 2 or cells.shape[0] != cells.shape[1]:
        raise ValueError("a table of pairs is square: the same labels in rows and columns")
    if (cells < 0).any() or not np.isfinite(cells).all():
        raise ValueError("a table of pairs holds counts, none negative or missing")
    if (cells != np.rint(cells)).any():
        raise ValueError("a table of pairs holds counts of items, whole numbers; give counts, not shares")
    return cells
