"""Every agreement coefficient: its formula, the scales and raters it fits, its range, and who defined it.

A new coefficient is one entry of `COEFFICIENTS`; where it is new by name, also one of `NAMES`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf

from annoeval.scale import Level
from annoeval.statistics.agreement import coefficients as f
from annoeval.statistics.agreement import moments

LABELS: tuple[Level, ...] = ("nominal", "ordinal")
NUMBERS: tuple[Level, ...] = ("interval", "ratio")


@dataclass(frozen=True)
class Coefficient:
    """One coefficient as one kind of scale has it.

    levels: scales it fits. of: its function of sums over items. variant: which generalisation, weights or items, in
    words; may hold {labels} and {complete}. weights: of labels that differ, `none` for plain equality.
    raters: fewest and most; a lone rater is listed as three would be. needs: a block of the contributions without
    which it isn't listed. over: whether items with one rating count for its chance (`rated`) or nowhere (`paired`).
    least: lowest possible value, which limits are cut at; the highest of all is 1.
    """

    name: str
    levels: tuple[Level, ...]
    of: f.Function
    variant: str
    weights: str = "none"
    raters: tuple[int, float] = (0, inf)
    needs: str = ""
    over: str = "paired"
    least: float = -inf


_MANY = (3, inf)
_ICC = {
    "icc1": "single rater, raters differ by item",
    "icc2": "single rater, absolute agreement",
    "icc3": "single rater, consistency",
    "icc1k": "mean of the raters, raters differ by item",
    "icc2k": "mean of the raters, absolute agreement",
    "icc3k": "mean of the raters, consistency",
}
_ORDERED: tuple[Level, ...] = ("ordinal",)
_SETS: tuple[Level, ...] = ("set",)


def _cohen(weights: str) -> Coefficient:
    variant = f"{weights} weights by rank, items both rated"
    return Coefficient(f"cohen_kappa_{weights}", _ORDERED, f.cohen, variant, weights, (2, 2), needs="both", least=-1)


COEFFICIENTS = (
    Coefficient("percent", LABELS, f.percent, "share of pairs of ratings that are equal", over="rated", least=0),
    Coefficient("cohen_kappa", LABELS, f.cohen, "unweighted, items both rated", raters=(2, 2), needs="both", least=-1),
    _cohen("linear"),
    _cohen("quadratic"),
    Coefficient("scott_pi", LABELS, f.scott, "items both rated", raters=(2, 2), least=-1),
    Coefficient(
        "fleiss_kappa",
        LABELS,
        f.fleiss,
        "chance from all ratings pooled",
        raters=_MANY,
        least=-1,
    ),
    Coefficient(
        "fleiss_kappa_gwet",
        LABELS,
        f.fleiss_gwet,
        "chance from the mean of the items' label shares",
        needs="rater",
        over="rated",
        least=-1,
    ),
    Coefficient(
        "conger_kappa",
        LABELS,
        f.conger,
        "chance from each rater's own labels",
        raters=(2, inf),
        needs="rater",
        over="rated",
        least=-1,
    ),
    Coefficient(
        "conger_kappa_quadratic",
        _ORDERED,
        f.conger,
        "quadratic weights by rank",
        "quadratic",
        (2, inf),
        needs="rater",
        over="rated",
    ),
    Coefficient(
        "light_kappa", LABELS, f.light, "mean of the pairs' Cohen kappas", raters=_MANY, needs="pair", least=-1
    ),
    Coefficient("krippendorff_alpha", _ORDERED, f.alpha_ordinal, "ordinal metric", needs="matrix"),
    Coefficient("krippendorff_alpha_nominal", _ORDERED, f.alpha, "nominal metric"),
    Coefficient("krippendorff_alpha", ("nominal",), f.alpha, "nominal metric"),
    Coefficient("ac1", LABELS, f.gwet_ac, "unweighted", over="rated"),
    Coefficient("ac2", _ORDERED, f.gwet_ac, "quadratic weights by rank", "quadratic", over="rated"),
    Coefficient(
        "brennan_prediger", LABELS, f.brennan_prediger, "{labels} labels equally likely by chance", over="rated"
    ),
    Coefficient("percent", _SETS, f.percent, "share of pairs of ratings that are the same set", over="rated", least=0),
    Coefficient(
        "mean_jaccard",
        _SETS,
        f.percent,
        "mean Jaccard similarity of pairs of ratings",
        "jaccard",
        over="rated",
        least=0,
    ),
    Coefficient("krippendorff_alpha_masi", _SETS, f.alpha, "MASI distance of sets", "masi"),
    Coefficient("krippendorff_alpha_jaccard", _SETS, f.alpha, "Jaccard distance of sets", "jaccard"),
    Coefficient("krippendorff_alpha", _SETS, f.alpha, "nominal metric, whole sets"),
    Coefficient("krippendorff_alpha", ("interval",), moments.alpha_interval, "interval metric"),
    Coefficient("krippendorff_alpha", ("ratio",), f.alpha, "ratio metric", "ratio"),
    *(
        Coefficient(form, NUMBERS, partial(moments.icc, form), f"{which}, {{complete}} items that all rated")
        for form, which in _ICC.items()
    ),
)


@dataclass(frozen=True)
class Name:
    """What people call a coefficient. symbol: its letter in a sentence. tells: what it says, in one line. sources:
    keys of the references that define it."""

    title: str
    symbol: str
    tells: str
    sources: tuple[str, ...] = ()


NAMES = {
    "percent": Name("Percent agreement", "agreement", "How often two ratings are the same; not corrected for chance"),
    "cohen_kappa": Name(
        "Cohen's κ", "κ", "Two raters, corrected for chance by how often each uses each label", ("cohen1960",)
    ),
    "cohen_kappa_linear": Name(
        "Cohen's κ, linear weights", "κ", "As κ, a miss counts by the number of steps", ("cohen1968",)
    ),
    "cohen_kappa_quadratic": Name(
        "Cohen's κ, quadratic weights", "κ", "As κ, a miss counts by the square of the steps", ("cohen1968",)
    ),
    "scott_pi": Name("Scott's π", "π", "Two raters, chance from both raters' labels together", ("scott1955",)),
    "fleiss_kappa": Name(
        "Fleiss' κ", "κ", "Any number of raters, chance from all ratings together; ignores order", ("fleiss1971",)
    ),
    "fleiss_kappa_gwet": Name(
        "Fleiss' κ, chance by item",
        "κ",
        "As Fleiss' κ, but each item weighs the same however many rated it",
        ("fleiss1971", "gwet2014"),
    ),
    "conger_kappa": Name(
        "Conger's κ", "κ", "Any number of raters, chance from each rater's own labels; ignores order", ("conger1980",)
    ),
    "conger_kappa_quadratic": Name(
        "Conger's κ, quadratic weights",
        "κ",
        "As Conger's κ, a miss counts by the square of the steps",
        ("conger1980", "gwet2014"),
    ),
    "light_kappa": Name("Light's κ", "κ", "Mean of the κ of every two raters", ("light1971",)),
    "krippendorff_alpha": Name(
        "Krippendorff's α",
        "α",
        "Any number of raters, gaps allowed, distances as the scale has them",
        ("krippendorff2011",),
    ),
    "krippendorff_alpha_nominal": Name(
        "Krippendorff's α, nominal", "α", "As α, ignoring the order of labels", ("krippendorff2011",)
    ),
    "krippendorff_alpha_masi": Name(
        "Krippendorff's α, MASI",
        "α",
        "Sets of labels; sets that hold or overlap each other count in part",
        ("krippendorff2011", "passonneau2006"),
    ),
    "krippendorff_alpha_jaccard": Name(
        "Krippendorff's α, Jaccard", "α", "Sets of labels; the share of common labels counts", ("krippendorff2011",)
    ),
    "mean_jaccard": Name(
        "Mean Jaccard similarity", "similarity", "How alike two sets are on average; not corrected for chance"
    ),
    "ac1": Name("Gwet's AC1", "AC1", "Less moved by how common a label is", ("gwet2008",)),
    "ac2": Name("Gwet's AC2", "AC2", "As AC1, a miss counts by the square of the steps", ("gwet2008", "gwet2014")),
    "brennan_prediger": Name(
        "Brennan–Prediger κ", "κ", "Chance as if every label were equally likely", ("brennan1981",)
    ),
    "icc1": Name("ICC(1)", "ICC", "One rater's score, where different raters rated different items", ("shrout1979",)),
    "icc2": Name(
        "ICC(2)",
        "ICC",
        "One rater's score, where a constant shift between raters counts as disagreement",
        ("shrout1979",),
    ),
    "icc3": Name(
        "ICC(3)", "ICC", "One rater's score, where a constant shift between raters does not count", ("shrout1979",)
    ),
    "icc1k": Name(
        "ICC(1,k)", "ICC", "The mean of the raters, where different raters rated different items", ("shrout1979",)
    ),
    "icc2k": Name("ICC(2,k)", "ICC", "The mean of the raters, a constant shift counts", ("shrout1979",)),
    "icc3k": Name("ICC(3,k)", "ICC", "The mean of the raters, a constant shift does not count", ("shrout1979",)),
}


def named(coefficient: str) -> Name:
    """What a coefficient is called; `cohen_kappa:LABEL` is one label of a set. An unknown one is called as it is."""
    base, _, label = coefficient.partition(":")
    known = NAMES.get(base) or Name(base, "κ", "")
    if not label:
        return known
    return Name(
        f"{known.title} of label {label}", known.symbol, f"Whether label {label} was chosen or not", known.sources
    )
