"""How far apart people's answers to one item are, from 0 to 1, whatever the scale."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd

from annoeval.scale import Scale
from annoeval.scoring.text import similarities
from annoeval.statistics.agreement.sets import jaccard, members


def disagreement(scale: Scale, answers: pd.DataFrame, given: pd.Series | None = None) -> pd.Series:
    """Each item's disagreement, index `item_id` in order of appearance; 0 where all say the same.

    answers: people's current answers to these items, columns `item_id, value`, none missing.
    given: all answers to the question, each once or more often; by default these.
    Numbers: highest − lowest over the scale's range, or over that of all given where the scale has none.
    Sets: mean Jaccard distance of all pairs of answers. Texts: mean Levenshtein distance of all pairs, over the
    longer length. Labels without an order: 1 − 1 ÷ number of distinct labels.
    """
    ids, values = answers["item_id"], answers["value"]
    order = ids.drop_duplicates()
    if scale.level == "set":
        apart = _mean_of_pairs(ids, [frozenset(members(v)) for v in values], _sets)
    elif scale.level == "text":
        apart = _mean_of_pairs(ids, [str(v) for v in values], lambda a, b: 1 - similarities(a, b))
    elif scale.numeric:
        apart = _spread(scale, ids, values, values if given is None else given)
    else:
        apart = 1 - 1 / values.groupby(ids, sort=False).nunique()
    return apart.reindex(order, fill_value=0.0)


def _spread(scale: Scale, ids: pd.Series, values: pd.Series, given: pd.Series) -> pd.Series:
    low, high = scale.range or pd.to_numeric(given, errors="coerce").agg(["min", "max"])
    own = pd.to_numeric(values, errors="coerce").groupby(ids, sort=False)
    return (own.max() - own.min()) / (high - low or 1)


def _mean_of_pairs(ids: pd.Series, values: list, distances) -> pd.Series:  # type: ignore[no-untyped-def]
    of_item: dict[str, list[int]] = {}
    for place, item in enumerate(ids):
        of_item.setdefault(item, []).append(place)
    pairs = [(item, a, b) for item, places in of_item.items() for a, b in combinations(places, 2)]
    if not pairs:
        return pd.Series(dtype="float64")
    apart = distances([values[a] for _, a, _ in pairs], [values[b] for _, _, b in pairs])
    return pd.Series(apart).groupby([item for item, _, _ in pairs], sort=False).mean()


def _sets(a: list[frozenset[str]], b: list[frozenset[str]]) -> np.ndarray:
    return np.array([1 - jaccard(x, y) for x, y in zip(a, b, strict=True)])
