"""Do two quantities go together? Pearson, Spearman and Kendall, each with an interval."""

from __future__ import annotations

from collections.abc import Iterable
from math import atanh, sqrt, tanh
from typing import Any

import numpy as np

from annoeval.statistics.outcome import Array, Outcome, complete_pairs, constant
from annoeval.statistics.ranks import mid_ranks


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

    p from t with n − 2 degrees of freedom; interval by Fisher's z with the variance of Bonett & Wright.
    Source: Spearman (1904); Bonett & Wright (2000), Psychometrika 65.
    """
    x, y = complete_pairs(a, b)
    undefined = _undefined("spearman", x, y, level)
    if undefined:
        return undefined
    n = len(x)
    rho = _r(mid_ranks(x), mid_ranks(y))
    return _outcome("spearman", rho, n, sqrt((1 + rho**2 / 2) / (n - 3)) if n > 3 else None, level)


def kendall(a: Iterable[Any], b: Iterable[Any], *, level: float = 0.95) -> Outcome:
    """Kendall's τ-b: concordant minus discordant pairs, ties allowed for. −1 to 1.

    p exact for few values without ties, else normal; interval by Fisher's z with variance 0.437 / (n − 4).
    Source: Kendall (1945), Biometrika 33; Fieller, Hartley & Pearson (1957), ibid. 44.
    """
    from scipy.special import ndtri
    from scipy.stats import kendalltau

    x, y = complete_pairs(a, b)
    undefined = _undefined("kendall", x, y, level)
    if undefined:
        return undefined
    n = len(x)
    found = kendalltau(x, y)
    tau, p = float(found.statistic), float(found.pvalue)
    low = high = None
    if n > 4 and abs(tau) < 1:
        reach = float(ndtri((1 + level) / 2)) * sqrt(0.437 / (n - 4))
        low, high = tanh(atanh(tau) - reach), tanh(atanh(tau) + reach)
    return Outcome("kendall", n, n, tau, low, high, tau, p=p, method="Fisher's z interval", level=level)


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
        return Outcome(test, n, n, r, r, r, None, df, p=0.0 if n > 3 else None, method="all points lie on one line",
                       reason="" if n > 3 else "three points on a line give no p", level=level)  # fmt: skip
    t = r * sqrt(df / (1 - r * r))
    p = 2 * float(stdtr(df, -abs(t)))
    if se is None:
        return Outcome(test, n, n, r, None, None, t, df, p=p, reason="no interval from three pairs", level=level)
    reach = float(ndtri((1 + level) / 2)) * se
    low, high = tanh(atanh(r) - reach), tanh(atanh(r) + reach)
    return Outcome(test, n, n, r, low, high, t, df, p=p, method="Fisher's z interval", level=level)
