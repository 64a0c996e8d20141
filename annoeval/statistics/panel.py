"""All agreement coefficients of one set of raters, each with an interval and a reason where undefined."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from annoeval.statistics import coefficients as f
from annoeval.statistics import moments
from annoeval.statistics.coding import Coded, code, ordered
from annoeval.statistics.contributions import Contributions, contributions
from annoeval.statistics.intervals import REPLICATES, SEED, Interval, bootstrap, share_interval
from annoeval.statistics.weights import agreement_weights
from annoeval.study import Level

_LIGHT_CELLS = 3000  # pairs of raters × labels × labels beyond which Light's kappa is not resampled
_ORDINAL_LABELS = 40  # labels beyond which coincidence tables are not kept per item

Statistic = Callable[[np.ndarray], np.ndarray]


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


def panel(
    values: pd.DataFrame,
    level: Level,
    categories: Sequence[Any] = (),
    *,
    cluster: np.ndarray | None = None,
    unit: str = "items",
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> Panel:
    """All coefficients that fit a scale.

    values: items × raters, missing as None/NaN. level: `nominal`, `ordinal`, `interval` or `ratio`. categories: the
    declared labels in order. cluster: each item's cluster as a code 0, 1, …, where items of one cluster may be alike;
    unit: what the clusters are called. replicates: 0 for no intervals.
    """
    given = values.notna().to_numpy() if len(values.columns) else np.zeros((len(values), 0), dtype=bool)
    rated = given.any(axis=1)
    values, cluster = values[rated], None if cluster is None else pd.factorize(cluster[rated])[0]
    values = values.loc[:, given[rated].any(axis=0)]
    given = values.notna().to_numpy()
    per_item = given.sum(axis=1)
    r = values.shape[1]
    if level in ("interval", "ratio"):
        c, named, used = _numbers(values, r)
    else:
        c, named, used = _labels(code(values, categories), level, bool(categories), r)
    total = c.total if len(c.rows) else np.zeros(c.rows.shape[1])
    names = list(named)
    statistic = _together([fn for fn, _ in named.values()])
    points = statistic(total) if names else np.zeros(0)
    limits = _limits(c, statistic, names, cluster, unit, replicates, seed)
    n_items = int((per_item >= 2).sum())
    why = _undefined(r, n_items, used)
    estimates = []
    for name, point, limit in zip(names, points, limits, strict=True):
        if name == "percent" and np.isfinite(point) and limit is not None and limit.low is None and point == 1:
            limit = share_interval(n_items, n_items)
        estimates.append(_estimate(name, float(point), limit, named[name][1], why))
    return Panel(
        raters=tuple(map(str, values.columns)), n_items=n_items, n_ratings=int(per_item[per_item >= 2].sum()),
        dropped_items=int((per_item == 1).sum()), complete=bool(given.all()) and r > 1, estimates=tuple(estimates),
    )  # fmt: skip


Named = Mapping[str, tuple[Statistic, str]]


def _labels(coded: Coded, level: Level, declared: bool, r: int) -> tuple[Contributions, Named, int]:
    q = coded.size
    in_order = level == "ordinal" and ordered(coded.labels, declared) and q > 2
    weights = {"none": np.eye(q)}
    if in_order:
        weights |= {kind: agreement_weights(kind, q) for kind in ("linear", "quadratic")}
    two = r == 2
    if two:  # a pair's margins are those of the items both rated
        both = (coded.codes >= 0).all(axis=1, keepdims=True)
        pair = Coded(np.where(both, coded.codes, -1), coded.labels)
    resampled_light = r > 2 and r * (r - 1) / 2 * q * q <= _LIGHT_CELLS
    c = contributions(
        coded, weights, raters=r > 2, coincidences=in_order and q <= _ORDINAL_LABELS, pairs=resampled_light
    )
    if two:
        c = _with(c, contributions(pair, {}, raters=True), "rater")

    def bind(fn: f.Coefficient, kind: str) -> Statistic:
        return lambda t: fn(c, t, weights[kind], kind)

    named: dict[str, tuple[Statistic, str]] = {"percent": (bind(f.percent, "none"), "pairs of ratings that are equal")}
    if two:
        named["cohen_kappa"] = (bind(f.conger, "none"), "unweighted, items both rated")
        if in_order:
            named["cohen_kappa_linear"] = (bind(f.conger, "linear"), "linear weights by rank, items both rated")
            named["cohen_kappa_quadratic"] = (
                bind(f.conger, "quadratic"), "quadratic weights by rank, items both rated",
            )  # fmt: skip
        named["scott_pi"] = (bind(f.fleiss_pooled, "none"), "items both rated")
    if r > 2:
        named["fleiss_kappa"] = (
            bind(f.fleiss_pooled, "none"), "items with two or more ratings, chance from pooled ratings",
        )  # fmt: skip
        named["fleiss_kappa_gwet"] = (bind(f.fleiss_gwet, "none"), "chance from the mean of the items' label shares")
        named["conger_kappa"] = (bind(f.conger, "none"), "chance from each rater's own labels")
        if in_order:
            named["conger_kappa_quadratic"] = (bind(f.conger, "quadratic"), "quadratic weights by rank")
        if resampled_light:
            named["light_kappa"] = (bind(f.light, "none"), "mean of the pairs' Cohen kappas")
    if in_order and q <= _ORDINAL_LABELS:
        named["krippendorff_alpha"] = (bind(f.alpha_ordinal, "none"), "ordinal metric")
        named["krippendorff_alpha_nominal"] = (bind(f.alpha, "none"), "nominal metric")
    else:
        named["krippendorff_alpha"] = (bind(f.alpha, "none"), "nominal metric")
    named["ac1"] = (bind(f.gwet_ac, "none"), "unweighted")
    if in_order:
        named["ac2"] = (bind(f.gwet_ac, "quadratic"), "quadratic weights by rank")
    named["brennan_prediger"] = (bind(f.brennan_prediger, "none"), f"{q} labels equally likely by chance")
    shared = coded.codes[(coded.codes >= 0).sum(axis=1) >= 2]
    return c, named, len(np.unique(shared[shared >= 0]))


def _with(c: Contributions, other: Contributions, block: str) -> Contributions:
    """The contributions with one block of another table of the same items."""
    where, shape = other.blocks[block]
    start = c.rows.shape[1]
    rows = np.concatenate([c.rows, other.rows[:, where]], axis=1)
    return Contributions(rows, {**c.blocks, block: (slice(start, rows.shape[1]), shape)})


def _numbers(values: pd.DataFrame, r: int) -> tuple[Contributions, Named, int]:
    x = values.to_numpy(dtype=float)
    c = moments.number_contributions(x)
    named: dict[str, tuple[Statistic, str]] = {
        "krippendorff_alpha": (partial(moments.alpha_interval, c), "interval metric"),
    }
    words = {
        "icc1": "single rater, raters differ by item", "icc2": "single rater, absolute agreement",
        "icc3": "single rater, consistency", "icc1k": "mean of the raters, raters differ by item",
        "icc2k": "mean of the raters, absolute agreement", "icc3k": "mean of the raters, consistency",
    }  # fmt: skip
    for form, text in words.items():
        named[form] = (partial(moments.icc, c, raters=r, form=form), f"{text}, items that all rated")
    shared = x[np.isfinite(x).sum(axis=1) >= 2]
    return c, named, len(np.unique(shared[np.isfinite(shared)]))


def _together(functions: list[Statistic]) -> Statistic:
    return lambda t: np.stack([np.broadcast_to(fn(t), t.shape[:-1]) for fn in functions], axis=-1)


def _limits(
    c: Contributions,
    statistic: Statistic,
    names: list[str],
    cluster: np.ndarray | None,
    unit: str,
    replicates: int,
    seed: int,
) -> list[Interval | None]:
    if not replicates:
        return [None] * len(names)
    if cluster is not None:
        c, times = c.by_cluster(cluster), None
    else:
        c, times = c.merged() if len(c.rows) else (c, None)
    return list(bootstrap(c.rows, statistic, times, replicates=replicates, seed=seed, unit=unit))


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
