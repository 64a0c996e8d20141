"""A team at one table: independent votes first, shown together, then one decision with its reason."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import insert, select, update

from annoeval.problem import AnnoevalError
from annoeval.questions import is_question, of_answer, verdicts
from annoeval.rating_table import PEOPLE
from annoeval.review import ledger
from annoeval.review.assignments import assign
from annoeval.review.queue import queue
from annoeval.review.roles import Role
from annoeval.review.rule import Rule, reviewable
from annoeval.review.store import Store
from annoeval.review.tables import meetings
from annoeval.study import Study

Rest = Literal["open", "assign", "accept"]


@dataclass(frozen=True)
class Point:
    """One question on the agenda, and why it is there."""

    item_id: str
    dimension: str
    why: str


@dataclass(frozen=True)
class Meeting:
    """A meeting on a study. people: who votes. minutes: the time limit."""

    id: str
    study: str
    title: str
    agenda: tuple[Point, ...]
    people: tuple[str, ...]
    minutes: float
    started: datetime
    started_by: str
    ended: datetime | None = None

    @property
    def queue(self) -> str:
        """What events of this meeting carry as their queue."""
        return f"meeting:{self.id}"

    def seconds_left(self, at: datetime | None = None) -> float:
        """Seconds until the time limit; 0 once it has passed."""
        return max(0.0, self.minutes * 60 - ((at or ledger.now()) - self.started).total_seconds())


def agenda(study: Study, size: int | None = None) -> tuple[Point, ...]:
    """What to talk about: items on which people differ, then those the AI is doubtful on, worst first; of what is asked
    of each answer apart, the answers that reviewers scored differently."""
    points: dict[tuple[str, str], Point] = {}
    for kind in ("disagree", "low"):
        for dimension in reviewable(study):
            if study.dimensions[dimension].judges:
                found = verdicts(study, dimension)
                for row in found[found["differ"] & found["source"].ne("decision")].itertuples():
                    key = row.item_id, of_answer(dimension, row.rater)
                    points.setdefault(key, Point(*key, f"Reviewers differ on the answer of {row.rater}"))
                continue
            found = queue(study, Rule(kind, dimension), blind=True)
            settled = ("decision",) if kind == "disagree" else PEOPLE  # one person's answer settles a doubtful score
            r = study.ratings
            done = r[r["kind"].isin(settled) & (r["dimension"] == dimension) & r["value"].notna()]
            for row in found[~found["item_id"].isin(done["item_id"])].itertuples():
                points.setdefault((row.item_id, dimension), Point(row.item_id, dimension, row.why))
    return tuple(points.values())[:size]


def start(
    store: Store,
    study: str,
    by: str,
    people: Sequence[str],
    title: str = "Meeting",
    minutes: float = 12,
    points: Sequence[Point] | None = None,
) -> Meeting:
    """Open a meeting. points: the agenda; by default `agenda(…)` of the study as it stands.

    Raises AnnoevalError when there is nothing to talk about, and for people who have no vote (`without_vote`).
    """
    may_vote(store, study, people)
    chosen = tuple(points) if points is not None else agenda(store.study(study))
    if not chosen:
        raise AnnoevalError("There is nothing to discuss: people agree, and no AI score is low.")
    id = secrets.token_hex(4)
    with store.database.write(study) as connection:
        event = ledger.append(
            connection, study, {"reviewer": by, "action": "meeting", "detail": {"id": id, "title": title}}
        )
        connection.execute(
            insert(meetings).values(
                id=id,
                study=study,
                title=title,
                minutes=minutes,
                started=event.time.isoformat(),
                started_by=by,
                agenda=json.dumps([[p.item_id, p.dimension, p.why] for p in chosen], ensure_ascii=False),
                people=json.dumps(list(dict.fromkeys(people)), ensure_ascii=False),
            )
        )
    return of(store, id)


def without_vote(store: Store, study: str) -> tuple[str, ...]:
    """Who doesn't vote here, since their own answers are judged."""
    return tuple(store.base(study).options.get("without") or ())


def may_vote(store: Store, study: str, people: Sequence[str]) -> None:
    barred = [p for p in people if p in without_vote(store, study)]
    if barred:
        raise AnnoevalError(f"{barred[0]} annotated what is judged here, and so has no vote.")


def of(store: Store, id: str) -> Meeting:
    """A meeting by its id. Raises AnnoevalError when there is none."""
    with store.everything.read() as connection:
        row = connection.execute(select(meetings).where(meetings.c.id == id)).mappings().first()
    if row is None:
        raise AnnoevalError(f"There is no meeting {id}.")
    store.database.allow(row["study"], Role.VIEWER)
    return _meeting(dict(row))


