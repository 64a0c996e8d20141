"""How many more items to review so that a score is known to a given half-width."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from annoeval.evaluation.coverage_of_review import coverage
from annoeval.statistics.partial.planning import audit_size
from annoeval.study import AnnoevalError, Study

EXPECTED = 0.05  # share of errors among accepted items, before an audit has shown any


@dataclass(frozen=True)
class Plan:
    """more: items to review besides those audited; audited, unseen: as now; errors: the share of errors expected.
    minutes: what they cost at the median time that reviews of this study took; None where no times are known."""

    half_width: float
    more: int
    audited: int
    unseen: int
    errors: float
    minutes: float | None


def plan(study: Study, dimension: str, half_width: float, errors: float | None = None) -> Plan:
    """The audit that will reach `half_width` of the mean with 85 % chance (of the share of right ones on 0/1).

    half_width: on the dimension's scale. errors: expected share of errors among what the AI accepted; by default what
    the audit has shown so far, before it 5 %. The size is fixed before looking; one more look later needs the limits
    at any time. Raises AnnoevalError for a dimension that isn't there, or whose scale isn't of two or three
    equal steps.
    """
    if dimension not in study.dimensions:
        raise AnnoevalError(f"There is no dimension {dimension!r}; {study.name} has {', '.join(study.dimensions)}.")
    if not half_width > 0:
        raise AnnoevalError(f"A half-width is above 0, not {half_width:g}.")
    scale = study.dimensions[dimension]
    steps = [float(c) for c in scale.categories] if scale.numeric else []
    if len(steps) not in (2, 3) or len({b - a for a, b in pairwise(steps)}) != 1:
        raise AnnoevalError(f"An audit is planned for scales of two or three equal steps, which {dimension} has not.")
    items = coverage(study, dimension).items
    drawn = items[items["part"] == "drawn"]["value"].astype("float64")
    unseen = int((items["part"] == "unseen").sum())
    wrong, middle = (drawn == steps[0]).sum(), ((drawn == steps[1]).sum() if len(steps) == 3 else 0)
    n, v = len(drawn), len(steps) - 1
    expected = errors if errors is not None else (float(wrong + middle) / n if n >= 20 else EXPECTED)
    whole = (
        audit_size(
            n + unseen, half_width, (steps[1] - steps[0]) / len(items), expected, v=v, seen=(n, int(wrong), int(middle))
        )
        if unseen
        else n
    )
    seconds = study.ratings.loc[study.ratings["dimension"].eq(dimension), "seconds"].dropna().astype("float64")
    more = max(whole - n, 0)
    cost = more * float(seconds.median()) / 60 if len(seconds) else None
    return Plan(half_width, more, n, unseen, expected, cost)
