"""Which limits hold after how many looks at an audit: one, a few that were planned, or any number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from annoeval.problem import AnnoevalError
from annoeval.statistics.partial.anytime import anytime_limits
from annoeval.statistics.partial.limits import Limits, limits
from annoeval.statistics.partial.stratum import Stratum

MOST_PLANNED = 5  # beyond these the limits at any time are the narrower ones


@dataclass(frozen=True)
class Looks:
    """How often somebody saw figures of an audit that could still grow, the look for which limits are wanted included.

    planned: how many looks, each at a size fixed beforehand, were decided on before the first; 1 to 5. Limits at a
    size fixed beforehand miss more often with every look that decides whether to go on, so more than were planned
    leave only those that hold at any time. Raises AnnoevalError for looks that can't be.
    """

    taken: int = 1
    planned: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.planned <= MOST_PLANNED:
            raise AnnoevalError(f"An audit is looked at 1 to {MOST_PLANNED} times as planned, not {self.planned}.")
        if self.taken < 1:
            raise AnnoevalError(f"An audit that has limits was looked at once or more, not {self.taken} times.")

    @property
    def kind(self) -> Literal["once", "planned", "any time"]:
        """Which limits hold."""
        if self.taken > self.planned:
            return "any time"
        return "once" if self.planned == 1 else "planned"

    @property
    def method(self) -> str:
        """The limits in words that can be printed."""
        if self.kind == "any time":
            return "limits at any time (Ville)"
        once = "profile-exact limits of the audit"
        return once if self.kind == "once" else f"{once}, for {self.planned} planned looks"

    def level(self, together: float) -> float:
        """The level of each look's limits so that all looks hold together at `together` (Bonferroni's inequality)."""
        return 1 - (1 - together) / self.planned if self.kind == "planned" else together


ONCE = Looks()
ANY_TIME = Looks(taken=2)


def limits_at(strata: Sequence[Stratum], v: int = 2, looks: Looks = ONCE, level: float = 0.95) -> Limits:
    """Limits of T = Σ (v·M0 + M1) that hold after these looks: `limits` at α or α/K, or `anytime_limits`.

    v: 2 for the mean of a scale 0–2, 1 for a count, 4 or 2 for κ. Raises ValueError for a stratum without an audited
    item, except where limits at any time apply.
    """
    if looks.kind == "any time":
        return anytime_limits(strata, v, level)
    return limits(strata, v, looks.level(level))
