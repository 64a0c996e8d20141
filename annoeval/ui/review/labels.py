"""Which labels a question without a fixed list is answered with so far, by the file and by people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from annoeval.questions import scale_of
from annoeval.review.present import Present


def known(now: Present, dimension: str) -> list[str]:
    """The labels in use, sorted; none where the scale has its own list, or its answers are no sets of labels."""
    scale, r = scale_of(now.base, dimension), now.base.ratings
    if scale.level != "set" or scale.categories:
        return []
    said = {e.value for (_, d), events in list(now.standing.answers.items()) if d == dimension for e in events}
    of_file = now.base.once(
        "labels", dimension, lambda: _labels(r.loc[r["dimension"] == dimension, "value"].dropna().unique())
    )
    return sorted(of_file | _labels(said))


def _labels(sets: Iterable[Any]) -> set[str]:
    return {str(label) for one in sets if one is not None for label in json.loads(one)}
