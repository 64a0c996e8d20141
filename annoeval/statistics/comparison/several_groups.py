"""Do more than two groups differ? Analysis of variance (Fisher's and Welch's), Kruskal–Wallis and Friedman."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from annoeval.statistics.outcome import Array, Outcome, constant, present
from annoeval.statistics.ranks import mid_ranks


def anova(groups: Sequence[Iterable[Any]]) -> Outcome:
    """One-way analysis of variance: are all means equal, equal variances assumed?

    `statistic` is F, `df` and `df_residual` its degrees of freedom, `estimate` η², the share of the variance that lies
    between the groups. Missing values and empty groups are left out. Source: Fisher (1925), Statistical Methods, VII.
    """
    from scipy.special import fdtrc

    parts, n, reason = _parts(groups, least=1)
    if reason:
        return Outcome("anova", n, reason=reason)
    values = np.concatenate(parts)
    k = len(parts)
    between = float(sum(len(x) * (x.mean() - values.mean()) ** 2 for x in parts))
    within = float(sum(((x - x.mean()) ** 2).sum() for x in parts))
    if n - k < 1:
        return Outcome("anova", n, reason="one value per group leaves nothing to compare the differences with")
    if all(constant(x) for x in parts):
        return Outcome("anova", n, reason="no group varies, so F has nothing to compare the differences with")
    f = between / (k - 1) / (within / (n - k))
    p = float(fdtrc(k - 1, n - k, f))
    how = f"F with {k - 1} and {n - k} degrees of freedom"
    return Outcome("anova", n, 0, between / (between + within), None, None, f, k - 1, n - k, p, how)


def welch_anova(groups: Sequence[Iterable[Any]]) -> Outcome:
    """Welch's analysis of variance: are all means equal, variances free?

    Needs two values in every group. `df_residual` is fractional. Source: Welch (1951), Biometrika 38.
    """
    from scipy.special import fdtrc

    parts, n, reason = _parts(groups, least=2)
    if reason:
        return Outcome("welch_anova", n, reason=reason)
    if any(constant(x) for x in parts):
        return Outcome("welch_anova", n, reason="a group does not vary, so its weight would be infinite")
    k = len(parts)
    size = np.array([len(x) for x in parts], dtype=float)
    mean = np.array([x.mean() for x in parts])
    weight = size / np.array([x.var(ddof=1) for x in parts])
    centre = float(weight @ mean / weight.sum())
    uneven = float(((1 - weight / weight.sum()) ** 2 / (size - 1)).sum())
    f = float(weight @ (mean - centre) ** 2) / (k - 1) / (1 + 2 * (k - 2) / (k**2 - 1) * uneven)
    df = (k**2 - 1) / (3 * uneven)
    how = f"F with {k - 1} and {df:.1f} degrees of freedom"
    p = float(fdtrc(k - 1, df, f))
    return Outcome("welch_anova", n, statistic=f, df=k - 1, df_residual=df, p=p, method=how)


def kruskal_wallis(groups: Sequence[Iterable[Any]]) -> Outcome:
    """The Kruskal–Wallis test: do values of some groups tend to be larger? Ties corrected for.

    `statistic` is H, `estimate` ε² = H / (n − 1). Source: Kruskal & Wallis (1952), JASA 47.
    """
    from scipy.special import chdtrc

    parts, n, reason = _parts(groups, least=1)
    if reason:
        return Outcome("kruskal_wallis", n, reason=reason)
    ranks = mid_ranks(np.concatenate(parts))
    spread = float(((ranks - ranks.mean()) ** 2).sum())
    if spread == 0:
        return Outcome("kruskal_wallis", n, reason="all values are equal, so there is nothing to rank")
    ends = np.cumsum([len(x) for x in parts])
    between = sum(len(r) * (r.mean() - (n + 1) / 2) ** 2 for r in np.split(ranks, ends[:-1]))
    h = float((n - 1) * between / spread)
    df = len(parts) - 1
    how = f"chi-square with {df} degree{'s' if df > 1 else ''} of freedom"
    return Outcome("kruskal_wallis", n, 0, h / (n - 1), None, None, h, df, None, float(chdtrc(df, h)), how)


def friedman(values: Iterable[Iterable[Any]]) -> Outcome:
    """Friedman's test: do several measurements of the same items differ? Ties corrected for.

    values: items × measurements; items with a missing one are left out. `statistic` is chi-square, `estimate`
    Kendall's W (0 no order shared by the items, 1 the same order in all).
    Source: Friedman (1937), JASA 32; Kendall & Babington Smith (1939), Ann. Math. Stat. 10.
    """
    from scipy.special import chdtrc

    x = complete_rows(values)
    n, k = x.shape
    if k < 2 or not n:
        return Outcome("friedman", n, n, reason="needs two or more measurements of the same items")
    below, equal = np.zeros_like(x), np.zeros_like(x)
    for column in x.T:
        below += column[:, None] < x
        equal += column[:, None] == x
    ranks = below + (equal + 1) / 2
    spread = float(((ranks - (k + 1) / 2) ** 2).sum())
    if spread == 0:
        return Outcome("friedman", n, n, reason="within every item all values are equal, so there is nothing to rank")
    between = float(((ranks.sum(axis=0) - n * (k + 1) / 2) ** 2).sum())
    statistic = (k - 1) * between / spread
    how = f"chi-square with {k - 1} degree{'s' if k > 2 else ''} of freedom"
    p = float(chdtrc(k - 1, statistic))
    return Outcome("friedman", n, n, statistic / (n * (k - 1)), None, None, statistic, k - 1, None, p, how)


def complete_rows(values: Iterable[Iterable[Any]]) -> Array:
    """A table as float64, rows with anything missing left out; its shape is kept when no row is left."""
    from annoeval.statistics.outcome import as_floats

    if isinstance(values, np.ndarray) and values.ndim == 2 and values.dtype.kind in "fiub":
        table = values.astype(np.float64)
    else:
        rows = [as_floats(row) for row in values]
        table = np.array(rows) if rows else np.zeros((0, 0))
    return table[np.isfinite(table).all(axis=1)] if len(table) else table


def _parts(groups: Sequence[Iterable[Any]], least: int) -> tuple[list[Array], int, str]:
    """Groups that hold a value, how many values there are, and what stands against a test."""
    parts = [x for x in (present(group) for group in groups) if len(x)]
    n = sum(map(len, parts))
    if len(parts) < 2:
        return parts, n, "fewer than two groups hold a value"
    if any(len(x) < least for x in parts):
        return parts, n, f"every group needs at least {least} values"
    return parts, n, ""
