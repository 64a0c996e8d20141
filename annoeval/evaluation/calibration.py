"""Tables `calibration` and `calibration_summary`: is stated confidence borne out?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from annoeval.evaluation.current import confident, current_values, grouped, raters_of
from annoeval.ratings import latest, of_dimension, resolve
from annoeval.statistics.calibration.confidence import Binning, auroc, brier, calibration_error, reliability_curve
from annoeval.study import Study

COLUMNS = ["dimension", "rater", "by", "group", "bin", "n", "confidence", "accuracy", "low", "high"]
SUMMARY_COLUMNS = ["dimension", "rater", "by", "group", "n", "missing", "ece", "mce", "brier", "auroc", "reason"]
GRADED = "scores are graded, so an answer is not simply right or wrong; see the correlation"
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
    reference = latest(of_dimension(study, dimension))
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
    study: Study, dimension: str | None, raters: Sequence[str] | None, by: Sequence[str] | None
) -> Iterator[tuple[dict[str, str], pd.DataFrame]]:
    for name in confident(study, [dimension] if dimension else list(study.dimensions)):
        rows = judged(study, name, raters)
        for rater, own in rows.groupby("rater", sort=False):
            if own["confidence"].notna().any():
                for column, group, part in grouped(study, own, by):
                    yield {"dimension": name, "rater": str(rater), "by": column, "group": group}, part


def calibration_bins(rows: pd.DataFrame, bins: int = 10, binning: Binning = "width") -> pd.DataFrame:
    """The reliability curve of rows from `judged`: `statistics.calibration.reliability_curve` where both are known."""
    known = rows.dropna(subset=["confidence", "correct"])
    return reliability_curve(known["confidence"], known["correct"], bins=bins, binning=binning)


def calibration(
    study: Study,
    *,
    dimension: str | None = None,
    raters: Sequence[str] | None = None,
    by: Sequence[str] | None = None,
    bins: int = 10,
    binning: Binning = "width",
) -> pd.DataFrame:
    """One row per bin of confidence: how sure, how often right, with Wilson's interval.

    Columns `COLUMNS`; empty bins keep n = 0 and no means. Raters whose answers can't be called right or wrong have no
    rows here and the reason in `calibration_summary`. bins, binning: see `statistics.calibration.reliability_curve`.
    """
    tables = []
    for keys, part in _parts(study, dimension, raters, by):
        curve = calibration_bins(part, bins, binning)
        if curve["n"].sum():
            tables.append(curve.assign(**keys)[COLUMNS])
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=COLUMNS)


def calibration_summary(
    study: Study,
    *,
    dimension: str | None = None,
    raters: Sequence[str] | None = None,
    by: Sequence[str] | None = None,
    bins: int = 10,
) -> pd.DataFrame:
    """ECE, MCE, Brier score and AUROC of each rater's confidence, overall and by group.

    Columns `SUMMARY_COLUMNS`; `n` answers had a confidence and are known to be right or wrong, `missing` had none or
    are not known. Undefined figures are missing and `reason` says why.
    """
    rows = []
    for keys, part in _parts(study, dimension, raters, by):
        known = part.dropna(subset=["confidence", "correct"])
        p, y = known["confidence"], known["correct"]
        row = keys | {"n": len(known), "missing": len(part) - len(known), "reason": ""}
        if known.empty:
            scale = study.dimensions[keys["dimension"]]
            graded = scale.role == "score" or scale.level in ("interval", "ratio")
            row["reason"] = GRADED if graded else NO_TRUTH
        else:
            area = auroc(p, y)
            row |= {
                "ece": calibration_error(p, y, bins=bins),
                "mce": calibration_error(p, y, bins=bins, norm="max"),
                "brier": brier(p, y),
                "auroc": area.estimate,
                "reason": "" if area.estimate is not None else f"AUROC: {area.reason}",
            }
        rows.append(row)
    return pd.DataFrame(rows, columns=SUMMARY_COLUMNS)
