"""Rows of `comparison` for different items in different groups: conditions, domains, runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice

import numpy as np
import pandas as pd

from annoeval.evaluation.outcome_row import outcome_row, whole_row
from annoeval.scale import Scale
from annoeval.statistics.comparison.effects import cliff_delta, hedges_g
from annoeval.statistics.comparison.over_clusters import clustered_anova, clustered_permutation, clustered_welch
from annoeval.statistics.comparison.permutation import permutation_interval, permutation_test, with_interval
from annoeval.statistics.comparison.several_groups import anova, kruskal_wallis, welch_anova
from annoeval.statistics.comparison.shares import cohen_h, fisher
from annoeval.statistics.comparison.two_groups import mann_whitney, student, welch
from annoeval.statistics.intervals import Interval
from annoeval.statistics.outcome import Array, Outcome

Pair = tuple[str, str]

MOST_PAIRED = 12  # groups up to which every pair is compared
MOST_GROUPS = 60  # a column with more values names items rather than grouping them


def group_rows(
    values: pd.Series,
    groups: pd.Series,
    scale: Scale,
    pair: Pair | None = None,
    every: bool = True,
    clusters: pd.Series | None = None,
) -> Iterator[dict[str, object]]:
    """Tests of a numeric dimension between the groups of a column, in alphabetical order of the groups.

    values, groups: aligned. Two groups: Welch (recommended), Student, permutation, Mann–Whitney; right/wrong scales:
    Fisher's exact test (recommended), mid-p, permutation. More: Welch's analysis of variance (recommended), Fisher's,
    Kruskal–Wallis, and every pair of up to twelve groups by the recommended test; all tests of the pair named. every:
    whether the other tests of two groups are made. clusters: each value's, aligned; tests are then by whole clusters.
    """
    if not scale.numeric:
        return
    parts = {str(level): part.to_numpy(float) for level, part in values.groupby(groups, sort=False)}
    levels = sorted(parts)
    if not 1 < len(levels) <= MOST_GROUPS:
        return
    of = {} if clusters is None else {str(level): c.to_numpy() for level, c in clusters.groupby(groups, sort=False)}
    if len(levels) > 2 and of:
        together = clustered_anova([parts[level] for level in levels], [of[level] for level in levels])
        yield whole_row(together, recommended=True)
    elif len(levels) > 2:
        everything = [parts[level] for level in levels]
        free = welch_anova(everything)
        yield whole_row(free, recommended=free.p is not None)
        yield whole_row(anova(everything), "eta_squared", recommended=False)
        yield whole_row(kruskal_wallis(everything), "epsilon_squared", recommended=free.p is None)
    if len(levels) <= MOST_PAIRED:
        for a, b in combinations(levels, 2):
            rows = (
                clustered_group_rows(a, b, parts[a], parts[b], of[a], of[b], scale)
                if of
                else two_group_rows(a, b, parts[a], parts[b], scale)
            )
            yield from rows if every and (len(levels) == 2 or pair == (a, b)) else recommended_of(rows)


def recommended_of(rows: Iterator[dict[str, object]]) -> Iterator[dict[str, object]]:
    """The recommended row alone; tests after it aren't made."""
    yield from islice((row for row in rows if row["recommended"]), 1)


def two_group_rows(a: str, b: str, x: Array, y: Array, scale: Scale | None = None) -> Iterator[dict[str, object]]:
    """The tests of two groups: Welch's t recommended (the permutation test where t is undefined); of 0 and 1 Fisher's
    exact test with Newcombe's interval. No limit leaves what a difference on the scale can be."""
    if (scale is None or binary(scale)) and np.isin(x, (0, 1)).all() and np.isin(y, (0, 1)).all():
        size = cohen_h(x, y)
        yield outcome_row(a, b, fisher(x, y), size, recommended=True)
        yield outcome_row(a, b, fisher(x, y, method="mid_p"), size)
        yield outcome_row(a, b, with_interval(permutation_test(x, y), permutation_interval(x, y)), size)
        return
    size, t = hedges_g(x, y), welch(x, y)
    yield outcome_row(a, b, possible(t, scale), size, recommended=t.p is not None)
    yield outcome_row(a, b, possible(student(x, y), scale), size)
    dealt = with_interval(permutation_test(x, y), permutation_interval(x, y))
    yield outcome_row(a, b, possible(dealt, scale), size, recommended=t.p is None)
    yield outcome_row(a, b, mann_whitney(x, y), cliff_delta(x, y))


def clustered_group_rows(
    a: str, b: str, x: Array, y: Array, of_a: Array, of_b: Array, scale: Scale
) -> Iterator[dict[str, object]]:
    """The tests of two groups by whole clusters: Welch's t with a cluster-robust error recommended (the permutation
    test where t is undefined). The effect has no interval, since its methods take values as independent."""
    size = cohen_h(x, y) if binary(scale) else hedges_g(x, y)
    size = replace(size, low=None, high=None)
    t = clustered_welch(x, y, of_a, of_b)
    if t.p is not None:
        yield outcome_row(a, b, possible(t, scale), size, recommended=True)
    dealt = clustered_permutation(x, y, of_a, of_b)
    if t.p is None:
        yield outcome_row(a, b, t, size, recommended=dealt.p is None)
    yield outcome_row(a, b, possible(dealt, scale), size, recommended=t.p is None and dealt.p is not None)


def binary(scale: Scale) -> bool:
    """Whether values are right (1) and wrong (0) only."""
    return scale.numeric and set(scale.categories) == {0, 1}


def possible(found: Outcome, scale: Scale | None) -> Outcome:
    """A difference whose limits are cut at what differences on the scale can be."""
    if scale is None or scale.range is None or found.low is None or found.high is None:
        return found
    span = scale.range[1] - scale.range[0]
    cut = Interval(found.low, found.high, found.method).within(-span, span)
    return replace(found, low=cut.low, high=cut.high, method=cut.method)
