"""Cohen's kappa of two raters: unweighted, weighted, of numbers, and its limits."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from annoeval.statistics.agreement.coding import Coded
from annoeval.statistics.agreement.contingency import who_meet
from annoeval.statistics.agreement.small import FEWEST_IN_CLUSTERS, FEWEST_ITEMS, too_few_items
from annoeval.statistics.agreement.weights import Weights, agreement_weights
from annoeval.statistics.clustered import FEWEST, codes_of, too_few
from annoeval.statistics.intervals import REPLICATES, SEED, Interval, bootstrap, jackknife_t
from annoeval.statistics.rounding import ROUNDING


@dataclass(frozen=True)
class Cohen:
    """Cohen's kappa and what belongs to it; what is undefined is None and `reason` says why.

    n: items both rated. po, pe: observed and expected agreement (weighted where weights are). kappa_max: the
    highest kappa these margins allow (unweighted only). se: Fleiss, Cohen & Everitt (1969), for intervals. low, high:
    kappa ± quantile × se, not clipped. se0: under chance agreement, for z = kappa / se0 and the two-sided p.
    """

    n: int
    po: float | None = None
    pe: float | None = None
    kappa: float | None = None
    kappa_max: float | None = None
    se: float | None = None
    low: float | None = None
    high: float | None = None
    se0: float | None = None
    z: float | None = None
    p: float | None = None
    reason: str = ""


def cohen(table: np.ndarray, weights: Weights | np.ndarray = "none", level: float = 0.95) -> Cohen:
    """Cohen's kappa of a square table of counts, row = rater A, column = rater B.

    weights: a kind, or a matrix of agreement (1 on the diagonal), which may be asymmetric.
    Raises ValueError where the table is not square or holds no counts, or the weights do not fit it.
    """
    t = np.asarray(table, dtype=float)
    if t.ndim != 2 or t.shape[0] != t.shape[1]:
        raise ValueError("kappa needs a square table, the same labels for both raters")
    if not np.isfinite(t).all() or (t < 0).any() or (t != np.rint(t)).any():
        raise ValueError("kappa needs counts of items, whole numbers from 0; give counts, not shares")
    row, column = np.nonzero(t)
    w = None if isinstance(weights, str) and weights == "none" else _matrix(weights, len(t))
    return cohen_of_cells(row, column, t[row, column], len(t), w, level)


def cohen_of_cells(
    row: np.ndarray, column: np.ndarray, count: np.ndarray, size: int, w: np.ndarray | None = None, level: float = 0.95
) -> Cohen:
    """Cohen's kappa from the cells of two raters' table that hold items.

    κ = (po − pe) / (1 − pe) with po = Σ w p_ij, pe = Σ w p_i. p_.j (Cohen 1960, 1968). Standard errors:
    Fleiss, Cohen & Everitt (1969), Psychol. Bull. 72, 323–327; the maximum: Cohen (1960), p. 42.

    row, column: codes of the two raters' labels, cells may repeat; size: how many labels. w: agreement weights, None
    for equality. With many labels and no weights nothing of the size labels × labels is made.
    """
    n = float(count.sum())
    if n == 0:
        return Cohen(0, reason="no item was rated by both")
    p = count / n
    a, b = np.bincount(row, weights=p, minlength=size), np.bincount(column, weights=p, minlength=size)
    same = (row == column).astype(float) if w is None else w[row, column]
    rows, columns = (b, a) if w is None else (w @ b, a @ w)
    po, pe = float(p @ same), float(a @ rows)
    if 1 - pe < ROUNDING:
        return Cohen(int(n), po, 1.0, reason="both raters used one label only, so chance agreement is 1")
    kappa = (po - pe) / (1 - pe) if abs(po - pe) > ROUNDING else 0.0
    spread = float(p @ (same - (rows[row] + columns[column]) * (1 - kappa)) ** 2) - (kappa - pe * (1 - kappa)) ** 2
    se, se0 = _root(spread / (n * (1 - pe) ** 2)), _root(_by_chance(a, b, w, pe) / (n * (1 - pe) ** 2))
    reach = NormalDist().inv_cdf(0.5 + level / 2) * se
    z = kappa / se0 if se0 > 0 else None
    return Cohen(
        n=int(n),
        po=po,
        pe=pe,
        kappa=kappa,
        kappa_max=(float(np.minimum(a, b).sum()) - pe) / (1 - pe) if w is None else None,
        se=se,
        low=kappa - reach,
        high=kappa + reach,
        se0=se0,
        z=z,
        p=None if z is None else erfc(abs(z) / sqrt(2)),
    )


def _by_chance(a: np.ndarray, b: np.ndarray, w: np.ndarray | None, pe: float) -> float:
    """n (1 − pe)² times the variance of kappa where the raters agree by chance only."""
    if w is None:  # Σ a_i b_j (w_ij − b_i − a_j)² with w_ij 1 where i = j, without the table
        both = a * b
        return float(both @ (1 - 2 * (a + b)) + both @ b + both @ a + 2 * both.sum() ** 2) - pe**2
    return float((np.outer(a, b) * (w - (w @ b)[:, None] - (a @ w)[None, :]) ** 2).sum()) - pe**2


def _matrix(weights: Weights | np.ndarray, size: int) -> np.ndarray:
    w = agreement_weights(weights, size) if isinstance(weights, str) else np.asarray(weights, dtype=float)
    if w.shape != (size, size):
        raise ValueError(f"the table has {size} labels, the weights {w.shape}")
    return w


def _root(variance: float) -> float:
    return sqrt(variance) if variance > ROUNDING else 0.0


def cohen_of_numbers(a: Any, b: Any, span: float | None = None, level: float = 0.95) -> Cohen:
    """Quadratically weighted kappa of two columns of numbers, weights on the values themselves.

    It equals Lin's concordance correlation (1989, Biometrics 45, 255–268) with variances over n; the standard error is
    that of Fleiss, Cohen & Everitt (1969), from moments instead of a table of all values. span: largest possible
    difference, default the largest seen; `po` and `pe` are 1 − squared difference / span². Missing as NaN.
    """
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    both = np.isfinite(x) & np.isfinite(y)
    x, y = x[both], y[both]
    n = len(x)
    if n == 0:
        return Cohen(0, reason="no item was rated by both")
    middle = (x.mean() + y.mean()) / 2
    x, y = x - middle, y - middle
    top = span if span is not None else float(max(x.max(), y.max()) - min(x.min(), y.min()))
    apart = (x - y) ** 2
    first, second = (x - y.mean()) ** 2 + y.var(), (y - x.mean()) ** 2 + x.var()
    do, de = float(apart.mean()), float(first.mean())
    if de <= (ROUNDING * middle) ** 2:  # rounding beside the values themselves
        return Cohen(n, 1.0, 1.0, reason="both raters gave one value only, so chance agreement is 1")
    kappa = 1 - do / de
    pull = (apart - do - (1 - kappa) * (first + second - 2 * de)) / de
    se = _root(float((pull**2).mean()) / n)
    reach = NormalDist().inv_cdf(0.5 + level / 2) * se
    return Cohen(n=n, po=1 - do / top**2, pe=1 - de / top**2, kappa=kappa, se=se, low=kappa - reach, high=kappa + reach)


def kappa_interval(
    table: np.ndarray, weights: Weights | np.ndarray = "none", replicates: int = REPLICATES, seed: int = SEED
) -> Interval:
    """Bootstrap limits of kappa over items: the table's cells are drawn, which is the same and far cheaper. None, with
    the reason, of fewer than `FEWEST_ITEMS` items."""
    t = np.asarray(table, dtype=float)
    if t.sum() < FEWEST_ITEMS:
        return too_few_items(int(t.sum()))
    w = _matrix(weights, len(t))
    column, row = np.nonzero(t.T)  # in the order in which all coefficients draw the patterns of two raters
    rows = np.zeros((len(row), 1 + 2 * len(t)))
    rows[:, 0] = w[row, column]
    rows[np.arange(len(row)), 1 + row] = 1
    rows[np.arange(len(row)), 1 + len(t) + column] = 1

    def statistic(totals: np.ndarray) -> np.ndarray:
        a, b = totals[..., 1 : 1 + len(t)], totals[..., 1 + len(t) :]
        n = a.sum(axis=-1)
        with np.errstate(divide="ignore", invalid="ignore"):
            po, pe = totals[..., 0] / n, ((a @ w) * b).sum(axis=-1) / n**2
            return np.where(1 - pe < ROUNDING, np.nan, (po - pe) / (1 - pe))[..., None]

    return bootstrap(rows, statistic, t[row, column], replicates=replicates, seed=seed)[0]


def concordance_interval(a: Any, b: Any, clusters: np.ndarray | None = None, unit: str = "items") -> Interval:
    """Limits of `cohen_of_numbers` by jackknife over items or whole clusters; None, with the reason, of too few.

    a, b: numbers, missing as NaN. clusters: each item's cluster as a code. unit: what is left out, in words.
    """
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    both = np.isfinite(x) & np.isfinite(y)
    x, y = x[both], y[both]
    if len(x) < (FEWEST_ITEMS if clusters is None else FEWEST_IN_CLUSTERS):
        return too_few_items(len(x), clusters is not None)
    middle = (x.mean() + y.mean()) / 2
    x, y = x - middle, y - middle
    rows = np.column_stack([np.ones(len(x)), x, y, x**2 + y**2, x * y])
    if clusters is not None:
        codes = codes_of(clusters[both])
        rows = np.column_stack([np.bincount(codes, column) for column in rows.T])
        if len(rows) < FEWEST:
            return Interval(None, None, "", f"it {too_few(len(rows))}")

    def statistic(totals: np.ndarray) -> np.ndarray:
        n, of_x, of_y, squares, product = np.moveaxis(totals, -1, 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            apart = (squares - 2 * product) / n
            return (1 - apart / (squares / n - 2 * of_x * of_y / n**2))[..., None]

    return jackknife_t(rows, statistic, np.ones(len(rows)), unit=unit)[0].within(-1.0, 1.0)


def mean_kappa(coded: Coded) -> float | None:
    """Light's kappa: the mean of the pairs' unweighted kappas, undefined pairs left out; None where all are."""
    kappas = []
    codes, q = coded.codes, coded.size
    for i, j in who_meet(codes >= 0):
        both = (codes[:, i] >= 0) & (codes[:, j] >= 0)
        a, b = codes[both, i], codes[both, j]
        pe = float(np.bincount(a, minlength=q) @ np.bincount(b, minlength=q)) / len(a) ** 2
        if 1 - pe >= ROUNDING:
            kappas.append((float((a == b).mean()) - pe) / (1 - pe))
    return float(np.mean(kappas)) if kappas else None
