"""Do two sides differ, and by how much? The sentences above and beside the differences."""

from __future__ import annotations

import pandas as pd

from annoeval.answers.scores import name_of, rater_name, value
from annoeval.evaluation.sides import Sides
from annoeval.scale import Scale
from annoeval.statistics.comparison.equivalence import verdict
from annoeval.statistics.comparison.power import how_many_more
from annoeval.statistics.outcome import Outcome
from annoeval.words import count, decimals, interval, missing, noun, number, p_value

TESTS = {
    "welch": "Welch's t", "student": "Student's t", "permutation": "permutation test", "mann_whitney": "Mann–Whitney U",
    "paired_permutation": "paired permutation test", "paired_t": "paired t", "sign": "sign test",
    "mcnemar_exact": "McNemar, exact", "mcnemar_mid_p": "McNemar, mid-p", "mcnemar_corrected": "McNemar, corrected χ²",
    "stuart_maxwell": "Stuart–Maxwell", "bhapkar": "Bhapkar", "cochran_q": "Cochran's Q", "friedman": "Friedman",
    "hotelling": "Hotelling",
    "anova": "analysis of variance", "welch_anova": "Welch's analysis of variance", "kruskal_wallis": "Kruskal–Wallis",
    "fisher": "Fisher, exact", "fisher_mid_p": "Fisher, mid-p",
}  # fmt: skip
EFFECTS = {
    "hedges_g": "Hedges' g",
    "cohen_d": "Cohen's d",
    "cliff_delta": "Cliff's δ",
    "paired_d": "Cohen's d of pairs",
    "odds_ratio": "odds ratio",
    "cohen_h": "Cohen's h",
    "eta_squared": "η²",
    "epsilon_squared": "ε²",
    "kendall_w": "Kendall's W",
}
WHY = {
    "welch": "Welch's t is recommended: it does not take the groups' spreads for equal.",
    "permutation": "The permutation test is recommended: it needs no variation within the groups.",
    "paired_permutation": "The paired permutation test is recommended: it takes no distribution for granted.",
    "fisher": "Fisher's exact test is recommended: the values are right or wrong.",
    "mcnemar_exact": "McNemar's exact test is recommended: it counts only items on which the two differ.",
    "stuart_maxwell": "Stuart–Maxwell is recommended: it compares the shares of all labels at once.",
    "friedman": "Friedman's test is recommended: it asks for all at once, item by item.",
    "hotelling": "Hotelling's test is recommended: it asks for all at once, cluster by cluster.",
    "cochran_q": "Cochran's Q is recommended: it asks for all at once, item by item.",
    "welch_anova": "Welch's analysis of variance is recommended: it does not take spreads for equal.",
    "kruskal_wallis": "Kruskal–Wallis is recommended: a group without variation has no F.",
}
STUDY = "study"


def test_name(test: str) -> str:
    """A test as papers call it."""
    return TESTS.get(test, test.replace("_", " "))


def effect_name(effect: str) -> str:
    """An effect size as papers call it."""
    return EFFECTS.get(effect, effect.replace("_", " "))


def side_name(what: str, side: str, dimensions: dict[str, str]) -> str:
    """A side as it reads in a sentence: a group's value, a rater's name, a dimension's title."""
    if what == "rater":
        return side if side in ("as published", "recommended") else rater_name(side)
    return dimensions.get(side, side) if what == "dimension" else side


def in_words(row: pd.Series, dimensions: dict[str, str]) -> str:
    """How two sides were compared, the sides named as people name them."""
    said = str(row["method"])
    for side in (str(row["a"]), str(row["b"])):
        said = said.replace(f"only in {side}", f"only in {side_name(str(row['what']), side, dimensions)}")
    return said


