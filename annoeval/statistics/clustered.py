"""Values that hang together in clusters (figures of one paper, answers of one person): means that allow for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import pandas as pd

from annoeval.statistics.outcome import Array
from annoeval.statistics.rounding import TIE

FEWEST = 5  # clusters below which no interval holds its level


def too_few(clusters: int) -> str:
    """Why so few clusters have no interval and no test."""
    have = "there is one" if clusters == 1 else f"there are {clusters}"
    return f"needs at least {FEWEST} clusters, and {have}"


def codes_of(clusters: Any) -> Array:
    """Cluster names or numbers as codes 0, 1, …; a missing one is a cluster of its own."""
    codes, found = pd.factorize(np.asarray(clusters), use_na_sentinel=True)
    alone = codes < 0
    codes[alone] = len(found) + np.arange(int(alone.sum()))
    return codes


@dataclass(frozen=True)
class ClusterMeans:
    """Means of groups whose values come in clusters.

    n, clusters: values and clusters of each group. mean: of its values, each weighing the same. covariance: of the
    means, by CR2: the residuals of a cluster weigh 1/√(1 − its share of the group), so that the variance is unbiased
    for independent values. _spread: group × group, what the degrees of freedom are made of.
    Source: Bell & McCaffrey (2002), Surv. Methodol. 28, 169–181; Pustejovsky & Tipton (2018), J. Bus. Econ. Stat. 36,
    672–683.
    """

    n: Array
    clusters: Array
    mean: Array
    covariance: Array
    _spread: Array

    def contrast(self, weights: Sequence[float]) -> tuple[float, float, float]:
        """A weighted sum of the means, its standard error and degrees of freedom (Satterthwaite's).

        With each value its own cluster these are Student's for one mean and Welch's for two.
        """
        w = np.asarray(weights, float)
        variance = float(w @ self.covariance @ w)
        each = w**2 * np.diag(self.covariance)
        bottom = float(each @ self._spread @ each)
        df = float(each.sum()) ** 2 / bottom if bottom > 0 else float("nan")
        return float(w @ self.mean), sqrt(max(variance, 0.0)), df

    def wald(self) -> tuple[float, int, float] | None:
        """Are all means equal? F with its degrees of freedom; None where the covariance leaves nothing to test.

        Hotelling's T² approximation with the degrees of freedom of Pustejovsky & Tipton ("HTZ").
        """
        q = len(self.mean) - 1
        contrasts = np.column_stack([np.ones(q), -np.eye(q)])
        found = contrasts @ self.covariance @ contrasts.T
        if np.linalg.matrix_rank(found, tol=TIE * max(1e-300, float(np.abs(found).max()))) < q:
            return None
        expected = contrasts @ np.diag(np.diag(self.covariance)) @ contrasts.T
        values, vectors = np.linalg.eigh(expected)
        white = (vectors / np.sqrt(values)).T @ contrasts * np.sqrt(np.diag(self.covariance))  # q × groups
        square = white**2
        total = square.sum(axis=0)
        together = (white.T @ white) ** 2
        same = float((together * self._spread).sum())
        apart = float(total @ self._spread @ total)
        nu = q * (q + 1) / (same + apart)
        if nu <= q - 1:
            return None
        differences = contrasts @ self.mean
        statistic = float(differences @ np.linalg.solve(found, differences))
        return (nu - q + 1) / (nu * q) * statistic, q, nu - q + 1


def cluster_means(values: Array, clusters: Any, groups: Array | None = None) -> ClusterMeans:
    """Means of the groups (codes 0, 1, …; without them one group) and their covariance. A cluster may stand in several
    groups. values: without missing ones."""
    codes = codes_of(clusters)
    own = np.zeros(len(values), int) if groups is None else np.asarray(groups, int)
    k, g = int(codes.max(initial=-1)) + 1, int(own.max(initial=0)) + 1
    cell = codes * g + own
    m = np.bincount(cell, minlength=k * g).reshape(k, g).astype(float)
    n = m.sum(axis=0)
    mean = np.bincount(own, values, minlength=g) / n
    residual = np.bincount(cell, values - mean[own], minlength=k * g).reshape(k, g)
    with np.errstate(divide="ignore", invalid="ignore"):
        weight = np.where(m < n, 1 / (1 - m / n), np.inf)  # squared
        pull = residual * np.sqrt(weight) / n
        covariance = pull.T @ pull
        diagonal = weight * m / n**2 * n  # in units of the variance that independent values would give, 1/n
        outer = np.sqrt(weight) * m / n**1.5 * np.sqrt(n)
        spread = diagonal.T @ diagonal - diagonal.T @ outer**2 - (outer**2).T @ diagonal + (outer.T @ outer) ** 2
    return ClusterMeans(n, (m > 0).sum(axis=0), mean, covariance, spread)
