"""Do two quantities go together? Pearson, Spearman and Kendall, each with an interval."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from math import atanh, exp, lgamma, sqrt, tanh
from typing import Any

import numpy as np

from annoeval.statistics.calibration.concordance import tau_b
from annoeval.statistics.clustered import FEWEST, codes_of, too_few
from annoeval.statistics.outcome import Array, Outcome, as_floats, complete_pairs, constant, one_of
from annoeval.statistics.ranks import mid_ranks

EXACT = 9  # pairs up to which all orders are counted
_LOTS = 200  # clusters beyond which lots of them are left out at once
LEAST = float(np.finfo(float).tiny)  # a p below what floating point holds is not 0
SAME_ORDER = "no interval: the order is the same, or the reverse, throughout"


def pearson(a: Iterable[Any], b: Iterable[Any], *, level: float = 0.95) -> Outcome:
    """Pearson's r of two columns: how closely the points lie to a line. −1 to 1.

    Rows with a missing side are left out. p from t with n − 2 degrees of freedom, interval by Fisher's z.
    Source: Fisher (1921), Metron 1.
    """
    x, y = complete_pairs(a, b)
    undefined = _undefined("pearson", x, y, level)
    if undefined:
        return undefined
    return _outcome("pearson", _r(x, y), len(x), 1 / sqrt(len(x) - 3) if len(x) > 3 else None, level)


def spearman(a: Iterable[Any], b: Iterable[Any], *, level: float = 0.95) -> Outcome:
    """Spearman's ρ: Pearson's r of the mid-ranks, so only the order matters. −1 to 1.

    p exact up to nine pairs (over all orders), else from t with n − 2 degrees of freedom; interval by Fisher's z with
    the variance of Bonett & Wright, none where the order is the same or the reverse throughout.
    Source: Spearman (1904); Bonett & Wright (2000), Psychometrika 65.
    """
    x, y = complete_pairs(a, b)
    undefined = _undefined("spearman", x, y, level)
    if undefined:
        return undefined
    n = len(x)
    first, second = mid_ranks(x), mid_ranks(y)
    rho = _r(first, second)
    found = _outcome("spearman", rho, n, sqrt((1 + rho**2 / 2) / (n - 3)) if n > 3 else None, level)
    if n > EXACT:
        return replace(found, p=_of_one_order(n)) if found.low is None else found
    centred = second - second.mean()
    products = centred[orders(n)] @ (first - first.mean())
    how = "; ".join(t for t in ("exact over all orders", found.method) if t)
    return replace(found, p=_share(products, float((first - first.mean()) @ centred)), method=how)


def kendall(a: Iterable[Any], b: Iterable[Any], *, level: float = 0.95) -> Outcome:
    """Kendall's τ-b: concordant minus discordant pairs, ties allowed for. −1 to 1.

    p exact up to nine pairs (over all orders, ties included) and for few values without ties, else normal; interval by
    Fisher's z with variance 0.437 / (n − 4), none where the order is the same or the reverse throughout.
    Source: Kendall (1945), Biometrika 33; Fieller, Hartley & Pearson (1957), ibid. 44.
    """
    from scipy.special import ndtri

    x, y = complete_pairs(a, b)
    undefined = _undefined("kendall", x, y, level)
    if undefined:
        return undefined
    n = len(x)
    tau, p = tau_b(x, y)
    p, how = max(p, LEAST), "Fisher's z interval"
    if n <= EXACT:
        i, j = np.triu_indices(n, 1)
        first = np.sign(x[i] - x[j]).astype(np.int8)  # sums of 36 at most
        second = np.sign(y[:, None] - y[None, :]).astype(np.int8)
        other = orders(n)
        p = _share(second[other[:, i], other[:, j]] @ first, float(first @ second[i, j]))
        how = f"exact over all orders; {how}"
    low = high = None
    reason = "" if n > 4 else "no interval from so few pairs"
    if abs(tau) == 1:
        reason = SAME_ORDER
    if n > 4 and abs(tau) < 1:
        reach = float(ndtri((1 + level) / 2)) * sqrt(0.437 / (n - 4))
        low, high = tanh(atanh(tau) - reach), tanh(atanh(tau) + reach)
    how = how if low is not None else how.removesuffix("; Fisher's z interval").removesuffix("Fisher's z interval")
    return Outcome("kendall", n, n, tau, low, high, tau, p=p, method=how, reason=reason, level=level)


def over_clusters(
    a: Iterable[Any], b: Iterable[Any], clusters: Iterable[Any], method: str, *, level: float = 0.95
) -> Outcome:
    """A correlation of pairs that come in clusters: interval and p from its values without each cluster.

    method: `pearson`, `spearman` or `kendall`. Jackknife on Fisher's z with Student's t of clusters − 1; more than 200
    clusters are left out by 200 lots of them. Undefined below five clusters.
    Source: Miller (1974), Biometrika 61, 1–15; Fisher (1921), Metron 1.
    """
    from scipy.special import stdtr, stdtrit

    one_of(method, ("pearson", "spearman", "kendall"), "method")
    x, y, names = as_floats(a), as_floats(b), np.asarray(clusters)
    if not len(x) == len(y) == len(names):
        raise ValueError(f"pairs and clusters are equally many; there are {len(x)}, {len(y)} and {len(names)}")
    both = np.isfinite(x) & np.isfinite(y)
    x, y, codes = x[both], y[both], codes_of(names[both])
    undefined = _undefined(method, x, y, level)
    if undefined:
        return undefined

    def value(use: Array) -> float:
        if constant(x[use]) or constant(y[use]):
            return float("nan")
        if method == "kendall":
            return tau_b(x[use], y[use])[0]
        return _r(x[use], y[use]) if method == "pearson" else _r(mid_ranks(x[use]), mid_ranks(y[use]))

    n, k = len(x), int(codes.max()) + 1
    r = value(np.ones(n, bool))
    if k < FEWEST:
        return Outcome(method, n, n, r, reason=f"an interval {too_few(k)}", level=level)
    lots = codes % _LOTS
    m = min(k, _LOTS)
    less = np.array([value(lots != lot) for lot in range(m)])
    if not np.isfinite(less).all() or max(abs(r), float(np.abs(less).max())) > 1 - 1e-12:
        return Outcome(method, n, n, r, reason="no interval: one cluster alone makes the correlation", level=level)
    z = np.arctanh(less)
    se = float(np.sqrt((m - 1) / m * ((z - z.mean()) ** 2).sum()))
    if se < 1e-12:
        return Outcome(method, n, n, r, reason="no cluster moves the correlation", level=level)
    t = atanh(r) / se
    reach = float(stdtrit(m - 1, (1 + level) / 2)) * se
    p = max(2 * float(stdtr(m - 1, -abs(t))), LEAST)
    how = f"jackknife over {k:,} clusters, t on Fisher's z"
    low, high = tanh(atanh(r) - reach), tanh(atanh(r) + reach)
    return Outcome(method, n, n, r, low, high, t, m - 1.0, p=p, method=how, level=level, se=se)


@lru_cache(maxsize=EXACT)
def orders(n: int) -> Array:
    """All n! orders of 0 … n − 1, one a row."""
    found = np.zeros((1, 0), dtype=np.int8)
    for k in range(n):  # the next one put in every place
        found = np.concatenate([np.insert(found, place, k, axis=1) for place in range(k + 1)])
    return found


def _share(values: Array, at: float) -> float:
    """The share of orders at least as far from 0 as the observed one."""
    return float((np.abs(values) >= abs(at) - 1e-9 * max(1.0, abs(at))).mean())


def _of_one_order(n: int) -> float:
    """Two-sided p of one order of all and its reverse."""
    return max(2 * exp(-lgamma(n + 1)), LEAST)


def _r(x: Array, y: Array) -> float:
    dx, dy = x - x.mean(), y - y.mean()
    dx, dy = dx / np.linalg.norm(dx), dy / np.linalg.norm(dy)
    return max(-1.0, min(1.0, float(dx @ dy)))


def _undefined(test: str, x: Array, y: Array, level: float) -> Outcome | None:
    n = len(x)
    if n < 3:
        reason = f"a correlation needs at least three pairs; there {'is' if n == 1 else 'are'} {n or 'none'}"
    elif constant(x) or constant(y):
        reason = "one of the two quantities does not vary"
    else:
        return None
    return Outcome(test, n, n, reason=reason, level=level)


def _outcome(test: str, r: float, n: int, se: float | None, level: float) -> Outcome:
    from scipy.special import ndtri, stdtr

    df = n - 2
    if 1 - abs(r) < 1e-15:
        reason = SAME_ORDER if test == "spearman" else "all points lie on one line, so they show no uncertainty"
        return Outcome(test, n, n, r, df=df, reason=reason, level=level)
    t = r * sqrt(df / (1 - r * r))
    p = max(2 * float(stdtr(df, -abs(t))), LEAST)
    if se is None:
        return Outcome(test, n, n, r, None, None, t, df, p=p, reason="no interval from three pairs", level=level)
    reach = float(ndtri((1 + level) / 2)) * se
    low, high = tanh(atanh(r) - reach), tanh(atanh(r) + reach)
    return Outcome(test, n, n, r, low, high, t, df, p=p, method="Fisher's z interval", level=level)
