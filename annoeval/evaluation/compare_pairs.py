"""Rows of `comparison` for the same items measured several times: raters, dimensions, studies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd

from annoeval.evaluation.compare_groups import Pair, binary, possible, recommended_of
from annoeval.evaluation.outcome_row import outcome_row, whole_row
from annoeval.scale import Scale
from annoeval.statistics.comparison.effects import paired_d
from annoeval.statistics.comparison.marginals import bhapkar, cochran_q, mcnemar, stuart_maxwell
from annoeval.statistics.comparison.over_clusters import (
    clustered_differences,
    clustered_paired_permutation,
    clustered_paired_t,
)
from annoeval.statistics.comparison.paired import paired_t, sign_test
from annoeval.statistics.comparison.permutation import (
    paired_permutation_interval,
    paired_permutation_test,
    with_interval,
)
from annoeval.statistics.comparison.several_groups import friedman
from annoeval.statistics.intervals import share_interval
from annoeval.statistics.outcome import Outcome, complete_pairs

MOST_PAIRED = 12  # measurements up to which every pair is compared; beyond, each with the highest one
MOST_LABELS = 60  # labels up to which their shares are tested


def paired_rows(
    wide: pd.DataFrame,
    scale: Scale,
    pair: Pair | None = None,
    every: bool = True,
    clusters: pd.Series | None = None,
) -> Iterator[dict[str, object]]:
    """Tests between the columns of items × measurements, columns in alphabetical order.

    Right/wrong scales: McNemar (exact, recommended; mid-p), Cochran's Q for more than two. Other numeric ones: the
    paired permutation test (recommended), paired t, sign test, Friedman for more than two. Labels: Stuart–Maxwell
    (recommended) and Bhapkar, of ordered scores as well. Pairs use the items that both have, and `method` says how many
    each has alone; tests of all use those that all have. Of more than two, pairs have the recommended test only, the
    pair named all. clusters: of the items, with the index of `wide`; tests are then by whole clusters.
    """
    wide = wide[sorted(wide.columns, key=str)]
    names = [str(c) for c in wide.columns]
    if len(names) < 2:
        return
    if len(names) > 2 and scale.numeric and clusters is not None:
        complete = wide.dropna()
        apart = complete.iloc[:, 1:].to_numpy(float) - complete.iloc[:, [0]].to_numpy(float)
        yield whole_row(clustered_differences(apart, clusters.loc[complete.index], "hotelling"), recommended=True)
    elif len(names) > 2 and scale.numeric:
        values = wide.dropna().to_numpy(float)
        if binary(scale):
            yield whole_row(cochran_q(values), recommended=True)
        else:
            yield whole_row(friedman(values), "kendall_w", recommended=True)
    given = wide.notna().to_numpy()
    for i, j in _pairs(wide, scale):
        x, y = wide.iloc[:, i], wide.iloc[:, j]
        rows = (
            pair_rows(names[i], names[j], x, y, scale)
            if clusters is None
            else clustered_pair_rows(names[i], names[j], x, y, scale, clusters)
        )
        full = every and (len(names) == 2 or pair == (names[i], names[j]))
        shared = in_common(given[:, i], given[:, j], names[i], names[j])
        for row in rows if full else recommended_of(rows):
            yield row | {"method": "; ".join(str(m) for m in (row["method"], shared) if m)}


def in_common(a: np.ndarray, b: np.ndarray, first: str, second: str) -> str:
    """How many items both have and how many each lacks, where one lacks any. a, b: whether each has an item."""
    alone = [(int((a & ~b).sum()), first), (int((b & ~a).sum()), second)]
    if not any(n for n, _ in alone):
        return ""
    return ", ".join([f"{int((a & b).sum()):,} that both have", *(f"{n:,} only in {name}" for n, name in alone)])


def _pairs(wide: pd.DataFrame, scale: Scale) -> list[tuple[int, int]]:
    count = wide.shape[1]
    if count <= MOST_PAIRED:
        return list(combinations(range(count), 2))
    if not scale.numeric:
        return []
    best = int(np.nanargmax(wide.mean().to_numpy(float)))
    return [(min(i, best), max(i, best)) for i in range(count) if i != best]


def pair_rows(a: str, b: str, x: pd.Series, y: pd.Series, scale: Scale) -> Iterator[dict[str, object]]:
    """The tests of two measurements of the same items, x and y aligned."""
    if binary(scale):
        table = label_table(x, y, (1, 0))
        odds = discordant_odds(table)
        yield outcome_row(a, b, mcnemar(table, "exact"), odds, recommended=True)
        yield outcome_row(a, b, mcnemar(table, "mid_p"), odds)
        yield outcome_row(a, b, mcnemar(table, "corrected"), odds)
        return
    if scale.numeric:
        size, t = paired_d(x, y), paired_t(x, y)
        dealt = with_interval(paired_permutation_test(x, y), paired_permutation_interval(x, y))
        yield outcome_row(a, b, possible(dealt, scale), size, recommended=True)
        yield outcome_row(a, b, possible(t, scale), size)
        yield outcome_row(a, b, sign_test(x, y))
    labels = scale.categories or tuple(pd.unique(pd.concat([x, y]).dropna()))
    if 1 < len(labels) <= MOST_LABELS and (scale.categories or not scale.numeric):
        table = label_table(x, y, labels)
        yield outcome_row(a, b, stuart_maxwell(table), recommended=not scale.numeric)
        yield outcome_row(a, b, bhapkar(table))


def clustered_pair_rows(
    a: str, b: str, x: pd.Series, y: pd.Series, scale: Scale, clusters: pd.Series
) -> Iterator[dict[str, object]]:
    """The tests of two measurements of the same items by whole clusters, all aligned: the paired permutation test
    (recommended; for right and wrong too) and t; of labels the shares of all at once."""
    if scale.numeric:
        size = replace(paired_d(x, y), low=None, high=None)
        dealt, t = clustered_paired_permutation(x, y, clusters), clustered_paired_t(x, y, clusters)
        yield outcome_row(a, b, possible(dealt, scale), size, recommended=True)
        yield outcome_row(a, b, possible(t, scale), size)
        return
    labels = scale.categories or tuple(pd.unique(pd.concat([x, y]).dropna()))
    if 1 < len(labels) <= MOST_LABELS:
        both = (x.notna() & y.notna()).to_numpy()
        first, second = x.to_numpy()[both], y.to_numpy()[both]
        apart = np.column_stack([(first == label).astype(float) - (second == label) for label in labels[:-1]])
        found = clustered_differences(apart, clusters.to_numpy()[both], "stuart_maxwell")
        yield outcome_row(a, b, found, recommended=True)


def label_table(x: pd.Series, y: pd.Series, labels: tuple[object, ...]) -> list[list[int]]:
    """Counts of pairs, rows x and columns y, in the order of the labels; pairs with a missing side left out."""
    index = pd.Index(labels)
    rows, columns = index.get_indexer(pd.Index(x)), index.get_indexer(pd.Index(y))
    both = (rows >= 0) & (columns >= 0)
    k = len(labels)
    counts = np.bincount(rows[both] * k + columns[both], minlength=k * k)
    table: list[list[int]] = counts.reshape(k, k).tolist()
    return table


def discordant_odds(table: list[list[int]]) -> Outcome:
    """The odds that of two that differ it is a who is right, with the exact conditional interval."""
    a_only, b_only = table[0][1], table[1][0]
    m = a_only + b_only
    if not m:
        return Outcome("odds_ratio", 0, 0, reason="no pair differs")
    ends = share_interval(a_only, m)

    def odds(share: float | None) -> float | None:
        return None if share is None or share >= 1 else share / (1 - share)

    return Outcome("odds_ratio", m, m, odds(a_only / m), odds(ends.low), odds(ends.high), method=ends.method)


def differences(x: pd.Series, y: pd.Series) -> tuple[int, int, int]:
    """How many items are higher in x, lower in x, and equal."""
    a, b = complete_pairs(x, y)
    return int((a > b).sum()), int((a < b).sum()), int((a == b).sum())
