"""Do scores go with automatic metrics? The sentence above their plot."""

from __future__ import annotations

import pandas as pd

from annoeval.answers.confidence import METHODS
from annoeval.words import interval, missing, number, several

UNITS = {"pdf": "paper"}


def how_measured(metric: str, about: str, rows: pd.DataFrame) -> str:
    """rows: those of table `correlation` on one metric, dimension and rater. about: what is scored, "caption"."""
    if rows.empty:
        return f"No {about} has both a score and {metric}."
    first = rows.iloc[0]
    unit = UNITS.get(str(first["unit"]), str(first["unit"]))
    n = several(int(first["n"]), unit)
    known = rows[rows["estimate"].notna()]
    if known.empty:
        return f"Whether the {about} score goes with {metric} can't be said: {first['reason']} ({n})."
    said = "; ".join(
        f"{METHODS[str(r.method)]} **{number(r.estimate)}**"
        + (f" [{interval(r.low, r.high)}]" if not missing(r.low) else " without an interval")
        for r in known.itertuples()
    )
    clear = known["low"].notna().any() and ((known["low"] > 0) | (known["high"] < 0)).any()
    lead = f"Mean {about} score by {unit} against {metric}: {said}"
    warning = str(known.iloc[0]["warning"])
    if warning:
        return f"{lead}; {warning}."
    return f"{lead}; {n}." if clear else f"{lead}; {n}. No clear relation."
