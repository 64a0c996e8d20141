"""Table `win_rates`: how often each contestant was preferred, ties apart and as half a win."""

from __future__ import annotations

import numpy as np
import pandas as pd

from annoeval.evaluation.clusters import clusters_of, said
from annoeval.evaluation.scores import Interval, over_items
from annoeval.ratings import latest_of
from annoeval.scale import TIE
from annoeval.statistics.intervals import wilson
from annoeval.statistics.means import clustered_share, mean_interval
from annoeval.study import Study

COLUMNS = ["dimension", "contestant", "n", "won", "tied", "lost", "win_rate", "low", "high", "method", "reason"]
HALF = "ties count half"
_FIRST = {"decision": 0, "reviewer": 1, "human": 2, "anonymous": 2, "ai": 3}  # whose say of an item counts


def win_rates(study: Study, dimension: str | None = None, cluster: str | None = None) -> pd.DataFrame:
    """Per contestant: n comparisons, the shares `won`, `tied` and `lost`, and `win_rate`, the share won with each tie
    as half a win, so that all comparisons of two contestants give rates that add up to 1.

    Of an item count the team's decision, else the reviewers' winners, else the annotators', else the AI's. Intervals of
    95 %: Wilson (1927) where no comparison was tied and each item was judged once; else t with the cluster-robust
    standard error of a ratio (Cochran 1977, Sampling Techniques, 3rd ed., p. 66), items being the clusters. Only
    dimensions with contestants have rows. cluster: item column whose values hold items that may be alike; limits are
    then those of whole clusters, none below five.
    """
    names = [d for d, s in study.dimensions.items() if s.contestants and dimension in (None, d)]
    rows = [row for name in names for row in _of_dimension(study, name, cluster)]
    return pd.DataFrame(rows, columns=COLUMNS).astype(dict.fromkeys(COLUMNS[3:9], "float64"))


def _of_dimension(study: Study, dimension: str, cluster: str | None) -> list[dict[str, object]]:
    given = latest_of(study, dimension)
    given = given.assign(first=given["kind"].map(_FIRST)).dropna(subset="first")
    given = given[given["first"] == given.groupby("item_id")["first"].transform("min")]
    pair = study.items.loc[given["item_id"], list(study.dimensions[dimension].contestants)].to_numpy()
    winner, items = given["value"].to_numpy(), given["item_id"].to_numpy()
    whole = clusters_of(study, given["item_id"], cluster)
    rows = []
    for contestant in sorted({str(c) for c in pair.ravel()}):
        part = (pair == contestant).any(axis=1)
        won, tied = winner[part] == contestant, winner[part] == TIE
        rows.append(
            {"dimension": dimension, "contestant": contestant}
            | _rate(won, tied, items[part], None if whole is None else whole.to_numpy()[part], cluster)
        )
    return rows


def _rate(
    won: np.ndarray, tied: np.ndarray, items: np.ndarray, clusters: np.ndarray | None, cluster: str | None
) -> dict[str, object]:
    n = len(won)
    points = won + 0.5 * tied
    rate = float(points.mean())
    limits: Interval
    if clusters is not None:
        found = (
            mean_interval(points, bounds=(0.0, 1.0), clusters=clusters)
            if tied.any()
            else clustered_share(points, clusters)
        )
        limits = found.low, found.high, said(found.method, cluster), found.reason or None
    elif not tied.any() and len(set(items)) == n:
        share = wilson(won.sum(), n)
        limits = float(share[0]), float(share[1]), "Wilson", None
    else:
        limits = over_items(items, points)
    low, high = (None if x is None else min(max(x, 0.0), 1.0) for x in limits[:2])
    return {
        "n": n,
        "won": float(won.mean()),
        "tied": float(tied.mean()),
        "lost": float(1 - won.mean() - tied.mean()),
        "win_rate": rate,
        "low": low,
        "high": high,
        "method": "; ".join(m for m in (HALF, limits[2]) if m),
        "reason": limits[3],
    }