def how_different(row: pd.Series, compared: Sides, dimensions: dict[str, str], margin: float | None = None) -> str:
    """The answer of the page Comparison, from a recommended row and the values behind it.

    dimensions: their titles. margin: the largest difference that would not matter, where someone stated one.
    """
    scale, what = compared.scale, str(row["what"])
    row = row.copy()
    row["method"] = in_words(row, dimensions)
    about = dimensions.get(str(row["dimension"]), "Score") if row["dimension"] else "Score"
    a, b = (side_name(what, side, dimensions) for side in (compared.a, compared.b))
    if not scale.numeric:
        return _labels(row, about, a, b)
    first, second = (value(scale, compared.mean(side), int(row["n_a"])) for side in ("a", "b"))
    if missing(row["estimate"]):
        return f"{about} of {a} and {b} can't be compared: {row['reason']} ({_sizes(row)})."
    said = verdict(row["low"], row["high"], margin)
    if said == "undefined":
        why = row["reason"] or "there is no interval"
        return f"{about} is {first} in {a} and {second} in {b}; {why} ({'; '.join(_tested(row))})."
    if said == "no clear difference":
        bracket = "; ".join([f"{a} minus {b} {_size(row, scale)}", *_tested(row)])
        return f"**No clear difference** in {about.lower()} between {a} and {b}: {first} against {second} ({bracket})."
    more, less, high, low = (a, b, first, second) if row["estimate"] >= 0 else (b, a, second, first)
    bracket = "; ".join([f"{a} minus {b} **{_size(row, scale).replace(', 95 %', '**, 95 %', 1)}", *_tested(row)])
    if said == "equal" and margin is not None:
        return f"{about} is **equal** in {a} and {b} within ±{margin:g}: {high} in {more}, {low} in {less} ({bracket})."
    return f"{about} is higher in **{more}** than in {less}: {high} against {low} ({bracket})."


def _size(row: pd.Series, scale: Scale) -> str:
    """The difference, first minus second as in the chart and the table, with its interval: "0.16, 95 % CI 0.06–0.26";
    points of a percentage for right and wrong."""
    whole = scale.categories == (0, 1)
    factor, digits, unit = (100, 0, " points") if whole else (1, 2, "")
    low, high = factor * float(row["low"]), factor * float(row["high"])
    digits = digits if whole else decimals(low, high)
    size = f"{number(factor * row['estimate'], digits)}{unit}"
    return f"{size}, 95 % CI {interval(low, high, digits)}" if low == low and high == high else f"{size}, no interval"


def _tested(row: pd.Series) -> list[str]:
    """p with its test, the effect size, and n."""
    parts = []
    if not missing(row["p"]):
        parts.append(f"{_p(row)}, {test_name(str(row['test']))}")
    if not missing(row["effect"]):
        parts.append(f"{effect_name(str(row['effect_name']))} {number(row['effect'])}")
    return [*parts, _sizes(row)]


def _p(row: pd.Series) -> str:
    """p, and the adjusted one where a family of tests stands behind it."""
    p, adjusted = (p_value(row[c]) for c in ("p", "p_adjusted"))
    said = f"p {p if p.startswith('<') else '= ' + p}"
    return said if p == adjusted or missing(row["p_adjusted"]) else f"{said}, adjusted {adjusted}"


def _sizes(row: pd.Series) -> str:
    """How many items both sides have and how many each lacks; of different items how many each has."""
    if "that both have" in str(row["method"]):
        return str(row["method"]).rsplit("; ", 1)[-1].replace("that both have", "items that both have", 1)
    if missing(row["n_b"]) or (row["n_a"] == row["n_b"] and row["what"] in ("rater", "dimension", STUDY)):
        return count(int(row["n_a"]), "item")
    return f"n {int(row['n_a']):,} and {int(row['n_b']):,}"


def _labels(row: pd.Series, about: str, a: str, b: str) -> str:
    bracket = "; ".join(_tested(row))
    if missing(row["p"]):
        return f"{about}: {a} and {b} can't be compared: {row['reason']} ({_sizes(row)})."
    if row["p"] < 0.05:
        return f"{about}: {a} and {b} give its labels **differently often** ({bracket})."
    return f"{about}: **no clear difference** in how often {a} and {b} give its labels ({bracket})."


