"""What a reviewer may not see yet: the AI's and others' answers to what they are still to judge independently."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from annoeval.questions import questions
from annoeval.review import rubric
from annoeval.review.assignments import second_opinions
from annoeval.review.rubric import Rubric
from annoeval.review.standing import Standing
from annoeval.review.store import Store
from annoeval.study import Study


@dataclass(frozen=True)
class Hidden:
    """What is hidden from one person: on a blind study everything, else their items that someone else judges as well
    and those drawn at random, and of these each question until their own answer stands.
    """

    study: str
    person: str
    rules: Rubric
    second: frozenset[str]
    standing: Standing
    asked: Study

    def __bool__(self) -> bool:
        return self.rules.blind or bool(self.second) or bool(self.rules.hidden_share)

    def hides(self, item_id: str, dimension: str) -> bool:
        """Whether others' answers to a question of an item are hidden; of a dimension that is asked of each answer
        apart, until all of these are judged."""
        if not self._chosen(item_id):
            return False
        known = dimension in self.asked.dimensions and item_id in self.asked.items.index
        asked = questions(self.asked, item_id, dimension) if known else [dimension]
        return not asked or any(self.person not in self.standing.standing(item_id, q) for q in asked)

    def rows(self, frame: pd.DataFrame) -> np.ndarray:
        """A boolean for each row of a table with `item_id` and `dimension`; rows without a dimension are not hidden."""
        chosen = {i for i in frame["item_id"].dropna().unique() if self._chosen(i)}
        found = (frame["dimension"].notna() & frame["item_id"].isin(chosen)).to_numpy(dtype=bool, copy=True)
        rows = frame.loc[found, ["item_id", "dimension"]].itertuples(index=False)
        found[found] = [self.hides(item, dimension) for item, dimension in rows]
        return found

    def _chosen(self, item_id: str) -> bool:
        return self.rules.blind or item_id in self.second or self.rules.hides(self.study, self.person, item_id)


def hidden_from(store: Store, study: str, person: str) -> Hidden:
    """What is hidden from a person as the study stands; from someone without a name, all that a blind study hides."""
    rules = rubric.of(store.database, study)
    second = second_opinions(store, study, person) if person and not rules.blind else frozenset()
    return Hidden(study, person, rules, second, store.standing(study), store.asked(study))
