"""What a study's meetings decided: each question with its votes, the decision and the reason."""

from __future__ import annotations

from functools import cache
from typing import Any

import pandas as pd

from annoeval.questions import is_question, scale_of
from annoeval.review import meeting, voting
from annoeval.review.queue import headline_scores
from annoeval.review.store import Store
from annoeval.scale import Scale

MINUTES = [
    "meeting",
    "item_id",
    "dimension",
    "ai",
    "votes",
    "agreed",
    "decision",
    "reason",
    "owner",
    "guideline",
    "time",
]


def minutes(store: Store, study: str) -> pd.DataFrame:
    """What meetings decided, in order: columns `meeting, item_id, dimension, ai, votes, agreed, decision, reason, …`.

    votes: "Ana 2, Ben 1", before discussion; sets and texts as "Ana: cat, dog; Ben: cat".
    agreed: whether those votes were the same; missing under two votes.
    decision: the team's value; missing with reason "accepted without review" where the AI's was taken over.
    """
    base, standing = store.base(study), store.standing(study)
    ai = cache(lambda d: headline_scores(base, d)["value"])  # of what was met about, and of nothing else
    rows = []
    for held in reversed(meeting.meetings_of(store, study)):
        for point in held.agenda:
            key = (point.item_id, point.dimension)
            judges = point.dimension not in base.dimensions or base.dimensions[point.dimension].judges
            decisions = [e for e in standing.answers.get(key, []) if e.kind == "decision" and e.queue == held.queue]
            accepted = standing.accepted.get(key)
            if accepted is not None and accepted.queue != held.queue:
                accepted = None
            given = voting.votes(store, held, point)
            if (not decisions and accepted is None and not given) or not is_question(base, point.dimension):
                continue
            event = decisions[-1] if decisions else accepted
            detail = (event.detail if event else None) or {}
            rows.append(
                {
                    "meeting": held.title,
                    "item_id": point.item_id,
                    "dimension": point.dimension,
                    "ai": None if judges else ai(point.dimension).get(point.item_id),
                    "votes": _said(scale_of(base, point.dimension), given),
                    "agreed": len(set(map(str, given.values()))) == 1 if len(given) > 1 else None,
                    "decision": event.value if event else None,
                    "reason": (event.note if event else None) or "",
                    "owner": detail.get("owner", ""),
                    "guideline": detail.get("guideline", ""),
                    "time": event.time if event else None,
                }
            )
    return pd.DataFrame(rows, columns=MINUTES)


def _said(scale: Scale, given: dict[str, Any]) -> str:
    if scale.level in ("set", "text"):
        return "; ".join(f"{who}: {' '.join(scale.describe(v).split())}" for who, v in given.items())
    return ", ".join(f"{who} {scale.describe(v)}" for who, v in given.items())
