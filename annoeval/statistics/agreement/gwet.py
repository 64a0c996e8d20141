"""Gwet's family: AC1/AC2 and the other coefficients with his standard errors, for any number of raters.

Gwet (2014), Handbook of Inter-Rater Reliability, 4th ed., ch. 2–6: each coefficient is, to first order, a mean over
items, and its standard error that of the mean. Missing ratings stay missing; items with one rating count for chance,
not for agreement.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from annoeval.statistics.agreement.coding import Coded, counts
from annoeval.statistics.agreement.weights import Weights, agreement_weights

ROUNDING = 1e-14


@dataclass(frozen=True)
class WithError:
    """A coefficient, its standard error, and value ± t(n − 1) · se cut at 1; None with a reason where undefined."""

    value: float | None
    se: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str = ""


@dataclass(frozen=True)
class Gwet:
    """All coefficients of one table.

    percent: weighted share of agreeing pairs. ac: AC1, or AC2 with weights. bp: Brennan–Prediger. fleiss: chance from
    the mean of the items' label shares (Scott's pi with two raters). conger: chance from each rater's own labels
    (Cohen's kappa with two). alpha: Krippendorff's, with the distance 1 − w. n: items rated; n_paired: items with two
    or more ratings.
    """

    n: int
    n_paired: int
    percent: WithError
    ac: WithError
    bp: WithError
    fleiss: WithError
    conger: WithError
    alpha: WithError


def gwet(coded: Coded, weights: Weights | np.ndarray = "none", level: float = 0.95) -> Gwet:
    """All coefficients of a table of codes (items × raters), variances over n − 1 items."""
    w = agreement_weights(weights, coded.size) if isinstance(weights, str) else np.asarray(weights, dtype=float)
    rated = (coded.codes >= 0).any(axis=1)
    codes = coded.codes[rated]
    codes = codes[:, (codes >= 0).any(axis=0)]
    return _all(codes, np.ones(len(codes)), w, 1, level)


def gwet_of_table(table: np.ndarray, weights: Weights | np.ndarray = "none", level: float = 0.95) -> Gwet:
    """All coefficients of two raters' square table of counts, variances over n items as Gwet gives them for tables."""
    t = np.asarray(table)
    w = agreement_weights(weights, len(t)) if isinstance(weights, str) else np.asarray(weights, dtype=float)
    row, column = np.nonzero(t)
    return _all(np.stack([row, column], axis=1), t[row, column].astype(float), w, 0, level)


def _all(codes: np.ndarray, m: np.ndarray, w: np.ndarray, ddof: int, level: float) -> Gwet:
    """m: how often each row of codes occurs."""
    q, n = len(w), m.sum()
    n_ik = counts(codes, q).astype(float)
    r = n_ik.sum(axis=1)
    two = r >= 2
    n_paired = float(m[two].sum())
    if n_paired == 0:
        none = WithError(None, reason="no item was rated by two raters")
        return Gwet(int(n), 0, none, none, none, none, none, none)
    share = n_ik / r[:, None]
    w2 = (w + w.T) / 2
    agree = np.where(two, ((n_ik * (n_ik @ w2)).sum(axis=1) - r) / np.maximum(r * (r - 1), 1), 0.0)
    pa = float(m @ agree / n_paired)
    p = m @ share / n

    def coefficient(pe: float, per_item: np.ndarray | None) -> WithError:
        """per_item: each item's part in the chance agreement; None where chance is fixed."""
        if 1 - pe < ROUNDING:
            return WithError(None, reason="chance agreement is 1: every rating is the same label")
        value = (pa - pe) / (1 - pe)
        linear = n / n_paired * (agree - pe * two) / (1 - pe)
        if per_item is not None:
            linear = linear - 2 * (1 - value) * (per_item - pe) / (1 - pe)
        return _with_error(value, linear, m, n, ddof, level)

    ac_scale = w.sum() / (q * (q - 1)) if q > 1 else np.nan
    if q > 1:
        ac = coefficient(float(ac_scale * (p * (1 - p)).sum()), ac_scale * (share @ (1 - p)))
        bp = coefficient(float(w.sum() / q**2), None)
    else:
        ac = bp = WithError(None, reason="only one label is declared")
    marginal, per_item = _conger_chance(codes, m, w2)
    return Gwet(
        int(n), int(n_paired),
        percent=_with_error(pa, n / n_paired * agree, m, n, ddof, level), ac=ac, bp=bp,
        fleiss=coefficient(float(p @ w @ p), share @ w2 @ p),
        conger=coefficient(marginal, per_item),
        alpha=_alpha(n_ik[two], r[two], m[two], w2, ddof, level),
    )  # fmt: skip


def _with_error(value: float, linear: np.ndarray, m: np.ndarray, n: float, ddof: int, level: float) -> WithError:
    """Standard error of a mean of items' linear parts."""
    if n < 2:
        return WithError(value, reason="one item has no standard error")
    variance = float(m @ (linear - value) ** 2 / (n * (n - ddof)))
    if variance <= ROUNDING:
        high = 1.0 if value >= 1 - ROUNDING else None
        return WithError(value, 0.0, None, high, "the items do not differ, so the standard error is 0")
    from scipy.special import stdtrit

    se = sqrt(variance)
    reach = float(stdtrit(n - 1, 0.5 + level / 2)) * se
    return WithError(value, se, value - reach, min(1.0, value + reach))


def _conger_chance(codes: np.ndarray, m: np.ndarray, w: np.ndarray) -> tuple[float, np.ndarray]:
    """Conger's chance agreement and each item's part in it (Gwet 2014, sec. 5.4)."""
    q, n, raters = len(w), m.sum(), codes.shape[1]
    p, known, given = [], [], []
    for g in range(raters):
        here = codes[:, g] >= 0
        given.append(float(m[here].sum()))
        known.append(here)
        p.append(np.bincount(codes[here, g], weights=m[here], minlength=q) / given[-1])
    shares = np.array(p)
    total = shares.sum(axis=0)
    if raters < 2:
        return 1.0, np.ones(len(codes))
    pairs = raters * (raters - 1)
    pe = float((total @ w @ total - np.einsum("gk,kl,gl->", shares, w, shares)) / pairs)
    per_item = np.zeros(len(codes))
    for g in range(raters):
        # what one more rating of a label adds to chance, against this rater's mean of it
        pull = w @ (total - shares[g])
        own = np.where(known[g], pull[codes[:, g]], 0.0)
        mean = float(shares[g] @ pull)
        per_item += (own - (known[g] - given[g] / n) * mean) * n / given[g]
    return pe, per_item / pairs


def _alpha(n_ik: np.ndarray, r: np.ndarray, m: np.ndarray, w: np.ndarray, ddof: int, level: float) -> WithError:
    """Krippendorff's alpha with Gwet's standard error (Gwet 2011/2014, sec. 3.6); items with two or more ratings."""
    n, ratings = float(m.sum()), float(m @ r)
    mean_r, small = ratings / n, 1 / ratings
    p = m @ n_ik / ratings
    pe = float(p @ w @ p)
    if 1 - pe < ROUNDING:
        return WithError(None, reason="chance agreement is 1: every rating is the same label")
    same = ((n_ik * (n_ik @ w)).sum(axis=1) - r) / (mean_r * (r - 1))
    raw = float(m @ same / n)
    value = ((1 - small) * raw + small - pe) / (1 - pe)
    plain = (raw - pe) / (1 - pe)  # the standard error is that of alpha without its small-sample term
    observed = same - ((1 - small) * raw + small) * (r - mean_r) / mean_r
    per_item = n_ik @ w @ p / mean_r - pe * (r - mean_r) / mean_r
    linear = (observed - pe) / (1 - pe) - 2 * (1 - plain) * (per_item - pe) / (1 - pe)
    found = _with_error(plain, linear, m, n, ddof, level)
    if found.low is None:
        return WithError(value, found.se, None, 1.0 if value >= 1 else None, found.reason)
    reach = plain - found.low
    return WithError(value, found.se, value - reach, min(1.0, value + reach))
