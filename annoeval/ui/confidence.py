"""The parts of the page Confidence: scatter with a box to draw, curves, groups, and all figures."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from annoeval.answers.confidence import METHODS, groups_apart, kept_from, within
from annoeval.answers.items import item_names
from annoeval.answers.scores import name_of
from annoeval.charts.confidence import MOST_POINTS, against_score, by_group, is_spread
from annoeval.charts.reliability import mean_score, reliability, risk
from annoeval.evaluation.calibration import calibration_bins, judged
from annoeval.evaluation.clusters import with_clusters
from annoeval.evaluation.confidence_figures import calibration_figures, mean_by_confidence, risk_curve
from annoeval.evaluation.current import current_values
from annoeval.scale import Scale
from annoeval.statistics.calibration.fit import line
from annoeval.study import Study
from annoeval.ui.brush import brush
from annoeval.ui.listed import listed_items
from annoeval.ui.page import draw, is_narrow, quiet, section
from annoeval.ui.review_links import review_items, to_group
from annoeval.ui.tables import table
from annoeval.words import NONE, count, p_value

WHAT = {"confidence": "Bare numbers", "confidence_read": "All wordings"}


@st.cache_resource(max_entries=60, show_spinner=False)
def values_of(digest: str, dimension: str, rater: str, _study: Study) -> pd.DataFrame:
    """Values with a confidence of one rater: `item_id, value, confidence`."""
    values = current_values(_study, dimension, [rater])[["item_id", "confidence", "value"]]
    return values.dropna().reset_index(drop=True)


@st.cache_resource(max_entries=60, show_spinner=False)
def _judged(digest: str, dimension: str, rater: str, _study: Study) -> pd.DataFrame:
    return judged(_study, dimension, [rater])


@st.cache_data(max_entries=60, show_spinner=False)
def figures_of(digest: str, dimension: str, rater: str, cluster: str | None, _study: Study) -> pd.DataFrame:
    """All calibration figures of one rater."""
    return calibration_figures(
        _study, dimension, rater, rows=_judged(digest, dimension, rater, _study), cluster=cluster
    )


def scatter(study: Study, dimension: str, rater: str, scale: Scale) -> None:
    """Score against confidence; a drawn box or a clicked point leads to its items."""
    values = values_of(study.digest, dimension, rater, study)
    title = name_of(dimension, scale)
    section(f"{title} against confidence")
    fit = line(values["confidence"], values["value"])
    figure = against_score(values, scale, title, fit, brush=not is_narrow(), names=item_names(study))
    many = len(values) > MOST_POINTS
    shown = "a cell of items, darker for more" if many else "an item"
    marks = (("human", shown), ("line ink", "least-squares line"), ("band", "its 95 % band"))
    chosen = brush(figure, f"confidence_{study.digest}_{dimension}_{rater}", counts=many, key=marks)
    if is_spread(values):
        quiet(
            "Equal scores are drawn a little apart, so that none hides another; the mark under the mouse says its own."
        )
    picked = chosen.rows(values, "confidence", "value")
    if picked.empty:
        quiet("Drag a box over the plot to choose items" + ("." if many else ", or click one."))
        return
    listed_items(picked, "chosen", within(picked), {"confidence": "Confidence", "value": title})


def stated(study: Study, dimension: str, rater: str) -> None:
    """How sure the rater was of each label; whether labels are right is not known here."""
    values = values_of(study.digest, dimension, rater, study)
    section("Confidence by label")
    found = values.groupby("value", sort=True)["confidence"].agg(["size", "mean", "min", "max"]).reset_index()
    table(
        found,
        f"stated_{dimension}",
        {"value": "Label", "size": "Items", "mean": "Mean confidence", "min": "Lowest", "max": "Highest"},
        dict.fromkeys(("mean", "min", "max"), "%.2f"),
    )


def curve(study: Study, dimension: str, rater: str, scale: Scale, summary: pd.DataFrame, cluster: str | None) -> None:
    """Whether confidence is borne out: share right by confidence, or the mean score where scores are graded."""
    rows = with_clusters(study, _judged(study.digest, dimension, rater, study), cluster)
    bins = calibration_bins(rows)
    section("Is stated confidence borne out?")
    if bins["n"].sum():
        marks = (
            ("human", "share right, larger for more answers"),
            ("band", "95 % band"),
            ("dots", "honest confidence"),
        )
        clicked = draw(reliability(bins), f"reliability_{study.digest}_{dimension}_{rater}", True, marks, half=True)
        if clicked:
            low = int(clicked[0]) / len(bins)
            _review_bin(rows, low, low + 1 / len(bins))
        return
    if scale.numeric:
        values = values_of(study.digest, dimension, rater, study)
        means = mean_by_confidence(with_clusters(study, values, cluster), scale)
        size = "mean score, larger for more items"
        marks = (("human", size), ("band", "95 % band"), ("dots", "score equal to confidence"))
        figure = mean_score(means, scale, "Mean score")
        clicked = draw(figure, f"means_{study.digest}_{dimension}_{rater}", True, marks, half=True)
        if clicked and int(clicked[0]) in set(means["bin"]):
            low, high = means.loc[means["bin"] == int(clicked[0]), ["from", "to"]].iloc[0]
            _review_bin(values, float(low), float(high))
        quiet("Scores are graded, so figures for right and wrong answers don't apply; a bin holds ten items or more.")
    elif len(summary):
        quiet(_sentence(str(summary["reason"].iloc[0])))


def _review_bin(rows: pd.DataFrame, low: float, high: float) -> None:
    inside = (rows["confidence"] >= low) & ((rows["confidence"] < high) | (high >= 1))
    review_items(rows.loc[inside, "item_id"].tolist(), f"with confidence from {low:.2f} to {high:.2f}", "_bin")


def keeping(study: Study, dimension: str, rater: str) -> None:
    """What keeping only the surest answers would bring; nothing where right and wrong are unknown."""
    rows = _judged(study.digest, dimension, rater, study).dropna(subset=["confidence", "correct"])
    found = risk_curve(rows)
    if len(found) < 2:
        return
    section("What if only the surest answers were kept?")
    marks = (("human", "share wrong among those kept"), ("dots", "share wrong among all"))
    clicked = draw(risk(found), f"risk_{study.digest}_{dimension}_{rater}", True, marks, half=True)
    if not clicked:
        quiet("Click a step to see what it would keep.")
        return
    threshold = float(clicked[0])
    quiet(kept_from(threshold, found))
    below = rows.loc[rows["confidence"] < threshold - 1e-12, "item_id"].tolist()
    review_items(below, f"stated with less than {threshold:.2f}", "_below")


def groups(study: Study, dimension: str, correlation: pd.DataFrame) -> None:
    """The correlation overall and by group, each group column apart."""
    pearson = correlation[(correlation["method"] == "pearson") & (correlation["what"] == "confidence")]
    for column in [c for c in pearson["by"].unique() if c]:
        rows = pearson[pearson["by"].isin(["", column])]
        if len(rows) < 3:
            continue
        section(f"By {column.replace('_', ' ')}")
        quiet(groups_apart(rows[rows["by"] != ""]))
        marks = (("human", "interval without 0"), ("reference", "interval with 0"))
        clicked = draw(by_group(rows, is_narrow()), f"by_{study.digest}_{dimension}_{column}", True, marks)
        to_group(column, [c for c in clicked if c != "all"])


def numbers(
    study: Study, dimension: str, rater: str, cluster: str | None, correlation: pd.DataFrame, summary: pd.DataFrame
) -> None:
    """All coefficients and figures, behind a fold each."""
    if len(correlation):
        with st.expander("All correlations"):
            shown = correlation.assign(
                method=correlation["method"].map(METHODS),
                p=[p_value(p) for p in correlation["p"]],
                by=[column or NONE for column in correlation["by"]],
                what=correlation["what"].map(WHAT),
            )
            columns = ["what", "by", "group", "n", "method", "estimate", "low", "high", "p"]
            table(
                shown[[*columns, "reason"]],
                f"correlation_{dimension}",
                {"what": "Confidence", "low": "95 % low", "high": "95 % high", "p": "p", "n": "n"},
                download=correlation,
            )
    if len(summary) and summary["n"].max() > 0:
        with st.expander("All calibration figures"):
            figures = figures_of(study.digest, dimension, rater, cluster, study)
            quiet(f"{count(int(figures['n'].iloc[0]), 'answer')} whose outcome is known, ten bins.")
            columns = ["name", "value", "low", "high", "meaning"]
            three = dict.fromkeys(("value", "low", "high", "ece", "mce", "brier", "auroc"), "%.3f")
            table(
                figures[[*columns, "reason"]],
                f"figures_{dimension}",
                {"name": "Figure", "low": "95 % low", "high": "95 % high"},
                three,
                download=figures,
            )
            if len(summary) > 1:
                table(
                    summary[["by", "group", "n", "missing", "ece", "mce", "brier", "auroc", "reason"]],
                    f"calibration_{dimension}",
                    {"by": "By", "n": "n", "ece": "ECE", "mce": "MCE", "brier": "Brier", "auroc": "AUROC"},
                    three,
                    download=summary,
                )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "." if text else ""
