"""The history of a study: every decision is an event, written once and never changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pandas as pd
from sqlalchemy import Connection, Select, bindparam, func, insert, select, update

from annoeval.problem import AnnoevalError
from annoeval.review.tables import events, studies

ACTIONS = ("decide", "pair", "variant", "vote", "reveal", "accept", "exclude", "return", "undo", "redo",
           "scores", "files", "attach", "rubric", "assign", "audit", "because", "meeting", "rename", "design",
           "practise", "check", "withdraw", "ballot", "grant")  # fmt: skip
UNDOABLE = ("decide", "pair", "variant", "accept", "exclude")


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
    connection.execute(_LOCK, {"study": study})


def append(connection: Connection, study: str, new: Mapping[str, Any]) -> Event:
    """Write one event inside an open writing transaction; see `append_all`."""
    return append_all(connection, study, [new])[0]


def append_all(connection: Connection, study: str, new: Sequence[Mapping[str, Any]]) -> list[Event]:
    """Write events inside an open writing transaction and give them their numbers, time and versions.

    Counting up the study's version locks its row, so writers of one study queue up and the numbers
    have no gaps. A `batch` of 0 becomes the number of the first event.
    Raises AnnoevalError for a study that is not there or was removed.
    """
    last = connection.execute(_COUNT_UP, {"study": study, "more": len(new)}).scalar()
    if last is None:
        raise AnnoevalError(f"There is no study {study}; it may have been removed.")
    versions = _versions(connection, study, {n["item_id"] for n in new if n.get("item_id") is not None})
    first, time = last - len(new) + 1, now()
    made = []
    for number, row in enumerate(new, first):
        version = None
        if row.get("item_id") is not None:
            key = (row["item_id"], row.get("dimension"))
            version = versions[key] = versions.get(key, 0) + 1
        batch = first if row.get("batch") == 0 else row.get("batch")
        made.append(
            Event(**{"time": time, **row, "study": study, "number": number, "version": version, "batch": batch})
        )
    connection.execute(insert(events), [_encode(event) for event in made])
    return made


def _versions(connection: Connection, study: str, items: set[str]) -> dict[tuple[str, str | None], int]:
    """How often each question of these items changed so far."""
    found: dict[tuple[str, str | None], int] = {}
    for some in batched(sorted(items)):
        rows = connection.execute(_CHANGES, {"study": study, "items": list(some)})
        found |= {(row[0], row[1]): row[2] for row in rows}
    return found


def batched(items: Sequence[str], size: int = 500) -> Iterator[Sequence[str]]:
    """Stretches of a list that fit into one statement's parameters."""
    return (items[n : n + size] for n in range(0, len(items), size))


def read(connection: Connection, study: str, after: int = 0, **where: Any) -> list[Event]:
    """A study's events in order, those with a number above `after` and with these column
    values (one, or a list of them)."""
    several = frozenset(c for c, value in where.items() if isinstance(value, (list, tuple)))
    given = {f"{column}_": value for column, value in where.items()}
    rows = connection.execute(_query(tuple(where), several), {"of": study, "after": after, **given})
    return [_decode(row) for row in rows.mappings()]


@cache
def _query(where: tuple[str, ...], several: frozenset[str]) -> Select[Any]:
    """The statement of `read`, made once for each set of columns: making it takes longer than the database does."""
    query = select(events).where(events.c.study == bindparam("of"), events.c.number > bindparam("after"))
    for column in where:
        value: Any = bindparam(f"{column}_", expanding=column in several)
        query = query.where(events.c[column].in_(value) if column in several else events.c[column] == value)
    return query.order_by(events.c.number)


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


_LOCK = select(studies.c.version).where(studies.c.id == bindparam("study")).with_for_update()
_COUNT_UP = (
    update(studies)
    .where(studies.c.id == bindparam("study"), studies.c.removed.is_(False))
    .values(version=studies.c.version + bindparam("more"))
    .returning(studies.c.version)
)
_CHANGES = (
    select(events.c.item_id, events.c.dimension, func.max(events.c.version))
    .where(events.c.study == bindparam("study"), events.c.item_id.in_(bindparam("items", expanding=True)))
    .group_by(events.c.item_id, events.c.dimension)
)
