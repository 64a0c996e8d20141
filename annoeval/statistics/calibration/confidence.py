"""Does stated confidence mean what it says? Calibration error, Brier score, AUROC and their curves.

Confidence is 0 to 1; an outcome is 0 (wrong) or 1 (right). Rows with a missing side are left out everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import erf, exp, pi, sqrt
from typing import Any, Literal

import numpy as np
import pandas as pd

from annoeval.statistics.clustered import FEWEST, cluster_means, codes_of, too_few
from annoeval.statistics.intervals import SEED, Interval, wilson
from annoeval.statistics.outcome import Array, Outcome, as_floats, complete_pairs, one_of
from annoeval.statistics.ranks import mid_ranks

Binning = Literal["width", "mass"]
Norm = Literal["l1", "l2", "max"]
CURVE_COLUMNS = ("bin", "n", "confidence", "accuracy", "low", "high", "from", "to")


def reliability_curve(
    confidence: Iterable[Any],
    correct: Iterable[Any],
    *,
    bins: int = 10,
    binning: Binning = "width",
    level: float = 0.95,
) -> pd.DataFrame:
    """One row per bin of confidence: how often it was right against how sure it was.

    binning: `width` cuts [0, 1] into equal intervals [i/bins, (i+1)/bins), the last one closed, so that a
    confidence of 1 has no bin of its own; `mass` puts equally many values into each, equal ones together.
    Columns `bin` (from 0), `n`, `confidence` and `accuracy` (means, missing in an empty bin), `low` and `high`
    (Wilson's interval of the accuracy), `from` and `to` (the bin's edges). Empty bins are kept with n = 0.
    Raises ValueError for a confidence outside 0–1.
    """
    edges, n, mean_confidence, accuracy = _binned(confidence, correct, bins, binning)
    low, high = wilson(accuracy * n, n, level)
    frame = {
        "bin": np.arange(len(n)),
        "n": n,
        "confidence": mean_confidence,
        "accuracy": accuracy,
        "low": low,
        "high": high,
        "from": edges[:-1],
        "to": edges[1:],
    }
    return pd.DataFrame(frame, columns=list(CURVE_COLUMNS))


def _binned(
    confidence: Iterable[Any], correct: Iterable[Any], bins: int, binning: Binning
) -> tuple[Array, Array, Array, Array]:
    """The edges of the bins and, of each, n, mean confidence and accuracy."""
    p, y = _checked(confidence, correct)
    edges = bin_edges(p, bins, binning)
    count = len(edges) - 1
    place = np.clip(np.searchsorted(edges, p, side="right") - 1, 0, max(count - 1, 0))
    n = np.bincount(place, minlength=count)[:count]
    with np.errstate(invalid="ignore", divide="ignore"):
        return edges, n, np.bincount(place, p, count)[:count] / n, np.bincount(place, y, count)[:count] / n


def bin_edges(confidence: Array, bins: int, binning: Binning) -> Array:
    """Edges of the bins: i/bins exactly (not multiples of a rounded width), or quantiles that differ."""
    if bins < 1:
        raise ValueError("at least one bin")
    one_of(binning, ("width", "mass"), "binning")
    if binning == "width" or not len(confidence):
        edges: Array = np.arange(bins + 1) / bins
        return edges
    ordered = np.sort(confidence)
    starts = ordered[(np.arange(1, bins) * len(ordered)) // bins]
    inner = np.unique(starts[(starts > ordered[0])])
    return np.concatenate([[0.0], inner[inner > 0], [1.0]])


def calibration_error(
    confidence: Iterable[Any],
    correct: Iterable[Any],
    *,
    bins: int = 10,
    norm: Norm = "l1",
    binning: Binning = "width",
    debiased: bool = False,
) -> float | None:
    """How far confidence and accuracy lie apart over the bins; None without data.

    norm: `l1` is the expected calibration error (ECE), `l2` the root mean square, `max` the largest gap (MCE).
    debiased: takes out what sampling noise alone adds (for `l1` the expected gap of noisy accuracies, for `l2` the
    bins' own variance); never below 0. Not defined for `max`, which raises ValueError.
    Source: Naeini, Cooper & Hauskrecht (2015), AAAI; Kumar, Liang & Ma (2019), NeurIPS, for the debiased ones.
    """
    _, n, *means = _binned(confidence, correct, bins, binning)
    if not n.any():
        return None
    stated, accuracy = (m[n > 0] for m in means)
    n, gap = n[n > 0].astype(float), accuracy - stated
    weight = n / n.sum()
    one_of(norm, ("l1", "l2", "max"), "norm")
    if norm == "max":
        if debiased:
            raise ValueError("the largest gap has no debiased form; use l1 or l2")
        return float(np.abs(gap).max())
    if norm == "l2":
        square = gap**2
        if debiased:
            square = np.where(n > 1, square - accuracy * (1 - accuracy) / np.maximum(n - 1, 1), square)
        return sqrt(max(0.0, float(weight @ square)))
    error = float(weight @ np.abs(gap))
    if debiased:
        noisy = [_folded_mean(g, sqrt(a * (1 - a) / k)) for g, a, k in zip(gap, accuracy, n, strict=True)]
        error = max(0.0, 2 * error - float(weight @ np.array(noisy)))
    return error


def ece_interval(
    confidence: Iterable[Any],
    correct: Iterable[Any],
    *,
    bins: int = 10,
    clusters: Iterable[Any] | None = None,
    level: float = 0.95,
    draws: int = 2000,
    seed: int = SEED,
) -> Interval:
    """An interval of the expected calibration error, bins of equal width.

    Sampling adds to the error, so that a bootstrap's limits lie above the error of a calibrated rater, always. But the
    error found differs from the true one by no more than the weighted sum of the bins' own deviations (triangle
    inequality), whose 95 % point is drawn: outcomes of each bin with its share right, one right and one wrong added
    (Agresti & Coull 1998, Am. Stat. 52), so that bins of few still vary. Wide where the error is large.
    clusters: each answer's; deviations are then longer as the mean gap's CR2 error is than its error without clusters.
    """
    from scipy.special import ndtri, stdtrit

    p, y = as_floats(confidence), as_floats(correct)
    known = np.isfinite(p) & np.isfinite(y)
    own = None if clusters is None else codes_of(np.asarray(clusters)[known])
    p, y = _checked(p[known], y[known])
    n = len(p)
    if not n:
        return Interval(None, None, "", "there is no answer")
    edges = bin_edges(p, bins, "width")
    place = np.clip(np.searchsorted(edges, p, side="right") - 1, 0, bins - 1)
    size, right = np.bincount(place, minlength=bins), np.bincount(place, y, bins)
    found = float(np.abs(np.bincount(place, y - p, bins)).sum()) / n
    smooth = (right + 1) / (size + 2)
    noise = np.abs(np.random.default_rng(seed).binomial(size, smooth, (draws, bins)) - size * smooth).sum(axis=1) / n
    reach, over = float(np.quantile(noise, level)), ""
    if own is not None:
        k = int(own.max()) + 1
        if k < FEWEST:
            return Interval(None, None, "", f"an interval {too_few(k)}")
        _, se, df = cluster_means(y - smooth[place], own).contrast([1.0])
        alone = float(np.sqrt((smooth * (1 - smooth))[place].sum())) / n
        tail = (1 + level) / 2
        reach *= max(1.0, se / alone) * float(stdtrit(df if df == df else k - 1, tail)) / float(ndtri(tail))
        over = f" over {k:,} clusters"
    how = f"the bins' own deviations{over}, {draws:,} draws, seed {seed}"
    return Interval(max(0.0, found - reach), min(1.0, found + reach), how)


def _folded_mean(mean: float, sd: float) -> float:
    """The mean of |N(mean, sd²)|."""
    if sd == 0:
        return abs(mean)
    return sd * sqrt(2 / pi) * exp(-(mean**2) / (2 * sd**2)) + mean * erf(mean / (sd * sqrt(2)))


def brier(confidence: Iterable[Any], correct: Iterable[Any]) -> float | None:
    """The Brier score, mean of (confidence − outcome)²: 0 best, 0.25 for a constant ½. None without data.

    Source: Brier (1950), Mon. Weather Rev. 78, in the form for two classes.
    """
    p, y = _checked(confidence, correct)
    return float(((p - y) ** 2).mean()) if len(p) else None


def brier_parts(confidence: Iterable[Any], correct: Iterable[Any], *, bins: int = 10) -> dict[str, float] | None:
    """The Brier score taken apart: score = reliability − resolution + uncertainty + within.

    reliability: squared gap of confidence and accuracy (0 best); resolution: how far bins' accuracies lie from
    the overall one (large is good); uncertainty: variance of the outcome; within: what lies inside the bins.
    Source: Murphy (1973), J. Appl. Meteorol. 12; within-bin terms by Stephenson, Coelho & Jolliffe (2008).
    """
    p, y = _checked(confidence, correct)
    if not len(p):
        return None
    curve = reliability_curve(p, y, bins=bins)
    curve = curve[curve["n"] > 0]
    weight = curve["n"].to_numpy(float) / len(p)
    accuracy, mean = curve["accuracy"].to_numpy(float), curve["confidence"].to_numpy(float)
    share = float(y.mean())
    reliability = float(weight @ (mean - accuracy) ** 2)
    resolution = float(weight @ (accuracy - share) ** 2)
    uncertainty = share * (1 - share)
    score = float(((p - y) ** 2).mean())
    return {
        "score": score,
        "reliability": reliability,
        "resolution": resolution,
        "uncertainty": uncertainty,
        "within": score - (reliability - resolution + uncertainty),
    }


def auroc(confidence: Iterable[Any], correct: Iterable[Any], *, level: float = 0.95) -> Outcome:
    """AUROC: the chance that a right answer was given with more confidence than a wrong one, ties a half.

    Undefined when all outcomes are equal. Interval by DeLong's variance on the logit scale; where that is 0 or unknown
    (all right answers surer, or less sure; all equally sure; one answer on a side) Newcombe's score interval.
    Source: Hanley & McNeil (1982), Radiology 143; DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44; Newcombe
    (2006), Stat. Med. 25, 559–573, method 5.
    """
    from scipy.special import expit, ndtri

    p, y = complete_pairs(confidence, correct)
    right, wrong = p[y == 1], p[y == 0]
    n, m = len(right), len(wrong)
    if not n or not m:
        what = "there is no answer" if not n and not m else "all answers are " + ("wrong" if not n else "right")
        return Outcome("auroc", n, m, reason=f"{what}, so there is nothing to tell apart", level=level)
    ranks = mid_ranks(np.concatenate([right, wrong]))
    value = float((ranks[:n].sum() - n * (n + 1) / 2) / (n * m))
    above = (ranks[:n] - mid_ranks(right)) / m  # per right answer: share of wrong ones below it
    below = 1 - (ranks[n:] - mid_ranks(wrong)) / n
    degenerate = min(n, m) < 2 or value in (0.0, 1.0)
    se = 0.0 if degenerate else sqrt(float(above.var(ddof=1)) / n + float(below.var(ddof=1)) / m)
    if se == 0:
        low, high = _score_limits(value, n, m, level)
        return Outcome("auroc", n, m, value, low, high, method="Newcombe's score interval", level=level)
    logit, reach = np.log(value / (1 - value)), float(ndtri((1 + level) / 2)) * se / (value * (1 - value))
    low, high = float(expit(logit - reach)), float(expit(logit + reach))
    return Outcome("auroc", n, m, value, low, high, method="DeLong's variance, logit interval", level=level)


def clustered_auroc(
    confidence: Iterable[Any], correct: Iterable[Any], clusters: Iterable[Any], *, level: float = 0.95
) -> Outcome:
    """`auroc` of answers that come in clusters: DeLong's components summed by cluster, logit interval with Student's t
    of clusters − 1; Newcombe's with the numbers of clusters where that variance is 0. No interval below five clusters.

    Source: Obuchowski (1997), Biometrics 53, 567–578.
    """
    from scipy.special import expit, stdtrit

    p, y, names = as_floats(confidence), as_floats(correct), np.asarray(clusters)
    known = np.isfinite(p) & np.isfinite(y)
    p, y, codes = p[known], y[known], codes_of(names[known])
    found = auroc(p, y, level=level)
    if found.estimate is None:
        return found
    k = int(codes.max()) + 1
    if k < FEWEST:
        return replace(found, low=None, high=None, method="", reason=f"no interval: it {too_few(k)}")
    right, wrong = y == 1, y == 0
    n, m, value = found.n_a, found.n_b, found.estimate
    ranks = mid_ranks(np.concatenate([p[right], p[wrong]]))
    above = (ranks[:n] - mid_ranks(p[right])) / m - value
    below = 1 - (ranks[n:] - mid_ranks(p[wrong])) / n - value
    pull = np.bincount(codes[right], above, minlength=k) / n + np.bincount(codes[wrong], below, minlength=k) / m
    se = sqrt(k / (k - 1) * float((pull**2).sum()))
    if value in (0.0, 1.0) or se < 1e-12:
        low, high = _score_limits(value, len(set(codes[right])), len(set(codes[wrong])), level)
        return replace(found, low=low, high=high, method=f"Newcombe's score interval over {k:,} clusters")
    logit = float(np.log(value / (1 - value)))
    reach = float(stdtrit(k - 1, (1 + level) / 2)) * se / (value * (1 - value))
    low, high = float(expit(logit - reach)), float(expit(logit + reach))
    return replace(found, low=low, high=high, method=f"DeLong's variance over {k:,} clusters, logit interval, t")


def _score_limits(value: float, n: int, m: int, level: float) -> tuple[float, float]:
    """The areas whose distance from the observed one is z times the standard error that they themselves would have."""
    from scipy.special import ndtri

    z, half = float(ndtri((1 + level) / 2)), (n + m) / 2 - 1

    def far(area: float) -> bool:
        room = area * (1 - area) / (n * m) * (1 + half * ((1 - area) / (2 - area) + area / (1 + area)))
        return abs(value - area) > z * sqrt(room)

    ends = []
    for outer in (0.0, 1.0):
        inside, outside = value, outer
        for _ in range(60):
            middle = (inside + outside) / 2
            inside, outside = (inside, middle) if far(middle) else (middle, outside)
        ends.append(inside)
    return ends[0], ends[1]


def risk_coverage(confidence: Iterable[Any], correct: Iterable[Any]) -> pd.DataFrame:
    """If only the surest answers were kept, how many would be wrong? One row per distinct confidence, surest first.

    Columns `threshold` (lowest confidence kept), `coverage` (share kept), `risk` (share wrong among them), `n`.
    Equal confidences come in together. Source: El-Yaniv & Wiener (2010), JMLR 11.
    """
    p, y = complete_pairs(confidence, correct)
    order = np.argsort(-p, kind="stable")
    p, wrong = p[order], np.cumsum(1 - y[order])
    last = np.flatnonzero(np.append(np.diff(p) != 0, True)) if len(p) else np.array([], dtype=int)
    kept = last + 1
    rows = {"threshold": p[last], "coverage": kept / max(len(p), 1), "risk": wrong[last] / kept, "n": kept}
    return pd.DataFrame(rows, columns=["threshold", "coverage", "risk", "n"])


def _checked(confidence: Iterable[Any], correct: Iterable[Any]) -> tuple[Array, Array]:
    p, y = complete_pairs(confidence, correct)
    if len(p) and (p.min() < 0 or p.max() > 1):
        raise ValueError(f"confidence must lie between 0 and 1; found {p.min():g} to {p.max():g}")
    if len(y) and not np.isin(y, (0.0, 1.0)).all():
        raise ValueError("an outcome is 0 (wrong) or 1 (right)")
    return p, y
