"""All agreement coefficients of one set of raters, each with an interval and a reason where undefined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from annoeval.statistics.agreement import moments
from annoeval.statistics.agreement.coding import Coded, code, ordered
from annoeval.statistics.agreement.cohen import mean_kappa
from annoeval.statistics.agreement.formulas import (
    ICCS,
    Formulas,
    label_formulas,
    number_formulas,
    ratio_formulas,
    set_formulas,
)
from annoeval.statistics.agreement.icc import f_limits, no_limits
from annoeval.statistics.agreement.krippendorff import Draw, krippendorff
from annoeval.statistics.agreement.sets import members
from annoeval.statistics.intervals import REPLICATES, SEED, Interval, bootstrap, share_interval
from annoeval.study import Level

_SET_LABELS = 50  # labels up to which each has its own kappa


@dataclass(frozen=True)
class Estimate:
    """One coefficient: value with limits, or None with a reason. variant: which generalisation, weights or items."""

    coefficient: str
    value: float | None
    low: float | None
    high: float | None
    variant: str
    method: str
    reason: str


@dataclass(frozen=True)
class Panel:
    """All coefficients of a set of raters. n_items, n_ratings: items with two or more ratings, and the ratings on them.

    n_complete: items that all rated, which intraclass correlations rest on. dropped_items: items with one rating only.
    complete: every rater rated every item.
    """

    raters: tuple[str, ...]
    n_items: int
    n_ratings: int
    n_complete: int
    dropped_items: int
    complete: bool
    estimates: tuple[Estimate, ...]

    def estimate(self, coefficient: str) -> Estimate:
        """One coefficient by name; KeyError where the scale does not have it."""
        for e in self.estimates:
            if e.coefficient == coefficient:
                return e
        raise KeyError(coefficient)


@dataclass(frozen=True)
class Resampling:
    """How intervals are made. cluster: each item's cluster as a code 0, 1, …; unit: what is drawn, in words."""

    cluster: np.ndarray | None = None
    unit: str = "items"
    replicates: int = REPLICATES
    seed: int = SEED


def panel(
    values: pd.DataFrame, level: Level, categories: Sequence[Any] = (), resampling: Resampling | None = None
) -> Panel:
    """All coefficients that fit a scale.

    values: items × raters, missing as None/NaN. level: any but `text`; sets are JSON arrays. categories: the
    declared labels in order (of a set scale: not used). Items nobody rated and raters without ratings do not count.
    """
    how = resampling or Resampling()
    given = values.notna().to_numpy() if len(values.columns) else np.zeros((len(values), 0), dtype=bool)
    rated = given.any(axis=1)
    if how.cluster is not None:
        how = replace(how, cluster=pd.factorize(how.cluster[rated], sort=True)[0])
    values = values[rated].loc[:, given.any(axis=0)]
    # in an order of its own, so that the order of raters and items moves no resample
    values = values[sorted(values.columns, key=str)]
    given = values.notna().to_numpy()
    per_item, r = given.sum(axis=1), values.shape[1]
    n_items = int((per_item >= 2).sum())
    if level in ("interval", "ratio"):
        numbers = values.to_numpy(dtype=float)
        shared = numbers[per_item >= 2]
        why = _undefined(r, n_items, len(np.unique(shared[np.isfinite(shared)])))
        estimates = _of_numbers(numbers, level, how, why)
    else:
        coded = code(values, () if level == "set" else categories)
        shared = coded.codes[per_item >= 2]
        why = _undefined(r, n_items, len(np.unique(shared[shared >= 0])))
        if level == "set":
            estimates = _of_sets(coded, how, why)
        else:
            estimates = _of_labels(coded, level == "ordinal" and ordered(coded.labels, bool(categories)), how, why)
    return Panel(
        raters=tuple(map(str, values.columns)), n_items=n_items, n_ratings=int(per_item[per_item >= 2].sum()),
        n_complete=int((per_item == r).sum()) if r > 1 else 0,
        dropped_items=int((per_item == 1).sum()), complete=bool(given.all()) and r > 1, estimates=tuple(estimates),
    )  # fmt: skip


