"""All agreement coefficients of one set of raters, each with an interval and a reason where undefined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np
import pandas as pd

from annoeval.scale import Level
from annoeval.statistics.agreement import moments
from annoeval.statistics.agreement.coding import Coded, code, of_numbers, ordered
from annoeval.statistics.agreement.coefficients import fleiss, scott
from annoeval.statistics.agreement.cohen import mean_kappa
from annoeval.statistics.agreement.errors import fleiss_chance_error, standard_errors
from annoeval.statistics.agreement.formulas import (
    Formulas,
    Only,
    label_formulas,
    number_formulas,
    ranked_formulas,
    ratio_formulas,
    set_formulas,
)
from annoeval.statistics.agreement.icc import FORMS, f_limits, no_limits
from annoeval.statistics.agreement.many import ratio_alpha
from annoeval.statistics.agreement.sets import members
from annoeval.statistics.agreement.small import FEWEST_IN_CLUSTERS, FEWEST_ITEMS, too_few_items
from annoeval.statistics.clustered import FEWEST, too_few
from annoeval.statistics.intervals import REPLICATES, SEED, Interval, bootstrap, jackknife_t, share_interval

FEW = 50  # clusters, and items with numbers, below which resampling says too little, and t limits stand instead
_SET_LABELS = 50  # labels up to which each has its own kappa


@dataclass(frozen=True)
class Estimate:
    """One coefficient: value with limits, or None with a reason. variant: which generalisation, weights or items.

    observed, expected: agreement, of α disagreement in units of its metric; None where there are none. se: Gwet's
    standard error over items or clusters, where intervals are made; se0: Fleiss' where raters agree by chance only, for
    a test (both in `errors`).
    """

    coefficient: str
    value: float | None
    low: float | None
    high: float | None
    variant: str
    method: str
    reason: str
    observed: float | None = None
    expected: float | None = None
    se: float | None = None
    se0: float | None = None


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
    values: pd.DataFrame,
    level: Level,
    categories: Sequence[Any] = (),
    resampling: Resampling | None = None,
    only: Only = (),
    labels: Iterable[Any] | None = None,
) -> Panel:
    """All coefficients that fit a scale, or `only` those named.

    values: items × raters, missing as None/NaN. level: any but `text`; sets are JSON arrays. categories: the
    declared labels in order (of a set scale: not used). Items nobody rated and raters without ratings do not count.
    labels: where `values` are their numbers, -1 for missing.
    """
    how = resampling or Resampling()
    table, given, names = _rated(values, values.notna() if labels is None else values >= 0)
    rated = given.any(axis=1)
    if how.cluster is not None:
        how = replace(how, cluster=pd.factorize(how.cluster[rated], sort=True)[0])
    if not rated.all():
        rows = np.flatnonzero(rated)
        table, given = table.take(rows, axis=0), given.take(rows, axis=0)
    per_item, r = given.sum(axis=1), len(names)
    n_items = int((per_item >= 2).sum())
    if level in ("interval", "ratio"):
        numbers = table.astype(float, copy=False)
        paired = given & (per_item >= 2)[:, None]
        low, high = np.min(numbers, initial=inf, where=paired), np.max(numbers, initial=-inf, where=paired)
        why = _undefined(r, n_items, 1 if low == high else 2)
        estimates = _of_numbers(numbers, level, how, why, only)
    else:
        known = () if level == "set" else categories
        coded = code(table, known) if labels is None else of_numbers(table, labels, known)
        shared = coded.codes[per_item >= 2]
        why = _undefined(r, n_items, int(np.count_nonzero(np.bincount(shared.ravel() + 1)[1:])))
        if level == "set":
            estimates = _of_sets(coded, how, why, only)
        else:
            if level == "ordinal" and not ordered(coded.labels, bool(categories)) and coded.size > 2:
                words = ", ".join(map(str, coded.labels[:3]))
                raise ValueError(f"words have an order only where it is given: categories must say that of {words}, …")
            in_order = level == "ordinal" and coded.size > 2
            estimates = _of_labels(coded, in_order, how, why, only)
    return Panel(
        raters=names,
        n_items=n_items,
        n_ratings=int(per_item[per_item >= 2].sum()),
        n_complete=int((per_item == r).sum()) if r > 1 else 0,
        dropped_items=int((per_item == 1).sum()),
        complete=bool(given.all()) and r > 1,
        estimates=tuple(estimates),
    )


def _rated(values: pd.DataFrame, there: pd.DataFrame) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """The ratings of raters who gave any, where they are, and the raters' names: by name, so that the order of raters
    moves no resample."""
    table = values.to_numpy()
    given = there.to_numpy() if table.size else np.zeros(table.shape, dtype=bool)
    names = [str(c) for c in values.columns]
    used = set(np.flatnonzero(given.any(axis=0)).tolist())
    order = [j for j in sorted(range(len(names)), key=names.__getitem__) if j in used]
    if order != list(range(len(names))):
        table, given = table[:, order], given[:, order]
    return table, given, tuple(names[j] for j in order)


def _of_labels(coded: Coded, in_order: bool, how: Resampling, why: str, only: Only) -> list[Estimate]:
    r = coded.codes.shape[1]
    fit = label_formulas(coded, in_order, merge=how.cluster is None, only=only)
    found = _estimates(fit, r, how, why)
    names = {e.coefficient for e in found}

    def lacks(name: str) -> bool:
        return name not in names and (not only or name in only)

    if in_order and lacks("krippendorff_alpha"):  # more labels than a table of coincidences holds
        found += _estimates(ranked_formulas(coded), r, how, why)
    if r > 2 and lacks("light_kappa"):
        point = mean_kappa(coded)
        said = why if point is None else "no interval: too many pairs of raters and labels to resample"
        found.append(Estimate("light_kappa", point, None, None, "mean of the pairs' Cohen kappas", "", said))
    return found


def _of_sets(coded: Coded, how: Resampling, why: str, only: Only) -> list[Estimate]:
    r = coded.codes.shape[1]
    found = _estimates(set_formulas(coded, merge=how.cluster is None, only=only), r, how, why)
    if r < 2:
        return found
    labels = sorted({str(m) for value in coded.labels for m in members(value)})
    name = "cohen_kappa" if r == 2 else "fleiss_kappa"
    for label in labels if len(labels) <= _SET_LABELS else ():
        key = f"{name}:{label}"
        if only and key not in only:
            continue
        # code -1 takes the last entry, which says missing again
        has = np.array([*(label in map(str, members(value)) for value in coded.labels), -1]).astype(int)
        one = _of_labels(Coded(has[coded.codes], (False, True)), False, how, why, (name,))[0]
        found.append(replace(one, coefficient=key, variant=f"label {label} chosen or not"))
    return found


def _of_numbers(x: np.ndarray, level: Level, how: Resampling, why: str, only: Only) -> list[Estimate]:
    r = x.shape[1]
    if how.cluster is None and how.replicates and r:
        x = x[np.lexsort(x.T)]  # in an order of its own, so that the order of items moves no resample
    alpha = _ratio_alpha(x, r, how, why) if level == "ratio" and (not only or "krippendorff_alpha" in only) else []
    fit = number_formulas(x, level, only)
    found = _estimates(fit, r, how, why, numbers=True)
    c = fit.contributions
    complete = int(c.part(c.total, "complete"))
    if r >= 2 and complete < 2:
        few = f"it needs two items that all {r} raters rated, and there are {complete}"
        found = [replace(e, reason=few) if e.coefficient in FORMS and e.value is None else e for e in found]
    elif r >= 2 and how.cluster is None and how.replicates:
        bms, wms, jms, ems = (float(v) for v in moments.mean_squares(c, c.total)[:4])
        found = _with_f_limits(found, bms, wms, jms, ems, complete, r)
    return alpha + found


def _with_f_limits(
    found: list[Estimate], bms: float, wms: float, jms: float, ems: float, n: int, r: int
) -> list[Estimate]:
    exact, out = f_limits(bms, wms, jms, ems, n, r), []
    for e in found:
        if e.coefficient in FORMS and e.value is not None:
            low, high = exact[e.coefficient]
            error = wms if e.coefficient.startswith("icc1") else ems
            reason = "" if low is not None else f"no interval: {no_limits(error)}"
            e = replace(e, low=low, high=high, method="Shrout–Fleiss F limits", reason=reason)
        out.append(e)
    return out


def _ratio_alpha(x: np.ndarray, r: int, how: Resampling, why: str) -> list[Estimate]:
    if r and np.nanmin(x) < 0:
        negative = "the ratio metric needs values from 0, and some are negative; declare the scale as interval"
        return [Estimate("krippendorff_alpha", None, None, None, "ratio metric", "", negative)]
    fit = ratio_formulas(x)
    if fit is not None:
        return _estimates(fit, r, how, why, numbers=True)
    value, observed, expected = ratio_alpha(x)
    if not np.isfinite(value):
        return [Estimate("krippendorff_alpha", None, None, None, "ratio metric", "", why)]
    reason = "no interval: too many different values to resample"
    return [Estimate("krippendorff_alpha", value, None, None, "ratio metric", "", reason, observed, expected)]


def _estimates(fit: Formulas, r: int, how: Resampling, why: str, numbers: bool = False) -> list[Estimate]:
    if r < 2:
        return [Estimate(e.name, None, None, None, e.variant, "", why) for e in fit.formulas]
    c = fit.contributions
    points, limits = fit.parts(c.total), _limits(fit, how, numbers)
    errors = standard_errors(fit, how.cluster) if how.replicates else np.full(len(fit.formulas), np.nan)
    n = int(c.part(c.total, "paired")) if "paired" in c.blocks else 0
    out = []
    for j, (formula, limit) in enumerate(zip(fit.formulas, limits, strict=True)):
        point, observed, expected = (_number(v) for v in points[:, j])
        if point is None:
            out.append(Estimate(formula.name, None, None, None, formula.variant, "", why, observed, expected))
            continue
        counted = point in (0, 1) or (r == 2 and how.cluster is None)  # a share of items, with exact limits
        if formula.name == "percent" and limit is not None and limit.low is None and counted and n > 1:
            units = n if how.cluster is None else len(np.unique(how.cluster))
            limit = share_interval(units * point, units) if how.cluster is None or units >= FEWEST else limit
        unit = fit.unit if formula.name.startswith("krippendorff") else 1.0
        out.append(
            Estimate(
                formula.name,
                point,
                None if limit is None else limit.low,
                None if limit is None else limit.high,
                formula.variant,
                "" if limit is None else limit.method,
                f"no interval: {limit.reason}" if limit is not None and limit.low is None else "",
                None if observed is None else observed * unit,
                None if expected is None else expected * unit,
                _number(errors[j]),
                fleiss_chance_error(c) if formula.of in (fleiss, scott) else None,
            )
        )
    return out


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _limits(fit: Formulas, how: Resampling, numbers: bool) -> list[Interval | None]:
    c = fit.contributions
    if not how.replicates or not len(c.times):
        return [None] * len(fit.formulas)
    n = int(c.part(c.total, "paired")) if "paired" in c.blocks else int(c.times.sum())
    if how.cluster is not None:
        c = c.by_cluster(how.cluster)
        if c.times.sum() < FEWEST:
            return [Interval(None, None, "", f"it {too_few(int(c.times.sum()))}") for _ in fit.formulas]
    if n < (FEWEST_ITEMS if how.cluster is None else FEWEST_IN_CLUSTERS):
        return [too_few_items(n, how.cluster is not None)] * len(fit.formulas)
    if (numbers or how.cluster is not None) and c.times.sum() < FEW:
        few = jackknife_t(c.rows, fit.values, c.times, unit=how.unit)
        return [limit.within(e.least, 1.0) for e, limit in zip(fit.formulas, few, strict=True)]
    found = bootstrap(c.rows, fit.values, c.times, replicates=how.replicates, seed=how.seed, unit=how.unit)
    return [limit.within(e.least, 1.0) for e, limit in zip(fit.formulas, found, strict=True)]


def without_each(
    values: pd.DataFrame, level: Level, categories: Sequence[Any], coefficient: str
) -> tuple[float | None, np.ndarray | None]:
    """A coefficient, and what it would be without each item (NaN where undefined); None where it is no function of
    sums.

    values, level, categories: as for `panel`.
    """
    only = (coefficient,)
    fit: Formulas | None
    if level in ("interval", "ratio"):
        x = values.to_numpy(dtype=float)
        fit = number_formulas(x, level, only) if level == "interval" or coefficient in FORMS else ratio_formulas(x)
    else:
        coded = code(values, () if level == "set" else categories)
        in_order = level == "ordinal" and ordered(coded.labels, bool(categories)) and coded.size > 2
        fit = (
            set_formulas(coded, merge=False, only=only)
            if level == "set"
            else label_formulas(coded, in_order, merge=False, only=only)
        )
    if fit is None or not fit.formulas:
        return None, None
    c = fit.contributions
    whole = float(fit.values(c.total)[0])
    parts = []
    size = max(1, 4_000_000 // max(1, c.rows.shape[1]))
    for start in range(0, len(values), size):
        some = c.rows[start : start + size]
        parts.append(fit.values(c.total - (some if isinstance(some, np.ndarray) else some.toarray()))[:, 0])
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
