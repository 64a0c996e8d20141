"""Who reviews what: shares of a queue, a second reviewer for some, items sent back, queues under a name."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pandas as pd
from sqlalchemy import delete, insert, select

from annoeval.problem import AnnoevalError
from annoeval.review import ledger
from annoeval.review.ledger import Event
from annoeval.review.rule import Rule
from annoeval.review.store import Store
from annoeval.review.tables import assignments, queues
from annoeval.review.walk import asked

COLUMNS = ["item_id", "reviewer", "second", "assigned_by", "time"]


def assign(
    store: Store, study: str, items: Sequence[str], reviewers: Sequence[str], by: str, share: float = 0.0, seed: int = 1
) -> pd.DataFrame:
    """Deal items out to reviewers in equal parts, a share of them (0 to 1) to a second reviewer as well.

    Who gets what depends on seed and ids only. An item already assigned to someone stays theirs.
    Returns the study's assignments. Raises AnnoevalError without reviewers, or for a second share with only one.
    """
    names = list(dict.fromkeys(n.strip() for n in reviewers if n.strip()))
    if not names:
        raise AnnoevalError("Name at least one reviewer.")
    if share and len(names) < 2:
        raise AnnoevalError("A second opinion needs at least two reviewers.")
    order = sorted(items, key=lambda i: hashlib.sha256(f"{seed}:{i}".encode("utf-8", "replace")).digest())
    twice = round(share * len(order))
    dealt = [(item, names[n % len(names)], False) for n, item in enumerate(order)]
    dealt += [(item, names[(n + 1) % len(names)], True) for n, item in enumerate(order[:twice])]
    with store.database.write(study) as connection:
        known = set(connection.execute(select(assignments.c.item_id).where(assignments.c.study == study)).scalars())
        rows = [d for d in dealt if d[0] not in known]
        event = ledger.append(
            connection,
            study,
            {"reviewer": by, "action": "assign", "detail": {"items": len(rows), "to": names, "share": share}},
        )
        if rows:
            time = event.time.isoformat()
            connection.execute(
                insert(assignments),
                [
                    {"study": study, "item_id": i, "reviewer": r, "second": s, "assigned_by": by, "time": time}
                    for i, r, s in rows
                ],
            )
    return assigned(store, study)


def assigned(store: Store, study: str, reviewer: str | None = None) -> pd.DataFrame:
    """Columns `item_id, reviewer, second, assigned_by, time`; all, or one reviewer's."""
    query = select(*(assignments.c[c] for c in COLUMNS)).where(assignments.c.study == study)
    if reviewer is not None:
        query = query.where(assignments.c.reviewer == reviewer)
    with store.database.read(study) as connection:
        return pd.DataFrame(connection.execute(query).all(), columns=COLUMNS)


def second_opinions(store: Store, study: str, reviewer: str) -> frozenset[str]:
    """The reviewer's items that someone else is to judge as well: others' answers stay hidden until theirs is given."""
    everyone = assigned(store, study)
    shared = everyone.groupby("item_id")["reviewer"].transform("nunique") > 1
    return frozenset(everyone.loc[shared & (everyone["reviewer"] == reviewer), "item_id"])


def unassign(store: Store, study: str, reviewer: str, by: str) -> int:
    """Take a reviewer's open and done items off them; returns how many."""
    with store.database.write(study) as connection:
        n = connection.execute(
            delete(assignments).where(assignments.c.study == study, assignments.c.reviewer == reviewer)
        ).rowcount
        ledger.append(
            connection, study, {"reviewer": by, "action": "assign", "detail": {"items": -n, "to": [reviewer]}}
        )
    return n


def send_back(
    store: Store, study: str, item_id: str, to: str, comment: str, by: str, questions: Sequence[str] = ()
) -> Event:
    """Put an item into a reviewer's queue, with a comment, until they have decided all its questions again.

    questions: those of the item that are sent back; by default all that the reviewer has answered, and for a
    reviewer who answered none, all that are asked of the item.
    Raises AnnoevalError without a comment, and for an item that is not there.
    """
    if not comment.strip():
        raise AnnoevalError("Say in the comment what should be looked at again.")
    base, standing = store.asked(study), store.standing(study)
    if item_id not in base.items.index:
        raise AnnoevalError(f"There is no item {item_id!r} in {base.name}.")
    possible = asked(base, item_id, Rule("all"))
    answered = [d for d in possible if to in standing.standing(item_id, d)]
    wanted = [d for d in possible if d in questions] or answered or possible
    with store.database.write(study) as connection:
        return ledger.append(
            connection,
            study,
            {
                "reviewer": by,
                "action": "return",
                "item_id": item_id,
                "note": comment,
                "detail": {"to": to, "questions": wanted},
            },
        )


def sent_back_to(store: Store, study: str, reviewer: str) -> pd.DataFrame:
    """Items waiting for a reviewer's second look: `item_id, why` (who asks, and the comment)."""
    waiting = store.standing(study).returns_to(reviewer)
    rows = [(item, f"{event.reviewer} sent it back: {event.note}") for item, event in waiting.items()]
    return pd.DataFrame(rows, columns=["item_id", "why"])


def save_queue(store: Store, study: str, name: str, rule: Rule, by: str) -> None:
    """Keep a rule under a name; the same name again replaces it."""
    if not name.strip():
        raise AnnoevalError("Give the queue a name.")
    with store.database.write(study) as connection:
        forget = delete(queues).where(queues.c.study == study, queues.c.name == name.strip())
        connection.execute(forget)
        connection.execute(
            insert(queues).values(
                study=study, name=name.strip(), rule=rule.query(), reviewer=by, time=ledger.now().isoformat()
            )
        )


def saved_queues(store: Store, study: str) -> dict[str, Rule]:
    """Saved queues by name, in the order of their names."""
    query = select(queues.c.name, queues.c.rule).where(queues.c.study == study).order_by(queues.c.name)
    with store.database.read(study) as connection:
        return {row.name: Rule.from_query(row.rule) for row in connection.execute(query)}


def forget_queue(store: Store, study: str, name: str) -> None:
    """Delete a saved queue; the decisions made from it keep their rule."""
    with store.database.write(study) as connection:
        connection.execute(delete(queues).where(queues.c.study == study, queues.c.name == name))
