"""Which items may be alike since they hang together: figures of one paper, sentences of one document."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

from annoeval.study import Study

MOST = 0.5  # clusters as a share of the items: beyond, few hold several
_ALIKE = re.compile(r"paper|pdf|doc(ument)?|file|image|picture|source|book|thread|session|site|batch|page", re.I)


def cluster_columns(study: Study, fewest: int = 8) -> list[str]:
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


def codes_of(study: Study, ids: pd.Index, cluster: str) -> tuple[np.ndarray, str]:
    """Each item's cluster as a code, and what is drawn in words; an item without one is a cluster of its own."""
    where = study.items.loc[ids, cluster]
    own = pd.Series(ids, index=ids).map(lambda i: f"item {i}")
    codes = pd.factorize(where.astype("object").where(where.notna(), own).astype("str"), sort=True)[0]
    return codes, f"clusters ({cluster})"
