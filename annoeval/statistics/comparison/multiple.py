"""Many tests at once: p values adjusted by Holm, Benjamini–Hochberg or Bonferroni."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import numpy as np

from annoeval.statistics.outcome import as_floats, one_of

Method = Literal["holm", "bh", "bonferroni"]


def adjust(p_values: Iterable[Any], method: Method = "holm") -> tuple[list[float | None], int]:
    """Adjusted p values in the order given, and how many tests there were.

    Missing p values are no tests: they are left out before adjusting, stay None, and do not count.
    method: `holm` bounds the chance of any false finding, `bh` (Benjamini–Hochberg) the share of false ones among
    the findings, `bonferroni` multiplies by the number of tests. Raises ValueError for a p outside 0–1 and for another
    method.
    Source: Holm (1979), Scand. J. Stat. 6; Benjamini & Hochberg (1995), J. R. Stat. Soc. B 57.
    """
    one_of(method, ("holm", "bh", "bonferroni"), "method")
    given = as_floats(p_values)
    known = np.flatnonzero(~np.isnan(given))
    p = given[known]
    m = len(p)
    if m and (p.min() < 0 or p.max() > 1):
        raise ValueError(f"a p value lies between 0 and 1; found {p.min():g} to {p.max():g}")
    order = np.argsort(p, kind="stable")
    ordered = p[order]
    rank = np.arange(1, m + 1)
    if method == "holm":
        adjusted = np.maximum.accumulate(ordered * (m - rank + 1))
    elif method == "bh":
        adjusted = np.minimum.accumulate((ordered * m / rank)[::-1])[::-1]
    else:
        adjusted = ordered * m
    result: list[float | None] = [None] * len(given)
    for place, value in zip(known[order], np.minimum(adjusted, 1.0), strict=True):
        result[place] = float(value)
    return result, m
