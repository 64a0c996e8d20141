"""May the AI replace a rater? The alternative annotator test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

import numpy as np
import pandas as pd

from annoeval.statistics.agreement.coding import code

EPSILON = {"experts": 0.2, "trained raters": 0.15, "crowd": 0.1}
ENOUGH = 30  # items a rater should have rated for the t test


@dataclass(frozen=True)
class AgainstRater:
    """One excluded rater. n: items this rater, the AI and another rater rated. ai_wins, rater_wins: share of items on
    which the AI (the rater) is at least as close to the remaining raters. p: one-sided, that the rater's advantage is
    epsilon or more. rejected: whether that is rejected under the false discovery rate. advantage_low, advantage_high:
    95 % limits of rater_wins − ai_wins."""

    rater: str
    n: int
    ai_wins: float | None
    rater_wins: float | None
    advantage_low: float | None
    advantage_high: float | None
    p: float | None
    rejected: bool
    reason: str = ""


@dataclass(frozen=True)
class AltTest:
    """winning_rate: share of raters the AI may stand in for. passed: whether it is one half or more. advantage: mean
    probability that the AI is at least as good as a rater. None with a reason where undefined."""

    winning_rate: float | None
    passed: bool | None
    advantage: float | None
    epsilon: float
    raters: tuple[AgainstRater, ...]
    reason: str = ""


def alt_test(
    values: pd.DataFrame,
    ai: Any,
    epsilon: float = EPSILON["trained raters"],
    rate: float = 0.05,
    measure: Literal["equal", "distance"] = "equal",
    categories: Sequence[Any] = (),
) -> AltTest:
    """The alternative annotator test (Calderon, Reichart & Dror 2025, ACL).

    Each rater is left out in turn. On every item the AI and that rater are compared by how close they are to the
    remaining raters: the share of them with the same label (`equal`), or minus the root mean squared difference
    (`distance`, numbers). A rater's advantage below epsilon is tested by a one-sided t test, and raters are counted as
    won under Benjamini and Yekutieli's false discovery rate, since the tests share raters.

    values: items × raters and AI. ai: the column of the AI. epsilon: how much better a rater must be to be worth the
    cost: .2 experts,
        .15 trained raters, .1 crowd.
    """
    people = [c for c in values.columns if c != ai]
    if ai not in values.columns or values[ai].notna().sum() == 0:
        return AltTest(None, None, None, epsilon, (), "the AI rated nothing here")
    if len(people) < 2:
        return AltTest(None, None, None, epsilon, (), "it needs at least two raters beside the AI, better three")
    table = values[[*people, ai]]
    if measure == "equal":
        coded = code(table, categories).codes
        x = np.where(coded < 0, np.nan, coded.astype(float))
    else:
        x = table.to_numpy(dtype=float)
    found = [_against(x, j, len(people), str(rater), epsilon, measure) for j, rater in enumerate(people)]
    found = _discoveries(found, rate)
    tested = [f for f in found if f.p is not None]
    if not tested:
        return AltTest(
            None, None, None, epsilon, tuple(found), "no rater shares two items with the AI and another rater"
        )
    won = sum(f.rejected for f in tested) / len(tested)
    mean = float(np.mean([f.ai_wins for f in tested if f.ai_wins is not None]))
    few = [f.rater for f in tested if f.n < ENOUGH]
    said = f"fewer than {ENOUGH} items for {', '.join(few)}: read with care" if few else ""
    return AltTest(won, won >= 0.5, mean, epsilon, tuple(found), said)


def _against(x: np.ndarray, j: int, people: int, name: str, epsilon: float, measure: str) -> AgainstRater:
    others = np.delete(x[:, :people], j, axis=1)
    mine, ai = x[:, j], x[:, people]
    here = np.isfinite(mine) & np.isfinite(ai) & np.isfinite(others).any(axis=1)
    n = int(here.sum())
    if n < 2:
        return AgainstRater(name, n, None, None, None, None, None, False, "shares fewer than two items")
    with np.errstate(invalid="ignore"):
        far = others[here] - mine[here, None], others[here] - ai[here, None]
    if measure == "equal":
        close = [np.nanmean(np.where(np.isfinite(f), f == 0, np.nan), axis=1) for f in far]
    else:
        close = [-np.sqrt(np.nanmean(f**2, axis=1)) for f in far]
    by_rater, by_ai = close
    tie = 1e-12
    ai_wins, rater_wins = by_ai >= by_rater - tie, by_rater >= by_ai - tie
    d = rater_wins.astype(float) - ai_wins.astype(float)
    mean, spread = float(d.mean()), float(d.std(ddof=1))
    if spread > 0:
        from scipy.special import stdtr, stdtrit

        error = spread / sqrt(n)
        p = float(stdtr(n - 1, (mean - epsilon) / error))
        reach = float(stdtrit(n - 1, 0.975)) * error
        low, high = max(-1.0, mean - reach), min(1.0, mean + reach)
    else:
        # nothing varies, so t is undefined: were the advantage epsilon, a win of the rater alone would come up on that
        # share of items
        p = (1 - epsilon) ** n if mean <= 0 else 1.0
        low = high = None  # type: ignore[assignment]
    return AgainstRater(name, n, float(ai_wins.mean()), float(rater_wins.mean()), low, high, p, False)


def _discoveries(found: list[AgainstRater], rate: float) -> list[AgainstRater]:
    """Benjamini & Yekutieli (2001), Ann. Statist. 29, 1165–1188: valid under any dependence."""
    from dataclasses import replace

    order = sorted((f for f in found if f.p is not None), key=lambda f: f.p or 0.0)
    m = len(order)
    harmonic = sum(1 / k for k in range(1, m + 1))
    last = max((k for k, f in enumerate(order, 1) if (f.p or 0.0) <= k * rate / (m * harmonic)), default=0)
    won = {f.rater for f in order[:last]}
    return [replace(f, rejected=f.rater in won) for f in found]
