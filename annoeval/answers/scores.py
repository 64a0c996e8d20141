"""How good is it? The sentence above the scores."""

from __future__ import annotations

import pandas as pd

from annoeval.conclusions import OPEN
from annoeval.scale import Scale
from annoeval.words import count, interval, missing, number, percent, title

RULES = ("as published", "recommended")
RIGHT_OR_WRONG = Scale("nominal", (0, 1))
PEOPLE = ("decision", "reviewer", "human")


def name_of(dimension: str, scale: Scale) -> str:
    """A dimension's name on screen."""
    return title(scale.title or dimension)


RATERS = {
    "individual": "People, pooled",
    "majority": "Majority of people",
    "unanimous": "Unanimous",
    "resolved": "Resolved",
    "as published": "As published",
    "recommended": "Recommended",
}


def rater_name(rater: str) -> str:
    """A rater's name on screen."""
    return "AI" if rater.lower() == "ai" else RATERS.get(rater, rater)


def value(scale: Scale, mean: float | None, n: int | None = None) -> str:
    """A mean on its scale: "78 %" on a right/wrong scale, else "1.42"."""
    return percent(mean, n) if scale.categories == (0, 1) else number(mean)


def spread(scale: Scale, low: float | None, high: float | None, n: int) -> str:
    """The interval of a mean on its scale: "68–85 %" or "1.21–1.61"."""
    if scale.categories == (0, 1):
        return "–" if missing(low) or missing(high) else f"{percent(low, n).removesuffix(' %')}–{percent(high, n)}"
    return interval(low, high)


def mixed(sources: pd.DataFrame) -> bool:
    """Whether final scores of a dimension are people's and unchecked ones of the AI together: then no mean of them may
    stand as the answer. sources: the result table, of one dimension."""
    own = sources[sources["by"] == ""].set_index("source")["n"]
    return bool(own.get("ai", 0)) and any(own.get(s, 0) for s in PEOPLE)


def how_good(dimension: str, scale: Scale, scores: pd.DataFrame, sources: pd.DataFrame) -> str:
    """The answer of the page Scores for one dimension whose values have a mean.

    scores, sources: the result tables, of which the overall rows of this dimension are read.
    """
    overall = scores[(scores["dimension"] == dimension) & (scores["by"] == "")].set_index("rater")
    name = name_of(dimension, scale)
    models = overall[overall["kind"] == "ai"].drop(index=list(RULES), errors="ignore")
    people = overall["kind"].isin(["human", "reviewer", "decision"]).any() or "individual" in overall.index
    if len(models) > 1 and ("resolved" not in overall.index or not people):
        return _best_and_worst(name, scale, models, checked=people)
    if "resolved" not in overall.index:
        return f"{name} has no scores yet."
    who = _who(dimension, scale, overall, sources)
    row = overall.loc["resolved"]
    n = int(row["n"])
    top = scale.range[1] if scale.range and scale.categories != (0, 1) else None
    of = f" of {top:g}" if top is not None else ""
    sure = spread(scale, row["low"], row["high"], n)
    bracket = f"95 % CI {sure}; {count(n, 'item')}" if sure != "–" else count(n, "item")
    lead = f"{name}:" if scale.categories == (0, 1) or "score" in name.lower() else f"{name} scores"
    return f"{lead} **{value(scale, row['mean'], n)}**{of} ({bracket}). {who}".strip()


def _best_and_worst(name: str, scale: Scale, models: pd.DataFrame, checked: bool) -> str:
    known = models.dropna(subset="mean")
    if known.empty:
        return f"{name} has no means: {models['reason'].iloc[0]}."
    means = known["mean"].astype(float)
    said = []
    for rater in (means.idxmax(), means.idxmin()):
        row, n = known.loc[rater], int(known.loc[rater, "n"])
        said.append(f"**{value(scale, row['mean'], n)}** ({rater}, {_sure(scale, row, n)})")
    n = int(known["n"].max())
    ends = f"from {said[0]} down to {said[1]}, over {count(n, 'item')}"
    return f"{name} of {len(models):,} models: {ends}.{'' if checked else ' No person has checked one.'}"


