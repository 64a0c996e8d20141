"""Does confidence say what comes out right? The sentences beside the plots."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from annoeval.answers.scores import name_of, rater_name
from annoeval.scale import Scale
from annoeval.words import count, interval, listed, missing, noun, number, p_value, percent

METHODS = {"pearson": "Pearson r", "spearman": "Spearman ρ", "kendall": "Kendall τ"}


def how_telling(dimension: str, scale: Scale, rater: str, correlation: pd.DataFrame, figures: pd.DataFrame) -> str:
    """The answer of the page Confidence: whether it is borne out, else whether it goes with the score.

    correlation: overall rows of one dimension and rater. figures: its `calibration_figures`.
    """
    said = _borne_out(figures.set_index("figure"))
    if not said and not scale.numeric:
        reason = str(figures["reason"].iloc[0]) if len(figures) else "no answer has a confidence"
        about = name_of(dimension, scale)
        return (
            f"Whether confidence in {about.lower()} is borne out can't be said: {reason}. A reference column would say."
        )
    pearson = correlation[(correlation["method"] == "pearson") & (correlation["what"] == "confidence")]
    if len(pearson) and (not said or "can't be said" in said[-1]):
        said.append(_related(pearson.iloc[0], noun(name_of(dimension, scale)), rater))
    return " ".join(said)


def _borne_out(figures: pd.DataFrame) -> list[str]:
    ece, area = figures.loc["ece"], figures.loc["auroc"]
    if missing(ece["value"]):
        return []
    sure = f"95 % CI {interval(ece['low'], ece['high'])}; " if not missing(ece["low"]) else ""
    n = count(int(ece["n"]), "answer")
    said = [f"Stated confidence and the share right lie **{number(ece['value'])}** apart on average (ECE; {sure}{n})."]
    if missing(area["value"]):
        return [*said, f"Whether it tells right from wrong can't be said: {area['reason']}."]
    sure = f"; 95 % CI {interval(area['low'], area['high'])}" if not missing(area["low"]) else ""
    pairs = percent(area["value"])
    return [*said, f"The right answer was the surer one in **{pairs}** of pairs (AUROC{sure}; chance is 0.50)."]


def _related(row: pd.Series, about: str, rater: str) -> str:
    n = count(int(row["n"]), "item")
    if missing(row["estimate"]):
        return f"Whether confidence goes with {about} can't be said: {row['reason']} ({n})."
    who = rater if rater in ("as published", "recommended") else rater_name(rater)
    sure = f"p {_p(row['p'])}; {n}; {who}"
    if missing(row["low"]):
        return f"Confidence and {about}: r **{number(row['estimate'])}** without an interval ({sure})."
    sure = f"95 % CI {interval(row['low'], row['high'])}; {sure}"
    if row["low"] > 0:
        lead = f"The surer, the higher the {about}"
    elif row["high"] < 0:
        lead = f"The surer, the lower the {about}"
    else:
        lead = f"No clear relation of confidence to {about}"
    return f"{lead}: r **{number(row['estimate'])}** ({sure})."


def in_methods(correlation: pd.DataFrame, figures: pd.DataFrame) -> str:
    """How confidence was held against what came out, for a methods section."""
    said = []
    if figures["value"].notna().any():
        n = count(int(figures["n"].iloc[0]), "answer")
        said.append(
            f"Calibration of {n} was measured by the expected calibration error over ten bins of equal width, the "
            "Brier score and the area under the ROC curve."
        )
    names = [METHODS[m] for m in METHODS if m in set(correlation["method"])]
    if names:
        how = [str(h) for h in correlation["how"].unique() if h] if "how" in correlation else []
        why = f" ({'; '.join(how)})" if how else ""
        said.append(f"Confidence and score were related by {listed(names)}, with 95 % intervals{why}.")
    return " ".join(said)


def groups_apart(correlation: pd.DataFrame) -> str:
    """Where confidence is telling and where not: the groups whose interval excludes 0. rows: one method and column."""
    clear = [str(r.group) for r in correlation.itertuples() if not missing(r.low) and (r.low > 0 or r.high < 0)]
    open_ = [str(r.group) for r in correlation.itertuples() if str(r.group) not in clear]
    if not clear:
        return "In no group is a relation of confidence and score clear."
    said = f"Confidence goes with the score in **{_names(clear)}**"
    return said + (f"; in {_names(open_)} no relation is clear." if open_ else ".")


def _names(names: Sequence[str]) -> str:
    return listed(list(names))


def kept_from(threshold: float, curve: pd.DataFrame) -> str:
    """What keeping only answers from a confidence on would bring. curve: from `risk_curve`."""
    kept = curve[curve["threshold"] >= threshold - 1e-12]
    row, everything = kept.iloc[-1], curve.iloc[-1]
    n = int(everything["n"])
    share, wrong = percent(row["coverage"], n), percent(row["risk"], int(row["n"]))
    return (
        f"**{share}** of the answers were stated with confidence {number(threshold)} or more; **{wrong}** of these "
        f"are wrong, against {percent(everything['risk'], n)} of all."
    )


def within(rows: pd.DataFrame) -> str:
    """The ranges in which chosen items lie: "with confidence 0.44–0.90 and score 0.00–0.50"."""
    x, y = rows["confidence"], rows["value"]
    return f"with confidence {_range(x)} and score {_range(y)}"


def _range(values: pd.Series) -> str:
    low, high = float(values.min()), float(values.max())
    return number(low) if low == high else interval(low, high)


def _p(p: float | None) -> str:
    text = p_value(p)
    return text if text.startswith("<") else f"= {text}"
