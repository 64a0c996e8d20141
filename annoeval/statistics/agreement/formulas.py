"""Which coefficients one table of ratings has, each as a function of sums over items."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from annoeval.scale import Level
from annoeval.statistics.agreement import moments
from annoeval.statistics.agreement.coding import Coded, code, distinct_rows
from annoeval.statistics.agreement.coefficients import Matrix
from annoeval.statistics.agreement.contributions import Contributions, contributions
from annoeval.statistics.agreement.many import RankedAlpha, ratio_distance
from annoeval.statistics.agreement.registry import COEFFICIENTS, Coefficient
from annoeval.statistics.agreement.sets import jaccard, masi, similarities
from annoeval.statistics.agreement.weights import agreement_weights, from_disagreement

PAIR_CELLS = 3000  # pairs of raters × labels × labels up to which Light's kappa is a function of sums
RANKED = 40  # labels up to which an item's table of coincidences is kept
VALUES = 400  # different numbers up to which ratio alpha is a function of sums
SETS = 2000  # different sets up to which all are compared with all
Only = Collection[str]  # names of the coefficients wanted, none for all that fit


@dataclass(frozen=True)
class Formulas:
    """Coefficients of one table of ratings: what each item adds, and the functions of its sums.

    weights: name → agreement matrix. unit: what observed and expected disagreement are given in units of.
    """

    contributions: Contributions
    formulas: Sequence[Coefficient]
    weights: Mapping[str, Matrix]
    unit: float = 1.0

    def parts(self, totals: np.ndarray) -> np.ndarray:
        """Value, observed and expected agreement (α: disagreement) of totals: 3 × … × coefficients, NaN where
        undefined."""
        with np.errstate(divide="ignore", invalid="ignore"):  # undefined is NaN here and None further up
            found = [e.of(self.contributions, totals, self.weights.get(e.weights), e.weights) for e in self.formulas]
        if not found:
            return np.zeros((3, *totals.shape[:-1], 0))
        return np.stack([np.stack(np.broadcast_arrays(*part), axis=0) for part in found], axis=-1)

    def values(self, totals: np.ndarray) -> np.ndarray:
        """All coefficients of totals: … × coefficients, NaN where undefined."""
        return self.parts(totals)[0]


def listed(level: Level, weights: Collection[str], raters: int, only: Only) -> list[Coefficient]:
    """The coefficients that fit, in the registry's order. weights: those that there are."""
    n = raters if raters == 2 else max(raters, 3)
    return [
        e
        for e in COEFFICIENTS
        if level in e.levels
        and e.weights in weights
        and e.raters[0] <= n <= e.raters[1]
        and (not only or e.name in only)
    ]


def label_formulas(coded: Coded, in_order: bool, merge: bool = True, only: Only = ()) -> Formulas:
    """Coefficients of labels. in_order: whether they are ordered. merge: whether equal rows of codes may be one."""
    q, r = coded.size, coded.codes.shape[1]
    w: dict[str, Matrix] = {"none": None}
    if in_order:
        w |= {"linear": agreement_weights("linear", q), "quadratic": agreement_weights("quadratic", q)}
    found = listed("ordinal" if in_order else "nominal", w, r, only)
    needed = {e.needs for e in found}
    codes, times = distinct_rows(coded.codes, q) if merge else (coded.codes, None)
    c = contributions(
        Coded(codes, coded.labels),
        {kind: w[kind] for kind in w if any(e.weights == kind for e in found)},
        times,
        raters=bool(needed & {"rater", "both"}),
        coincidences="matrix" in needed and q <= RANKED,
        pairs="pair" in needed and r * (r - 1) // 2 * q * q <= PAIR_CELLS,
    )
    return _fitted(c, found, w)


def ranked_formulas(coded: Coded) -> Formulas:
    """Ordinal alpha of more ordered labels than an item's table of coincidences should hold."""
    alpha = RankedAlpha(coded.codes)
    e = Coefficient("krippendorff_alpha", ("ordinal",), alpha, "ordinal metric")
    return Formulas(alpha.contributions, [e], {"none": None})


def set_formulas(coded: Coded, merge: bool = True, only: Only = ()) -> Formulas:
    """Coefficients of sets of labels; the labels of `coded` are the different sets."""
    w: dict[str, Matrix] = {"none": None}
    if coded.size <= SETS:
        w |= {"jaccard": similarities(coded.labels, jaccard), "masi": similarities(coded.labels, masi)}
    codes, times = distinct_rows(coded.codes, coded.size) if merge else (coded.codes, None)
    c = contributions(Coded(codes, coded.labels), w, times)
    return _fitted(c, listed("set", w, coded.codes.shape[1], only), w)


def number_formulas(x: np.ndarray, level: Level, only: Only = ()) -> Formulas:
    """Coefficients of numbers, items × raters with NaN for missing: interval alpha and the intraclass correlations."""
    c, unit = moments.number_contributions(x)
    return _fitted(c, listed(level, ("none",), x.shape[1], only), {"none": None}, unit)


def ratio_formulas(x: np.ndarray) -> Formulas | None:
    """Ratio alpha of numbers as a function of sums; None with more different values than all can be compared with
    all."""
    coded = code(x)
    if coded.size > VALUES:
        return None
    values = np.array(coded.labels, dtype=float)
    distance = ratio_distance(values, values)
    w: dict[str, Matrix] = {"ratio": from_disagreement(distance)}
    return _fitted(contributions(coded, w), listed("ratio", w, x.shape[1], ()), w, float(distance.max(initial=0.0)))


def _fitted(c: Contributions, found: Sequence[Coefficient], w: Mapping[str, Matrix], unit: float = 1.0) -> Formulas:
    complete = int(c.part(c.total, "complete")) if "complete" in c.blocks else 0
    labels = c.blocks["label"][1][0] if "label" in c.blocks else 0
    return Formulas(
        c,
        [
            replace(e, variant=e.variant.format(labels=labels, complete=complete))
            for e in found
            if not e.needs or e.needs in c.blocks
        ],
        w,
        unit,
    )
