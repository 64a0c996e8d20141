"""A recall study as the table that the experiment's own program writes, `summary.tsv`."""

from __future__ import annotations

from typing import Any

import pandas as pd

from annoeval.protocols.recall.final import SCORE, scores_by, slots_in
from annoeval.protocols.recall.study import PUBLISHED
from annoeval.study import Study
from annoeval.words import missing


def summary(study: Study) -> pd.DataFrame:
    """One row a trial in the published columns (20 where there are four slots), every cell as it is written.

    `condition, phase1_exact_response, secret_valid, secret_<slot> …, guess_valid, guess_<slot> …, confidence, score,
    exact_matches, partial_matches, <slot>_match …`. Scores are those of the published rule. Unlike the published
    program's, `secret_valid` is True where no secret is blank. Where the study has several runs, the header comes
    again before each further one, as in a file that a re-run was appended to.
    """
    items, slots = study.items, slots_in(study)
    scores = scores_by(study, PUBLISHED)
    columns: dict[str, Any] = {
        "condition": items.get("condition", pd.Series("", index=items.index)),
        "phase1_exact_response": items.get("phase1_followed", pd.Series(None, index=items.index, dtype="object")),
    }
    for side in ("secret", "guess"):
        columns[f"{side}_valid"] = items[f"{side}_complete"].astype(bool)
        columns |= {f"{side}_{slot}": items[f"{side}_{slot}"] for slot in slots}
    columns["confidence"] = items["confidence_text"]
    columns["score"] = scores[SCORE]
    columns["exact_matches"] = (scores[slots] == 1).sum(axis=1)
    columns["partial_matches"] = (scores[slots] == 0.5).sum(axis=1)
    columns |= {f"{slot}_match": scores[slot] for slot in slots}
    rows = pd.DataFrame(columns, index=items.index).astype("object").map(_written).reset_index(drop=True)
    if "run" not in items or items["run"].nunique() < 2:
        return rows
    header = pd.DataFrame([list(rows.columns)], columns=rows.columns)
    runs = [part for _, part in rows.groupby(items["run"].to_numpy(), sort=False)]
    return pd.concat([part for run in runs for part in (header, run)][1:], ignore_index=True)


def _written(cell: Any) -> str:
    return "" if missing(cell) else str(cell)
