"""Do groups or measurements differ, where values come in clusters (figures of one paper)? Tests by whole clusters.

Rank tests, Student's t and McNemar's test take every value as independent; of values in clusters they would find
differences that are not there, so they have no counterpart here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb, log10
from typing import Any

import numpy as np

from annoeval.statistics.clustered import FEWEST, cluster_means, codes_of, too_few
from annoeval.statistics.comparison.permutation import inversion_limits, paired_permutation_test
from annoeval.statistics.comparison.two_groups import t_outcome
from annoeval.statistics.means import mean_error
from annoeval.statistics.outcome import Array, Outcome, as_floats

COUNTED = 20_000  # ways of dealing clusters out up to which all are counted
_DRAWN = 10_000
_SUBSETS = 12  # clusters up to which all subsets are taken


def clustered_welch(
    a: Iterable[Any], b: Iterable[Any], of_a: Iterable[Any], of_b: Iterable[Any], *, level: float = 0.95
) -> Outcome:
    """Welch's t for values in clusters: mean(a) − mean(b) with the CR2 standard error and Satterthwaite's degrees of
    freedom. A cluster may hold values of both groups. With each value its own cluster it is Welch's t.

    a, b: values; of_a, of_b: each value's cluster. Undefined below five clusters in a group and without variation.
    Source: Bell & McCaffrey (2002), Surv. Methodol. 28; Pustejovsky & Tipton (2018), J. Bus. Econ. Stat. 36.
    """
    x, y, codes, groups = _pooled(a, b, of_a, of_b)
    n, m = len(x), len(y)
    difference, why = _against(x, y, codes, groups)
    if why:
        return Outcome("welch", n, m, difference, reason=why, level=level)
    means = cluster_means(np.concatenate([x, y]), codes, groups)
    estimate, se, df = means.contrast([1.0, -1.0])
    if se <= 1e-12 * max(1e-300, float(np.abs(np.concatenate([x, y])).max())):
        reason = "the clusters do not vary, so a t test has no standard error to compare the difference with"
        return Outcome("welch", n, m, estimate, reason=reason, level=level)
    found = t_outcome("welch", n, m, estimate, se, df, "two-sided", level)
    return replace(found, method=f"{found.method}, standard error CR2 over {_count(codes)} clusters")


def clustered_permutation(
    a: Iterable[Any], b: Iterable[Any], of_a: Iterable[Any], of_b: Iterable[Any], *, level: float = 0.95, seed: int = 0
) -> Outcome:
    """Permutation test of the difference of two means, whole clusters being dealt out anew, with the interval of the
    differences it would not reject. All ways are counted up to 20,000, else 10,000 drawn.

    Undefined below five clusters in a group, and where a cluster holds values of both groups. If a is moved by δ,
    an arrangement's difference D − cδ is at least as large as the observed D₀ − δ where δ ≥ (D₀ − D) / (1 − c), c being
    how much more of a's own values it has on a's side; the limits are quantiles of these.
    Source: Fisher (1935); Phipson & Smyth (2010), Stat. Appl. Genet. Mol. Biol. 9; Garthwaite (1996), Biometrics 52.
    """
    x, y, codes, groups = _pooled(a, b, of_a, of_b)
    n, m = len(x), len(y)
    difference, why = _against(x, y, codes, groups)
    if not why and set(codes[groups == 0]) & set(codes[groups == 1]):
        why = "clusters hold values of both groups, so they can't be dealt out whole"
    if why:
        return Outcome("permutation", n, m, difference, reason=why, level=level)
    k = _count(codes)
    size = np.bincount(codes, minlength=k).astype(float)
    total = np.bincount(codes, np.concatenate([x, y]), minlength=k)
    own = np.zeros(k)
    own[codes[groups == 0]] = 1
    many = int(own.sum())
    chosen, how = _dealt(k, many, seed)
    sizes, others = chosen @ size, size.sum() - chosen @ size
    means = (chosen @ total) / sizes - (total.sum() - chosen @ total) / others
    of_own = (chosen @ (own * size)) / sizes - (n - chosen @ (own * size)) / others
    observed = float(x.mean() - y.mean())
    hits = int((np.abs(means) >= abs(observed) - 1e-11 * max(1e-300, float(np.abs(means).max()))).sum())
    exact = comb(k, many) <= COUNTED
    p = hits / len(means) if exact else (hits + 1) / (len(means) + 1)
    changed = of_own < 1 - 1e-12
    limits = inversion_limits((observed - means[changed]) / (1 - of_own[changed]), log10(comb(k, many)), level, seed)
    method = f"{k:,} whole clusters, {how}" + (f"; {limits.method}" if limits.low is not None else "")
    reason = "" if limits.low is not None else f"no interval: {limits.reason}"
    return Outcome(
        "permutation", n, m, observed, limits.low, limits.high, observed, p=p, method=method, reason=reason, level=level
    )


def clustered_anova(groups: Sequence[Iterable[Any]], clusters: Sequence[Iterable[Any]]) -> Outcome:
    """Are the means of several groups equal, values in clusters? Wald's test with the CR2 covariance, as F with the
    degrees of freedom of Pustejovsky & Tipton (2018). Undefined below five clusters in a group. As Welch's analysis of
    variance it allows every group its variance."""
    parts, names = [], []
    for group, of in zip(groups, clusters, strict=True):
        x, c = _present(group, of)
        if len(x):
            parts.append(x)
            names.append(c)
    n = sum(map(len, parts))
    if len(parts) < 2:
        return Outcome("welch_anova", n, reason="fewer than two groups hold a value")
    codes = codes_of(np.concatenate(names))
    own = np.repeat(np.arange(len(parts)), [len(x) for x in parts])
    least = min(len(set(codes[own == g])) for g in range(len(parts)))
    if least < FEWEST:
        return Outcome("welch_anova", n, reason=f"every group {too_few(least)} in one of them")
    found = cluster_means(np.concatenate(parts), codes, own).wald()
    if found is None:
        return Outcome("welch_anova", n, reason="the clusters vary too little beside the groups for a test of all")
    f, df, rest = found
    how = f"F with {df} and {rest:.1f} degrees of freedom, covariance CR2 over {_count(codes)} clusters"
    return Outcome("welch_anova", n, statistic=f, df=df, df_residual=rest, p=_f(f, df, rest), method=how)


def clustered_paired_t(a: Iterable[Any], b: Iterable[Any], clusters: Iterable[Any], *, level: float = 0.95) -> Outcome:
    """The paired t test for pairs in clusters: the mean of a − b with the CR2 standard error. Undefined below five
    clusters. Source: as `clustered_welch`."""
    x, y, codes = _pairs(a, b, clusters)
    n = len(x)
    if not n:
        return Outcome("paired_t", 0, 0, reason="no item has both values", level=level)
    d = x - y
    error = mean_error(d, codes)
    if error.reason:
        reason = error.reason if error.clusters < FEWEST else "the clusters' differences do not vary"
        return Outcome("paired_t", n, n, float(d.mean()), reason=reason.replace("an interval", "a test"), level=level)
    found = t_outcome("paired_t", n, n, float(d.mean()), error.se, error.df, "two-sided", level)
    return replace(found, method=f"{found.method}, standard error CR2 over {error.clusters} clusters")


def clustered_paired_permutation(
    a: Iterable[Any], b: Iterable[Any], clusters: Iterable[Any], *, level: float = 0.95, seed: int = 0
) -> Outcome:
    """Permutation test of pairs in clusters: in whole clusters the two change places; with the interval of the mean
    differences it would not reject. For right and wrong it is McNemar's test by clusters. Undefined below five of them.

    Source: Fisher (1935); Hartigan (1969), JASA 64, for the interval: means of random subsets of clusters.
    """
    x, y, codes = _pairs(a, b, clusters)
    n, k = len(x), _count(codes)
    test = "paired_permutation"
    if not n:
        return Outcome(test, 0, 0, reason="no item has both values", level=level)
    mean = float((x - y).mean())
    if k < FEWEST:
        return Outcome(test, n, n, mean, reason=f"a test {too_few(k)}", level=level)
    size, sums = np.bincount(codes).astype(float), np.bincount(codes, x - y)
    found = paired_permutation_test(sums, np.zeros(k))
    if k <= _SUBSETS:
        chosen = ((np.arange(1, 2**k)[:, None] >> np.arange(k)) & 1).astype(float)
    else:
        chosen = np.random.default_rng(seed).integers(0, 2, size=(_DRAWN // 5, k)).astype(float)
    chosen = chosen[chosen.any(axis=1)]
    limits = inversion_limits((chosen @ sums) / (chosen @ size), k * log10(2), level, seed)
    method = f"{k:,} whole clusters, {found.method}" + (f"; {limits.method}" if limits.low is not None else "")
    reason = "" if limits.low is not None else f"no interval: {limits.reason}"
    return Outcome(
        test, n, n, mean, limits.low, limits.high, mean, p=found.p, method=method, reason=reason, level=level
    )


def clustered_differences(differences: Array, clusters: Iterable[Any], test: str) -> Outcome:
    """Are all mean differences 0, items in clusters? Hotelling's T² of the clusters' sums.

    differences: items × quantities, each 0 on average where nothing differs (of labels: whether one rater gave it less
    whether the other did; of measurements: each less the first). Quantities that add nothing are left out.
    Undefined with fewer clusters than five more than there are quantities.
    Source: Hotelling (1931), Ann. Math. Stat. 2; Obuchowski (1998), Stat. Med. 17, for two labels.
    """
    n = len(differences)
    codes = codes_of(clusters)
    k = _count(codes)
    if not n:
        return Outcome(test, 0, 0, reason="no item has both values")
    if k < FEWEST:
        return Outcome(test, n, n, reason=f"a test {too_few(k)}")
    sums = np.column_stack([np.bincount(codes, d, minlength=k) for d in differences.T])
    centred = sums - sums.mean(axis=0)
    values, vectors = np.linalg.eigh(centred.T @ centred / (k - 1))
    free = values > 1e-9 * max(1e-300, float(np.abs(sums).max()) ** 2)
    q = int(free.sum())
    if not q:
        return Outcome(test, n, n, reason="the clusters do not vary, so nothing can be tested")
    if k < q + FEWEST:
        return Outcome(test, n, n, reason=f"{k} clusters are too few to test {q} differences at once")
    along = vectors[:, free].T @ sums.mean(axis=0)
    squared = float(k * (along**2 / values[free]).sum())
    f = (k - q) / (q * (k - 1)) * squared
    how = f"Hotelling's T² over {k:,} clusters, F with {q} and {k - q} degrees of freedom"
    return Outcome(test, n, n, statistic=squared, df=q, df_residual=k - q, p=_f(f, q, k - q), method=how)


def _f(f: float, df: float, rest: float) -> float:
    from scipy.special import fdtrc

    return max(float(fdtrc(df, rest, f)), float(np.finfo(float).tiny))


def _count(codes: Array) -> int:
    return int(codes.max(initial=-1)) + 1


def _present(values: Iterable[Any], clusters: Iterable[Any]) -> tuple[Array, Array]:
    x, c = as_floats(values), np.asarray(clusters)
    if len(x) != len(c):
        raise ValueError(f"each value has a cluster; there are {len(x)} values and {len(c)} clusters")
    known = np.isfinite(x)
    return x[known], c[known]


def _pooled(a: Iterable[Any], b: Iterable[Any], of_a: Iterable[Any], of_b: Iterable[Any]) -> tuple[Array, ...]:
    (x, first), (y, second) = _present(a, of_a), _present(b, of_b)
    groups = np.repeat([0, 1], [len(x), len(y)])
    return x, y, codes_of(np.concatenate([first, second])), groups


def _pairs(a: Iterable[Any], b: Iterable[Any], clusters: Iterable[Any]) -> tuple[Array, Array, Array]:
    x, y, c = as_floats(a), as_floats(b), np.asarray(clusters)
    if not len(x) == len(y) == len(c):
        raise ValueError(f"pairs and clusters are equally many; there are {len(x)}, {len(y)} and {len(c)}")
    both = np.isfinite(x) & np.isfinite(y)
    return x[both], y[both], codes_of(c[both])


def _against(x: Array, y: Array, codes: Array, groups: Array) -> tuple[float | None, str]:
    """The difference of two groups, and what stands against a test of it."""
    if not len(x) or not len(y):
        return None, "a group holds no value"
    least = min(len(set(codes[groups == g])) for g in (0, 1))
    return float(x.mean() - y.mean()), "" if least >= FEWEST else f"every group {too_few(least)} in one of them"


def _dealt(k: int, many: int, seed: int) -> tuple[Array, str]:
    """Which clusters stand on the first side, one way a row."""
    if comb(k, many) <= COUNTED:
        chosen = np.zeros((comb(k, many), k))
        for row, at in enumerate(combinations(range(k), many)):
            chosen[row, list(at)] = 1
        return chosen, f"exact over all {len(chosen):,} arrangements"
    order = np.random.default_rng(seed).random((_DRAWN, k)).argsort(axis=1).argsort(axis=1)
    return (order < many).astype(float), f"{_DRAWN:,} random arrangements, seed {seed}"
