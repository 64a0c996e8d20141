"""What happened: who did how much, what changed between two moments, and the log that goes out with the study."""

from __future__ import annotations

import pandas as pd

from annoeval.conclusions import resolve
from annoeval.review.hidden import hidden_from
from annoeval.review.ledger import Event
from annoeval.review.standing import ANNOTATED
from annoeval.review.store import Store

PROGRESS = ["reviewer", "answers", "items", "changed", "seconds", "first", "last"]
LOG = ["number", "time", "reviewer", "action", "item_id", "dimension", "old", "new", "note", "correction", "tags",
       "because", "queue", "blind", "visible", "seconds", "kind", "rubric", "refers"]  # fmt: skip


def change_log(store: Store, study: str, reader: str | None = None) -> pd.DataFrame:
    """Every event as one row, in order; values as text, votes that are not shown yet left blank.

    reader: a reviewer to whom others' answers are left blank that are `hidden_from` them.
    """
    events = store.events(study)
    standing = store.standing(study)
    log = events.rename(columns={"value": "new"})[LOG].copy()
    hidden = [e.number for votes in standing.all_hidden() for e in votes]
    if reader is not None:
        others = log[log["reviewer"] != reader]
        hidden += others.loc[hidden_from(store, study, reader).rows(others), "number"].tolist()
    log.loc[log["number"].isin(hidden), ["new", "old", "note", "correction", "tags"]] = None
    for column in ("tags", "visible"):
        log[column] = log[column].map(", ".join, na_action="ignore")
    return log


def progress(store: Store, study: str) -> pd.DataFrame:
    """One row per reviewer, busiest first.

    answers: that stand. items: distinct. changed: answers that replaced the reviewer's own earlier one.
    seconds: median time of an answer, where it was measured. first, last: UTC.
    """
    rows = []
    by_reviewer: dict[str, list[Event]] = {}
    for answers in list(store.standing(study).answers.values()):
        for event in (e for e in answers if e.kind != ANNOTATED):
            by_reviewer.setdefault(event.reviewer, []).append(event)
    for reviewer, answers in by_reviewer.items():
        times = [e.time for e in answers]
        seconds = pd.Series([e.seconds for e in answers], dtype="float64").median()
        rows.append(
            {
                "reviewer": reviewer,
                "answers": len({(e.item_id, e.dimension) for e in answers}),
                "items": len({e.item_id for e in answers}),
                "changed": sum(e.old is not None for e in answers),
                "seconds": None if pd.isna(seconds) else seconds,
                "first": min(times),
                "last": max(times),
            }
        )
    frame = pd.DataFrame(rows, columns=PROGRESS)
    return frame.sort_values(["answers", "reviewer"], ascending=[False, True], ignore_index=True)


def changed_between(store: Store, study: str, before: int, after: int | None = None) -> pd.DataFrame:
    """Final scores that differ between two events: `item_id, dimension, before, after, source_before, source_after`.

    before, after: event numbers; 0 is before the first, None is now.
    """
    one, two = (resolve(store.study(study, at=n)).set_index(["item_id", "dimension"]) for n in (before, after))
    both = one.join(two, how="outer", suffixes=("_before", "_after"))
    same = both["value_before"].eq(both["value_after"]) | (both["value_before"].isna() & both["value_after"].isna())
    same &= both["source_before"].eq(both["source_after"])
    found = both[~same].reset_index().rename(columns={"value_before": "before", "value_after": "after"})
    return found[["item_id", "dimension", "before", "after", "source_before", "source_after"]]


def of_item(store: Store, study: str, item_id: str) -> list[Event]:
    """An item's events, newest first, without votes that are not shown yet."""
    standing = store.standing(study)
    hidden = {e.number for votes in standing.all_hidden() for e in votes}
    return [e for e in reversed(store.item_events(study, item_id)) if e.number not in hidden]
