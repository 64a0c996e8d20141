"""Chance level of a recall score: the guesses shuffled within each condition."""

from __future__ import annotations

import numpy as np

from annoeval.protocols.recall.final import headline_rule, slots_in
from annoeval.scoring.slots import RULES, as_published, score_table
from annoeval.statistics.comparison.pairing import Chance, chance
from annoeval.study import Study

DRAWS = 10_000


def chance_level(study: Study, condition: str | None = None, draws: int = DRAWS, seed: int = 0) -> Chance:
    """Mean score observed and expected when guesses are dealt out anew among the trials of a condition.

    condition: one value of the column `condition`; None keeps every trial within its own condition and run. The rule
    is the headline's; what people corrected stays out, since a shuffled guess can't be corrected.
    """
    items = study.items
    keys = [c for c in ("condition", "run") if c in items]
    rule = RULES.get(headline_rule(study), as_published)
    if condition is not None:
        items = items[items["condition"] == condition]
    parts = [p for _, p in items.groupby(keys, sort=True, dropna=False)] if keys else [items]
    tables = []
    for part in parts:
        total = np.zeros((len(part), len(part)))
        for slot in slots_in(study):
            secret, guess, table = score_table(part[f"secret_{slot}"], part[f"guess_{slot}"], rule)
            total += table[np.ix_(secret, guess)] if len(part) else 0
        tables.append(total / max(1, len(slots_in(study))))
    return chance(tables, draws, seed)
