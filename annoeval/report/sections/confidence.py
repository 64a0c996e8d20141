"""Whether confidence goes with the score, and whether stated confidence is borne out."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from annoeval.answers.confidence import METHODS, how_telling
from annoeval.answers.dirty import with_dirt
from annoeval.answers.scores import rater_name
from annoeval.charts.confidence import MOST_POINTS, against_score, by_group
from annoeval.charts.reliability import mean_score, reliability, risk
from annoeval.evaluation.calibration import calibration_bins, judged
from annoeval.evaluation.clusters import with_clusters
from annoeval.evaluation.confidence_figures import calibration_figures, mean_by_confidence, risk_curve
from annoeval.evaluation.current import current_values, with_confidence
from annoeval.report.columns import table
from annoeval.report.content import Heading, Kind, Part, Plot, Text, file_name
from annoeval.report.material import Material
from annoeval.report.sections.own import own
from annoeval.statistics.calibration.fit import line
from annoeval.words import NONE, noun, title

WHAT = {"confidence": "bare numbers", "confidence_read": "all wordings"}
BORNE = (("human", "share right, larger for more answers"), ("band", "95 % band"), ("dots", "honest confidence"))
KEPT = (("human", "share wrong among those kept"), ("dots", "share wrong among all"))
MEANS = (("human", "mean score, larger for more items"), ("band", "95 % band"))
FITTED = (("line ink", "least-squares line"), ("band", "its 95 % band"))
FINE: dict[str, Kind] = dict.fromkeys(("value", "ece", "mce", "brier", "auroc"), "fine")


def confidence(m: Material) -> Iterator[Part]:
    """Every dimension with a stated confidence, by the rater that headlines; all raters in the tables."""
    stated = with_confidence(m.study)
    for dimension in m.chosen(stated):
        yield Heading(m.name(dimension))
        yield from _of(m, dimension, rater_of(m, dimension))
    yield from own(m, "confidence")


def rater_of(m: Material, dimension: str) -> str:
    """Whose confidence is looked at: the rater that headlines, else the first with one."""
    raters = with_confidence(m.study)[dimension]
    return m.study.headline if m.study.headline in raters else raters[0]


def figures(m: Material, dimension: str, rater: str) -> pd.DataFrame:
    """All calibration figures of a rater."""
    return calibration_figures(m.study, dimension, rater, cluster=m.asked.cluster)


def correlations(m: Material, dimension: str, rater: str) -> pd.DataFrame:
    """Correlations of a rater's confidence and score, overall and by group."""
    return m.result("correlation", dimension=dimension, raters=(rater,), cluster=m.asked.cluster)


def _of(m: Material, dimension: str, rater: str) -> Iterator[Part]:
    scale, name = m.scale(dimension), m.name(dimension)
    related, found = correlations(m, dimension, rater), figures(m, dimension, rater)
    said = how_telling(dimension, scale, rater, related[related["by"] == ""], found)
    yield Text(with_dirt(said, m.study, dimension), "answer")
    yield Text(f"Values and confidence of {rater_name(rater)}.", "quiet")
    yield from _plots(m, dimension, rater)
    pearson = related[(related["method"] == "pearson") & (related["what"] == "confidence")]
    for by in [b for b in pearson["by"].unique() if b]:
        rows = pearson[pearson["by"].isin(["", by])]
        if len(rows) > 2:
            keys = (("human", "interval without 0"), ("reference", "interval with 0"))
            about = f"{name}: confidence and score by {noun(by)}"
            yield Plot(file_name("correlation", dimension, by), about, by_group(rows), keys)
    if len(related):
        yield table(
            file_name("correlation", dimension),
            f"{name}: correlation with confidence",
            related.assign(
                method=related["method"].map(METHODS),
                by=related["by"].map(lambda b: title(b) if b else NONE),
                what=related["what"].map(WHAT),
                how=related["how"],
            ),
            {"what": "Confidence", "by": "By", "how": "p and interval"},
            hide=("dimension", "rater"),
        )
    if found["value"].notna().any():
        columns = ["name", "value", "low", "high", "n", "meaning", "method", "reason"]
        yield table(
            file_name("calibration", dimension),
            f"{name}: calibration",
            found[[c for c in columns if c in found]],
            {"name": "Figure"},
            FINE,
        )
    summary = m.result("calibration_summary", dimension=dimension, cluster=m.asked.cluster)
    if len(summary) and summary["n"].max() > 0:
        yield table(
            file_name("calibration", dimension, "raters"),
            f"{name}: calibration by rater and group",
            summary.assign(rater=summary["rater"].map(rater_name)),
            {"by": "By", "missing": "Without"},
            FINE,
            hide=("dimension",),
        )


def _plots(m: Material, dimension: str, rater: str) -> Iterator[Part]:
    scale, name = m.scale(dimension), m.name(dimension)
    cluster = m.asked.cluster
    rows = with_clusters(m.study, judged(m.study, dimension, [rater]), cluster)
    bins = calibration_bins(rows)
    values = current_values(m.study, dimension, [rater])[["item_id", "confidence", "value"]].dropna()
    if bins["n"].sum():
        yield Plot(file_name("reliability", dimension), f"{name}: is confidence borne out?", reliability(bins), BORNE)
        curve = risk_curve(rows)
        if len(curve) > 1:
            yield Plot(file_name("risk", dimension), f"{name}: keeping only the surest", risk(curve), KEPT)
    elif scale.numeric and len(values):
        means = mean_by_confidence(with_clusters(m.study, values, cluster), scale)
        if len(means):
            figure = mean_score(means, scale, "Mean score")
            yield Plot(file_name("reliability", dimension), f"{name} by confidence", figure, MEANS)
    if scale.numeric and scale.categories != (0, 1) and len(values):
        shown = "a cell of items, darker for more" if len(values) > MOST_POINTS else "an item"
        fit = line(values["confidence"], values["value"])
        figure = against_score(values, scale, name, fit, brush=False)
        yield Plot(
            file_name("confidence", dimension), f"{name} against confidence", figure, (("human", shown), *FITTED)
        )
