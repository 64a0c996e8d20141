"""AI scores that agree for a reason that is no judgement: always the same, a person's again, or one score twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from annoeval.ratings import matrix
from annoeval.study import PEOPLE, Study

COLUMNS = ["dimension", "rater", "what", "other", "n"]
FEWEST = 20  # items below which equal values are no surprise


def circular(study: Study, dimension: str, raters: Sequence[str]) -> pd.DataFrame:
    """What speaks against taking agreement with an AI for a judgement of it, of a dimension and the raters compared.

    Columns `COLUMNS`; what: `constant` (one value on all its n items), `copy` (the value of person `other` on all n
    items that both have), `twice` (the value of its own on dimension `other`, of the same scale, on all n items that
    have both). Values that never change are only constant. Fewer than twenty items say nothing.
    """
    return pd.DataFrame(_found(study, dimension, raters), columns=COLUMNS)


def _found(study: Study, dimension: str, raters: Sequence[str]) -> Iterator[tuple[str, str, str, str, int]]:
    values = matrix(
        study, dimension, "latest", list(dict.fromkeys(r for r in raters if r in set(study.raters["name"])))
    )
    people = [r for r in study.of_kind(*PEOPLE) if r in values]
    for ai in (r for r in study.of_kind("ai") if r in values):
        own = values[ai].dropna()
        if len(own) < FEWEST:
            continue
        if own.nunique() == 1:
            yield dimension, ai, "constant", "", len(own)
            continue
        for person in people:
            n = _same(own, values[person])
            if n:
                yield dimension, ai, "copy", person, n
        for name, scale in study.dimensions.items():
            if name != dimension and scale.categories == study.dimensions[dimension].categories:
                n = _same(own, matrix(study, name, "latest", [ai])[ai])
                if n:
                    yield dimension, ai, "twice", name, n


def _same(a: pd.Series, b: pd.Series) -> int:
    """On how many items two raters gave values, where they are the same on all and not one value throughout; else 0."""
    both = pd.concat([a, b], axis=1, keys=["a", "b"]).dropna()
    equal = len(both) >= FEWEST and both["a"].nunique() > 1 and both["a"].eq(both["b"]).all()
    return len(both) if equal else 0
