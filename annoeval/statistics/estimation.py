"""What is true of all when people looked at some? Prediction-powered mean, and correction for a judge's errors."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any, Literal

import numpy as np

from annoeval.statistics.outcome import Array, Outcome, complete_pairs, constant, present

SMALL = 20  # judged items up to which the normal interval is too narrow


def prediction_powered_mean(
    truth: Iterable[Any],
    predicted: Iterable[Any],
    predicted_rest: Iterable[Any],
    *,
    trust: float | None = 1.0,
    level: float = 0.95,
    alternative: Literal["two-sided", "larger", "smaller"] = "two-sided",
    small_sample: bool | None = None,
) -> Outcome:
    """The mean of all from a random sample with the truth and predictions for everything.

    truth, predicted: equally long, the sample people judged and the machine's values there; predicted_rest: the
    machine's values of the others. trust: the weight λ of the predictions, 0 ignores them, None chooses the one with
    the least variance (0 to 1). `statistic` is the weight used.
    alternative: `larger` gives a lower limit only, `smaller` an upper one only.
    small_sample: variances with n − 1 and Student's t with n − 1 degrees of freedom instead of the normal. None takes
    them at n ≤ 20, where the published interval misses too often (of 8 items it is 0.97 wide instead of 1.25); and it
    gives no limits where truth and prediction never differ, from which an interval without width would follow.
    False is the interval as published.
    Source: Angelopoulos et al. (2023), Science 382; Angelopoulos, Duchi & Zrnic (2023), arXiv 2311.01453, for λ.
    """
    from scipy.special import ndtri, stdtrit

    y, f = complete_pairs(truth, predicted)
    rest = present(predicted_rest)
    n, m = len(y), len(rest)
    if not n or not m:
        reason = "nobody judged an item" if not n else "there is no item left without a judgement"
        return Outcome("prediction_powered_mean", n, m, reason=reason, level=level)
    student = n <= SMALL if small_sample is None else small_sample
    ddof = 1 if student else 0
    if student and min(n, m) < 2:
        return Outcome("prediction_powered_mean", n, m, reason="needs at least two items each", level=level)
    weight = _best_trust(y, f, rest) if trust is None else trust
    estimate = float(weight * rest.mean() + (y - weight * f).mean())
    if small_sample is None and constant(y - weight * f):
        reason = f"the {n} judged items show no spread of errors, so how much the others have is not known"
        return Outcome("prediction_powered_mean", n, m, estimate, statistic=weight, reason=reason, level=level)
    se = sqrt(float((weight * rest).var(ddof=ddof)) / m + float((y - weight * f).var(ddof=ddof)) / n)
    tail = (1 + level) / 2 if alternative == "two-sided" else level
    reach = se * float(stdtrit(n - 1, tail) if student else ndtri(tail))
    low = None if alternative == "smaller" else estimate - reach
    high = None if alternative == "larger" else estimate + reach
    how = "prediction-powered, " + ("Student's t" if student else "normal") + " interval"
    return Outcome("prediction_powered_mean", n, m, estimate, low, high, weight, method=how, level=level, se=se)


def _best_trust(y: Array, f: Array, rest: Array) -> float:
    pooled = float(np.append(f, rest).var(ddof=1)) if len(f) + len(rest) > 1 else 0.0
    if pooled == 0:
        return 0.0
    together = float(((y - y.mean()) * (f - f.mean())).mean())
    return min(1.0, max(0.0, together / ((1 + len(f) / len(rest)) * pooled)))


def rogan_gladen(
    truth: Iterable[Any], judged: Iterable[Any], judged_rest: Iterable[Any], *, level: float = 0.95
) -> Outcome:
    """The true share of ones behind a fallible judge: (observed + tnr − 1) / (tpr + tnr − 1), cut to 0–1.

    truth, judged: 0/1 on the items where both are known; judged_rest: the judge's 0/1 on the others. `statistic` is
    the observed share. Undefined when the judge is no better than chance, when one of its error rates is unknown, or
    when they contradict the judge's answers beyond chance; within chance the value is cut and `method` says so.
    The interval is Lang & Reiczigel's (2014). Source: Rogan & Gladen (1978), Am. J. Epidemiol. 107.
    """
    from scipy.special import ndtri

    y, j = complete_pairs(truth, judged)
    rest = present(judged_rest)
    n, m = len(y), len(rest)
    test = "rogan_gladen"
    rates = error_rates(y, j)
    if not m:
        return Outcome(test, n, m, reason="there is no item left without a judgement", level=level)
    observed = float(rest.mean())
    if rates is None:
        reason = "the truth must hold both ones and zeros to know how often the judge errs"
        return Outcome(test, n, m, statistic=observed, reason=reason, level=level)
    tpr, tnr = rates
    skill = tpr + tnr - 1
    if skill <= 0:
        reason = "the judge is no better than chance (true positive and true negative rate add up to 1 or less)"
        return Outcome(test, n, m, statistic=observed, reason=reason, level=level)
    raw = (observed + tnr - 1) / skill
    ones, zeros = float((y == 1).sum()), float((y == 0).sum())
    low, high, se = _lang_reiczigel(observed, m, tpr, ones, tnr, zeros, float(ndtri((1 + level) / 2)))
    fits = "" if 0 <= raw <= 1 else _contradiction(observed, tpr, tnr)
    if fits and (high <= 0 or low >= 1):
        return Outcome(test, n, m, statistic=observed, reason=fits, level=level)
    value, low, high = (min(1.0, max(0.0, v)) for v in (raw, low, high))
    method = "Lang–Reiczigel interval, cut to 0–1" + (f"; {fits}" if fits else "")
    return Outcome(test, n, m, value, min(low, value), max(high, value), observed, method=method, level=level, se=se)


def _lang_reiczigel(
    observed: float, m: int, tpr: float, ones: float, tnr: float, zeros: float, z: float
) -> tuple[float, float, float | None]:
    """Low, high and standard error of the corrected share; each rate is drawn to ½ a little, so none is ever certain.

    Source: Lang & Reiczigel (2014), Prev. Vet. Med. 113, 13–22.
    """
    size, n1, n0 = m + z * z, ones + 2, zeros + 2
    p, sens, spec = (m * observed + z * z / 2) / size, (ones * tpr + 1) / n1, (zeros * tnr + 1) / n0
    skill = sens + spec - 1
    if skill <= 0:
        return 0.0, 1.0, None
    share = (p + spec - 1) / skill
    of_ones, of_zeros = sens * (1 - sens) / n1, spec * (1 - spec) / n0
    moved = share + 2 * z * z * (share * of_ones - (1 - share) * of_zeros)
    se = sqrt(p * (1 - p) / size + share**2 * of_ones + (1 - share) ** 2 * of_zeros) / skill
    return moved - z * se, moved + z * se, se


def _contradiction(observed: float, tpr: float, tnr: float) -> str:
    if observed < 1 - tnr:
        said = f"the judge says 1 of {observed:.1%}, fewer than the {1 - tnr:.1%} that its false ones alone would be"
    else:
        said = f"the judge says 1 of {observed:.1%}, more than the {tpr:.1%} it would say if all were ones"
    return f"{said}: its error rates contradict these items"


def error_rates(truth: Array, judged: Array) -> tuple[float, float] | None:
    """True positive and true negative rate of a judge; None where the truth holds ones only or zeros only."""
    ones, zeros = truth == 1, truth == 0
    if not ones.any() or not zeros.any():
        return None
    return float((judged[ones] == 1).mean()), float((judged[zeros] == 0).mean())