def _of_labels(coded: Coded, in_order: bool, how: Resampling, why: str) -> list[Estimate]:
    r = coded.codes.shape[1]
    in_order = in_order and coded.size > 2
    fit = label_formulas(coded, in_order, merge=how.cluster is None)
    found = _estimates(fit, how, why) if r >= 2 else _nothing(fit, why)
    names = {e.coefficient for e in found}
    if "krippendorff_alpha" not in names:  # more ordered labels than a table of coincidences holds
        x = np.where(coded.codes < 0, np.nan, coded.codes.astype(float))
        a = krippendorff(x, "ordinal", draw=Draw(how.replicates, how.seed, how.cluster, how.unit))
        found.append(
            Estimate(
                "krippendorff_alpha",
                a.alpha,
                a.low,
                a.high,
                "ordinal metric",
                a.method,
                why if a.alpha is None else a.reason,
            )
        )
    if r > 2 and "light_kappa" not in names:
        point = mean_kappa(coded)
        said = why if point is None else "no interval: too many pairs of raters and labels to resample"
        found.append(Estimate("light_kappa", point, None, None, "mean of the pairs' Cohen kappas", "", said))
    return found


def _of_sets(coded: Coded, how: Resampling, why: str) -> list[Estimate]:
    r = coded.codes.shape[1]
    fit = set_formulas(coded, merge=how.cluster is None)
    if r < 2:
        return _nothing(fit, why)
    found = _estimates(fit, how, why)
    labels = sorted({str(m) for value in coded.labels for m in members(value)})
    name = "cohen_kappa" if r == 2 else "fleiss_kappa"
    for label in labels if len(labels) <= _SET_LABELS else ():
        # code -1 takes the last entry, which says missing again
        has = np.array([*(label in map(str, members(value)) for value in coded.labels), -1]).astype(int)
        single = _of_labels(Coded(has[coded.codes], (False, True)), False, how, why)
        one = next(e for e in single if e.coefficient == name)
        found.append(replace(one, coefficient=f"{name}:{label}", variant=f"label {label} chosen or not"))
    return found


def _of_numbers(x: np.ndarray, level: Level, how: Resampling, why: str) -> list[Estimate]:
    r = x.shape[1]
    if how.cluster is None and r:
        x = x[np.lexsort(x.T)]  # in an order of its own, so that the order of items moves no resample
    fit = number_formulas(x)
    if r < 2:
        return [replace(e, variant=e.variant.replace("interval", level)) for e in _nothing(fit, why)]
    found = _estimates(fit, how, why)
    c = fit.contributions
    complete = int(c.part(c.total, "complete"))
    if complete < 2:
        few = f"it needs two items that all {r} raters rated, and there are {complete}"
        found = [replace(e, reason=few) if e.coefficient in ICCS and e.value is None else e for e in found]
    elif how.cluster is None and how.replicates:
        bms, wms, jms, ems = (float(v) for v in moments.mean_squares(c, c.total, r)[:4])
        found = _with_f_limits(found, bms, wms, jms, ems, complete, r)
    return found if level == "interval" else [_ratio_alpha(x, how, why), *found[1:]]


def _with_f_limits(
    found: list[Estimate], bms: float, wms: float, jms: float, ems: float, n: int, r: int
) -> list[Estimate]:
    exact, out = f_limits(bms, wms, jms, ems, n, r), []
    for e in found:
        if e.coefficient in ICCS and e.value is not None:
            low, high = exact[e.coefficient]
            error = wms if e.coefficient.startswith("icc1") else ems
            reason = "" if low is not None else f"no interval: {no_limits(error)}"
            e = replace(e, low=low, high=high, method="Shrout–Fleiss F limits", reason=reason)
        out.append(e)
    return out


