"""All agreement coefficients of one set of raters, each with an interval and a reason where undefined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from annoeval.statistics import coefficients as f
from annoeval.statistics import moments
from annoeval.statistics.coding import Coded, code, distinct_rows, ordered
from annoeval.statistics.cohen import mean_kappa
from annoeval.statistics.contributions import Contributions, contributions
from annoeval.statistics.icc import FORMS, f_limits, no_limits
from annoeval.statistics.intervals import REPLICATES, SEED, Interval, bootstrap, share_interval
from annoeval.statistics.krippendorff import Draw, krippendorff, ratio_distance
from annoeval.statistics.sets import jaccard, masi, members, similarities
from annoeval.statistics.weights import Weights, agreement_weights, from_disagreement
from annoeval.study import Level

_PAIR_CELLS = 3000  # pairs of raters × labels × labels up to which Light's kappa is resampled
_RANKED = 40  # labels up to which an item's table of coincidences is kept
_VALUES = 400  # different numbers up to which ratio alpha shares the resamples
_SETS = 2000  # different sets up to which all are compared with all
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

    dropped_items: items with one rating only. complete: every rater rated every item.
    """

    raters: tuple[str, ...]
    n_items: int
    n_ratings: int
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
        dropped_items=int((per_item == 1).sum()), complete=bool(given.all()) and r > 1, estimates=tuple(estimates),
    )  # fmt: skip


Row = tuple[str, f.Coefficient, f.Matrix, str, str]  # name, formula, weights, name of the weights, variant


def _of_labels(coded: Coded, in_order: bool, how: Resampling, why: str) -> list[Estimate]:
    q, r = coded.size, coded.codes.shape[1]
    in_order = in_order and q > 2
    w: dict[str, f.Matrix] = {"none": None}
    kinds: tuple[Weights, ...] = ("linear", "quadratic")
    if in_order:
        w |= {kind: agreement_weights(kind, q) for kind in kinds}
    pairs = r > 2 and r * (r - 1) // 2 * q * q <= _PAIR_CELLS
    ranked = in_order and q <= _RANKED
    rows: list[Row] = [("percent", f.percent, None, "none", "share of pairs of ratings that are equal")]
    if r == 2:
        rows.append(("cohen_kappa", f.conger, None, "none", "unweighted, items both rated"))
        if in_order:
            rows += [
                (f"cohen_kappa_{kind}", f.conger, w[kind], kind, f"{kind} weights by rank, items both rated")
                for kind in kinds
            ]
        rows.append(("scott_pi", f.fleiss_pooled, None, "none", "items both rated"))
    if r > 2:
        rows += [
            ("fleiss_kappa", f.fleiss_pooled, None, "none", "chance from the pooled ratings of items with two or more"),
            ("fleiss_kappa_gwet", f.fleiss_gwet, None, "none", "chance from the mean of the items' label shares"),
            ("conger_kappa", f.conger, None, "none", "chance from each rater's own labels"),
        ]
        if in_order:
            rows.append(("conger_kappa_quadratic", f.conger, w["quadratic"], "quadratic", "quadratic weights by rank"))
        if pairs:
            rows.append(("light_kappa", f.light, None, "none", "mean of the pairs' Cohen kappas"))
    if ranked:
        rows.append(("krippendorff_alpha", f.alpha_ordinal, None, "none", "ordinal metric"))
    rows.append((f"krippendorff_alpha{'_nominal' * in_order}", f.alpha, None, "none", "nominal metric"))
    rows.append(("ac1", f.gwet_ac, None, "none", "unweighted"))
    if in_order:
        rows.append(("ac2", f.gwet_ac, w["quadratic"], "quadratic", "quadratic weights by rank"))
    rows.append(("brennan_prediger", f.brennan_prediger, None, "none", f"{q} labels equally likely by chance"))
    codes, times = (coded.codes, None) if how.cluster is not None else distinct_rows(coded.codes, q)
    c = contributions(
        Coded(codes, coded.labels), w, times, raters=r >= 2, coincidences=ranked, pairs=pairs
    )  # fmt: skip
    found = _estimates(c, rows, how, why) if r >= 2 else [Estimate(x[0], None, None, None, x[4], "", why) for x in rows]
    if in_order and not ranked:
        found.append(_ordinal_alpha(coded, how, why))
    if r > 2 and not pairs:
        point = mean_kappa(coded)
        said = why if point is None else "no interval: too many pairs of raters and labels to resample"
        found.append(Estimate("light_kappa", point, None, None, "mean of the pairs' Cohen kappas", "", said))
    return found


