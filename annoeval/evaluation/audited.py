"""Items of which people reviewed some: what is known of them, and what their audit says of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from annoeval.statistics.partial.limits import Limits
from annoeval.statistics.partial.looks import Looks, limits_at
from annoeval.statistics.partial.stratum import Stratum

LEVEL = 0.95
Asked = Callable[[pd.DataFrame], pd.Series]  # which of some items have a property, by `ai` and people's `value`


def everything(items: pd.DataFrame) -> pd.Series:
    """Every item."""
    return pd.Series(True, index=items.index)


class Audited:
    """The parts of some items, as `coverage` found them, and limits of what the audit stands for.

    items: columns `ai`, `value`, `final`, `part`; strata: the stratum of each, in the same order. looks: at the audit.
    apart: whether strata were drawn from apart, so that they are never put together.
    """

    def __init__(self, items: pd.DataFrame, strata: pd.Series, looks: Looks, apart: bool = False) -> None:
        self.items, self.looks, self.apart = items, looks, apart
        known = items["part"].eq("known").to_numpy()
        self.known, self.frame = items[known], items[~known]
        self.strata = [part for _, part in self.frame.groupby(strata.to_numpy()[~known], sort=False)]
        self.unseen = int(items["part"].eq("unseen").sum())
        self.n_audited = int(items["part"].eq("drawn").sum())
        self.audited = all(drawn(s) for s in self.strata)

    def count(self, has: Asked, of: Asked = everything, rare: bool = True, level: float = LEVEL) -> Limits | None:
        """Limits of how many items of the frame that are `of` it have a property; None where none of them was drawn.

        rare: whether few are expected to have it, fixed without looking; limits at any time are then narrower.
        """
        parts = [part for part in (s[of(s).astype(bool)] for s in self.strata) if len(part)]
        if not parts:
            return Limits(0, 0, 0.0)
        if not all(map(drawn, parts)):
            parts = [] if self.apart else [pd.concat(parts)]
        if not parts or not drawn(parts[0]):
            return None
        strata = []
        for part in parts:
            answered = part[part["part"] == "drawn"]
            n = int(has(answered).sum())
            strata.append(Stratum(len(part), len(answered), n if rare else len(answered) - n))
        found = limits_at(strata, 1, self.looks, level)
        if rare:
            return found
        size = sum(s.N for s in strata)
        return Limits(size - found.high, size - found.low, size - found.estimate)

    def steps(self, lowest: Any, middle: Any) -> list[Stratum]:
        """The strata with how many drawn items are at the bottom of a scale of three and how many in its middle."""
        found = []
        for part in self.strata:
            values = part.loc[part["part"] == "drawn", "value"].astype("object")
            found.append(Stratum(len(part), len(values), int((values == lowest).sum()), int((values == middle).sum())))
        return found

    def values(self) -> list[np.ndarray]:
        """Of every stratum the values of drawn items."""
        return [s.loc[s["part"] == "drawn", "value"].astype("float64").to_numpy() for s in self.strata]


def drawn(items: pd.DataFrame) -> int:
    """How many of some items count as drawn."""
    return int(items["part"].eq("drawn").sum())
