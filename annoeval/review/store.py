"""Every decision made on a study, on disk before anyone is told that it was saved."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from annoeval.problem import AnnoevalError
from annoeval.questions import ANSWER, about, is_question, parts, questions
from annoeval.rating_table import TEAM
from annoeval.review import ledger, rubric
from annoeval.review.ledger import Event
from annoeval.review.library import Library
from annoeval.review.standing import Standing
from annoeval.scale import Scale
from annoeval.study import Study
from annoeval.words import listed


@dataclass(frozen=True)
class Conflict:
    """Someone else answered the same question after the reviewer last saw it; both answers are kept."""

    yours: Event
    theirs: Event


@dataclass(frozen=True)
class Decision:
    """A decision that is on disk. conflict: the answer of another that the reviewer had not seen."""

    event: Event
    conflict: Conflict | None = None


class Store(Library):
    """A library of studies that takes decisions: `Store(url=None, home=None)`, see `Library`."""

    def decide(
        self, id: str, item_id: str, dimension: str, value: Any, *, reviewer: str, note: str | None = None,
        because: str = "rule", queue: str | None = None, blind: bool = False, visible: Sequence[str] = (),
        seconds: float | None = None, tags: Sequence[str] = (), correction: str | None = None,
        seen_version: int | None = None, kind: str = "reviewer", token: str | None = None,
    ) -> Decision:  # fmt: skip
        """Write one person's answer; it is on disk when this returns.

        value: on the dimension's scale, or None to withdraw the reviewer's answer.
        because: `all`, `rule`, `audit`, `random` or `chosen`. visible: what was on screen (`ai`, `others`).
        seen_version: `seen(…)` when the item was shown; when another answered since, the decision carries
        the conflict, and both answers are kept. kind: `reviewer`, or `decision` for the team's.
        token: any unique text; the same token again changes nothing and returns the first decision.
        Raises AnnoevalError for an unknown item or dimension, or a value that is not on the scale.
        """
        answer = {
            "reviewer": reviewer,
            "item_id": item_id,
            "dimension": dimension,
            "value": value,
            "note": note,
            "because": because,
            "queue": queue,
            "blind": blind,
            "visible": tuple(visible),
            "seconds": seconds,
            "tags": tuple(tags),
            "correction": correction,
            "kind": kind,
            "token": token,
        }
        return self.decide_many(id, [answer], {(item_id, dimension): seen_version})[0]

    def decide_many(
        self,
        id: str,
        answers: Sequence[Mapping[str, Any]],
        seen: Mapping[tuple[str, str], int | None] | None = None,
    ) -> list[Decision]:
        """Write several answers as one action: all or none is stored, and one undo takes them back.

        answers: keyword arguments of `decide` as mappings, without `seen_version`.
        seen: (item, dimension) to the version that was on screen.
        """
        study = self.asked(id)
        rows = [{**a, **on_record(study, a["item_id"], a["dimension"], a["value"], a.get("detail"))} for a in answers]
        try:
            with self.database.write(id) as connection:
                return self._write(connection, id, rows, seen or {})
        except IntegrityError:  # the same token at the same moment, from a second connection
            with self.database.read(id) as connection:
                return [Decision(ledger.read(connection, id, token=r["token"])[0]) for r in rows]

    def _write(
        self, connection: Connection, id: str, rows: list[dict[str, Any]], seen: Mapping[tuple[str, str], int | None]
    ) -> list[Decision]:
        ledger.lock(connection, id)
        tokens = [r["token"] for r in rows if r.get("token")]
        known = {e.token: e for some in ledger.batched(tokens) for e in ledger.read(connection, id, token=list(some))}
        fresh = [r for r in rows if r.get("token") not in known]
        earlier = self._now.follow(connection, id)
        under = rubric.version(connection, id)
        batch = 0 if len(fresh) > 1 else None
        new = []
        for row in fresh:
            who = TEAM if row.get("kind") == "decision" else row["reviewer"]
            mine = earlier.standing(row["item_id"], row["dimension"]).get(who)
            old = mine.value if mine else None
            new.append({"action": "decide", "old": old, "rubric": under, "batch": batch, **row})
        written = iter(ledger.append_all(connection, id, new) if new else ())
        decisions = []
        for row in rows:
            if row.get("token") in known:
                decisions.append(Decision(known[row["token"]]))
                continue
            event = next(written)
            decisions.append(Decision(event, _conflict(event, earlier, seen.get((row["item_id"], row["dimension"])))))
        return decisions

    def seen(self, id: str, item_id: str, dimension: str) -> int:
        """How often this item and dimension changed so far: what `decide` takes as `seen_version`."""
        return self.standing(id).versions.get((item_id, dimension), 0)

    def pair(
        self,
        id: str,
        item_id: str,
        partner: str | None,
        *,
        reviewer: str,
        note: str | None = None,
        token: str | None = None,
    ) -> Event:
        """Make or break the pair of a drawn object, as an event that can be undone.

        partner: id of the object it belongs to; None where it has none; "" to let the rule decide again.
        token: any unique text; the same token again changes nothing and returns the first event.
        Raises AnnoevalError for an item that is not there.
        """
        if item_id not in self.base(id).items.index:
            raise AnnoevalError(f"There is no item {item_id!r} in this study.")
        row = {
            "reviewer": reviewer,
            "action": "pair",
            "item_id": item_id,
            "dimension": "pair",
            "note": note,
            "token": token,
            "detail": {"object": item_id, "partner": partner},
            "value": partner,
        }
        with self.database.write(id) as connection:
            ledger.lock(connection, id)
            known = ledger.read(connection, id, token=token) if token else []
            return known[0] if known else ledger.append(connection, id, row)

    def variant(self, id: str, forms: Sequence[tuple[str, str]], accepted: bool, *, reviewer: str) -> list[Event]:
        """Say of forms of answers, (target, canonical form), whether they count as their target; undone as one."""
        rows = [
            {
                "reviewer": reviewer,
                "action": "variant",
                "value": accepted,
                "detail": {"target": target, "form": form},
                "batch": 0 if len(forms) > 1 else None,
            }
            for target, form in forms
        ]
        with self.database.write(id) as connection:
            ledger.lock(connection, id)
            return list(ledger.append_all(connection, id, rows)) if rows else []

    def exclude(self, id: str, item_id: str, reviewer: str, note: str | None = None) -> Event:
        """Leave an item out of the study, as an event that can be undone."""
        with self.database.write(id) as connection:
            return ledger.append(
                connection, id, {"reviewer": reviewer, "action": "exclude", "item_id": item_id, "note": note}
            )

    def known(self, id: str, token: str) -> bool:
        """Whether what was sent with this token is stored."""
        with self.database.read(id) as connection:
            return bool(ledger.read(connection, id, token=token))

    def undo(self, id: str, reviewer: str, token: str | None = None) -> list[Event]:
        """Take back the reviewer's last action that stands; returns the undone events, empty when there is none.

        token: any unique text; the same token again changes nothing and returns the same events.
        """
        return self._turn(id, reviewer, "undo", token)

    def redo(self, id: str, reviewer: str, token: str | None = None) -> list[Event]:
        """Bring back what the reviewer undid last; returns the events brought back, empty when there is none."""
        return self._turn(id, reviewer, "redo", token)

    def _turn(self, id: str, reviewer: str, action: str, token: str | None) -> list[Event]:
        with self.database.write(id) as connection:
            ledger.lock(connection, id)
            known = ledger.read(connection, id, token=token) if token else []
            if known:
                turned = ledger.read(connection, id, batch=known[0].batch) if known[0].batch else known
                return ledger.read(connection, id, number=[e.refers for e in turned])
            standing = self._now.follow(connection, id)
            about = standing.next_undo(reviewer) if action == "undo" else standing.next_redo(reviewer)
            batch = 0 if len(about) > 1 else None
            new = [
                {
                    "reviewer": reviewer,
                    "action": action,
                    "item_id": event.item_id,
                    "refers": event.number,
                    "dimension": event.dimension,
                    "kind": event.kind,
                    "batch": batch,
                    "old": event.value if action == "undo" else event.old,
                    "value": event.old if action == "undo" else event.value,
                    "token": None if place else token,
                }
                for place, event in enumerate(about)
            ]
            if new:
                ledger.append_all(connection, id, new)
            return about

    def item_events(self, id: str, item_id: str) -> list[Event]:
        """All that happened to one item, in order."""
        with self.database.read(id) as connection:
            return ledger.read(connection, id, item_id=item_id)

    def events(self, id: str) -> pd.DataFrame:
        """The study's history, one row an event, in order; columns as the fields of `Event`."""
        with self.database.read(id) as connection:
            return ledger.table(ledger.read(connection, id))


