"""How high the scores are: means with intervals by rater, overall and in every group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from annoeval.evaluation.clusters import clusters_of, said
from annoeval.evaluation.mixed import unchecked, why_not
from annoeval.ratings import DERIVED, OPEN, derived, latest_of, resolve
from annoeval.statistics.intervals import wilson
from annoeval.statistics.means import clustered_share, mean_interval
from annoeval.study import ANNOTATORS, Scale, Study

COLUMNS = [
    "dimension",
    "by",
    "group",
    "rater",
    "kind",
    "n",
    "missing",
    "open",
    "mean",
    "sd",
    "low",
    "high",
    "share_of_maximum",
    "method",
    "reason",
]
NO_MEAN = "labels are names, so they have no mean"


def scores(
    study: Study,
    dimension: str | None = None,
    by: Sequence[str] | None = None,
    raters: Sequence[str] | None = None,
    cluster: str | None = None,
) -> pd.DataFrame:
    """Table `scores`: per dimension, group and rater n, missing, open, mean, SD (n − 1) and a 95 % interval.

    Besides the raters of the study stand `individual` (all annotators' ratings pooled), `majority`, `unanimous` and
    `resolved`. dimension, by, raters narrow the work; `by` lists item columns (default: all groups), the overall row is
    always there. open: items on which people are tied, of `majority` and `resolved`; they have no value, so they are no
    part of n, and were judged, so they are not missing (table `labels` has them as label `OPEN`).

    Intervals: `annoeval.statistics.means.mean_interval`; on a right/wrong scale (0, 1) Wilson (1927); for `individual`,
    whose ratings share items, t with the cluster-robust standard error of a ratio (Cochran 1977, Sampling Techniques,
    3rd ed., p. 66), items being the clusters. `resolved` has none where people's values and unchecked ones of the AI
    are together. A single value has no interval, equal ones none by t; the reason says so.
    cluster: item column whose values hold items that may be alike; intervals are then those of whole clusters, below
    five of them there is none. Within the groups that are the clusters, items count.
    """
    parts = [
        _of_dimension(study, d, by, raters, cluster)
        for d in ([dimension] if dimension else study.dimensions)
        if study.dimensions[d].level != "text"
    ]
    parts = [p for p in parts if len(p)]
    return pd.concat(parts, ignore_index=True)[COLUMNS] if parts else pd.DataFrame(columns=COLUMNS)


def sources(study: Study, dimension: str | None = None, by: Sequence[str] | None = None) -> pd.DataFrame:
    """Table `sources`: how many resolved values of a dimension came from the team, reviewers, annotators and the AI.

    Columns `dimension, by, group, source, n`; `source` as in `annoeval.resolve`.
    """
    final = resolve(study, dimension)
    parts = []
    for column in ("", *(study.groups if by is None else by)):
        group = final["item_id"].map(study.items[column]) if column else "all"
        table = final.assign(group=group).groupby(["dimension", "group", "source"], sort=False).size()
        parts.append(table.rename("n").reset_index().assign(by=column))
    return pd.concat(parts, ignore_index=True)[["dimension", "by", "group", "source", "n"]]


def _of_dimension(
    study: Study, dimension: str, by: Sequence[str] | None, raters: Sequence[str] | None, cluster: str | None
) -> pd.DataFrame:
    scale = study.dimensions[dimension]
    current = latest_of(study, dimension)[["item_id", "rater", "kind", "value"]]
    if current.empty:
        return pd.DataFrame(columns=COLUMNS)
    people = current[current["kind"].isin(ANNOTATORS)]
    current = current[current["kind"] != "anonymous"]
    made = raters is None or not set(raters).isdisjoint(DERIVED)
    extra = [derived(study, dimension, ties=True)[["item_id", "rater", "kind", "value"]]] if made else []
    if people["rater"].nunique() > 1:
        extra.insert(0, people.assign(rater="individual", kind="derived"))
    long = pd.concat([current, *[e for e in extra if len(e)]], ignore_index=True)
    if raters is not None:
        long = long[long["rater"].isin(list(raters))].reset_index(drop=True)
    if long.empty:
        return pd.DataFrame(columns=COLUMNS)
    applicable = study.applicable(dimension)
    place = study.items.index.get_indexer(pd.Index(long["item_id"]))
    who = long[["rater", "kind"]].astype("category")
    tied = (long["kind"].eq("derived") & long["value"].eq(OPEN)).to_numpy()
    values = long["value"].mask(tied).astype("float64").to_numpy() if scale.numeric else np.empty(len(long))
    together = clusters_of(study, long["item_id"], cluster)
    ai = unchecked(study, dimension).reindex(study.items.index, fill_value=False).to_numpy()[place]
    parts = []
    for column in ("", *(study.groups if by is None else by)):
        whole = None if together is None or column == cluster else together.to_numpy()
        groups = study.items[column].array.take(place) if column else np.full(len(long), 0)
        sizes = study.items.loc[applicable, column].value_counts() if column else {0: len(applicable)}
        for (name, rater, kind), at in _places([groups, who["rater"], who["kind"]]):
            seen = np.zeros(len(study.items) + 1, bool)  # faster than sorting or hashing places
            seen[place[at]] = True
            judged, still = int(seen.sum()), int(tied[at].sum())
            at = at[~tied[at]]
            if not len(at):
                continue
            row: dict[str, object] = {"dimension": dimension, "by": column, "group": str(name) if column else "all"}
            row |= {"rater": rater, "kind": kind, "n": len(at), "missing": max(int(sizes.get(name, 0)) - judged, 0)}
            row["open"] = still
            items = place[at] if rater == "individual" else None
            row |= summary(values[at], scale, items, None if whole is None else whole[at])
            row["method"] = said(None if row["method"] is None else str(row["method"]), cluster)
            mixed = int(ai[at].sum()) if rater == "resolved" else 0
            if 0 < mixed < len(at):
                row |= {"sd": None, "low": None, "high": None, "method": None, "reason": why_not(mixed)}
            parts.append(row)
    return pd.DataFrame(parts, columns=COLUMNS)


def _places(keys: Sequence[Any]) -> Iterator[tuple[tuple[Any, ...], np.ndarray]]:
    """Where each combination of keys stands, in order of first appearance; missing keys belong to none."""
    coded = [pd.factorize(pd.Series(k)) for k in keys]
    one = np.zeros(len(keys[0]), "int64")
    for codes, found in coded:
        one = np.where((codes < 0) | (one < 0), -1, one * max(len(found), 1) + codes)
    numbers, found = pd.factorize(one)
    order = np.argsort(numbers, kind="stable")
    pieces = np.split(order, np.searchsorted(numbers[order], np.arange(1, len(found))))
    for piece, code in zip(pieces, found, strict=True):
        if code >= 0:
            yield tuple(names[codes[piece[0]]] for codes, names in coded), piece


def summary(
    x: np.ndarray, scale: Scale, items: np.ndarray | None = None, clusters: np.ndarray | None = None
) -> dict[str, Any]:
    if not scale.numeric:
        return dict.fromkeys(("mean", "sd", "low", "high", "share_of_maximum", "method")) | {"reason": NO_MEAN}
    n, mean = len(x), float(x.mean())
    sd = float(x.std(ddof=1)) if n > 1 else None
    top = scale.range[1] if scale.range else None
    row: dict[str, object] = {"mean": mean, "sd": sd, "share_of_maximum": mean / top if top else None}
    right_or_wrong = scale.categories == (0, 1)
    if clusters is not None:
        limit = (
            clustered_share(x, clusters) if right_or_wrong else mean_interval(x, bounds=scale.range, clusters=clusters)
        )
        low, high, method, reason = limit.low, limit.high, limit.method or None, limit.reason or None
    elif items is not None:
        low, high, method, reason = over_items(items, x)
    elif right_or_wrong:
        low, high = (float(v) for v in wilson(x.sum(), n))
        method, reason = "Wilson", None
    else:
        found = mean_interval(x, bounds=scale.range)
        low, high, method, reason = found.low, found.high, found.method or None, found.reason or None
    if scale.range and low is not None and high is not None:
        low, high = max(low, scale.range[0]), min(high, scale.range[1])
    return row | {"low": low, "high": high, "method": method, "reason": reason}


Interval = tuple[float | None, float | None, str | None, str | None]


def over_items(items: np.ndarray, x: np.ndarray) -> Interval:
    """t interval of a mean over ratings that share items, by linearisation of the ratio Σx / Σn over items."""
    from scipy.special import stdtrit

    codes = pd.factorize(items)[0]
    clusters = int(codes.max()) + 1
    if clusters < 2:
        return None, None, None, "one item has no interval"
    residual = np.bincount(codes, weights=x - x.mean())
    se = float(np.sqrt(clusters / (clusters - 1) * (residual**2).sum()) / len(x))
    if se == 0:
        return None, None, None, "items do not differ, so t gives no interval"
    half = float(stdtrit(clusters - 1, 0.975)) * se
    return float(x.mean()) - half, float(x.mean()) + half, "cluster-robust t", None
