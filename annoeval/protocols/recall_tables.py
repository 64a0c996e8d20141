"""Result tables that only a recall experiment has."""

from __future__ import annotations

import pandas as pd

from annoeval.ratings import latest, of_dimension
from annoeval.study import Study

COUNT_COLUMNS = ("by", "group", "rater", "n", "exact", "partial", "none", "secret_complete", "guess_complete")


def slots_in(study: Study) -> list[str]:
    """The dimensions that are slots."""
    return [d for d in study.dimensions if d != "score"]


def recall_counts(study: Study) -> pd.DataFrame:
    """Exact, partial and failed recalls over all slots, and trials with all secrets and guesses there.

    One row per group and automatic rater: `by, group, rater, n` (trials), `exact, partial, none` (slots),
    `secret_complete, guess_complete` (trials).
    """
    slots = slots_in(study)
    current = pd.concat([latest(of_dimension(study, s)) for s in slots], ignore_index=True)
    rows = []
    for by, group, ids in groups(study):
        for rater in study.of_kind("ai"):
            values = current.loc[(current["rater"] == rater) & current["item_id"].isin(ids), "value"].astype(float)
            items = study.items.loc[ids]
            rows.append({
                "by": by, "group": group, "rater": rater, "n": len(ids),
                "exact": int((values == 1).sum()), "partial": int((values == 0.5).sum()),
                "none": int((values == 0).sum()), "secret_complete": int(items["secret_complete"].sum()),
                "guess_complete": int(items["guess_complete"].sum()),
            })  # fmt: skip
    return pd.DataFrame(rows, columns=list(COUNT_COLUMNS))


def groups(study: Study) -> list[tuple[str, str, pd.Index]]:
    """All trials (`by` "", `group` "all"), then every group of every grouping column: by, group, item ids."""
    out = [("", "all", study.items.index)]
    for by in study.groups:
        for group, part in study.items.groupby(by, sort=True):
            out.append((by, str(group), part.index))
    return out