def _ordinal_alpha(coded: Coded, how: Resampling, why: str) -> Estimate:
    """Ordinal alpha of many labels, ranks taken anew in each resample without a table of coincidences."""
    x = np.where(coded.codes < 0, np.nan, coded.codes.astype(float))
    a = krippendorff(x, "ordinal", draw=Draw(how.replicates, how.seed, how.cluster))
    if a.alpha is None:
        return Estimate("krippendorff_alpha", None, None, None, "ordinal metric", "", why)
    method = _method(how) if a.low is not None else ""
    return Estimate("krippendorff_alpha", a.alpha, a.low, a.high, "ordinal metric", method, "")


def _of_sets(coded: Coded, how: Resampling, why: str) -> list[Estimate]:
    r = coded.codes.shape[1]
    rows: list[Row] = [("percent", f.percent, None, "none", "share of pairs of ratings that are the same set")]
    w: dict[str, f.Matrix] = {"none": None}
    if coded.size <= _SETS:
        w |= {"jaccard": similarities(coded.labels, jaccard), "masi": similarities(coded.labels, masi)}
        rows += [
            ("mean_jaccard", f.percent, w["jaccard"], "jaccard", "mean Jaccard similarity of pairs of ratings"),
            ("krippendorff_alpha_masi", f.alpha, w["masi"], "masi", "MASI distance of sets"),
            ("krippendorff_alpha_jaccard", f.alpha, w["jaccard"], "jaccard", "Jaccard distance of sets"),
        ]
    rows.append(("krippendorff_alpha", f.alpha, None, "none", "nominal metric, whole sets"))
    codes, times = (coded.codes, None) if how.cluster is not None else distinct_rows(coded.codes, coded.size)
    c = contributions(Coded(codes, coded.labels), w, times)
    found = _estimates(c, rows, how, why) if r >= 2 else [Estimate(x[0], None, None, None, x[4], "", why) for x in rows]
    labels = sorted({str(m) for value in coded.labels for m in members(value)})
    if 0 < len(labels) <= _SET_LABELS and r >= 2:
        name = "cohen_kappa" if r == 2 else "fleiss_kappa"
        for label in labels:
            has = np.array([*(label in map(str, members(value)) for value in coded.labels), MISSING_SLOT])
            single = _of_labels(Coded(has.astype(int)[coded.codes], (False, True)), False, how, why)
            one = next(e for e in single if e.coefficient == name)
            found.append(replace(one, coefficient=f"{name}:{label}", variant=f"label {label} chosen or not"))
    return found


MISSING_SLOT = -1  # code -1 indexes the last entry of a lookup, which says "missing" again


