"""Votes on one question of a meeting: each hidden first, then shown together, then the team's decision."""

from __future__ import annotations

from typing import Any

from annoeval.review import ledger, rubric
from annoeval.review.meeting import Meeting, Point, may_vote
from annoeval.review.store import Decision, Store, on_record


def vote(store: Store, meeting: Meeting, point: Point, value: Any, person: str, token: str | None = None) -> Decision:
    """One person's vote. Before the votes are shown it is hidden and counts as independent; after, it does not.

    token: any unique text; the same token again changes nothing.
    """
    may_vote(store, meeting.study, [person])
    record = on_record(store.asked(meeting.study), point.item_id, point.dimension, value)
    if is_shown(store, meeting, point):
        return store.decide(
            meeting.study,
            point.item_id,
            point.dimension,
            value,
            reviewer=person,
            because="chosen",
            queue=meeting.queue,
            visible=("others",),
            token=token,
        )
    with store.database.write(meeting.study) as connection:
        ledger.lock(connection, meeting.study)
        known = ledger.read(connection, meeting.study, token=token) if token else []
        event = (
            known[0]
            if known
            else ledger.append(
                connection,
                meeting.study,
                {
                    "reviewer": person,
                    "action": "vote",
                    "item_id": point.item_id,
                    "dimension": point.dimension,
                    **record,
                    "kind": "reviewer",
                    "because": "chosen",
                    "queue": meeting.queue,
                    "blind": True,
                    "rubric": rubric.version(connection, meeting.study),
                    "token": token,
                },
            )
        )
    return Decision(event)


def voters(store: Store, meeting: Meeting, point: Point) -> list[str]:
    """Who has voted, whether or not the votes are shown."""
    waiting = store.standing(meeting.study).hidden_votes(meeting.queue, point.item_id, point.dimension)
    return list(waiting) or list(votes(store, meeting, point))


def is_shown(store: Store, meeting: Meeting, point: Point) -> bool:
    """Whether the votes on this point are shown."""
    return (meeting.queue, point.item_id, point.dimension) in store.standing(meeting.study).shown


def reveal(store: Store, meeting: Meeting, point: Point, by: str) -> dict[str, Any]:
    """Show all votes at once; they become ratings. Returns the votes."""
    if not is_shown(store, meeting, point):
        with store.database.write(meeting.study) as connection:
            ledger.append(
                connection,
                meeting.study,
                {
                    "reviewer": by,
                    "action": "reveal",
                    "item_id": point.item_id,
                    "dimension": point.dimension,
                    "queue": meeting.queue,
                },
            )
    return votes(store, meeting, point)


def votes(store: Store, meeting: Meeting, point: Point) -> dict[str, Any]:
    """Each person's independent vote, once shown; empty before."""
    shown = store.standing(meeting.study).shown.get((meeting.queue, point.item_id, point.dimension), [])
    return {e.reviewer: e.value for e in shown}


def settle(
    store: Store,
    meeting: Meeting,
    point: Point,
    value: Any,
    by: str,
    reason: str = "",
    owner: str = "",
    guideline: str = "",
) -> Decision:
    """The team's decision, with its reason, who follows it up, and what changes in the guideline."""
    row = {
        "item_id": point.item_id,
        "dimension": point.dimension,
        "value": value,
        "reviewer": by,
        "kind": "decision",
        "note": reason or None,
        "because": "chosen",
        "queue": meeting.queue,
        "visible": ("ai", "others"),
        "detail": {"owner": owner, "guideline": guideline, "why": point.why},
    }
    return store.decide_many(meeting.study, [row])[0]
