"""How right the AI is on all items when people reviewed some: accuracy, precision, share found, κ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from annoeval.evaluation.audited import LEVEL, Audited
from annoeval.scale import Scale
from annoeval.statistics.partial.kappa import kappa_bounds, kappa_limits
from annoeval.statistics.partial.truths import pooled

_NOTHING = object()  # the middle of two labels, which no item has
FEWEST = 10  # items of a stratum from which κ's limits hold beside those of others (tests/statistics/partial)


@dataclass
class Figure:
    """One figure: what it is of, as reviewed and not corrected, what the unseen items allow, and low, high, estimate.

    reason: why this figure alone has no estimate; method: where it differs from that of the others.
    """

    what: str
    naive: float | None = None
    bounds: tuple[float, float] = (np.nan, np.nan)
    found: tuple[float, float, float] | None = None
    reason: str = ""
    method: str = ""

    def columns(self) -> dict[str, Any]:
        """As columns of the table `estimates`."""
        low, high, estimate = self.found or (np.nan, np.nan, np.nan)
        own: dict[str, Any] = {
            "what": self.what,
            "estimate": estimate,
            "low": low,
            "high": high,
            "naive": self.naive,
            "bound_low": self.bounds[0],
            "bound_high": self.bounds[1],
        }
        if self.reason:
            return own | {"valid": False, "method": "", "reason": self.reason}
        return own | ({"method": self.method} if self.method else {})


def _right(items: pd.DataFrame) -> pd.Series:
    return items["ai"] == items["value"]


def accuracy(part: Audited, valid: bool) -> Figure:
    """On how many items the AI's score is people's."""
    items, of = part.items, len(part.items)
    answered = items[items["value"].notna()]
    sure = int(_right(answered).sum())
    can_be = int((items["part"].eq("unseen") & items["ai"].notna()).sum())
    row = Figure("accuracy", sure / len(answered) if len(answered) else None, (sure / of, (sure + can_be) / of))
    if valid and (got := part.count(_right, rare=False)) is not None:
        known = int(_right(part.known).sum())
        row.found = ((known + got.low) / of, (known + got.high) / of, (known + got.estimate) / of)
    return row


def precision(part: Audited, label: Any, valid: bool) -> Figure:
    """Of the items that the AI gave a label, how many truly have it."""
    items = part.items
    said, true, unseen = items["ai"] == label, items["value"] == label, items["part"].eq("unseen")
    called, hit, open_ = int(said.sum()), int((said & true).sum()), int((said & unseen).sum())
    row = Figure(f"precision of {label}")
    if not called:
        row.reason = f"the AI never said {label}"
        return row
    row.naive = hit / (called - open_) if called > open_ else None
    row.bounds = (hit / called, (hit + open_) / called)
    if valid:
        got = part.count(lambda x: x["value"] == label, lambda x: x["ai"] == label, rare=False)
        if got is None:
            row.reason = f"no item that the AI called {label} was audited"
        else:
            base = int((part.known["ai"].eq(label) & part.known["value"].eq(label)).sum())
            row.found = ((base + got.low) / called, (base + got.high) / called, (base + got.estimate) / called)
    return row


def found(part: Audited, label: Any, valid: bool) -> Figure:
    """Of the items that truly have a label, how many the AI gave it (Begg & Greenes 1983).

    hits / (hits + misses): rises with the hits and falls with the misses, so their limits give its own. Where both
    are unknown each has half of the error."""
    items = part.items
    said, true, unseen = items["ai"] == label, items["value"] == label, items["part"].eq("unseen")
    hit, missed = int((said & true).sum()), int((~said & true).sum())
    more, others = int((said & unseen).sum()), int((~said & unseen).sum())
    row = Figure(f"found of {label}", _share(hit, missed), (_share(hit, missed + others), _share(hit + more, missed)))
    if not valid:
        return row
    both = bool(part.frame["ai"].eq(label).any() and part.frame["ai"].ne(label).any())
    level = (1 + LEVEL) / 2 if both else LEVEL

    def is_so(x: pd.DataFrame) -> pd.Series:
        return x["value"] == label

    hits = part.count(is_so, lambda x: x["ai"] == label, rare=False, level=level)
    misses = part.count(is_so, lambda x: x["ai"] != label, level=level)
    if hits is None or misses is None:
        row.reason = f"no item that the AI called {f'{label}' if hits is None else f'other than {label}'} was audited"
        return row
    known = part.known["value"].eq(label)
    base, gone = int((known & part.known["ai"].eq(label)).sum()), int((known & part.known["ai"].ne(label)).sum())
    row.found = (
        _share(base + hits.low, gone + misses.high),
        _share(base + hits.high, gone + misses.low),
        _share(base + hits.estimate, gone + misses.estimate),
    )
    if not base + hits.estimate + gone + misses.estimate:
        row.reason = f"as far as people saw, no item is truly {label}"
    return row


def _share(hit: float, missed: float) -> float:
    return hit / (hit + missed) if hit + missed else np.nan


def kappa(part: Audited, scale: Scale, valid: bool) -> Figure:
    """κ of AI and truth: of two labels, of which the AI gave all items of the frame the same, or quadratic on a scale
    of three equal steps, of which it gave them the highest.

    Two labels are the ends of such a scale whose middle nobody uses: their weights are those of plain κ, and their
    limits those of a count. Strata of one random order are one where any has few items; those drawn from apart can't
    be, and are refused."""
    labels = list(scale.categories)
    row = Figure("kappa_quadratic")
    said = part.frame["ai"].dropna().unique().tolist() if len(part.frame) else labels[-1:]
    alike = len(said) == 1 and bool(part.frame["ai"].notna().all())
    if len(labels) == 2:
        if not alike:
            row.reason = "κ from an audit needs the AI to have said the same of all items outside the review"
            return row
        labels = [next(l for l in labels if l != said[0]), _NOTHING, said[0]]
    elif not scale.numeric or len(labels) != 3 or labels[1] - labels[0] != labels[2] - labels[1]:
        row.reason = "κ from an audit is worked out for two labels and for scales of three equal steps"
        return row
    elif not alike or said[0] != labels[2]:
        row.reason = "κ from an audit needs all items outside the review to bear the AI's highest score"
        return row
    table = _counts(part.known, labels)
    answered = part.frame.loc[part.frame["part"] != "unseen", "value"].astype("object")
    sure = [list(counts) for counts in table]
    for at, label in enumerate(labels):
        sure[2][at] += int((answered == label).sum())
    bounds = kappa_bounds(sure, part.unseen, ends=labels[1] is _NOTHING)
    row.bounds = (_number(bounds.low), _number(bounds.high))
    if not valid:
        return row
    if len(part.frame):
        strata = part.steps(labels[0], labels[1])
        if labels[1] is not _NOTHING and len(strata) > 1 and min(s.N for s in strata) < FEWEST:
            if part.apart:
                row.reason = f"κ's limits do not hold where items were drawn apart from fewer than {FEWEST}"
                return row
            strata = [pooled(strata)]
        k = kappa_limits(table, strata, looks=part.looks, ends=labels[1] is _NOTHING)
        ends = (k.low, k.high, k.value)
    else:
        only = kappa_bounds(table, 0).low
        ends = (only, only, only)
    if any(x is None for x in ends):
        row.reason = "AI and people used one score only, so chance agreement is 1"
    else:
        row.found = ends  # type: ignore[assignment]
    return row


def _counts(known: pd.DataFrame, labels: list[Any]) -> list[list[int]]:
    known = known.loc[known["ai"].notna(), ["ai", "value"]]

    def by_label(column: str) -> list[np.ndarray]:
        own = known[column] if known[column].dtype == "float64" else known[column].astype("object")
        nowhere = np.zeros(len(own), dtype=bool)
        return [nowhere if label is _NOTHING else (own == label).to_numpy() for label in labels]

    values = by_label("value")
    return [[int((a & b).sum()) for b in values] for a in by_label("ai")]


def _number(x: float | None) -> float:
    return np.nan if x is None else x
