"""What is true of all items although people reviewed some: the sentence above the scores."""

from __future__ import annotations

import pandas as pd

from annoeval.answers.scores import name_of, spread, value
from annoeval.study import Scale
from annoeval.words import count, missing, number, percent


def headline_row(estimates: pd.DataFrame) -> pd.Series | None:
    """The overall row that heads the page: the mean, or for names the share of the most frequent label."""
    overall = estimates[estimates["by"] == ""] if len(estimates) else estimates
    means = overall[overall["what"] == "mean"]
    if len(means):
        return means.iloc[0]
    shares = overall[overall["what"].astype("str").str.startswith("share of ")]
    return None if shares.empty else shares.loc[shares["naive"].astype(float).idxmax()]


def how_true(dimension: str, scale: Scale, row: pd.Series) -> str:
    """The estimate with its interval, or the bounds and what is missing; the merged figure is said to be uncorrected.

    row: of `headline_row`.
    """
    n, name = int(row["n_all"]), name_of(dimension, scale)
    mean = row["what"] == "mean"
    about = name if mean else f"{name}, {scale.describe(_label(scale, row['what']))}"

    def shown(x: float) -> str:
        return value(scale, x, n) if mean else percent(x, n)

    top = f" of {scale.range[1]:g}" if mean and scale.range and scale.categories != (0, 1) else ""
    merged = f"As reviewed, not corrected: {shown(row['naive'])}."
    if row["valid"]:
        sure = spread(scale, row["low"], row["high"], n) if mean else _percents(row["low"], row["high"], n)
        rest = f"{count(int(row['n_audited']), 'audited item')} stand for {int(row['n_unseen']):,} nobody looked at"
        return f"{about}: **{shown(row['estimate'])}**{top} (95 % CI {sure}; {count(n, 'item')}). {rest}. {merged}"
    ends = f"**{shown(row['bound_low'])}** and **{shown(row['bound_high'])}**"
    return f"{about} is between {ends}{top}: {row['reason']}. {merged}"


def covered(row: pd.Series) -> str:
    """Which part of the items people reviewed: "236 of 500 items (47 %) are reviewed, 40 of them drawn at random"."""
    n, seen, drawn = (int(row[c]) for c in ("n_all", "n_reviewed", "n_audited"))
    words = f"{seen:,} of {count(n, 'item')} ({percent(seen / n, n)}) {'is' if seen == 1 else 'are'} reviewed"
    return words + (f", {drawn:,} of them drawn at random" if drawn else "")


def saved(row: pd.Series) -> str:
    """How much work the audit saved, at the interval it reached; "" where nothing was or the estimate isn't valid."""
    if not row["valid"] or not row["n_unseen"] or missing(row["low"]):
        return ""
    half = (row["high"] - row["low"]) / 2
    return (
        f"{int(row['n_reviewed']):,} items reviewed instead of {int(row['n_all']):,}, "
        f"{percent(row['n_unseen'] / row['n_all'], int(row['n_all']))} of the work saved, at ± {number(half)}"
    )


def _label(scale: Scale, what: str) -> object:
    said = what.removeprefix("share of ")
    return next((c for c in scale.categories if str(c) == said), said)


def _percents(low: float, high: float, n: int) -> str:
    return f"{percent(low, n).removesuffix(' %')}–{percent(high, n)}"
