"""Everything a rater's confidence can be asked: each calibration figure with its interval, and its curves."""

from __future__ import annotations

import numpy as np
import pandas as pd

from annoeval.evaluation.calibration import GRADED, NO_TRUTH, figures_of, judged
from annoeval.evaluation.clusters import with_clusters
from annoeval.scale import Scale
from annoeval.statistics.calibration.confidence import auroc, bin_edges, brier_parts, calibration_error, risk_coverage
from annoeval.statistics.means import mean_interval
from annoeval.study import Study

FIGURE_COLUMNS = ["figure", "name", "value", "low", "high", "n", "meaning", "reason"]
MEANING = {
    "ece": ("ECE, bins of equal width", "mean gap of confidence and share right; 0 is honest"),
    "ece_mass": ("ECE, bins of equal size", "the same, every bin with as many answers"),
    "ece_debiased": ("ECE, debiased", "without what chance alone adds to the gap"),
    "rms": ("Root mean square gap, debiased", "large gaps count more"),
    "mce": ("MCE", "largest gap of any bin"),
    "brier": ("Brier score", "mean squared gap of confidence and outcome; 0 best, 0.25 for always ½"),
    "reliability": ("Brier: reliability", "the part from confidence and share right lying apart; 0 best"),
    "resolution": ("Brier: resolution", "how far the bins' shares right lie from the overall one; more is better"),
    "uncertainty": ("Brier: uncertainty", "what the outcomes alone bring, whatever the confidence"),
    "auroc": ("AUROC", "chance that a right answer was given more confidently than a wrong one; ½ is none"),
    "aurc": ("Area under risk–coverage", "mean share wrong when only the surest are kept, over all cuts"),
}
FEWEST = 3  # scores in a bin that have an interval


def calibration_figures(
    study: Study,
    dimension: str,
    rater: str,
    *,
    bins: int = 10,
    rows: pd.DataFrame | None = None,
    cluster: str | None = None,
) -> pd.DataFrame:
    """All calibration figures of one rater, overall, with intervals. Columns `FIGURE_COLUMNS`; one row a figure.

    rows: what `judged` gave for this rater, when it is already known. Intervals of ECE, Brier score and AUROC are those
    of `calibration_summary`. cluster: as there. Undefined figures are missing, `reason` says why.
    """
    rows = judged(study, dimension, [rater]) if rows is None else rows
    rows = with_clusters(study, rows, cluster)
    known = rows.dropna(subset=["confidence", "correct"])
    p, y = known["confidence"].to_numpy(float), known["correct"].to_numpy(float)
    if not len(p):
        scale = study.dimensions[dimension]
        reason = GRADED if scale.role == "score" or scale.level in ("interval", "ratio") else NO_TRUTH
        return _table({}, 0, reason)
    parts = brier_parts(p, y, bins=bins) or {}
    curve = risk_coverage(p, y)
    intervals = {name: (i.low, i.high, i.reason) for name, (i, _) in figures_of(known, bins, cluster).items()}
    values: dict[str, tuple[float | None, float | None, float | None, str]] = {
        "ece": (calibration_error(p, y, bins=bins), *intervals["ece"]),
        "ece_mass": (calibration_error(p, y, bins=bins, binning="mass"), None, None, ""),
        "ece_debiased": (calibration_error(p, y, bins=bins, debiased=True), None, None, ""),
        "rms": (calibration_error(p, y, bins=bins, norm="l2", debiased=True), None, None, ""),
        "mce": (calibration_error(p, y, bins=bins, norm="max"), None, None, ""),
        "brier": (parts["score"], *intervals["brier"]),
        "reliability": (parts["reliability"], None, None, ""),
        "resolution": (parts["resolution"], None, None, ""),
        "uncertainty": (parts["uncertainty"], None, None, ""),
        "auroc": (auroc(p, y).estimate, *intervals["auroc"]),
        "aurc": (area_under_risk(curve), None, None, ""),
    }
    return _table(values, len(p), "")


def _table(
    values: dict[str, tuple[float | None, float | None, float | None, str]], n: int, reason: str
) -> pd.DataFrame:
    rows = []
    for figure, (name, meaning) in MEANING.items():
        value, low, high, why = values.get(figure, (None, None, None, reason))
        rows.append(
            {
                "figure": figure,
                "name": name,
                "value": value,
                "low": low,
                "high": high,
                "n": n,
                "meaning": meaning,
                "reason": why,
            }
        )
    return pd.DataFrame(rows, columns=FIGURE_COLUMNS).astype(dict.fromkeys(("value", "low", "high"), "float64"))


def area_under_risk(curve: pd.DataFrame) -> float | None:
    """The mean share wrong over all coverages, by the trapezoid rule from the first point on; None without data."""
    if curve.empty:
        return None
    x, r = curve["coverage"].to_numpy(float), curve["risk"].to_numpy(float)
    return float(np.trapezoid(np.append(r[0], r), np.append(0.0, x)))


def risk_curve(rows: pd.DataFrame) -> pd.DataFrame:
    """`statistics.calibration.risk_coverage` of rows from `judged`, where both confidence and outcome are known."""
    known = rows.dropna(subset=["confidence", "correct"])
    return risk_coverage(known["confidence"], known["correct"])


def mean_by_confidence(values: pd.DataFrame, scale: Scale) -> pd.DataFrame:
    """Mean score in bins of confidence, for scores that are graded rather than right or wrong.

    values: rows with `confidence` and `value`. Bins hold about equally many values, ten each or more, equal
    confidences together; there are at most ten bins. Columns `bin, n, confidence, mean, low, high, from, to`; the
    interval is that of `mean_interval`, missing for fewer than three values or without variation; over whole clusters
    where the values have a column `cluster`.
    """
    rows = values.dropna(subset=["confidence", "value"])
    stated = rows["confidence"].to_numpy(float)
    edges = bin_edges(stated, max(1, min(10, len(rows) // 10)), "mass")
    place = np.clip(np.searchsorted(edges, stated, side="right") - 1, 0, len(edges) - 2)
    table = []
    for number, part in rows.groupby(place, sort=True):
        given = part["value"].to_numpy(float)
        clusters = part.get("cluster")
        if len(given) < FEWEST:
            given, clusters = given[:0], None
        limit = mean_interval(given, bounds=scale.range, clusters=clusters)
        table.append(
            {
                "bin": number,
                "n": len(part),
                "confidence": part["confidence"].mean(),
                "mean": part["value"].astype(float).mean(),
                "low": limit.low,
                "high": limit.high,
                "from": edges[number],
                "to": edges[number + 1],
            }
        )
    columns = ["bin", "n", "confidence", "mean", "low", "high", "from", "to"]
    return pd.DataFrame(table, columns=columns).astype({"low": "float64", "high": "float64"})
