"""The history of a study: every decision is an event, written once and never changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any

import pandas as pd
from sqlalchemy import Connection, func, insert, select, update

from annoeval.review.tables import events, studies
from annoeval.study import AnnoevalError

ACTIONS = ("decide", "vote", "reveal", "accept", "exclude", "return", "undo", "redo",
           "scores", "files", "rubric", "assign", "meeting", "rename")  # fmt: skip
UNDOABLE = ("decide", "accept", "exclude")


@dataclass(frozen=True)
class Event:
    """One thing that happened in a study.

    number: place in the study's history, from 1, without gaps. time: UTC. action: one of `ACTIONS`.
    version: counts the changes of this item and dimension. old: the reviewer's own answer before.
    value: the new answer; missing withdraws it. because: why the item was looked at (`rule`, `audit`, …).
    queue: the rule or meeting it came from. visible: what was on screen (`ai`, `others`).
    seconds: time taken. rubric: version of the rubric it was decided under. refers: the event an undo,
    redo or return is about. batch: number of the first of several events made in one action.
    """

    study: str
    number: int
    time: datetime
    reviewer: str
    action: str
    item_id: str | None = None
    dimension: str | None = None
    version: int | None = None
    old: Any = None
    value: Any = None
    kind: str | None = None
    note: str | None = None
    because: str | None = None
    queue: str | None = None
    blind: bool | None = None
    visible: tuple[str, ...] = ()
    seconds: float | None = None
    tags: tuple[str, ...] = ()
    correction: str | None = None
    rubric: int | None = None
    refers: int | None = None
    batch: int | None = None
    token: str | None = None
    detail: Any = None


COLUMNS = tuple(f.name for f in fields(Event))
_JSON = ("old", "value", "visible", "tags", "detail")
_FROM_JSON = {"visible": tuple, "tags": tuple}


def plain(value: Any) -> Any:
    """A value as JSON can hold it: numpy numbers become Python's, missing becomes None."""
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    return None if isinstance(value, float) and value != value else value


def now() -> datetime:
    """The time in UTC."""
    return datetime.now(UTC)


def lock(connection: Connection, study: str) -> None:
    """Let no one else write to the study until this transaction ends, so that what is read now still holds."""
    connection.execute(select(studies.c.version).where(studies.c.id == study).with_for_update())


def append(connection: Connection, study: str, new: Mapping[str, Any]) -> Event:
    """Write one event inside an open writing transaction and give it its number, time and version.

    Counting up the study's version locks its row, so writers of one study queue up and the numbers
    have no gaps. Raises AnnoevalError for a study that is not there.
    """
    number = connection.execute(
        update(studies).where(studies.c.id == study).values(version=studies.c.version + 1).returning(studies.c.version)
    ).scalar()
    if number is None:
        raise AnnoevalError(f"There is no study {study}; it may have been removed.")
    version = None
    if new.get("item_id") is not None:
        version = (version_of(connection, study, new["item_id"], new.get("dimension")) or 0) + 1
    row = {"study": study, "number": number, "time": now(), "version": version, **new}
    if row.get("batch") == 0:  # the first of a batch names it
        row["batch"] = number
    event = Event(**row)
    connection.execute(insert(events).values(**_encode(event)))
    return event


def version_of(connection: Connection, study: str, item_id: str, dimension: str | None) -> int | None:
    """How often this item and dimension changed; None for never."""
    return connection.execute(
        select(func.max(events.c.version)).where(
            events.c.study == study, events.c.item_id == item_id, events.c.dimension == dimension
        )
    ).scalar()


def read(connection: Connection, study: str, after: int = 0, **where: Any) -> list[Event]:
    """A study's events in order, those with a number above `after` and with these column values."""
    query = select(events).where(events.c.study == study, events.c.number > after).order_by(events.c.number)
    for column, value in where.items():
        query = query.where(events.c[column] == value)
    return [_decode(row) for row in connection.execute(query).mappings()]


def table(history: list[Event]) -> pd.DataFrame:
    """Events as a table, one row each, columns as the fields of `Event`; `time` is UTC."""
    frame = pd.DataFrame([[getattr(e, c) for c in COLUMNS] for e in history], columns=list(COLUMNS), dtype="object")
    frame["time"] = pd.to_datetime(frame["time"], utc=True)
    for column in ("number", "version", "rubric", "refers", "batch"):
        frame[column] = frame[column].astype("Int64")
    frame["seconds"] = frame["seconds"].astype("float64")
    return frame


def _encode(event: Event) -> dict[str, Any]:
    row = {c: getattr(event, c) for c in COLUMNS}
    row["time"] = event.time.isoformat()
    for column in _JSON:
        empty = row[column] is None or row[column] == ()
        row[column] = None if empty else json.dumps(plain(row[column]), ensure_ascii=False, default=plain)
    for column, value in row.items():
        if isinstance(value, str):  # PostgreSQL stores neither NUL nor half a surrogate pair
            row[column] = value.replace("\x00", "�").encode("utf-8", "replace").decode("utf-8")
    return row


def _decode(row: Mapping[Any, Any]) -> Event:
    values = dict(row)
    values["time"] = datetime.fromisoformat(values["time"])
    for column in _JSON:
        text = values[column]
        make = _FROM_JSON.get(column)
        if text is not None:
            values[column] = make(json.loads(text)) if make else json.loads(text)
        elif make:
            values[column] = ()
    return Event(**values)
