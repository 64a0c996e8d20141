"""How many more would settle it? Power of the t tests and the sample it takes."""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np

MOST = 10_000_000


def noncentral_t(t: float, df: float, noncentrality: float) -> float:
    """P(T ≤ t) of the noncentral t distribution, to about 1e-12.

    The chance of T ≤ t given the sample's standard deviation, averaged over that deviation's distribution on a
    logarithmic grid. Source: Johnson, Kotz & Balakrishnan (1995), Continuous Univariate Distributions 2, 31.5.
    """
    from scipy.special import ndtr

    at, weight = spread_grid(df)
    return float(weight @ ndtr(t * at - noncentrality))


def spread_grid(df: float) -> tuple[np.ndarray, np.ndarray]:
    """Values of (sample ÷ true standard deviation) on a logarithmic grid, and their probabilities."""
    reach = 12 / sqrt(2 * df)
    log_s = np.linspace(-max(reach, 40 / df), min(reach, 4.0), 1001)
    log_density = df * log_s - df / 2 * np.exp(2 * log_s)
    weight = np.exp(log_density - log_density.max())
    return np.exp(log_s), weight / weight.sum()


def power(effect: float, n_a: int, n_b: int | None = None, *, alpha: float = 0.05) -> float | None:
    """The chance that a two-sided t test finds a standardised difference of `effect` (Cohen's d).

    n_b None: a paired test of n_a pairs, `effect` being d_z. None where the test has no degree of freedom.
    Source: Cohen (1988), Statistical Power Analysis, 2.
    """
    from scipy.special import stdtrit

    df = n_a - 1 if n_b is None else n_a + n_b - 2
    if df < 1 or n_a < 1 or (n_b is not None and n_b < 1):
        return None
    noncentrality = effect * sqrt(n_a if n_b is None else n_a * n_b / (n_a + n_b))
    critical = float(stdtrit(df, 1 - alpha / 2))
    return noncentral_t(-critical, df, noncentrality) + 1 - noncentral_t(critical, df, noncentrality)


def sample_needed(
    effect: float, *, share: float = 0.8, alpha: float = 0.05, ratio: float = 1.0, paired: bool = False
) -> int | None:
    """The smallest size of the first group (of pairs, if paired) that finds `effect` with chance `share`.

    ratio: size of the second group ÷ size of the first. None for no effect, which no sample would find, and where
    more than ten million were needed.
    """
    if not effect or effect != effect:
        return None

    def enough(n: int) -> bool:
        found = power(effect, n, None if paired else max(2, ceil(n * ratio - 1e-9)), alpha=alpha)
        return found is not None and found >= share

    high = 2
    while not enough(high):
        high *= 2
        if high > MOST:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def how_many_more(
    effect: float, n_a: int, n_b: int | None = None, *, share: float = 0.8, alpha: float = 0.05
) -> tuple[int, int] | None:
    """How many values each group lacks until an effect of this size would be found with chance `share`.

    The groups grow in their present proportion; n_b None: pairs (the second number is then 0). (0, 0) when there are
    enough already; None where no sample would do, or a group holds no value yet.
    """
    if n_a < 1 or (n_b is not None and n_b < 1):
        return None
    if n_b is None:
        need = sample_needed(effect, share=share, alpha=alpha, paired=True)
        return None if need is None else (max(0, need - n_a), 0)
    need = sample_needed(effect, share=share, alpha=alpha, ratio=n_b / n_a)
    return None if need is None else (max(0, need - n_a), max(0, ceil(need * n_b / n_a - 1e-9) - n_b))