def _ratio_alpha(x: np.ndarray, how: Resampling, why: str) -> Estimate:
    fit = ratio_formulas(x)
    if fit is not None:
        return _estimates(fit, how, why)[0]
    a = krippendorff(x, "ratio")
    return Estimate("krippendorff_alpha", a.alpha, None, None, "ratio metric", "", why if a.alpha is None else a.reason)


def _nothing(fit: Formulas, why: str) -> list[Estimate]:
    return [Estimate(formula.name, None, None, None, formula.variant, "", why) for formula in fit.formulas]


def _estimates(fit: Formulas, how: Resampling, why: str) -> list[Estimate]:
    c = fit.contributions
    points, limits = fit.values(c.total), _limits(fit, how)
    n = int(c.part(c.total, "paired"))
    out = []
    for formula, point, limit in zip(fit.formulas, points, limits, strict=True):
        if formula.name == "percent" and limit is not None and limit.low is None and point in (0, 1) and n > 1:
            limit = share_interval(n * point, n)
        out.append(_estimate(formula.name, float(point), limit, formula.variant, why))
    return out


def _limits(fit: Formulas, how: Resampling) -> list[Interval | None]:
    c = fit.contributions
    if not how.replicates or not len(c.times):
        return [None] * len(fit.formulas)
    if how.cluster is not None:
        c = c.by_cluster(how.cluster)
    return list(
        bootstrap(c.rows, fit.values, c.times, replicates=how.replicates, seed=how.seed, unit=how.unit)
    )  # fmt: skip


def without_each(
    values: pd.DataFrame, level: Level, categories: Sequence[Any], coefficient: str
) -> tuple[float | None, np.ndarray | None]:
    """A coefficient, and what it would be without each item (NaN where undefined); None where it is no function of
    sums.

    values, level, categories: as for `panel`.
    """
    if level in ("interval", "ratio"):
        x = values.to_numpy(dtype=float)
        fit = number_formulas(x) if level == "interval" or coefficient in ICCS else ratio_formulas(x)
    else:
        coded = code(values, () if level == "set" else categories)
        in_order = level == "ordinal" and ordered(coded.labels, bool(categories)) and coded.size > 2
        fit = set_formulas(coded, merge=False) if level == "set" else label_formulas(coded, in_order, merge=False)
    one = [formula for formula in fit.formulas if formula.name == coefficient] if fit else []
    if fit is None or not one:
        return None, None
    c, alone = fit.contributions, Formulas(fit.contributions, one)
    whole = float(alone.values(c.total)[0])
    parts = []
    size = max(1, 4_000_000 // max(1, c.rows.shape[1]))
    for start in range(0, len(values), size):
        some = c.rows[start : start + size]
        parts.append(alone.values(c.total - (some if isinstance(some, np.ndarray) else some.toarray()))[:, 0])
    return (whole if np.isfinite(whole) else None), np.concatenate(parts) if parts else np.zeros(0)


def _undefined(r: int, n_items: int, used: int) -> str:
    if r == 0:
        return "nobody rated anything here"
    if r == 1:
        return "only one rater rated here; agreement needs two raters with shared items"
    if n_items == 0:
        return "no item was rated by two raters; agreement needs shared items"
    if used == 1:
        what = "the only shared item has" if n_items == 1 else f"all {n_items} shared items have"
        return f"{what} one and the same label, so agreement by chance is certain and the coefficient is 0/0"
    return "chance agreement is 1 or there are too few items, so the coefficient is 0/0"


def _estimate(name: str, value: float, limit: Interval | None, variant: str, why: str) -> Estimate:
    if not np.isfinite(value):
        return Estimate(name, None, None, None, variant, "", why)
    if limit is None:
        return Estimate(name, value, None, None, variant, "", "")
    reason = f"no interval: {limit.reason}" if limit.low is None else ""
    return Estimate(name, value, limit.low, limit.high, variant, limit.method, reason)
