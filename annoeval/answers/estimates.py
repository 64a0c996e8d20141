"""What is true of all items although people reviewed some: the sentences above the scores."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from annoeval.answers.scores import mixed, name_of, spread, value
from annoeval.evaluation.plans import Plan
from annoeval.evaluation.reviewer_error import ReviewerError
from annoeval.scale import Scale
from annoeval.words import count, listed, missing, noun, number, percent

NOT_CORRECTED = "As reviewed, not corrected"


def headline_row(estimates: pd.DataFrame) -> pd.Series | None:
    """The overall row that heads the page: the mean, or for names the share of the most frequent label."""
    overall = estimates[estimates["by"] == ""] if len(estimates) else estimates
    means = overall[overall["what"] == "mean"]
    if len(means):
        return means.iloc[0]
    shares = overall[overall["what"].astype("str").str.startswith("share of ")]
    return None if shares.empty else shares.loc[shares["naive"].astype(float).idxmax()]


def partial_row(estimates: pd.DataFrame, sources: pd.DataFrame, drawn: bool) -> pd.Series | None:
    """The row that heads a dimension of which people reviewed a part: where final scores are theirs and unchecked ones
    of the AI together, or an audit was drawn; None elsewhere. estimates, sources: result tables of the dimension."""
    row = headline_row(estimates)
    if row is None or not row["n_unseen"]:
        return None
    return row if mixed(sources) or row["n_audited"] or drawn else None


def how_true(dimension: str, scale: Scale, row: pd.Series) -> str:
    """The estimate with its interval, or the bounds and what is missing. row: of `headline_row`."""
    n, name = int(row["n_all"]), name_of(dimension, scale)
    mean = row["what"] == "mean"
    about = name if mean else f"{name}, {scale.describe(label_of(scale, row['what']))}"
    top = _ends(scale) if mean else ""
    if row["valid"]:
        sure = spread(scale, row["low"], row["high"], n) if mean else _percents(row["low"], row["high"], n)
        when = ", valid at any time" if "any time" in row["method"] else ""
        stands = "stands" if row["n_audited"] == 1 else "stand"
        rest = (
            f" {count(int(row['n_audited']), 'audited item')} {stands} for {int(row['n_unseen']):,} nobody looked at."
        )
        said = f"{about}: **{shown(scale, row, row['estimate'])}**{top} (95 % CI {sure}{when}; {count(n, 'item')})."
        return said + (rest if row["n_unseen"] else " Every item was reviewed.")
    if missing(row["bound_low"]):
        return f"{about} is not known: {row['reason']}."
    ends = f"**{shown(scale, row, row['bound_low'])}** and **{shown(scale, row, row['bound_high'])}**"
    return f"{about} is between {ends}{top}: {row['reason']}."


def _ends(scale: Scale) -> str:
    """What a mean is to be read against: " of 2"; both ends where the lower is neither 0 nor 1, and that they are only
    those of the values seen, which a limit or bound then rests on."""
    if scale.range is None or scale.categories == (0, 1):
        return ""
    low, high = scale.range
    if low in (0, 1):
        return f" of {high:g}"
    return f" on the scale {'from' if scale.closed or scale.bounds else 'seen, from'} {low:g} to {high:g}"


def shown(scale: Scale, row: pd.Series, x: float) -> str:
    """A value of an estimate's figure as it is said: "1.52", or a share in percent."""
    return value(scale, x, int(row["n_all"])) if row["what"] == "mean" else percent(x, int(row["n_all"]))


def not_corrected(scale: Scale, row: pd.Series) -> str:
    """The merged figure, said to be what it is: "As reviewed, not corrected: 1.75"."""
    return f"{NOT_CORRECTED}: {shown(scale, row, row['naive'])}"


def covered(row: pd.Series, by_score: pd.DataFrame | None = None) -> str:
    """Which part of the items people reviewed: "236 of 500 items (47 %) are reviewed, 40 of them drawn at random. Of
    the AI's 0 all, of its 2 40 of 304".

    by_score: rows of the table `coverage` of this dimension.
    """
    n, seen, drawn = (int(row[c]) for c in ("n_all", "n_reviewed", "n_audited"))
    words = f"{seen:,} of {count(n, 'item')} ({percent(seen / n, n)}) {'is' if seen == 1 else 'are'} reviewed"
    words += f", {drawn:,} of them drawn at random" if drawn else ""
    if by_score is None or not 0 < seen < n:
        return words
    own = by_score[(by_score["by"] == "") & (by_score["ai"] != "all")]
    parts = [f"{r.ai}: {_part(int(r.n_reviewed), int(r.n_all))}" for r in own.itertuples()]
    return words + (f". By AI score, {listed(parts, 6)}" if 1 < len(parts) <= 6 else "")