def all_at_once(row: pd.Series, what: str, names: int, about: str = "") -> str:
    """A test of all groups, raters or dimensions at once: what leads where there are more than two. names: how many
    there are; about: the dimension's title."""
    nouns = {"rater": "raters", "dimension": "dimensions"}.get(what, f"values of {noun(what)}")
    of = f" in {about.lower()}" if about else ""
    if missing(row["p"]):
        return f"Whether the {names} {nouns} differ{of} can't be said: {row['reason']}."
    lead = (
        f"The {names} {nouns} **differ**{of}"
        if row["p"] < 0.05
        else f"**No clear difference**{of} among the {names} {nouns}"
    )
    p = p_value(row["p"])
    effect = f"; {effect_name(str(row['effect_name']))} {number(row['effect'])}" if not missing(row["effect"]) else ""
    return (
        f"{lead} (taken all at once, p {p if p.startswith('<') else '= ' + p}, {test_name(str(row['test']))}{effect}; "
        f"{count(int(row['n_a']), 'value')})."
    )


def how_many(row: pd.Series, compared: Sides) -> str:
    """How many more would settle an unclear difference of the size found; "" where it is clear or can't be said."""
    if missing(row["effect"]) or row["effect_name"] not in ("hedges_g", "paired_d") or missing(row["low"]):
        return ""
    if row["low"] > 0 or row["high"] < 0:
        return ""
    more = how_many_more(float(row["effect"]), int(row["n_a"]), None if compared.paired else int(row["n_b"]))
    lead = "If the true difference is as large as the one found,"
    if more is None or max(more) > 1_000_000:
        return f"{lead} no reachable number of items would show it."
    if not any(more):
        return f"{lead} a new sample of this size would show it with a chance of 80 % or more."
    if compared.paired:
        return f"{lead} {count(more[0], 'more item')} would show it with a chance of 80 %."
    lacking = f"{more[0]:,} more in {compared.a} and {more[1]:,} more in {compared.b}"
    return f"{lead} {lacking} would show it with a chance of 80 %."


def settled(row: pd.Series) -> str:
    """Says that the direction is known, where the interval leaves 0 out."""
    if missing(row["low"]) or row["low"] <= 0 <= row["high"]:
        return ""
    return "The interval leaves 0 out: the direction of the difference is known."


NO_MARGIN = "They can be called equal only once a margin is stated: the largest difference that would not matter."


def within_margin(found: Outcome | None, margin: float) -> str:
    """The equivalence test in words."""
    if found is None:
        return "Labels have no margin."
    if found.p is None:
        return f"Whether they are equal within ±{margin:g} can't be tested: {found.reason}."
    p = p_value(found.p)
    sure = f"90 % CI {interval(found.low, found.high)}; p {p if p.startswith('<') else '= ' + p}, two one-sided t tests"
    if found.p < 0.05:
        return f"Equal within ±{margin:g} ({sure})."
    return f"Not shown to be equal within ±{margin:g} ({sure})."


def who_is_higher(counts: dict[str, int], compared: Sides, a: str, b: str) -> str:
    """On how many items either side is the higher one."""
    if not compared.scale.numeric:
        return f"{count(counts['different'], 'item')} differ, {counts['same']:,} are the same."
    return f"{a} is higher on **{counts['higher']:,}**, {b} on **{counts['lower']:,}**, equal on {counts['same']:,}."


def in_methods(row: pd.Series, adjusted: str) -> str:
    """How a difference was tested, for a methods section."""
    said = f"{row['a']} and {row['b']} were compared by {test_name(str(row['test']))}"
    how = f" ({row['method']})" if row["method"] else ""
    family = "" if missing(row["p_adjusted"]) else f"; p values were adjusted by {adjusted} over the comparisons shown"
    size = f"; the effect size is {effect_name(str(row['effect_name']))}" if row["effect_name"] else ""
    return f"{said}{how}, at a level of 5 %, with 95 % intervals{size}{family}."


def title_of(dimension: str, scale: Scale) -> str:
    """A dimension's name on screen."""
    return name_of(dimension, scale)
