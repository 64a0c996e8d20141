"""Where to cut measures into scores so that they agree best with people, and what that gains on items not looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from annoeval.statistics.intervals import bootstrap

FEWEST = 50  # items from which cuts are fitted: a fold then holds ten
FOLDS = 5
ROUNDS = 3  # passes over the cuts, each set to its best while the others stay
GRID = (*(round(0.05 * k, 2) for k in range(1, 20)), 0.97, 0.98, 0.99)
Scores = Callable[[Mapping[str, float]], np.ndarray]


@dataclass(frozen=True)
class Fitted:
    """cuts: those fitted to all items. kappa: quadratically weighted κ of people with the present cuts; fitted: with
    cuts that were fitted without the item scored. gain, low, high: their difference with its interval.

    n: items. reason: why there is nothing to offer; "" where the whole interval of the gain is above 0.
    """

    n: int
    cuts: Mapping[str, float]
    kappa: float | None = None
    fitted: float | None = None
    gain: float | None = None
    low: float | None = None
    high: float | None = None
    method: str = ""
    reason: str = ""


def quadratic(scores: np.ndarray, truth: np.ndarray) -> float:
    """Quadratically weighted κ of two columns of numbers; NaN where both are one number throughout.

    1 − mean (x − y)² ÷ (var x + var y + (mean x − mean y)²), which Cohen (1968) gives in this form.
    """
    return float(_kappa(_sums(scores, scores, truth).sum(axis=0))[0])


def fit_cuts(scores: Scores, cuts: Mapping[str, float], truth: np.ndarray, folds: np.ndarray | None = None) -> Fitted:
    """Cuts that maximise quadratically weighted κ with people, and their gain by cross-validation.

    scores: all items' scores under some cuts. cuts: the present ones by name, 0 to 1. truth: people's scores.
    folds: an item's group (its paper), never split between fitting and scoring where there are ten or more.
    The interval is that of the difference of the two κ, over groups, by BCa bootstrap.
    """
    n = len(truth)
    if n < FEWEST:
        return Fitted(n, dict(cuts), reason=f"{n} items were scored by people and the AI; {FEWEST} are needed")
    if len(np.unique(truth)) < 2:
        return Fitted(n, dict(cuts), reason="people gave one score throughout")
    groups = np.arange(n)
    if folds is not None and len(np.unique(folds)) >= 2 * FOLDS:
        groups = np.unique(folds, return_inverse=True)[1]
    fold = np.random.default_rng(0).permutation(int(groups.max()) + 1)[groups] % FOLDS
    known: dict[tuple[float, ...], np.ndarray] = {}

    def under(chosen: Mapping[str, float]) -> np.ndarray:
        key = tuple(chosen.values())
        if key not in known:
            known[key] = scores(chosen)
        return known[key]

    now, held = under(cuts), np.empty(n)
    for k in range(FOLDS):
        held[fold == k] = under(_best(under, cuts, truth, fold != k))[fold == k]
    best = _best(under, cuts, truth, np.full(n, True))
    rows = np.zeros((int(groups.max()) + 1, 9))
    np.add.at(rows, groups, _sums(now, held, truth))
    kappas = _kappa(rows.sum(axis=0))
    unit = "items" if len(rows) == n else "papers"
    limits = bootstrap(rows, lambda total: _gain(total)[..., None], np.ones(len(rows)), unit=unit)[0]
    gain = float(kappas[1] - kappas[0])
    low = limits.low
    reason = "" if low is not None and low > 0 and dict(best) != dict(cuts) else "no better cuts are certain"
    fitted = None if np.isnan(kappas[1]) else float(kappas[1])
    kappa = None if np.isnan(kappas[0]) else float(kappas[0])
    method = f"{FOLDS}-fold cross-validation; {limits.method}"
    return Fitted(n, best, kappa, fitted, None if np.isnan(gain) else gain, low, limits.high, method, reason)


def _best(under: Scores, cuts: Mapping[str, float], truth: np.ndarray, mine: np.ndarray) -> dict[str, float]:
    """One cut after the other at its best; of equally good ones that nearest to the present cut."""
    chosen = dict(cuts)
    for _ in range(ROUNDS):
        for name, present in cuts.items():
            tried: Sequence[float] = sorted({*GRID, chosen[name], present}, key=lambda c: abs(c - present))
            found = [_of(under({**chosen, name: c})[mine], truth[mine]) for c in tried]
            chosen[name] = tried[int(np.argmax(np.round(found, 9)))]
    return chosen


def _of(scores: np.ndarray, truth: np.ndarray) -> float:
    found = quadratic(scores, truth)
    return -1.0 if np.isnan(found) else found


def _sums(a: np.ndarray, b: np.ndarray, t: np.ndarray) -> np.ndarray:
    """One row an item: what both κ are made of, to be added up."""
    return np.column_stack([np.ones(len(t)), a, b, t, a * a, b * b, t * t, a * t, b * t]).astype(float)


def _kappa(total: np.ndarray) -> np.ndarray:
    """κ with people of the first and of the second scores, from sums (… × 9) → (2 × …)."""
    n, a, b, t, aa, bb, tt, at, bt = np.moveaxis(np.asarray(total), -1, 0)
    out = []
    for x, xx, xt in ((a, aa, at), (b, bb, bt)):
        apart = (xx + tt - 2 * xt) / n
        chance = xx / n - (x / n) ** 2 + tt / n - (t / n) ** 2 + ((x - t) / n) ** 2
        with np.errstate(divide="ignore", invalid="ignore"):
            out.append(np.where(chance > 1e-12, 1 - apart / chance, np.nan))
    return np.array(out)


def _gain(total: np.ndarray) -> np.ndarray:
    first, second = _kappa(total)
    return np.asarray(second - first)
