"""Which coefficients fit a scale, each as a function of sums over items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from annoeval.statistics.agreement import coefficients as f
from annoeval.statistics.agreement import moments
from annoeval.statistics.agreement.coding import Coded, code, distinct_rows
from annoeval.statistics.agreement.contributions import Contributions, contributions
from annoeval.statistics.agreement.icc import FORMS
from annoeval.statistics.agreement.krippendorff import ratio_distance
from annoeval.statistics.agreement.sets import jaccard, masi, similarities
from annoeval.statistics.agreement.weights import Weights, agreement_weights, from_disagreement

PAIR_CELLS = 3000  # pairs of raters × labels × labels up to which Light's kappa is a function of sums
RANKED = 40  # labels up to which an item's table of coincidences is kept
VALUES = 400  # different numbers up to which ratio alpha is a function of sums
SETS = 2000  # different sets up to which all are compared with all
ICCS = {
    "icc1": "single rater, raters differ by item", "icc2": "single rater, absolute agreement",
    "icc3": "single rater, consistency", "icc1k": "mean of the raters, raters differ by item",
    "icc2k": "mean of the raters, absolute agreement", "icc3k": "mean of the raters, consistency",
}  # fmt: skip


@dataclass(frozen=True)
class Formula:
    """One coefficient. variant: which generalisation, weights or items; of: totals (… × quantities) → values (…)."""

    name: str
    variant: str
    of: Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Formulas:
    """Coefficients of one table of ratings: what each item adds, and the functions of its sums."""

    contributions: Contributions
    formulas: Sequence[Formula]

    def values(self, totals: np.ndarray) -> np.ndarray:
        """All coefficients of totals: … × coefficients, NaN where undefined."""
        with np.errstate(divide="ignore", invalid="ignore"):  # undefined is NaN here and None further up
            parts = [np.broadcast_to(formula.of(totals), totals.shape[:-1]) for formula in self.formulas]
        return np.stack(parts, axis=-1) if parts else np.zeros((*totals.shape[:-1], 0))


def label_formulas(coded: Coded, in_order: bool, merge: bool = True) -> Formulas:
    """Coefficients of labels. in_order: whether they are ordered. merge: whether equal rows of codes may be one."""
    q, r = coded.size, coded.codes.shape[1]
    w: dict[str, f.Matrix] = {"none": None}
    kinds: tuple[Weights, ...] = ("linear", "quadratic")
    if in_order:
        w |= {kind: agreement_weights(kind, q) for kind in kinds}
    pairs = r > 2 and r * (r - 1) // 2 * q * q <= PAIR_CELLS
    ranked = in_order and q <= RANKED
    codes, times = distinct_rows(coded.codes, q) if merge else (coded.codes, None)
    c = contributions(
        Coded(codes, coded.labels), w, times, raters=r >= 2, coincidences=ranked, pairs=pairs
    )  # fmt: skip
    found: list[Formula] = []

    def add(name: str, fn: f.Coefficient, variant: str, kind: str = "none") -> None:
        found.append(Formula(name, variant, partial(_apply, c, fn, w[kind], kind)))

    add("percent", f.percent, "share of pairs of ratings that are equal")
    if r == 2:
        add("cohen_kappa", f.conger, "unweighted, items both rated")
        for kind in kinds if in_order else ():
            add(f"cohen_kappa_{kind}", f.conger, f"{kind} weights by rank, items both rated", kind)
        add("scott_pi", f.fleiss_pooled, "items both rated")
    else:
        add("fleiss_kappa", f.fleiss_pooled, "chance from the pooled ratings of items with two or more")
        add("fleiss_kappa_gwet", f.fleiss_gwet, "chance from the mean of the items' label shares")
        if r > 2:
            add("conger_kappa", f.conger, "chance from each rater's own labels")
            if in_order:
                add("conger_kappa_quadratic", f.conger, "quadratic weights by rank", "quadratic")
        if pairs:
            add("light_kappa", f.light, "mean of the pairs' Cohen kappas")
    if ranked:
        add("krippendorff_alpha", f.alpha_ordinal, "ordinal metric")
    add(f"krippendorff_alpha{'_nominal' * in_order}", f.alpha, "nominal metric")
    add("ac1", f.gwet_ac, "unweighted")
    if in_order:
        add("ac2", f.gwet_ac, "quadratic weights by rank", "quadratic")
    add("brennan_prediger", f.brennan_prediger, f"{q} labels equally likely by chance")
    return Formulas(c, found)


def set_formulas(coded: Coded, merge: bool = True) -> Formulas:
    """Coefficients of sets of labels; the labels of `coded` are the different sets."""
    w: dict[str, f.Matrix] = {"none": None}
    near = coded.size <= SETS
    if near:
        w |= {"jaccard": similarities(coded.labels, jaccard), "masi": similarities(coded.labels, masi)}
    codes, times = distinct_rows(coded.codes, coded.size) if merge else (coded.codes, None)
    c = contributions(Coded(codes, coded.labels), w, times)
    rows = [("percent", f.percent, "none", "share of pairs of ratings that are the same set")]
    if near:
        rows += [
            ("mean_jaccard", f.percent, "jaccard", "mean Jaccard similarity of pairs of ratings"),
            ("krippendorff_alpha_masi", f.alpha, "masi", "MASI distance of sets"),
            ("krippendorff_alpha_jaccard", f.alpha, "jaccard", "Jaccard distance of sets"),
        ]
    rows.append(("krippendorff_alpha", f.alpha, "none", "nominal metric, whole sets"))
    return Formulas(c, [Formula(n, v, partial(_apply, c, fn, w[kind], kind)) for n, fn, kind, v in rows])


def number_formulas(x: np.ndarray) -> Formulas:
    """Coefficients of numbers, items × raters with NaN for missing: interval alpha and the intraclass correlations."""
    c = moments.number_contributions(x)
    complete = int(c.part(c.total, "complete")) if len(x) else 0
    found = [Formula("krippendorff_alpha", "interval metric", partial(moments.alpha_interval, c))]
    for form in FORMS:
        variant = f"{ICCS[form]}, {complete} items that all rated"
        found.append(Formula(form, variant, partial(moments.icc, c, raters=x.shape[1], form=form)))
    return Formulas(c, found)


def ratio_formulas(x: np.ndarray) -> Formulas | None:
    """Ratio alpha of numbers as a function of sums; None with more different values than all can be compared with
    all."""
    coded = code(x)
    if coded.size > VALUES:
        return None
    values = np.array(coded.labels, dtype=float)
    w = from_disagreement(ratio_distance(values, values))
    c = contributions(coded, {"ratio": w})
    return Formulas(c, [Formula("krippendorff_alpha", "ratio metric", partial(_apply, c, f.alpha, w, "ratio"))])


def _apply(c: Contributions, fn: f.Coefficient, w: f.Matrix, kind: str, totals: Any) -> np.ndarray:
    return fn(c, totals, w, kind)
