"""Which items may be alike since they hang together: figures of one paper, sentences of one document."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

from annoeval.statistics.clustered import FEWEST
from annoeval.study import Study

MOST = 0.5  # clusters as a share of the items: beyond, few hold several
_ALIKE = re.compile(
    r"paper|pdf|doc(ument)?|file|image|picture|source|book|thread|session|site|batch|page|^runs?$|person|participant",
    re.I,
)


def cluster_columns(study: Study, fewest: int = FEWEST) -> list[str]:
    """Item columns whose values hold several items each, `fewest` values or more."""
    n = len(study.items)
    found = []
    for c in study.items:
        if c not in study.groups and (not _ALIKE.search(str(c)) or c in study.evidence):
            continue
        values = study.items[c].dropna().astype("str")
        if len(values) == n and fewest <= values.nunique() <= MOST * n:
            found.append(c)
    return found


def proposed(study: Study) -> str | None:
    """The item column whose values are likely to hang together: a document, image or run with several items in each of
    at least five values. None where no column is named like one."""
    return next((c for c in cluster_columns(study) if _ALIKE.search(str(c))), None)


def clusters_of(study: Study, ids: pd.Series, cluster: str | None) -> pd.Series | None:
    """Each row's cluster as a code, with the index of `ids`; None without a cluster column. Raises ValueError for a
    column that items don't have."""
    if cluster is None:
        return None
    if cluster not in study.items:
        raise ValueError(f"items have no column {cluster!r} to take clusters from")
    return pd.Series(codes_of(study, pd.Index(ids), cluster)[0], index=ids.index)


def with_clusters(study: Study, rows: pd.DataFrame, cluster: str | None) -> pd.DataFrame:
    """Rows of items (column `item_id`) with their clusters as column `cluster`; the same rows where none is chosen."""
    return rows if cluster is None else rows.assign(cluster=clusters_of(study, rows["item_id"], cluster))


def said(method: str | None, cluster: str | None) -> str | None:
    """A method's words with the name of the cluster column in them."""
    return method.replace("clusters", f"clusters ({cluster})", 1) if method and cluster else method


def codes_of(study: Study, ids: pd.Index, cluster: str) -> tuple[np.ndarray, str]:
    """Each item's cluster as a code, and what is drawn in words; an item without one is a cluster of its own."""
    where = study.items.loc[ids, cluster]
    own = pd.Series(ids, index=ids).map(lambda i: f"item {i}")
    codes = pd.factorize(where.astype("object").where(where.notna(), own).astype("str"), sort=True)[0]
    return codes, f"clusters ({cluster})"
