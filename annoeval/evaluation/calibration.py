"""Tables `calibration` and `calibration_summary`: is stated confidence borne out?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from annoeval.conclusions import resolve
from annoeval.evaluation.clusters import said, with_clusters
from annoeval.evaluation.current import confident, current_values, grouped, raters_of
from annoeval.ratings import latest_of
from annoeval.statistics.calibration.confidence import (
    Binning,
    auroc,
    brier,
    calibration_error,
    clustered_auroc,
    ece_interval,
    reliability_curve,
)
from annoeval.statistics.intervals import Interval
from annoeval.statistics.means import clustered_share, mean_interval
from annoeval.study import Study

COLUMNS = ["dimension", "rater", "by", "group", "bin", "n", "confidence", "accuracy", "low", "high"]
FIGURES = ["ece", "ece_low", "ece_high", "mce", "brier", "brier_low", "brier_high", "auroc", "auroc_low", "auroc_high"]
SUMMARY_COLUMNS = ["dimension", "rater", "by", "group", "n", "missing", *FIGURES, "bins", "method", "reason"]
GRADED = "scores are graded, so an answer is not simply right or wrong; see the correlation"
FEWEST_SQUARES = 10  # of five answers the interval of a Brier score held 92 % (docs/statistics.md)
NO_TRUTH = "nothing says which answers are right: no reference, and no person judged them"


def judged(study: Study, dimension: str, raters: Sequence[str] | None = None) -> pd.DataFrame:
    """Current values with confidence and `correct` (1 right, 0 wrong, NaN unknown), one row per item and rater.

    An answer is right when it equals the reference's; without a reference, a 0/1 score is itself the outcome, and an
    AI's answer is right when people settled on the same (decision, reviewers, annotators' majority).
    """
    if raters is None:
        raters = [r for r, kind in raters_of(study, dimension).items() if kind not in ("reference", "derived")]
    values = current_values(study, dimension, raters)
    values = values[~values["kind"].isin(["reference", "derived"])]
    return values.assign(correct=_correct(study, dimension, values))


def _correct(study: Study, dimension: str, values: pd.DataFrame) -> np.ndarray:
    scale = study.dimensions[dimension]
    reference = latest_of(study, dimension)
    reference = reference[reference["kind"] == "reference"].drop_duplicates("item_id", keep="last")
    truth = reference.set_index("item_id")["value"]
    if truth.empty and scale.numeric and values["value"].isin([0, 1]).all():
        return values["value"].to_numpy(np.float64)
    asked = np.ones(len(values), dtype=bool)
    if truth.empty:
        if scale.role == "score" or scale.level in ("interval", "ratio", "text"):
            return np.full(len(values), np.nan)
        final = resolve(study, dimension)
        final = final[final["source"].isin(["decision", "reviewer", "human"])]
        truth = final.set_index("item_id")["value"].dropna()
        asked = (values["kind"] == "ai").to_numpy()
    if scale.numeric:
        truth = truth.astype("float64")
    expected = values["item_id"].map(truth)
    known = expected.notna().to_numpy() & asked
    return np.where(known, (values["value"] == expected).to_numpy(np.float64), np.nan)


def _parts(
    study: Study, dimension: str | None, raters: Sequence[str] | None, by: Sequence[str] | None, cluster: str | None
) -> Iterator[tuple[dict[str, str], pd.DataFrame]]:
    """Keys and rows of each rater and group; with clusters (but those that are the group) in a column `cluster`."""
    for name in confident(study, [dimension] if dimension else list(study.dimensions)):
        rows = with_clusters(study, judged(study, name, raters), cluster)
        for rater, own in rows.groupby("rater", sort=False):
            if own["confidence"].notna().any():
                for column, group, part in grouped(study, own, by):
                    part = part.drop(columns="cluster") if cluster is not None and column == cluster else part
                    yield {"dimension": name, "rater": str(rater), "by": column, "group": group}, part


def calibration_bins(rows: pd.DataFrame, bins: int = 10, binning: Binning = "width") -> pd.DataFrame:
    """The reliability curve of rows from `judged`: `statistics.calibration.reliability_curve` where both are known."""
    known = rows.dropna(subset=["confidence", "correct"])
    curve = reliability_curve(known["confidence"], known["correct"], bins=bins, binning=binning)
    if "cluster" in known:
        place = np.clip(np.searchsorted(curve["from"], known["confidence"], side="right") - 1, 0, None)
        limits = [
            clustered_share(part["correct"].to_numpy(float), part["cluster"])
            for part in (known[place == number] for number in curve["bin"])
        ]
        curve = curve.assign(low=[limit.low for limit in limits], high=[limit.high for limit in limits])
        curve = curve.astype({"low": "float64", "high": "float64"})
    return curve


def brier_interval(p: np.ndarray, y: np.ndarray, clusters: np.ndarray | None = None) -> Interval:
    """An interval of the Brier score; none below `FEWEST_SQUARES` answers, where it held the truth too seldom: most
    squares are small and the few large ones may all be missing."""
    if len(p) < FEWEST_SQUARES:
        there = f"there {'is' if len(p) == 1 else 'are'} {len(p)}"
        return Interval(None, None, "", f"an interval needs at least {FEWEST_SQUARES} answers; {there}")
    return mean_interval((p - y) ** 2, bounds=(0.0, 1.0), clusters=clusters)


def figures_of(
    known: pd.DataFrame, bins: int = 10, cluster: str | None = None, names: Sequence[str] = ("ece", "brier", "auroc")
) -> dict[str, tuple[Interval, float | None]]:
    """ECE, Brier score and AUROC, or those named, with their intervals: name → interval and value, of rows of `judged`
    with confidence and outcome known; over whole clusters where the rows have a column `cluster`, named `cluster` in
    the method."""
    p, y = known["confidence"].to_numpy(float), known["correct"].to_numpy(float)
    of = known["cluster"].to_numpy() if "cluster" in known else None

    def of_auroc() -> tuple[Interval, float | None]:
        area = auroc(p, y) if of is None else clustered_auroc(p, y, of)
        return Interval(area.low, area.high, area.method, area.reason), area.estimate

    made: dict[str, Callable[[], tuple[Interval, float | None]]] = {
        "ece": lambda: (ece_interval(p, y, bins=bins, clusters=of), calibration_error(p, y, bins=bins)),
        "brier": lambda: (brier_interval(p, y, of), brier(p, y)),
        "auroc": of_auroc,
    }
    named = cluster if of is not None else None
    found = {name: made[name]() for name in names}
    return {k: (replace(i, method=said(i.method, named) or ""), value) for k, (i, value) in found.items()}


def calibration(
    study: Study,
    *,
    dimension: str | None = None,
    raters: Sequence[str] | None = None,
    by: Sequence[str] | None = None,
    bins: int = 10,
    binning: Binning = "width",
    cluster: str | None = None,
) -> pd.DataFrame:
    """One row per bin of confidence: how sure, how often right, with Wilson's interval.

    Columns `COLUMNS`; empty bins keep n = 0 and no means. Raters whose answers can't be called right or wrong have no
    rows here and the reason in `calibration_summary`. bins, binning: see `statistics.calibration.reliability_curve`.
    cluster: item column whose values hold items that may be alike; limits are then Korn & Graubard's over the clusters
    in a bin, none below five.
    """
    curves = [(k, calibration_bins(part, bins, binning)) for k, part in _parts(study, dimension, raters, by, cluster)]
    curves = [(keys, curve) for keys, curve in curves if curve["n"].sum()]
    if not curves:
        return pd.DataFrame(columns=COLUMNS)
    table = pd.concat([curve for _, curve in curves], ignore_index=True)
    rows = [len(curve) for _, curve in curves]
    told = {name: np.repeat([keys[name] for keys, _ in curves], rows) for name in curves[0][0]}
    return table.assign(**told)[COLUMNS]


def calibration_summary(
    study: Study,
    *,
    dimension: str | None = None,
    raters: Sequence[str] | None = None,
    by: Sequence[str] | None = None,
    bins: int = 10,
    cluster: str | None = None,
) -> pd.DataFrame:
    """ECE, MCE, Brier score and AUROC of each rater's confidence, overall and by group.

    Columns `SUMMARY_COLUMNS`; `n` answers had a confidence and are known to be right or wrong, `missing` had none or
    are not known. Undefined figures are missing and `reason` says why. `bins`: of equal width, for ECE and MCE;
    `method` names the intervals. cluster: item column whose values hold items that may be alike; intervals are
    then those of whole clusters, none below five.
    """
    rows = []
    for keys, part in _parts(study, dimension, raters, by, cluster):
        known = part.dropna(subset=["confidence", "correct"])
        p, y = known["confidence"], known["correct"]
        row = keys | {"n": len(known), "missing": len(part) - len(known), "reason": ""}
        if known.empty:
            scale = study.dimensions[keys["dimension"]]
            graded = scale.role == "score" or scale.level in ("interval", "ratio")
            row["reason"] = GRADED if graded else NO_TRUTH
        else:
            names = {"ece": "ECE", "brier": "Brier", "auroc": "AUROC"}
            found = figures_of(known, bins, cluster)
            for figure, (limit, value) in found.items():
                row |= {figure: value, f"{figure}_low": limit.low, f"{figure}_high": limit.high}
            methods = [f"{names[f]}: {limit.method}" for f, (limit, _) in found.items() if limit.low is not None]
            reasons = [f"{names[f]}: {limit.reason}" for f, (limit, _) in found.items() if limit.reason]
            row |= {"mce": calibration_error(p, y, bins=bins, norm="max"), "bins": bins}
            row |= {"method": "; ".join(methods), "reason": "; ".join(reasons)}
        rows.append(row)
    table = pd.DataFrame(rows, columns=SUMMARY_COLUMNS)
    return table.astype(dict.fromkeys(FIGURES, "float64") | {"bins": "Int64"})
