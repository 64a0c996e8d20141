"""What other cuts of a scorer would change, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annoeval.evaluation.recut import Change
from annoeval.statistics.calibration.cuts import Fitted
from annoeval.words import count, interval, number


def what_changes(changes: Sequence[Change], titles: Mapping[str, str]) -> str:
    """ "Caption: 12 of 94 scores would change; κ with people 0.52 → 0.55 (40 items)"."""
    said = []
    for c in changes:
        line = f"{titles[c.dimension]}: **{c.changed:,} of {count(c.n, 'score')}** would change"
        if c.before is not None and c.after is not None:
            line += f"; κ with people {number(c.before)} → **{number(c.after)}** ({count(c.people, 'item')})"
        said.append(f"{line}.")
    return " ".join(said)


def what_fits(found: Fitted, title: str, cuts: Mapping[str, float]) -> str:
    """Which cuts people's scores speak for, and how sure that is. cuts: the present ones."""
    if found.gain is None:
        return f"{title}: no cuts are fitted, since {found.reason}."
    sure = f" [{interval(found.low, found.high)}]" if found.low is not None else " without an interval"
    gain = f"κ with people {number(found.kappa)} → **{number(found.fitted)}** on items the cuts were not fitted to"
    told = f"{gain}, a gain of {number(found.gain)}{sure} ({count(found.n, 'item')})"
    if found.reason:
        return f"{title}: {found.reason}: {told}."
    new = ", ".join(f"{k.split('.')[-1]} {cuts[k]:g} → {v:g}" for k, v in found.cuts.items() if v != cuts[k])
    return f"{title}: {new} would agree better: {told}."
