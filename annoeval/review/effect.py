"""What a decision changes: agreement between the AI and people, before and after it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from annoeval.ratings import resolve
from annoeval.review.queue import headline_scores
from annoeval.review.standing import Standing
from annoeval.statistics.agreement.cohen import cohen
from annoeval.study import PEOPLE, Study, ratings_table
from annoeval.words import count

FEWEST = 5  # items below which κ is no figure to show, as on the page Agreement
MANY = 50  # changed items from which counting all anew is quicker than one by one


@dataclass(frozen=True)
class Kappa:
    """κ between the headline AI and what people concluded, over n items; None where it is undefined or rests on fewer
    than five items, and `reason` says which."""

    value: float | None
    n: int
    reason: str = ""


class Effect:
    """Agreement of AI and people on one dimension, kept up to date item by item.

    study: without the decisions of `standing`. Quadratic weights on an ordered scale, else none.
    """

    def __init__(self, study: Study, dimension: str, standing: Standing) -> None:
        self.dimension = dimension
        self.categories = list(study.dimensions[dimension].categories)
        self._study = study
        self._weights = "quadratic" if study.dimensions[dimension].level == "ordinal" else "none"
        size = len(self.categories)
        self._table = np.zeros((size, size))
        self._ai = self._codes(headline_scores(study, dimension)["value"])
        r = study.ratings
        people = r[(r["dimension"] == dimension) & r["kind"].isin(PEOPLE)]
        self._files = people
        self._rows: Mapping[Any, np.ndarray] = people.groupby("item_id").indices
        self._people: dict[str, int] = {}
        self._lock = threading.Lock()
        self._begin(standing)

    def _begin(self, standing: Standing) -> None:
        """Count all items at once."""
        r = standing.ratings()
        ratings = pd.concat([self._files, r[r["dimension"] == self.dimension]], ignore_index=True)
        final = resolve(replace(self._study, ratings=ratings, digest="people"), self.dimension).set_index("item_id")
        self._people = self._codes(final.loc[final["source"].isin(PEOPLE), "value"])
        self._table[:] = 0
        for item, code in self._people.items():
            self._count(item, code, 1)
        self._followed = standing.last

    @property
    def kappa(self) -> Kappa:
        """κ as it stands."""
        n = int(self._table.sum())
        if n < FEWEST or len(self.categories) < 2:
            return Kappa(None, n, f"{count(n, 'item')} {'is' if n == 1 else 'are'} too few for a coefficient")
        found = cohen(self._table, self._weights)  # type: ignore[arg-type]
        return Kappa(found.kappa, n, found.reason)

    def ai(self, item_id: str) -> Any:
        """What the headline AI gave an item; None where it gave nothing."""
        code = self._ai.get(item_id)
        return None if code is None else self.categories[code]

    def follow(self, standing: Standing) -> Kappa:
        """Take in what changed since the last call; returns κ as it then stands."""
        with self._lock:
            touched = standing.touched_since(self._followed, self.dimension)
            if len(touched) > MANY:
                self._begin(standing)
                return self.kappa
            for item in touched:
                self._renew(item, standing)
            self._followed = max(self._followed, standing.last)
            return self.kappa

    def _renew(self, item: str, standing: Standing) -> None:
        old = self._people.pop(item, None)
        if old is not None:
            self._count(item, old, -1)
        new = self._conclude(item, standing)
        if new is not None:
            self._people[item] = new
            self._count(item, new, 1)

    def _conclude(self, item: str, standing: Standing) -> int | None:
        """The code of what people concluded on one item, by the same rule as everywhere else."""
        answers = list(standing.standing(item, self.dimension).values())
        ratings = ratings_table(
            {
                "item_id": [item] * len(answers),
                "dimension": self.dimension,
                "rater": [e.reviewer for e in answers],
                "kind": [e.kind or "reviewer" for e in answers],
                "value": [e.value for e in answers],
                "time": [e.time for e in answers],
            }
        )
        if item in self._rows:
            ratings = pd.concat([self._files.iloc[self._rows[item]], ratings], ignore_index=True)
        if not len(ratings) or item not in self._study.items.index:
            return None
        alone = replace(self._study, items=self._study.items.loc[[item]], ratings=ratings, digest="one item")
        final = resolve(alone, self.dimension)
        if final.empty or final["source"].iloc[0] not in PEOPLE:
            return None
        return self._codes(final.set_index("item_id")["value"]).get(item)

    def _codes(self, values: pd.Series) -> dict[str, int]:
        place = {c: n for n, c in enumerate(self.categories)}
        return {str(item): place[v] for item, v in values.items() if v in place}

    def _count(self, item: str, code: int, step: int) -> None:
        ai = self._ai.get(item)
        if ai is not None:
            self._table[ai, code] += step