def meetings_of(store: Store, study: str) -> list[Meeting]:
    """A study's meetings, the newest first."""
    query = select(meetings).where(meetings.c.study == study).order_by(meetings.c.started.desc())
    with store.database.read(study) as connection:
        return [_meeting(dict(row)) for row in connection.execute(query).mappings()]


def join(store: Store, meeting: Meeting, person: str) -> Meeting:
    """Add someone who votes. Raises AnnoevalError for someone who has no vote."""
    may_vote(store, meeting.study, [person])
    with store.database.write(meeting.study) as connection:
        ledger.lock(connection, meeting.study)
        known = json.loads(
            connection.execute(select(meetings.c.people).where(meetings.c.id == meeting.id)).scalar() or "[]"
        )
        people = json.dumps(list(dict.fromkeys([*known, person])), ensure_ascii=False)
        connection.execute(update(meetings).where(meetings.c.id == meeting.id).values(people=people))
    return of(store, meeting.id)


def points_of(store: Store, meeting: Meeting) -> list[Point]:
    """The agenda without items that were left out of the study since, or went with an earlier version of its files."""
    base, excluded = store.base(meeting.study), store.standing(meeting.study).excluded
    return [
        p
        for p in meeting.agenda
        if p.item_id in base.items.index and is_question(base, p.dimension) and p.item_id not in excluded
    ]


def open_points(store: Store, meeting: Meeting) -> list[Point]:
    """Points without a decision, and not accepted as they are."""
    standing = store.standing(meeting.study)
    return [
        p
        for p in points_of(store, meeting)
        if (p.item_id, p.dimension) not in standing.accepted
        and not any(
            e.kind == "decision" and e.queue == meeting.queue
            for e in standing.answers.get((p.item_id, p.dimension), [])
        )
    ]


def accepted(store: Store, meeting: Meeting) -> int:
    """How many points this meeting left as the AI has them, without review."""
    standing = store.standing(meeting.study)
    events = [standing.accepted.get((p.item_id, p.dimension)) for p in meeting.agenda]
    return sum(e is not None and e.queue == meeting.queue for e in events)


def put_off(store: Store, meeting: Meeting, point: Point, by: str) -> None:
    """Come back to a point after the others; everyone at the meeting then sees the next one."""
    with store.database.write(meeting.study) as connection:
        ledger.append(
            connection,
            meeting.study,
            {
                "reviewer": by,
                "action": "meeting",
                "queue": meeting.queue,
                "detail": {"put off": [point.item_id, point.dimension]},
            },
        )


def current(store: Store, meeting: Meeting) -> Point | None:
    """The point that everyone at the meeting has before them: the first open one, those put off after the others."""
    with store.database.read(meeting.study) as connection:
        events = ledger.read(connection, meeting.study, action="meeting", queue=meeting.queue)
    put = [tuple(e.detail["put off"]) for e in events if e.detail and "put off" in e.detail]
    left = open_points(store, meeting)
    return min(left, key=lambda p: put.count((p.item_id, p.dimension)), default=None)


def finish(store: Store, meeting: Meeting, by: str, rest: Rest = "open", reviewers: Sequence[str] = ()) -> Meeting:
    """End a meeting. rest: what becomes of its open points: they stay `open`, are dealt out to `reviewers`
    (`assign`), or the AI's score is accepted, recorded as not reviewed (`accept`).
    """
    left = open_points(store, meeting)
    if rest == "assign":
        assign(store, meeting.study, list(dict.fromkeys(p.item_id for p in left)), reviewers, by)
    with store.database.write(meeting.study) as connection:
        batch: int | None = 0
        for point in left if rest == "accept" else []:
            batch = ledger.append(
                connection,
                meeting.study,
                {
                    "reviewer": by,
                    "action": "accept",
                    "item_id": point.item_id,
                    "dimension": point.dimension,
                    "queue": meeting.queue,
                    "batch": batch,
                    "note": "accepted without review",
                },
            ).batch
        connection.execute(update(meetings).where(meetings.c.id == meeting.id).values(ended=ledger.now().isoformat()))
    return of(store, meeting.id)


def _meeting(row: dict[str, Any]) -> Meeting:
    points = tuple(Point(*p) for p in json.loads(row["agenda"]))
    ended = datetime.fromisoformat(row["ended"]) if row["ended"] else None
    return Meeting(
        row["id"],
        row["study"],
        row["title"],
        points,
        tuple(json.loads(row["people"])),
        row["minutes"],
        datetime.fromisoformat(row["started"]),
        row["started_by"],
        ended,
    )
