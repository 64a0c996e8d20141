"""The way through a queue: which item is next, and how many are done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from annoeval.questions import questions
from annoeval.review.queue import queue
from annoeval.review.rule import Rule, reviewable
from annoeval.scale import Scale
from annoeval.study import Study


@dataclass(frozen=True)
class Walk:
    """A queue as it was when it was opened, so that nothing moves while people work through it.

    ids: item ids in order. whys: the reason of each. needs: the questions each is asked; an item that only an
    audit brought, on those it was drawn for. reasons: why each is looked at (`rule`, `audit`, `all`, `chosen`).
    abouts: the question that the reason of each is about, "" where it is about none.
    """

    ids: Sequence[str]
    whys: Sequence[str]
    needs: Sequence[frozenset[str]]
    reasons: Sequence[str]
    abouts: Sequence[str]
    places: Mapping[str, int] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", {item: place for place, item in enumerate(self.ids)})

    def __len__(self) -> int:
        return len(self.ids)

    def why(self, item_id: str) -> str:
        """Why an item is in the queue; a word for one that was opened by its link."""
        place = self.places.get(item_id)
        return "Opened by its link" if place is None else self.whys[place]

    def about(self, item_id: str) -> str:
        """The question for which an item is in the queue; "" for one that was opened by its link."""
        place = self.places.get(item_id)
        return "" if place is None else self.abouts[place]

    def because(self, item_id: str) -> str:
        """Why an item is looked at; `chosen` for one that was opened by its link."""
        place = self.places.get(item_id)
        return "chosen" if place is None else self.reasons[place]

    def step(self, item_id: str | None, by: int) -> str | None:
        """The item `by` places on, staying at the ends; None in an empty queue."""
        if not self.ids:
            return None
        place = self.places.get(item_id or "", -1 if by > 0 else 0)
        return self.ids[min(max(place + by, 0), len(self.ids) - 1)]

    def next_open(self, item_id: str | None, done: Callable[[str], bool]) -> str | None:
        """The next item that is not done, after `item_id`, from the start again at the end; None when all are."""
        start = self.places.get(item_id or "", -1) + 1
        for place in (*range(start, len(self.ids)), *range(min(start, len(self.ids)))):
            if self.ids[place] != item_id and not done(self.ids[place]):
                return self.ids[place]
        return None


def open_walk(study: Study, rule: Rule, blind: bool = False, only: Sequence[str] | None = None) -> Walk:
    """The walk through a rule's queue, or through the part of it that `only` names."""
    found = queue(study, rule, blind)
    if only is not None:
        found = found[found["item_id"].isin(list(only))]
    rows = study.items.index.get_indexer(pd.Index(found["item_id"]))
    dimensions = _dimensions(study, rule)
    applies = np.array([study.dimensions[d].applies_to(study.items).to_numpy()[rows] for d in dimensions], dtype=bool)
    picked = pd.Index(found["item_id"])
    for n, d in enumerate(dimensions):  # what only an audit brought is asked what it was drawn for
        audit = study.audit(d)
        applies[n] &= found["because"].ne("audit").to_numpy() | picked.isin(audit.items if audit else ())
    code = (2 ** np.arange(len(dimensions))) @ applies if len(dimensions) else np.zeros(len(rows), dtype=int)
    known = {c: frozenset(d for n, d in enumerate(dimensions) if int(c) >> n & 1) for c in np.unique(code).tolist()}
    needs = [known[c] for c in code.tolist()]
    if any(study.dimensions[d].judges for d in dimensions):
        needs = [
            frozenset(q for d in asked_ for q in questions(study, item, d))
            for item, asked_ in zip(picked, needs, strict=True)
        ]
    if not all(needs):  # an item that nobody answered, or of which nothing is asked, has nothing to judge
        found, needs = found[[bool(n) for n in needs]], [n for n in needs if n]
    return Walk(
        found["item_id"].tolist(), found["why"].tolist(), needs, found["because"].tolist(), found["about"].tolist()
    )


def _dimensions(study: Study, rule: Rule) -> list[str]:
    return [rule.dimension] if rule.dimension in study.dimensions else reviewable(study)  # type: ignore[list-item]


def asked(study: Study, item_id: str, rule: Rule) -> list[str]:
    """What an item is asked, in order: the rule's dimension, or all that apply to the item; of one that judges raters'
    answers a question for each."""
    items = study.items  # one cell at a time, since this is asked on every key

    def applies(scale: Scale) -> bool:
        return all(items.at[item_id, column] in values for column, values in scale.applies.items() if column in items)

    return [q for d in _dimensions(study, rule) if applies(study.dimensions[d]) for q in questions(study, item_id, d)]
