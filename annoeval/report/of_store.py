"""What the store holds of a study beside the study itself, as a report encloses and lists it."""

from __future__ import annotations

import pandas as pd

from annoeval.report.archive import Enclosed
from annoeval.report.material import EXCLUDED, Reviewed
from annoeval.review.minutes import minutes
from annoeval.review.store import Store
from annoeval.review.transfer import history
from annoeval.words import NONE, missing


def reviewed(store: Store, id: str) -> Reviewed:
    """Minutes of the study's meetings, and the items that people left out and nobody took in again."""
    held = minutes(store, id)
    out = store.standing(id).excluded
    events = store.events(id)
    events = events[events["action"].eq("exclude") & events["item_id"].isin(list(out))].drop_duplicates(
        "item_id", keep="last"
    )
    return Reviewed(_timed(held), _timed(events[EXCLUDED].reset_index(drop=True)))


def enclosed(store: Store, id: str) -> Enclosed:
    """The study's files as they were uploaded, the options they are read with, and its whole history."""
    base = store.base(id)
    return Enclosed(store.files(id), {**base.options, "protocol": base.protocol}, history(store, id))


def _timed(frame: pd.DataFrame) -> pd.DataFrame:
    """Times as text to the minute, and every cell as JSON gives it back."""
    said = [NONE if missing(t) else f"{pd.Timestamp(t):%Y-%m-%d %H:%M}" for t in frame["time"]]
    plain = frame.astype("object").where(frame.notna(), None)
    return plain.assign(time=pd.Series(said, index=frame.index, dtype="object"))
