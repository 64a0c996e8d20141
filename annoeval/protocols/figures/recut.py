"""What the recommended scorer's scores would be under other cuts, by the measures that each keeps in its account."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pandas as pd

from annoeval.protocols.figures.recommended import caption_cuts, table_cuts
from annoeval.protocols.figures.verdict import RECOMMENDED
from annoeval.scoring.account import account
from annoeval.scoring.caption_match import Measures
from annoeval.scoring.table_match import TableMeasures
from annoeval.study import Study

OUT_OF_ORDER = "out of order: "  # in the note of a score that the order of rows decided, and no cut


def rescored(study: Study, thresholds: Mapping[str, float]) -> pd.DataFrame:
    """`item_id, dimension, value` of captions and tables that have a score.

    thresholds: as in `Means`. A score that no cut decided stays: placeholders, captions out of order, tables judged by
    their layout alone.
    """
    r = study.ratings
    mine = r[(r["rater"] == RECOMMENDED) & r["value"].notna() & r["dimension"].isin(("caption", "table"))]
    captions, tables = caption_cuts(thresholds), table_cuts(thresholds)
    values = []
    for value, note, response in zip(mine["value"], mine["note"], mine["response"], strict=True):
        measures = None if OUT_OF_ORDER in str(note or "") else _measures(response)
        if isinstance(measures, Measures):
            values.append(float(measures.score(captions)))
        elif isinstance(measures, TableMeasures):
            values.append(float(measures.score(tables)))
        else:
            values.append(float(value))
    return mine[["item_id", "dimension"]].assign(value=values).reset_index(drop=True)


@lru_cache(maxsize=20_000)  # fitting asks for the same ones under some thousand cuts
def _measures(response: Any) -> Measures | TableMeasures | None:
    """The measures that a score rests on; None where it rests on none."""
    told = account(response)
    if told is None:
        return None
    m = {k: float(v) for k, v in told.measures.items() if k != "foreign numbers"}
    if "beginning" in m:
        return Measures(m["beginning"], m["recall"], m["words"], m.get("foreign share", 0.0))
    if "number recall" in m:
        rows = m.get("share of its rows")
        return TableMeasures(
            m["number recall"],
            m["number precision"],
            m["rows in order"],
            m["text"],
            m["header"],
            1.0 if rows is None else rows,
            ("",) * int(m.get("faults", 0)),
            rows is not None,
        )
    return None
