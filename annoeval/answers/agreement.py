"""Do the raters agree? The sentence above the coefficients, and their names."""

from __future__ import annotations

import pandas as pd

from annoeval.answers.scores import name_of
from annoeval.study import Scale
from annoeval.words import count, interval, listed, missing, number, percent

COEFFICIENTS = {
    "percent": "Percent agreement",
    "cohen_kappa": "Cohen's κ",
    "cohen_kappa_linear": "Cohen's κ, linear weights",
    "cohen_kappa_quadratic": "Cohen's κ, quadratic weights",
    "conger_kappa": "Conger's κ",
    "light_kappa": "Light's κ",
    "fleiss_kappa": "Fleiss' κ",
    "scott_pi": "Scott's π",
    "krippendorff_alpha": "Krippendorff's α",
    "ac1": "Gwet's AC1",
    "ac2": "Gwet's AC2",
    "brennan_prediger": "Brennan–Prediger κ",
    "icc1": "ICC(1), one rater", "icc2": "ICC(A,1), one rater", "icc3": "ICC(C,1), one rater",
    "icc1k": "ICC(1), mean of raters", "icc2k": "ICC(A,k), mean of raters", "icc3k": "ICC(C,k), mean of raters",
}  # fmt: skip


def coefficient_name(coefficient: str) -> str:
    """A coefficient as papers call it."""
    return COEFFICIENTS.get(coefficient, coefficient.replace("_", " "))


def how_alike(dimension: str, scale: Scale, agreement: pd.DataFrame) -> str:
    """The answer of the page Agreement. agreement: overall rows of one dimension and one set of raters."""
    rows = agreement.set_index("coefficient")
    best = agreement[agreement["recommended"].astype(bool)].iloc[0]
    raters = str(best["raters"]).split(", ")
    who = listed(raters) if len(raters) <= 4 else f"{len(raters)} raters"
    about = name_of(dimension, scale).lower()
    n = f"{count(int(best['n_items']), 'item')}, {count(int(best['n_ratings']), 'rating')}"
    if missing(best["value"]):
        why = f": {best['reason']}" if not missing(best["reason"]) and best["reason"] else ""
        return f"How far {who} agree on {about} can't be said{why} ({n})."
    name = coefficient_name(best["coefficient"])
    sure = interval(best["low"], best["high"])
    bracket = f"95 % CI {sure}; {n}" if sure != "–" else n
    if "percent" in rows.index and not missing(rows.loc["percent", "value"]):
        share = percent(rows.loc["percent", "value"], int(best["n_items"]))
        return f"{who} agree on **{share}** of {about}, {name} **{number(best['value'])}** ({bracket})."
    return f"{who} agree on {about} with {name} **{number(best['value'])}** ({bracket})."
