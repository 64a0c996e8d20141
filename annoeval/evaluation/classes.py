"""Table `classes`: how much of each label does a rater find, and how often is it right when it says so?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from annoeval.conclusions import OPEN
from annoeval.evaluation.clusters import codes_of
from annoeval.evaluation.pairs import Couple, couples
from annoeval.evaluation.raters import answers, rated_by_two
from annoeval.statistics.intervals import wilson
from annoeval.statistics.means import clustered_share
from annoeval.study import Study

COLUMNS = [
    "dimension", "truth", "rater", "label", "n", "n_truth", "n_said", "n_both", "found", "found_low", "found_high",
    "precision", "precision_low", "precision_high", "open", "method", "reason",
]  # fmt: skip


def classes(
    study: Study, dimension: str | None = None, raters: Sequence[str] | None = None, cluster: str | None = None
) -> pd.DataFrame:
    """Per two raters and label: on how many items each gave it, the share found and the precision, with intervals.

    `truth` is whoever the other is held against: the reference, the annotators' majority or a person, where the other
    is an AI; of two alike the first, whose share found is then the other's precision and the other way round. `n`:
    items both judged; `n_truth`, `n_said`, `n_both`: of these, those that the truth, the rater, both gave the label.
    `found` = n_both / n_truth (recall), `precision` = n_both / n_said, each with Wilson's 95 % interval (1927); missing
    where nobody gave the label, and `reason` says so. `open`: items on which the annotators are tied, no part of n.
    Numbers and sets have no classes; of a scale of more than 30 labels only those given by either are listed.
    cluster: item column whose values hold items that may be alike; limits are then Korn & Graubard's over the clusters
    of the items in the share, none below five of them.
    """
    parts = []
    for name in rated_by_two(study, dimension):
        if study.dimensions[name].level not in ("nominal", "ordinal"):
            continue
        for two in couples(study, name, raters, every=True):
            size, same = two.coded.size, two.row == two.column
            truth = np.bincount(two.row, weights=two.n, minlength=size)
            said = np.bincount(two.column, weights=two.n, minlength=size)
            both = np.bincount(two.row[same], weights=two.n[same], minlength=size)
            at = np.unique(np.concatenate([two.row, two.column]))
            counts = {"n": int(two.n.sum()), "n_truth": truth[at], "n_said": said[at], "n_both": both[at]}
            who = {"dimension": name, "truth": two.a, "rater": two.b, "label": [two.coded.labels[i] for i in at]}
            rows = _with_shares(pd.DataFrame({**who, **counts, "open": len(two.left)}))
            parts.append(_by_cluster(rows, study, two, cluster) if cluster else rows)
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=COLUMNS)


def _by_cluster(rows: pd.DataFrame, study: Study, two: Couple, cluster: str) -> pd.DataFrame:
    """The shares of two raters with limits over whole clusters."""
    given = answers(study, str(rows["dimension"].iloc[0]), (two.a, two.b), ties=True)
    given = given[given.notna().all(axis=1) & ~given.eq(OPEN).any(axis=1)]
    codes, _ = codes_of(study, given.index, cluster)
    truth, said = given[two.a].to_numpy(object), given[two.b].to_numpy(object)
    out = rows.copy()
    for at, label in zip(rows.index, rows["label"], strict=True):
        both = (truth == label) & (said == label)
        limits = {}
        for share, of in (("found", truth == label), ("precision", said == label)):
            limits[share] = clustered_share(both[of], codes[of])
            out.loc[at, [f"{share}_low", f"{share}_high"]] = (limits[share].low, limits[share].high)
        if not rows.loc[at, "reason"]:
            none = next((i.reason for i in limits.values() if i.low is None), "")
            out.loc[at, "reason"] = none
            out.loc[at, "method"] = next((i.method for i in limits.values() if i.low is not None), "")
    return out


def _with_shares(table: pd.DataFrame) -> pd.DataFrame:
    counts = ["n_truth", "n_said", "n_both"]
    table = table.astype(dict.fromkeys(counts, "int64"))
    for share, of in (("found", "n_truth"), ("precision", "n_said")):
        hits, whole = table["n_both"].to_numpy(float), table[of].to_numpy(float)
        low, high = wilson(hits, whole)
        with np.errstate(invalid="ignore", divide="ignore"):
            table = table.assign(**{share: hits / whole, f"{share}_low": low, f"{share}_high": high})
    nobody = table["n_truth"].eq(0) & table["n_said"].eq(0)
    reason = np.select(
        [nobody, table["n_truth"].eq(0), table["n_said"].eq(0)],
        ["neither gave this label", "the truth never is this label", "the rater never gave this label"],
        "",
    )
    return table.assign(method=np.where(nobody, "", "Wilson"), reason=reason)[COLUMNS]
