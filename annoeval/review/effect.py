"""What a decision changes: agreement between the AI and people, before and after it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pandas as pd

from annoeval.conclusions import conclude, resolve
from annoeval.rating_table import PEOPLE
from annoeval.review.queue import headline_scores
from annoeval.review.standing import Standing
from annoeval.statistics.agreement.cohen import cohen
from annoeval.study import Study
from annoeval.words import count

FIRST = datetime.min.replace(tzinfo=UTC)
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
        self._places = {c: n for n, c in enumerate(self.categories)}
        self._items = frozenset(study.applicable(dimension))
        self._study = study
        self._weights = "quadratic" if study.dimensions[dimension].level == "ordinal" else "none"
        size = len(self.categories)
        self._table = np.zeros((size, size))
        self._ai = self._codes(headline_scores(study, dimension)["value"])
        self._people: dict[str, int] = {}
        self._lock = threading.Lock()
        self._begin(standing)

    def _begin(self, standing: Standing) -> None:
        """Count all items at once."""
        of_file, r = self._study.ratings, standing.ratings()
        people = of_file[(of_file["dimension"] == self.dimension) & of_file["kind"].isin(PEOPLE)]
        ratings = pd.concat([people, r[r["dimension"] == self.dimension]], ignore_index=True)
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
        if item not in self._items:
            return None
        standing_now = standing.standing(item, self.dimension).values()
        said = [(e.time, e.reviewer, e.kind or "reviewer", e.value) for e in standing_now]
        answers = sorted([*self._of_file(item), *said], key=lambda a: a[0])
        value, source = conclude(a[1:] for a in answers)
        return self._places.get(value) if source in PEOPLE else None

    def _of_file(self, item: str) -> list[tuple[datetime, str, str, Any]]:
        """People's answers in the file with their times; one without a time came before all others."""
        return [
            (FIRST if pd.isna(time) else time, rater, kind, value)
            for of, time, rater, kind, value in self._study.said_of(item, "dimension", "time", "rater", "kind", "value")
            if of == self.dimension and kind in PEOPLE and not pd.isna(value)
        ]

    def _codes(self, values: pd.Series) -> dict[str, int]:
        return {str(item): self._places[v] for item, v in values.items() if v in self._places}

    def _count(self, item: str, code: int, step: int) -> None:
        ai = self._ai.get(item)
        if ai is not None:
            self._table[ai, code] += step
