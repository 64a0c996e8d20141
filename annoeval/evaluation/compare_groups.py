"""Rows of `comparison` for different items in different groups: conditions, domains, runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pandas as pd

from annoeval.evaluation.outcome_row import outcome_row, whole_row
from annoeval.statistics.comparison.effects import cliff_delta, hedges_g
from annoeval.statistics.comparison.permutation import permutation_test
from annoeval.statistics.comparison.several_groups import anova, kruskal_wallis, welch_anova
from annoeval.statistics.comparison.two_groups import mann_whitney, student, welch
from annoeval.statistics.outcome import Array, Outcome
from annoeval.study import Scale

MOST_PAIRED = 12  # groups up to which every pair is compared
MOST_GROUPS = 60  # a column with more values names items rather than grouping them


def group_rows(values: pd.Series, groups: pd.Series, scale: Scale) -> Iterator[dict[str, object]]:
    """Tests of a numeric dimension between the groups of a column, in alphabetical order of the groups.

    values, groups: aligned. Two groups: Welch (recommended), Student, permutation, Mann–Whitney. More: Welch's
    analysis of variance (recommended), Fisher's, Kruskal–Wallis, and every pair of up to twelve groups.
    """
    if not scale.numeric:
        return
    parts = {str(level): part.to_numpy(float) for level, part in values.groupby(groups, sort=False)}
    levels = sorted(parts)
    if not 1 < len(levels) <= MOST_GROUPS:
        return
    if len(levels) > 2:
        everything = [parts[level] for level in levels]
        free = welch_anova(everything)
        yield whole_row(free, recommended=free.p is not None)
        yield whole_row(anova(everything), "eta_squared", recommended=False)
        yield whole_row(kruskal_wallis(everything), "epsilon_squared", recommended=free.p is None)
    if len(levels) <= MOST_PAIRED:
        for a, b in combinations(levels, 2):
            yield from two_group_rows(a, b, parts[a], parts[b])


def two_group_rows(a: str, b: str, x: Array, y: Array) -> Iterator[dict[str, object]]:
    """The tests of two groups, Welch's t recommended (the permutation test where t is undefined)."""
    size, dominance = hedges_g(x, y), cliff_delta(x, y)
    t = welch(x, y)
    yield outcome_row(a, b, t, size, recommended=t.p is not None)
    yield outcome_row(a, b, student(x, y), size)
    yield outcome_row(a, b, with_interval(permutation_test(x, y), t), size, recommended=t.p is None)
    yield outcome_row(a, b, mann_whitney(x, y), dominance)


def with_interval(permutation: Outcome, t: Outcome) -> Outcome:
    """A permutation test with the t interval of the same difference, and its method saying so."""
    if t.low is None or permutation.p is None:
        return replace(permutation, reason=permutation.reason or f"no interval: {t.reason}")
    return replace(permutation, low=t.low, high=t.high, method=f"{permutation.method}; {t.method}")