def _sure(scale: Scale, row: pd.Series, n: int) -> str:
    """ "95 % CI 0.31–0.72", or why there is none."""
    limits = spread(scale, row["low"], row["high"], n)
    why = str(row.get("reason") or "")
    return f"95 % CI {limits}" if limits != "–" else f"no interval: {why}" if why else "no interval"


def in_methods(table: pd.DataFrame) -> str:
    """How means or shares were computed, for a methods section. table: `scores` or `labels` of one dimension."""
    what = "Shares of labels" if "label" in table else "Means"
    how = ["Wilson"] if "label" in table else [str(m) for m in table["method"].dropna().unique() if m]
    limits = f" with 95 % intervals ({'; '.join(how)})" if how else ""
    latest = "each rater's latest value of an item counted; a final value is the team's, else the reviewers', else the "
    return f"{what} are given by rater{limits}; {latest}annotators' majority, else the AI's."


def how_labelled(dimension: str, scale: Scale, labels: pd.DataFrame, sources: pd.DataFrame) -> str:
    """The answer of the page Scores for one dimension whose values are names: the most common label.

    labels, sources: the result tables, of which the overall rows of this dimension are read.
    """
    own = labels[(labels["dimension"] == dimension) & (labels["by"] == "") & (labels["rater"] == "resolved")]
    own = own[own["label"] != OPEN]
    who = _who(dimension, scale, labels[labels["by"] == ""].drop_duplicates("rater").set_index("rater"), sources)
    name = name_of(dimension, scale)
    if own.empty or not own["n"].sum():
        return f"{name} has no labels yet. {who}".strip()
    row = own.loc[own["n"].astype(int).idxmax()]
    of = int(row["of"])
    sure = f"{_sure(RIGHT_OR_WRONG, row, of)}; {count(of, 'item')}"
    share, label = percent(row["share"], of), scale.describe(row["label"])
    return f"{name}: **{label}** is the most common, on **{share}** ({sure}). {who}".strip()


def _of(scale: Scale, alone: pd.DataFrame) -> str:
    """Whose the values of no person are: the AI's, or, where they are distances to a reference, a rule's."""
    ruled = scale.role == "score" and len(alone) and set(alone.index) <= set(RULES)
    return "computed by a rule" if ruled else "the AI's"


def _unchecked(n: int, scale: Scale, overall: pd.DataFrame) -> str:
    """That no person checked the values, and whether an AI or a rule gave them."""
    whose = _of(scale, overall[overall["kind"] == "ai"])
    return f"{'The value is' if n == 1 else f'All {n:,} values are'} {whose}: no person has checked one yet"


def _who(dimension: str, scale: Scale, overall: pd.DataFrame, sources: pd.DataFrame) -> str:
    """Whose values they are: people's, the AI's, and what is missing."""
    own = sources[(sources["dimension"] == dimension) & (sources["by"] == "")].set_index("source")["n"]
    people = int(sum(own.get(s, 0) for s in PEOPLE))
    ai, ties, none = (int(own.get(s, 0)) for s in ("ai", "tie", "missing"))
    said = []
    if people and ai:
        alone = overall[overall["kind"] == "ai"]
        whose = "is a person" if people == 1 else "are people"
        said.append(f"{people:,} of the values {whose}'s and {ai:,} {_of(scale, alone)}")
        if len(alone) == 1 and "mean" in alone and not missing(alone["mean"].iloc[0]):
            said[-1] += f"; the AI alone says {value(scale, alone['mean'].iloc[0], int(alone['n'].iloc[0]))}"
    elif ai:
        said.append(_unchecked(ai, scale, overall))
    elif people:
        said.append(f"{'The value is a person' if people == 1 else f'All {people:,} values are people'}'s")
    if set(RULES) <= set(overall.index) and "mean" in overall:
        first, second = (value(scale, overall.loc[r, "mean"]) for r in RULES)
        said.append(
            f"The published and the recommended rule both say {first}"
            if first == second
            else f"The published rule says {first}, the recommended one {second}"
        )
    if ties:
        said.append(f"On {count(ties, 'item')} people are tied; no value stands there")
    if none and (people or ai):
        said.append(f"{count(none, 'item')} {'has' if none == 1 else 'have'} no value")
    return " ".join(f"{s}." for s in said)
