"""Table `labels`: how often each label was given, by rater, overall and in every group."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pandas as pd

from annoeval.conclusions import OPEN, derived
from annoeval.evaluation.clusters import clusters_of
from annoeval.evaluation.mixed import unchecked
from annoeval.evaluation.scores import places_of_pairs
from annoeval.ratings import latest_of
from annoeval.scale import Scale
from annoeval.statistics.intervals import wilson
from annoeval.statistics.means import clustered_share
from annoeval.study import Study

COLUMNS = ["dimension", "by", "group", "rater", "kind", "label", "n", "of", "share", "low", "high"]
OF_PEOPLE = ("majority", "resolved")
LEVELS = ("nominal", "ordinal", "set")


def labels(
    study: Study,
    dimension: str | None = None,
    by: Sequence[str] | None = None,
    raters: Sequence[str] | None = None,
    cluster: str | None = None,
) -> pd.DataFrame:
    """Per dimension, group, rater and label: on how many items it was given, of how many the rater judged.

    Columns `COLUMNS`; `low` and `high` bound the share by Wilson's 95 % interval, but those of `resolved` where
    people's labels and unchecked ones of the AI are together. Labels stand in the scale's order,
    those outside it after them by frequency; a label nobody of the rater gave has n 0. Besides the raters stand
    `majority`, `unanimous` and `resolved`. Items on which people are tied were judged, so they count in `of` of
    `majority` and `resolved`, with the label `OPEN` (in `scores` they are `open`: a mean has no value of them). On a
    set scale every label of a set counts. dimension, by, raters narrow the work; the overall row is always there.
    cluster: item column whose values hold items that may be alike; limits are then Korn & Graubard's over clusters,
    none below five.
    """
    names = [dimension] if dimension else [d for d, s in study.dimensions.items() if s.level in LEVELS]
    parts = [_of_dimension(study, d, by, raters, cluster) for d in names]
    parts = [p for p in parts if len(p)]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=COLUMNS)


def given(study: Study, dimension: str) -> pd.DataFrame:
    """Every rater's current label of every item, derived raters included: `item_id, rater, kind, value`.

    On a set scale one row a label of the set, and one without a value for an empty set.
    """
    columns = ["item_id", "rater", "kind", "value"]
    own = latest_of(study, dimension)[columns]
    if own.empty:
        return own
    made = derived(study, dimension, ties=study.dimensions[dimension].level != "set")[columns]
    own = own[own["kind"] != "anonymous"]
    long = pd.concat([p for p in (own, made) if len(p)] or [own], ignore_index=True)
    if study.dimensions[dimension].level == "set":
        long = long.assign(value=[json.loads(v) for v in long["value"]]).explode("value")
    return long


def order(scale: Scale, values: pd.Series) -> list[object]:
    """The labels in the scale's order, those it does not name after them, the most frequent first."""
    counts = values.value_counts()
    return [*scale.categories, *[label for label in counts.index if label not in scale.categories]]


def _of_dimension(
    study: Study, dimension: str, by: Sequence[str] | None, raters: Sequence[str] | None, cluster: str | None
) -> pd.DataFrame:
    long = given(study, dimension)
    if raters is not None:
        long = long[long["rater"].isin(list(raters))]
    if long.empty:
        return pd.DataFrame(columns=COLUMNS)
    universe = order(study.dimensions[dimension], long["value"])
    whole = clusters_of(study, long["item_id"], cluster)
    together = None if whole is None else whole.to_numpy()
    place = study.items.index.get_indexer(long["item_id"])
    ai = unchecked(study, dimension).reindex(study.items.index, fill_value=False).to_numpy()[place]
    said, different = pd.factorize(long["value"])
    known = {label: n for n, label in enumerate(different)}
    (rater_of, raters_), (kind_of, kinds) = pd.factorize(long["rater"]), pd.factorize(long["kind"])
    who = rater_of * len(kinds) + kind_of
    rows = []
    for column in ("", *(study.groups if by is None else by)):
        codes, names = pd.factorize(study.items[column]) if column else (np.zeros(len(study.items), "int64"), ["all"])
        for (group, one), at in places_of_pairs(np.append(codes, -1)[place], who):
            rater, kind = raters_[one // len(kinds)], kinds[one % len(kinds)]
            of = len(pd.unique(place[at]))
            counts = np.bincount(said[at] + 1, minlength=len(different) + 1)[1:]
            mixed = rater == "resolved" and len(pd.unique(ai[at])) > 1
            for label in universe if rater in OF_PEOPLE else (v for v in universe if v != OPEN):
                n = int(counts[known[label]]) if label in known else 0
                low: float | None = None
                high: float | None = None
                if mixed:
                    pass
                elif together is None or column == cluster:
                    low, high = (float(v) for v in wilson(n, of))
                else:
                    items, row = np.unique(place[at], return_inverse=True)
                    chosen, members = np.zeros(len(items)), np.empty(len(items), dtype=object)
                    chosen[row[said[at] == known.get(label, len(known))]] = 1
                    members[row[::-1]] = together[at[::-1]]
                    limit = clustered_share(chosen, members)
                    low, high = limit.low, limit.high
                rows.append((dimension, column, str(names[group]), rater, kind, label, n, of, n / of, low, high))
    return pd.DataFrame(rows, columns=COLUMNS).astype({"low": "float64", "high": "float64"})
