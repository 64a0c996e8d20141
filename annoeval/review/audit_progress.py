"""How far an audit is while people work at it: its half-width now, and how many items are left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import pandas as pd

from annoeval.conclusions import resolve
from annoeval.evaluation.plans import equal_steps
from annoeval.rating_table import PEOPLE
from annoeval.review.audits import waiting
from annoeval.review.standing import Standing
from annoeval.statistics.partial.looks import ANY_TIME, ONCE, Looks, limits_at
from annoeval.statistics.partial.stratum import Stratum
from annoeval.study import Study
from annoeval.words import number


@dataclass(frozen=True)
class Progress:
    """dimension; left: items drawn and not answered; now: half-width of the mean, valid at any time while items are
    open, None where it has no limits yet (or the scale no equal steps); goal: what the audit was drawn to reach."""

    dimension: str
    left: int
    now: float | None
    goal: float | None

    @property
    def words(self) -> str:
        """ "± 0.08 now, 12 more to ± 0.06"."""
        now = "" if self.now is None else f"± {number(self.now)} now"
        goal = f" to ± {self.goal:g}" if self.goal is not None else ""
        left = f"{self.left:,} more{goal}" if self.left else "all drawn items checked"
        return ", ".join(p for p in (now, left) if p)


def progress_of(base: Study, standing: Standing) -> list[Progress]:
    """Every audit under way, in the order drawn. base: the study without the decisions of `standing`.

    Reads the drawn items only, so that it costs the same in a study of any size.
    """
    found = []
    for dimension, audit in standing.audits.items():
        left = len(waiting(base, standing, dimension))
        if left:
            found.append(Progress(dimension, left, _now(base, standing, dimension), audit.half_width))
    return found


def _now(base: Study, standing: Standing, dimension: str) -> float | None:
    audit, steps = standing.audits[dimension], equal_steps(base.dimensions[dimension])
    kept = [i for i in audit.frame if i in base.items.index and i not in standing.excluded]
    drawn = [i for i in audit.items if i in base.items.index and i not in standing.excluded]
    if not steps or not drawn or audit.looks > 1:
        return None
    small = replace(
        base, items=base.items.loc[drawn], ratings=standing.of_items(drawn, dimension), audits=(), digest="audit"
    )
    final = resolve(small, dimension).set_index("item_id").reindex(drawn)
    value = final["value"].where(final["source"].isin(PEOPLE))
    one = pd.Series(0, index=pd.Index(kept))
    group = base.items[audit.by].reindex(kept) if audit.by in base.items else one
    strata = []
    for _, inside in group.groupby(group, sort=False):
        own = value[value.index.isin(inside.index)]
        own = own[own.notna().cumprod().astype(bool)].astype("float64")
        zeros = int((own == steps[0]).sum())
        middle = int((own == steps[1]).sum()) if len(steps) == 3 else 0
        strata.append(Stratum(len(inside), len(own), zeros, middle))
    if not any(s.n for s in strata):
        return None
    of = len(base.applicable(dimension)) - len(standing.excluded)
    width = _width(tuple(strata), len(steps) - 1, ANY_TIME if value.isna().any() or audit.enlarged else ONCE)
    return width * (steps[1] - steps[0]) / of / 2


@lru_cache(maxsize=256)
def _width(strata: tuple[Stratum, ...], v: int, looks: Looks) -> int:
    found = limits_at(strata, v, looks)
    return found.high - found.low
