"""What a scorer says of one item and question, and how it becomes a rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from annoeval.rating_table import ratings_table
from annoeval.ratings import CLOSE
from annoeval.scoring.account import Account
from annoeval.scoring.repeats import Repeated

RECOMMENDED = "recommended"
UNJUDGED = "Cannot be judged from this file: "


@dataclass(frozen=True)
class Verdict:
    """value: 0, 1 or 2, or None where there is no evidence. note: why there is no score, or what is special about it.
    signal: the measure before the cut. close: whether a person should look, whatever the score is. confidence: 0 to 1,
    where the scorer says how sure it is."""

    value: int | None
    note: str = ""
    signal: float | None = None
    account: Account | None = None
    close: bool = False
    confidence: float | None = None


def unjudged(why: str, signal: float | None = None, account: Account | None = None) -> Verdict:
    """No score, and why."""
    return Verdict(None, f"{UNJUDGED}{why}", signal, account)


def ratings(dimension: str, ids: pd.Index, verdicts: Sequence[Verdict], rater: str = RECOMMENDED) -> pd.DataFrame:
    """Verdicts as ratings of kind `ai`."""
    each = Repeated.of(verdicts)
    return ratings_table(
        {
            "item_id": ids,
            "dimension": dimension,
            "rater": rater,
            "kind": "ai",
            "value": each.array(lambda v: None if v.value is None else float(v.value)),
            "response": each.array(lambda v: None if v.account is None else v.account.written()),
            "signal": each.array(lambda v: v.signal),
            "confidence": each.array(lambda v: v.confidence),
            "note": each.array(lambda v: (f"{CLOSE}{v.note}" if v.close else v.note) or None),
        }
    )
