"""How high the scores are: means with intervals by rater, overall and in every group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from annoeval.conclusions import DERIVED, derived_by_number, resolve
from annoeval.evaluation.clusters import clusters_of, said
from annoeval.evaluation.mixed import unchecked, why_not
from annoeval.rating_table import ANNOTATORS, KINDS
from annoeval.ratings import counted, numbered
from annoeval.scale import Scale
from annoeval.statistics.intervals import wilson
from annoeval.statistics.means import clustered_share, mean_interval
from annoeval.study import Study

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
    given = _given(study, dimension, raters)
    if not len(given.place):
        return pd.DataFrame(columns=COLUMNS)
    applicable, items = scale.applies_to(study.items), study.items
    tied = given.code < 0
    values = np.append(given.answers.astype(float), np.nan)[given.code] if scale.numeric else given.code
    together = clusters_of(study, pd.Series(items.index), cluster)
    ai = unchecked(study, dimension).reindex(items.index, fill_value=False).to_numpy()
    parts = []
    for column in ("", *(study.groups if by is None else by)):
        whole = None if together is None or column == cluster else together.to_numpy()
        codes, names = pd.factorize(items[column]) if column else (np.zeros(len(items), "int64"), ["all"])
        sizes = np.bincount(codes[applicable & (codes >= 0)], minlength=len(names))
        for (group, who), at in places_of_pairs(codes[given.place], given.who):
            rater, kind = given.names[who]
            judged, still = len(at), int(tied[at].sum())
            if rater == "individual":
                seen = np.zeros(len(items), dtype=bool)  # faster than sorting or hashing places
                seen[given.place[at]] = True
                judged = int(seen.sum())
            at = at[~tied[at]] if still else at
            if not len(at):
                continue
            place = given.place[at]
            row: dict[str, object] = {"dimension": dimension, "by": column, "group": str(names[group])}
            row |= {"rater": rater, "kind": kind, "n": len(at), "missing": max(int(sizes[group]) - judged, 0)}
            row["open"] = still
            own = place if rater == "individual" else None
            row |= summary(values[at], scale, own, None if whole is None else whole[place])
            row["method"] = said(None if row["method"] is None else str(row["method"]), cluster)
            mixed = int(ai[place].sum()) if rater == "resolved" else 0
            if 0 < mixed < len(at):
                row |= {"sd": None, "low": None, "high": None, "method": None, "reason": why_not(mixed)}
            parts.append(row)
    return pd.DataFrame(parts, columns=COLUMNS)


@dataclass(frozen=True)
class Given:
    """Values one after another. place: of their items in `Study.items`. who: whose each is, by its place in `names`.
    names: raters and their kinds. code: by their places in `answers`, -1 where people are tied."""

    place: np.ndarray
    who: np.ndarray
    code: np.ndarray
    answers: np.ndarray
    names: list[tuple[str, str]]


def _given(study: Study, dimension: str, raters: Sequence[str] | None) -> Given:
    """Each rater's current values, those of all annotators together where there are several, and the derived ones."""
    at = counted(study, dimension, "latest")
    at = at[study.places[at] >= 0]
    people = at[study.are(*ANNOTATORS)[at]]
    at = at[~study.are("anonymous")[at]]
    codes, found = pd.factorize(study.rater_codes[at] * len(KINDS) + study.kind_codes[at])
    known = study.raters["name"].tolist()
    names = [(known[code // len(KINDS)], str(KINDS[code % len(KINDS)])) for code in found]
    value, answers = numbered(study, dimension)
    parts = [(study.places[at], codes, value[at])]

    def add(name: str, place: np.ndarray, said: np.ndarray) -> None:
        names.append((name, "derived"))
        parts.append((place, np.full(len(place), len(names) - 1), said))

    if len(pd.unique(study.rater_codes[people])) > 1:
        add("individual", study.places[people], value[people])
    if len(at) + len(people) and (raters is None or not set(raters).isdisjoint(DERIVED)):
        for name, (place, said) in derived_by_number(study, dimension).items():
            add(name, place, said)
    place, who, values = (np.concatenate(p) for p in zip(*parts, strict=True))
    if raters is not None:
        keep = np.array([name in raters for name, _ in names], dtype=bool)[who]
        place, who, values = place[keep], who[keep], values[keep]
    return Given(place, who, values, answers, names)


def places_of_pairs(groups: np.ndarray, who: np.ndarray) -> Iterator[tuple[tuple[int, int], np.ndarray]]:
    """Where each pair of a group and a rater stands, in order of first appearance. groups, who: codes; values of no
    group (-1) belong to no pair."""
    several, parts = int(who.max()) + 1, int(groups.max()) + 1
    small = "int16" if parts * several < 2**15 else "int64"  # short numbers are sorted by radix
    numbers = groups.astype(small) * several + who.astype(small)
    numbers[groups < 0] = parts * several
    order = np.argsort(numbers, kind="stable")
    ends = np.cumsum(np.bincount(numbers, minlength=parts * several + 1))
    starts = np.append(0, ends[:-1])
    found = np.flatnonzero(ends > starts)
    for code in found[np.argsort(order[starts[found]])]:
        if code < parts * several:
            yield (code // several, code % several), order[starts[code] : ends[code]]


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
