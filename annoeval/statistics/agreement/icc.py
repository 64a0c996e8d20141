"""How sure is an intraclass correlation? Shrout & Fleiss' F limits."""

from __future__ import annotations

from math import isfinite
from typing import Any

from annoeval.statistics.rounding import ROUNDING

FORMS = ("icc1", "icc2", "icc3", "icc1k", "icc2k", "icc3k")


def no_limits(error: float) -> str:
    """Why an intraclass correlation has no F limits. error: the mean square it is compared with."""
    if error <= ROUNDING:
        return "nothing is left to chance beside items and raters, so the F ratio is infinite"
    return "the items vary too little beside the raters for limits"


Limits = dict[str, tuple[float | None, float | None]]


def f_limits(bms: float, wms: float, jms: float, ems: float, n: int, k: int, level: float = 0.95) -> Limits:
    """Limits of all forms from mean squares between items, within items, between raters and of the rest."""
    from scipy.special import fdtri

    top = 0.5 + level / 2

    def quantile(a: float, b: float) -> float:
        return float(fdtri(a, b, top))

    out: Limits = dict.fromkeys(FORMS, (None, None))
    if wms > ROUNDING:
        ratio = bms / wms
        low, high = ratio / quantile(n - 1, n * (k - 1)), ratio * quantile(n * (k - 1), n - 1)
        out["icc1"] = (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)
        out["icc1k"] = (1 - 1 / low if low > 0 else None), (1 - 1 / high if high > 0 else None)
    if ems > ROUNDING:
        ratio, rest = bms / ems, (n - 1) * (k - 1)
        low, high = ratio / quantile(n - 1, rest), ratio * quantile(rest, n - 1)
        out["icc3"] = (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)
        out["icc3k"] = (1 - 1 / low if low > 0 else None), (1 - 1 / high if high > 0 else None)
        single = _two_way(bms, jms, ems, n, k, quantile)
        out["icc2"] = single
        out["icc2k"] = _stepped_up(single[0], k), _stepped_up(single[1], k)
    return {form: (a, b) if _finite(a) and _finite(b) else (None, None) for form, (a, b) in out.items()}


def _finite(x: float | None) -> bool:
    return x is not None and isfinite(x)


def _stepped_up(single: float | None, k: int) -> float | None:
    """Spearman & Brown's reliability of the mean of k raters; None where that of one is too far below 0."""
    return None if single is None or 1 + (k - 1) * single <= ROUNDING else k * single / (1 + (k - 1) * single)


def _two_way(bms: float, jms: float, ems: float, n: int, k: int, quantile: Any) -> tuple[float | None, float | None]:
    """Limits of ICC(2,1), Shrout & Fleiss (1979), p. 425, with Satterthwaite's degrees of freedom."""
    bottom = bms + (k - 1) * ems + k * (jms - ems) / n
    if abs(bottom) <= ROUNDING:
        return None, None
    rho, judges = (bms - ems) / bottom, jms / ems
    part = n * (1 + (k - 1) * rho) - k * rho
    lower = (n - 1) * k**2 * rho**2 * judges**2 + part**2
    if lower <= 0:
        return None, None
    df = (k - 1) * (n - 1) * (k * rho * judges + part) ** 2 / lower
    if df <= 0:
        return None, None
    up, down = quantile(n - 1, df), quantile(df, n - 1)
    spread = k * jms + (k * n - k - n) * ems
    return n * (bms - up * ems) / (up * spread + n * bms), n * (down * bms - ems) / (spread + n * down * bms)