def _part(seen: int, of: int) -> str:
    return f"all {of:,}" if seen == of else f"{seen:,} of {of:,}"


def saved(row: pd.Series) -> str:
    """How much work the audit saved, at the interval it reached; "" where nothing was or the estimate isn't valid."""
    if not row["valid"] or not row["n_unseen"] or missing(row["low"]):
        return ""
    return (
        f"{count(int(row['n_reviewed']), 'item')} reviewed instead of {int(row['n_all']):,}, "
        f"{percent(row['n_unseen'] / row['n_all'], int(row['n_all']))} of the work saved, at ± {number(half(row))}"
    )


def half(row: pd.Series) -> float:
    """Half of an interval's width."""
    return float(row["high"] - row["low"]) / 2


def planned(dimension: str, scale: Scale, plan: Plan, label: object = None) -> str:
    """ "To know caption to ± 0.05, check 34 more (about 20 minutes); in every domain, 71." """
    about = noun(name_of(dimension, scale)) if label is None else f"the share of {scale.describe(label)}"
    goal = f"To know {about} to ± {plan.half_width:g}"
    cost = f" ({minutes(plan, plan.more)})" if plan.more and plan.minutes is not None else ""
    first = f"{goal}, check **{plan.more:,} more**{cost}" if plan.more else f"{goal}, the items drawn are enough"
    apart = sum(plan.apart.values())
    return first + (f"; in every {noun(plan.by)}, **{apart:,}**." if apart else ".")


def minutes(plan: Plan, items: int) -> str:
    """What items cost at the times measured: "about 20 minutes"."""
    found = plan.takes(items)
    return "" if found is None else f"about {count(max(round(found), 1), 'minute')}"


def advice(row: pd.Series, waiting: int, half_width: float | None, line: float | None = None) -> str:
    """Whether to stop or go on: once the half-width is reached, or the interval leaves the line in question."""
    if not row["valid"] or missing(row["low"]):
        return "Go on: no interval yet." if waiting else ""
    if line is not None:
        if row["low"] > line or row["high"] < line:
            where = "above" if row["low"] > line else "below"
            return f"**Stop if you like:** it is {where} {line:g}, at 95 %, however often you look."
        return f"**Go on:** whether it is above {line:g} is open" + (
            f"; {waiting:,} more are drawn." if waiting else "."
        )
    if half_width is not None and half(row) <= half_width:
        return f"**Stop if you like:** ± {number(half(row))} is reached, ± {half_width:g} was wanted."
    if half_width is not None and not waiting:
        return (
            f"± {number(half(row))} is reached, ± {half_width:g} was wanted; what is added now gets limits at any time."
        )
    if waiting:
        goal = f" to ± {half_width:g}" if half_width is not None else ""
        return f"**Go on:** ± {number(half(row))} now, {waiting:,} more{goal}."
    return ""


def among_people(error: ReviewerError | None, scale: Scale) -> str:
    """How far people's own disagreement could move the estimate; "" without second opinions."""
    if error is None:
        return ""
    if not error.differ:
        return f"On the {count(error.n, 'item')} that two or more people judged they never differ"
    how_far = number(error.shift) if scale.numeric and scale.categories != (0, 1) else percent(error.shift, error.n)
    return (
        f"Of {count(error.n, 'item')} that two or more people judged they differ on {error.differ:,}; if they differ "
        f"as often everywhere and the others are right each time, the figure moves by up to {how_far}"
    )


def label_of(scale: Scale, what: str) -> object:
    """The label that a figure `share of LABEL` is about."""
    said = what.removeprefix("share of ")
    return next((c for c in scale.categories if str(c) == said), said)


def summary(dimension: str, scale: Scale, table: pd.DataFrame, by_score: pd.DataFrame | None = None) -> Sequence[str]:
    """The sentences of a dimension for a text: estimate or bounds, coverage, the merged figure. Empty without one."""
    row = headline_row(table)
    if row is None:
        return ()
    said = [how_true(dimension, scale, row).replace("**", ""), f"{covered(row, by_score)}."]
    return (*said, f"{not_corrected(scale, row)}.") if row["n_unseen"] else said


def _percents(low: float, high: float, n: int) -> str:
    return f"{percent(low, n).removesuffix(' %')}–{percent(high, n)}"
