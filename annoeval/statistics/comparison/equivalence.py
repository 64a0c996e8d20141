"""May two groups be called equal? Only when the interval lies within a stated margin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from annoeval.statistics.comparison.paired import paired_t
from annoeval.statistics.comparison.two_groups import welch
from annoeval.statistics.outcome import Outcome

Verdict = Literal["higher", "lower", "equal", "no clear difference", "undefined"]


def equivalence(
    a: Iterable[Any], b: Iterable[Any], margin: float, *, paired: bool = False, alpha: float = 0.05
) -> Outcome:
    """Two one-sided t tests (TOST): do the means differ by less than `margin` either way?

    margin: largest difference that would not matter, in units of the values, above 0. p is the larger of the two
    one-sided ones; the interval is the 1 − 2·alpha one, which lies within ±margin exactly when p ≤ alpha.
    Undefined as the t test is. Raises ValueError for a margin that is not positive.
    Source: Schuirmann (1987), J. Pharmacokinet. Biopharm. 15; Welch's t, or the paired t.
    """
    from scipy.special import stdtr

    if not margin > 0:
        raise ValueError("a margin of equivalence is above 0")
    found = paired_t(a, b, level=1 - 2 * alpha) if paired else welch(a, b, level=1 - 2 * alpha)
    test = "paired_equivalence" if paired else "equivalence"
    if found.estimate is None or found.se is None or found.df is None:
        return Outcome(test, found.n_a, found.n_b, found.estimate, reason=found.reason, level=found.level)
    above = float(stdtr(found.df, -(found.estimate + margin) / found.se))
    below = float(stdtr(found.df, (found.estimate - margin) / found.se))
    how = f"two one-sided t tests against ±{margin:g}; {found.level:.0%} interval"
    return Outcome(test, found.n_a, found.n_b, found.estimate, found.low, found.high, found.statistic, found.df,
                   None, max(above, below), how, level=found.level, se=found.se)  # fmt: skip


def verdict(low: float | None, high: float | None, margin: float | None = None) -> Verdict:
    """What an interval of a difference a − b allows to be said.

    `higher` or `lower` (a than b) when it excludes 0; `equal` only when it lies within ±margin, a margin having been
    stated; otherwise `no clear difference`. An interval that both excludes 0 and lies within the margin is `equal`:
    the difference is real and too small to matter.
    """
    if low is None or high is None or low != low or high != high:
        return "undefined"
    if margin is not None and -margin < low and high < margin:
        return "equal"
    if low > 0:
        return "higher"
    return "lower" if high < 0 else "no clear difference"