def _conflict(event: Event, earlier: Standing, since: int | None) -> Conflict | None:
    """The newest standing answer of another person that came after what the reviewer saw."""
    if since is None:
        return None
    others = earlier.standing(str(event.item_id), str(event.dimension)).values()
    theirs = [e for e in others if e.reviewer != event.reviewer and (e.version or 0) > since]
    return Conflict(event, max(theirs, key=lambda e: e.number)) if theirs else None


def on_record(study: Study, item_id: str, dimension: str, value: Any, detail: Any = None) -> dict[str, Any]:
    """What an event says of an answer: `value` as the scale has it and `detail`, with the rater's answer that a verdict
    is about as it is now. Raises AnnoevalError as `on_scale` does."""
    value = on_scale(study, item_id, dimension, value)
    answer = about(study, item_id, dimension)
    return {"value": value, "detail": detail if answer is None else {**(detail or {}), ANSWER: answer.text}}


def on_scale(study: Study, item_id: str, dimension: str, value: Any) -> Any:
    """The value as the scale has it (1.0 becomes the category 1). Raises AnnoevalError when it is not on it, and for
    an answer to a question that isn't asked of the item."""
    if item_id not in study.items.index:
        raise AnnoevalError(f"There is no item {item_id!r} in {study.name}.")
    if not is_question(study, dimension):
        raise AnnoevalError(f"There is no dimension {dimension!r}; {study.name} has {', '.join(study.dimensions)}.")
    of, rater = parts(study, dimension)
    scale: Scale = study.dimensions[of]
    value = ledger.plain(value)
    if value is None:
        return value
    if scale.judges and not about(study, item_id, dimension):
        asked = listed(questions(study, item_id, of), 3) or "and nobody answered this item"
        who = f"{rater} gave no answer to {item_id}" if rater else f"{of} is asked of each answer apart"
        raise AnnoevalError(f"{who}: {asked}.")
    if scale.level == "text":
        return value
    if scale.level == "set":
        return _as_set(scale, dimension, value)
    for category in scale.categories:
        if category == value:
            return ledger.plain(category)
    if scale.categories:
        allowed = ", ".join(map(str, scale.categories))
        raise AnnoevalError(f"{value!r} is not on the scale of {dimension}; use one of {allowed}.")
    if scale.level in ("interval", "ratio") and not (isinstance(value, (int, float)) and math.isfinite(value)):
        raise AnnoevalError(f"{value!r} is no number, and {dimension} takes numbers.")
    if scale.bounds and not (isinstance(value, (int, float)) and scale.bounds[0] <= value <= scale.bounds[1]):
        shown = f"{value:g}" if isinstance(value, (int, float)) else repr(value)
        raise AnnoevalError(f"{shown} is outside {scale.bounds[0]:g} to {scale.bounds[1]:g} of {dimension}.")
    return value


def _as_set(scale: Scale, dimension: str, value: Any) -> str:
    """A set of labels as it is kept, a sorted JSON array; given so, as a list, or as one label."""
    try:
        labels = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        labels = value
    labels = labels if isinstance(labels, (list, tuple, set)) else [value]
    for label in labels:
        if scale.categories and label not in scale.categories:
            allowed = ", ".join(map(str, scale.categories))
            raise AnnoevalError(f"{label!r} is no label of {dimension}; use {allowed}.")
    return json.dumps(sorted({str(label) for label in labels}), ensure_ascii=False)
