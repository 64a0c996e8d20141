"""Table `labels`: how often each label was given, by rater, overall and in every group."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pandas as pd

from annoeval.evaluation.clusters import clusters_of
from annoeval.evaluation.mixed import unchecked
from annoeval.ratings import OPEN, derived, latest_of
from annoeval.statistics.intervals import wilson
from annoeval.statistics.means import clustered_share
from annoeval.study import Scale, Study

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
    ai = unchecked(study, dimension)
    universe = order(study.dimensions[dimension], long["value"])
    whole = clusters_of(study, long["item_id"], cluster)
    long = long if whole is None else long.assign(cluster=whole)
    rows = []
    for column in ("", *(study.groups if by is None else by)):
        group = long["item_id"].map(study.items[column]) if column else pd.Series("all", index=long.index)
        for (name, rater, kind), part in long.assign(group=group).groupby(["group", "rater", "kind"], sort=False):
            of, counts = int(part["item_id"].nunique()), part["value"].value_counts()
            mixed = rater == "resolved" and ai.reindex(part["item_id"], fill_value=False).nunique() > 1
            for label in universe if rater in OF_PEOPLE else (v for v in universe if v != OPEN):
                n = int(counts.get(label, 0))
                low: float | None = None
                high: float | None = None
                if mixed:
                    pass
                elif whole is None or column == cluster:
                    low, high = (float(v) for v in wilson(n, of))
                else:
                    chosen = (part["value"] == label).groupby(part["item_id"]).any()
                    members = part.drop_duplicates("item_id").set_index("item_id")["cluster"].loc[chosen.index]
                    limit = clustered_share(chosen.to_numpy(float), members.to_numpy())
                    low, high = limit.low, limit.high
                rows.append((dimension, column, str(name), rater, kind, label, n, of, n / of, low, high))
    return pd.DataFrame(rows, columns=COLUMNS).astype({"low": "float64", "high": "float64"})