def _of_numbers(x: np.ndarray, level: Level, how: Resampling, why: str) -> list[Estimate]:
    r = x.shape[1]
    words = {
        "icc1": "single rater, raters differ by item", "icc2": "single rater, absolute agreement",
        "icc3": "single rater, consistency", "icc1k": "mean of the raters, raters differ by item",
        "icc2k": "mean of the raters, absolute agreement", "icc3k": "mean of the raters, consistency",
    }  # fmt: skip
    metric = f"{level} metric"
    if r < 2:
        said = {"krippendorff_alpha": metric, **words}
        return [Estimate(name, None, None, None, text, "", why) for name, text in said.items()]
    if how.cluster is None:
        x = x[np.lexsort(x.T)]
    c = moments.number_contributions(x)
    formulas = [partial(moments.icc, c, raters=r, form=form) for form in FORMS]
    names = list(FORMS)
    if level == "interval":
        formulas.insert(0, partial(moments.alpha_interval, c))
        names.insert(0, "krippendorff_alpha")
    statistic = _together(formulas)
    points, limits = statistic(c.total), _limits(c, statistic, len(names), how)
    out = [] if level == "interval" else [_ratio_alpha(x, how, why)]
    complete = int(c.part(c.total, "complete"))
    if how.cluster is None and complete >= 2 and how.replicates:
        bms, wms, jms, ems = (float(v) for v in moments.mean_squares(c, c.total, r)[:4])
        exact = f_limits(bms, wms, jms, ems, complete, r)
        for form in FORMS:
            low, high = exact[form]
            reason = "" if low is not None else no_limits(wms if form.startswith("icc1") else ems)
            limits[names.index(form)] = Interval(low, high, "Shrout–Fleiss F limits", reason)
    few = why if complete >= 2 else f"it needs two items that all {r} raters rated, and there are {complete}"
    for name, point, limit in zip(names, points, limits, strict=True):
        text = metric if name == "krippendorff_alpha" else f"{words[name]}, {complete} items that all rated"
        out.append(_estimate(name, float(point), limit, text, few if name != "krippendorff_alpha" else why))
    return out


def _ratio_alpha(x: np.ndarray, how: Resampling, why: str) -> Estimate:
    coded = code(x)
    row: Row
    if coded.size <= _VALUES:
        w = from_disagreement(ratio_distance(np.array(coded.labels, dtype=float), np.array(coded.labels, dtype=float)))
        row = ("krippendorff_alpha", f.alpha, w, "ratio", "ratio metric")
        return _estimates(contributions(coded, {"ratio": w}), [row], how, why)[0]
    a = krippendorff(x, "ratio")
    said = why if a.alpha is None else "no interval: too many different values to resample under the ratio metric"
    return Estimate("krippendorff_alpha", a.alpha, None, None, "ratio metric", "", said)


def _estimates(c: Contributions, rows: Sequence[Row], how: Resampling, why: str) -> list[Estimate]:
    statistic = _together([partial(_apply, c, fn, w, kind) for _, fn, w, kind, _ in rows])
    points, limits = statistic(c.total), _limits(c, statistic, len(rows), how)
    n = int(c.part(c.total, "paired"))
    out = []
    for (name, _, _, _, variant), point, limit in zip(rows, points, limits, strict=True):
        if name == "percent" and limit is not None and limit.low is None and point in (0, 1) and n > 1:
            limit = share_interval(n * point, n)
        out.append(_estimate(name, float(point), limit, variant, why))
    return out


def _apply(c: Contributions, fn: f.Coefficient, w: f.Matrix, kind: str, totals: np.ndarray) -> np.ndarray:
    return fn(c, totals, w, kind)


def _together(functions: Sequence[Any]) -> Any:
    def statistic(totals: np.ndarray) -> np.ndarray:
        with np.errstate(divide="ignore", invalid="ignore"):  # undefined is NaN here and None further up
            return np.stack([np.broadcast_to(fn(totals), totals.shape[:-1]) for fn in functions], axis=-1)

    return statistic


def _limits(c: Contributions, statistic: Any, many: int, how: Resampling) -> list[Interval | None]:
    if not how.replicates or not len(c.times):
        return [None] * many
    if how.cluster is not None:
        c = c.by_cluster(how.cluster)
    return list(
        bootstrap(c.rows, statistic, c.times, replicates=how.replicates, seed=how.seed, unit=how.unit)
    )  # fmt: skip


def _method(how: Resampling) -> str:
    return f"BCa bootstrap over {how.unit}, {how.replicates:,} resamples, seed {how.seed}"


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
