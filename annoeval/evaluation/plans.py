"""How many more items to review so that a score is known to a given half-width."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pandas as pd

from annoeval.evaluation.coverage_of_review import Coverage, coverage, frame
from annoeval.evaluation.estimates import first_group
from annoeval.problem import AnnoevalError
from annoeval.scale import Scale
from annoeval.statistics.partial.looks import ANY_TIME, ONCE, Looks, limits_at
from annoeval.statistics.partial.planning import audit_size
from annoeval.statistics.partial.stratum import Stratum
from annoeval.study import Study

EXPECTED = 0.05  # share of errors among accepted items, before an audit has shown any
ENOUGH = 20  # audited items from which on their own share of errors counts


@dataclass(frozen=True)
class Plan:
    """more: items to review besides those drawn; drawn, unseen: as now, of what an audit is drawn from.
    errors: the share of errors expected. minutes: what they cost at the median time that reviews of this study took;
    None where no times are known. by, apart: to know it so in every value of a group as well, how many more of each;
    empty where the study has no groups. looks: for which limits the plan is made."""

    half_width: float
    more: int
    drawn: int
    unseen: int
    errors: float
    minutes: float | None
    by: str = ""
    apart: Mapping[str, int] = field(default_factory=dict)
    looks: Looks = ONCE

    def takes(self, items: int) -> float | None:
        """Minutes that so many items cost."""
        return None if self.minutes is None or not self.more else self.minutes * items / self.more


@dataclass(frozen=True)
class _Audit:
    """What a plan needs to know of some items: those drawn from, with what was seen, and how many there are in all."""

    size: int
    seen: tuple[int, int, int]
    of: int
    drawn: int


def plan(
    study: Study,
    dimension: str,
    half_width: float,
    errors: float | None = None,
    label: Any = None,
    apart: bool = False,
    looks: int = 1,
) -> Plan:
    """The audit that will reach `half_width` with 85 % chance: of the mean on a scale of two or three equal steps, of
    the share of a label on others.

    half_width: on the dimension's scale, of a share 0 to 1. errors: expected share of items below the top (or not of
    the label) among those drawn from; by default what the audit has shown so far, before it the AI's own and 5 %.
    label: whose share is wanted. apart: whether every value of the study's first group is planned for as well.
    looks: how many looks (1 to 5) are planned, the result included; of an audit that exists, those of its draw count.
    The size is fixed before looking; an audit that was looked at goes on with limits at any time.
    Raises AnnoevalError for a dimension that isn't there, a half-width that can't be reached or more looks.
    """
    if dimension not in study.dimensions:
        raise AnnoevalError(f"There is no dimension {dimension!r}; {study.name} has {', '.join(study.dimensions)}.")
    if not half_width > 0:
        raise AnnoevalError(f"A half-width is above 0, not {half_width:g}.")
    planned = Looks(planned=looks)
    scale = study.dimensions[dimension]
    steps = equal_steps(scale) if label is None else ()
    if not steps and label is None:
        raise AnnoevalError(
            f"An audit is planned for scales of two or three equal steps, which {dimension} has not, or for the share "
            "of one label."
        )
    found = coverage(study, dimension)
    known = study.audit(dimension)
    drawn_from = (
        known.frame if known else [*found.items.index[found.items["part"] == "drawn"], *frame(study, dimension)]
    )
    inside = found.items[found.items.index.isin(drawn_from) & found.items["part"].ne("known")]
    taken = inside.index.isin(known.items) if known else inside["part"].eq("drawn").to_numpy()
    seen = taken.any() and (known is None or not inside[taken]["value"].isna().all())
    then = ANY_TIME if seen else Looks(planned=known.looks) if known else planned
    unit, v = (steps[1] - steps[0], len(steps) - 1) if steps else (1.0, 1)

    def more(part: pd.DataFrame, of: int, expected: float) -> int:
        audit = _audit(part, taken[inside.index.isin(part.index)], steps, label, of)
        if not audit.size or _reached(audit, found.looks, unit, v, half_width):
            return 0
        n = audit_size(audit.size, half_width, unit / audit.of, expected, v=v, seen=audit.seen, looks=then)
        return max(n - audit.drawn, 0)

    expected = errors if errors is not None else _expected(inside, found, steps, label)
    whole = more(inside, len(found.items), expected)
    column = (known.by if known else "") or first_group(study)
    each: dict[str, int] = {}
    if apart and column:
        groups = study.items[column].reindex(found.items.index).astype("str")
        for value, own in groups.groupby(groups, sort=False):
            each[str(value)] = more(inside[inside.index.isin(own.index)], len(own), expected)
    seconds = study.ratings.loc[study.ratings["dimension"].eq(dimension), "seconds"].dropna().astype("float64")
    cost = whole * float(seconds.median()) / 60 if len(seconds) else None
    unseen = int(inside["value"].isna().sum())
    return Plan(half_width, whole, int(taken.sum()), unseen, expected, cost, column if each else "", each, then)


def _reached(audit: _Audit, looks: Looks, unit: float, v: int, half_width: float) -> bool:
    """Whether what was audited so far is enough, by the limits that hold now."""
    if not audit.seen[0]:
        return False
    now = limits_at((Stratum(audit.size, *audit.seen),), v, looks)
    return (now.high - now.low) * unit / audit.of / 2 <= half_width


def equal_steps(scale: Scale) -> tuple[float, ...]:
    """The values of a scale of two or three equal steps; none for others."""
    steps = tuple(float(c) for c in scale.categories) if scale.numeric else ()
    even = len({b - a for a, b in pairwise(steps)}) == 1 and all(b > a for a, b in pairwise(steps))
    return steps if len(steps) in (2, 3) and even else ()


def _audit(part: pd.DataFrame, taken: Any, steps: tuple[float, ...], label: Any, of: int) -> _Audit:
    counted = part[part["part"] == "drawn"]["value"]
    if steps:
        values = counted.astype("float64")
        middle = int((values == steps[1]).sum()) if len(steps) == 3 else 0
        seen = (len(values), int((values == steps[0]).sum()), middle)
    else:
        seen = (len(counted), int((counted != label).sum()), 0)
    return _Audit(len(part), seen, of, int(taken.sum()))


def _expected(inside: pd.DataFrame, found: Coverage, steps: tuple[float, ...], label: Any) -> float:
    """The share of items below the top, or not of the label: as audited, else as the AI has it, else as reviewed."""
    best = steps[-1] if steps else label
    counted = inside[inside["part"] == "drawn"]
    if len(counted) >= ENOUGH:
        return float((counted["value"] != best).mean())
    scored = inside["ai"].dropna()
    if len(scored):
        return float(min((scored != best).mean() + EXPECTED, 1))
    answered = found.items["value"].dropna()
    return float((answered != best).mean()) if len(answered) >= ENOUGH else 0.5
