"""Labels of whole images against the ground truth's, as sets."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pandas as pd

from annoeval.protocols.boxes.study import SCORE, rules_of, submissions_of
from annoeval.scale import Scale
from annoeval.study import Study

COLUMNS = (
    "submission",
    "dimension",
    "n_images",
    "equal",
    "matched",
    "missed",
    "extra",
    "precision",
    "recall",
    "f1",
    "jaccard",
)


def image_tags(study: Study) -> pd.DataFrame:
    """A row per submission and question about whole images that the ground truth answers: columns `COLUMNS`.

    An image without labels has the empty set. equal: images whose sets are the same. matched, missed, extra: labels,
    over all images of the ground truth. jaccard: mean of shared ÷ all labels of an image (Jaccard 1901), 1 for two
    empty sets.
    """
    truth = rules_of(study).truth
    images = study.items.index[study.items["in_truth"] == "yes"]
    rows = []
    for dimension, scale in study.dimensions.items():
        given = study.ratings[(study.ratings["dimension"] == dimension) & study.ratings["value"].notna()]
        if dimension == SCORE or scale.level not in ("nominal", "set") or truth not in set(given["rater"]):
            continue
        right = _sets(given, truth, scale)
        for who in submissions_of(study):
            mine = _sets(given, who, scale)
            pairs = [(right.get(i, frozenset()), mine.get(i, frozenset())) for i in images]
            hit, lost, more = (
                sum(map(len, found))
                for found in ((a & b for a, b in pairs), (a - b for a, b in pairs), (b - a for a, b in pairs))
            )
            likeness = [len(a & b) / len(a | b) if a | b else 1.0 for a, b in pairs]
            rows.append(
                (
                    who,
                    dimension,
                    len(pairs),
                    sum(a == b for a, b in pairs),
                    hit,
                    lost,
                    more,
                    hit / (hit + more) if hit + more else None,
                    hit / (hit + lost) if hit + lost else None,
                    2 * hit / (2 * hit + lost + more) if hit + lost + more else None,
                    sum(likeness) / len(likeness) if likeness else None,
                )
            )
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _sets(given: pd.DataFrame, rater: str, scale: Scale) -> Mapping[str, frozenset[str]]:
    """Each image's labels by one rater, the latest where there are several."""
    mine = given[given["rater"] == rater]
    values = zip(mine["item_id"], mine["value"], strict=True)
    return {str(i): frozenset(json.loads(v) if scale.level == "set" else [str(v)]) for i, v in values}
