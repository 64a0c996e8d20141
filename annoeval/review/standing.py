"""What stands after a history: whose answers count, what was undone, what is still hidden."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pandas as pd

from annoeval.questions import ANSWER
from annoeval.rating_table import TEAM, ratings_table
from annoeval.review.ledger import UNDOABLE, Event
from annoeval.study import Audit

Key = tuple[str, str]  # item, dimension
Return = tuple[Event, set[str]]  # what was sent back, and its questions that are still to decide
ANNOTATED = "human"  # kind of an annotator's answer: it is what reviews are about, and counts as none
KEPT = "kept"  # in an answer's detail: the note, text or tags that were changed beside a score that was not given anew


class Standing:
    """The state that a study's events add up to; events are added in order, each in constant time.

    last: number of the last event taken in.
    """

    def __init__(self, history: Iterable[Event] = ()) -> None:
        self._lock = threading.RLock()
        self.last = 0
        self.answers: dict[Key, list[Event]] = defaultdict(list)  # decisions and shown votes, in order
        self.versions: dict[Key, int] = {}
        self.annotated = 0  # number of the event that last changed annotators' answers, or which forms of them count
        self.assigned = 0  # number of the event that last changed who reviews what
        self.audits: dict[str, Audit] = {}  # dimension -> what was drawn for it
        self.because: dict[str, str] = {}  # dimension -> why a file's answers were given, where it doesn't say
        self.drawn = 0  # number of the event that last drew items
        self.refiled = False  # whether other files took the place of the first
        self.excluded: set[str] = set()
        self.withdrawn: set[str] = set()  # annotators who took part no longer: none of their answers counts
        self._pairs: dict[str, list[Event]] = defaultdict(list)  # drawn object -> pairs made or broken, in order
        self._variants: dict[Key, list[Event]] = defaultdict(list)  # (target, form) -> what was said of it, in order
        self._returned: dict[tuple[str, str], list[Return]] = defaultdict(list)  # (reviewer, item)
        self._seen_to: dict[int, list[Return]] = {}  # number of the answer -> the returns whose question it settled
        self.accepted: dict[Key, Event] = {}
        self.rated: dict[str, set[str]] = {}  # item -> dimensions that a person's answer stands for
        self.shown: dict[tuple[str, str, str], list[Event]] = {}  # (meeting, item, dimension) -> each one's vote
        self._active: dict[str, datetime] = {}
        self._touched: list[tuple[int, Key]] = []  # which answers changed at which event
        self._by_number: dict[int, Event] = {}
        self._hidden: dict[tuple[str, str, str], list[Event]] = defaultdict(list)
        self._done: dict[str, list[list[Event]]] = defaultdict(list)
        self._undone: dict[str, list[list[Event]]] = defaultdict(list)
        self._clock: datetime | None = None  # the latest time of an event so far
        self._frame: pd.DataFrame | None = None
        self._fresh: list[Event] = []
        for event in history:
            self.add(event)

    def add(self, event: Event) -> None:
        """Take in the next event."""
        with self._lock:
            self._add(event)

    def _add(self, event: Event) -> None:
        self.last = event.number
        if self._clock is not None and event.time < self._clock:  # set back since: the later number is the later answer
            event = replace(event, time=self._clock)
        self._clock = event.time
        if event.reviewer and event.kind != ANNOTATED:
            self._active[event.reviewer] = event.time
        if event.item_id is not None and event.version is not None:
            self.versions[event.item_id, event.dimension or ""] = event.version
        if event.action in UNDOABLE:
            self._by_number[event.number] = event
            self._do(event)
            batches = self._done[event.reviewer]
            if event.batch is not None and batches and batches[-1][0].batch == event.batch:
                batches[-1].append(event)
            else:
                batches.append([event])
            self._undone[event.reviewer].clear()
            if event.kind == ANNOTATED or event.action == "variant":
                self.annotated = event.number
        elif event.action in ("undo", "redo") and event.refers is not None:
            self._turn(event, self._by_number[event.refers])
        elif event.action == "vote":
            self._hidden[event.queue or "", event.item_id or "", event.dimension or ""].append(event)
        elif event.action == "reveal":
            point = (event.queue or "", event.item_id or "", event.dimension or "")
            # a vote changed before anyone saw it is still independent: the last one is the person's
            self.shown[point] = list({v.reviewer: v for v in self._hidden.pop(point, [])}.values())
            for vote in self.shown[point]:
                self._answer(vote)
        elif event.action == "files":
            self.refiled = True
        elif event.action == "assign":
            self.assigned = event.number
        elif event.action == "audit":
            self.drawn = event.number
            self._draw(str(event.dimension), event.detail)
        elif event.action == "because":
            self.because[str(event.dimension)] = str(event.because)
        elif event.action == "withdraw":
            self.withdrawn.add(event.reviewer)
            self.annotated = event.number
            self._frame = None
        elif event.action == "return":
            sent = (event, set(event.detail["questions"]))
            self._returned[str(event.detail["to"]), str(event.item_id)].append(sent)

    def next_undo(self, reviewer: str) -> list[Event]:
        """The reviewer's last action that still stands, as its events; empty when there is none."""
        return list(self._done[reviewer][-1]) if self._done[reviewer] else []

    def next_redo(self, reviewer: str) -> list[Event]:
        """What the reviewer undid last and may bring back; empty after a new decision."""
        return list(self._undone[reviewer][-1]) if self._undone[reviewer] else []

    def standing(self, item_id: str, dimension: str) -> dict[str, Event]:
        """Each reviewer's answer to an item that stands, and the `TEAM`'s, withdrawn ones left out."""
        latest = {whose(e): e for e in self.answers.get((item_id, dimension), ())}
        return {who: e for who, e in latest.items() if e.value is not None}

    def questions(self) -> dict[str, list[str]]:
        """By item what was answered of it, also what was withdrawn since."""
        found: dict[str, list[str]] = defaultdict(list)
        for item, question in list(self.answers):
            found[item].append(question)
        return found

    def pairs(self) -> dict[str, str | None]:
        """Drawn objects whose pair people made or broke: item → its partner's id, None where it was broken."""
        with self._lock:
            last = {item: events[-1] for item, events in self._pairs.items() if events}
        return {item: event.detail["partner"] for item, event in last.items() if event.detail["partner"] != ""}

    def variants(self) -> dict[str, dict[str, bool]]:
        """Forms of answers that people judged once for all: target → canonical form → whether it counts."""
        out: dict[str, dict[str, bool]] = {}
        for event in self.variant_events():
            out.setdefault(event.detail["target"], {})[event.detail["form"]] = bool(event.value)
        return out

    def variant_events(self) -> list[Event]:
        """What was said last of each form of an answer."""
        with self._lock:
            return [events[-1] for events in self._variants.values() if events]

    def hidden_votes(self, meeting: str, item_id: str, dimension: str) -> dict[str, Event]:
        """Who voted on an item of a meeting whose votes are not shown yet, latest vote each."""
        return {e.reviewer: e for e in self._hidden.get((meeting, item_id, dimension), ())}

    def touched_since(self, number: int, dimension: str) -> list[str]:
        """Items whose answers in a dimension changed after an event, each once."""
        first = bisect_right(self._touched, number, key=lambda t: t[0])
        return list(dict.fromkeys(item for _, (item, of) in self._touched[first:] if of == dimension))

    def newest_first(self, number: int) -> Iterator[tuple[int, Key]]:
        """Which answers changed after an event, the last first: the event's number, item and dimension."""
        first = bisect_right(self._touched, number, key=lambda t: t[0])
        yield from reversed(self._touched[first:])

    def at_work(self, but: str, minutes: float = 3) -> list[str]:
        """Who did something in the last minutes, `but` oneself."""
        since = datetime.now(UTC) - timedelta(minutes=minutes)
        return [who for who, time in list(self._active.items()) if who != but and time > since]

    def waiting(self, dimension: str) -> list[str]:
        """Items drawn for a dimension's audit that no person has answered yet, in the order drawn."""
        audit = self.audits.get(dimension)
        drawn = audit.items if audit else ()
        return [i for i in drawn if i not in self.excluded and dimension not in self.rated.get(i, ())]

    def all_hidden(self) -> list[list[Event]]:
        """All votes that are not shown yet, by question."""
        return list(self._hidden.values())

    def reviewed(self, dimension: str | None = None) -> set[str]:
        """Items that at least one reviewer, or the team, has answered (in one dimension, or in any)."""
        return {item for item, dimensions in list(self.rated.items()) if dimension is None or dimension in dimensions}

    def returns_to(self, reviewer: str) -> dict[str, Event]:
        """Items sent back to a reviewer and not wholly decided again by them since, with the newest comment's event."""
        found = {}
        for (who, item), returns in list(self._returned.items()):
            waiting = [event for event, questions in list(returns) if questions]
            if who == reviewer and waiting:
                found[item] = waiting[-1]
        return found

    def sent_back(self, reviewer: str, item_id: str) -> set[str]:
        """The questions of an item that were sent back to a reviewer and not decided again by them since."""
        return set().union(*(questions for _, questions in self._returned.get((reviewer, item_id), ())))

    def ratings(self) -> pd.DataFrame:
        """The answers that stand as ratings: `reviewer`s', `decision`s, votes that were shown, in order.

        A new answer is appended to the table made before; only undo and withdrawal make it anew.
        """
        with self._lock:
            if self._frame is None:
                standing = [e for answers in self.answers.values() for e in self._counting(answers)]
                self._frame = _as_ratings(sorted(standing, key=lambda e: e.number))
            elif self._fresh:
                fresh = _as_ratings(self._fresh)
                self._frame = pd.concat([self._frame, fresh], ignore_index=True) if len(self._frame) else fresh
            self._fresh = []
            return self._frame

    def of_items(self, items: Iterable[str], dimension: str) -> pd.DataFrame:
        """The answers to a question of a few items that stand, as ratings."""
        with self._lock:
            return _as_ratings([e for i in items for e in self._counting(self.answers.get((i, dimension), []))])

    def _counting(self, answers: list[Event]) -> list[Event]:
        """Answers without those that were withdrawn, and those of annotators who did.

        An answer that an annotator changed before anything was shown is still independent: the last one is theirs.
        """
        taken = {whose(e): e.number for e in answers if e.value is None}
        last = {e.reviewer: e.number for e in answers if e.kind == ANNOTATED}
        return [
            e
            for e in answers
            if e.number > taken.get(whose(e), 0)
            and e.reviewer not in self.withdrawn
            and (e.kind != ANNOTATED or e.number == last[e.reviewer])
        ]

    def _draw(self, dimension: str, detail: dict[str, Any]) -> None:
        """A first draw brings its frame; a later one adds items of the same frame."""
        more = {**detail, "items": tuple(detail["items"])}
        if "frame" in detail:
            self.audits[dimension] = Audit(dimension, **{**more, "frame": tuple(detail["frame"])})
        else:
            known = self.audits[dimension]
            more["enlarged"] = known.enlarged or detail["enlarged"]
            self.audits[dimension] = replace(known, **{**more, "items": known.items + more["items"]})

    def _do(self, event: Event) -> None:
        if event.action == "decide":
            self._answer(event)
        elif event.action == "accept":
            self.accepted[str(event.item_id), str(event.dimension)] = event
        elif event.action == "exclude":
            self.excluded.add(str(event.item_id))
        elif event.action == "pair":
            self._pairs[str(event.item_id)].append(event)
            self._pairs[str(event.item_id)].sort(key=lambda e: e.number)
        elif event.action == "variant":
            said = self._variants[event.detail["target"], event.detail["form"]]
            said.append(event)
            said.sort(key=lambda e: e.number)

    def _answer(self, event: Event) -> None:
        key = (str(event.item_id), str(event.dimension))
        again = event.kind == ANNOTATED and any(e.reviewer == event.reviewer for e in self.answers[key])
        if event.value is None or again:
            self._frame = None
        elif self._frame is not None and event.reviewer not in self.withdrawn:
            self._fresh.append(event)
        self.answers[key].append(event)
        self._mark(key)
        if event.value is not None and not (event.detail and KEPT in event.detail):
            for sent in self._returned.get((whose(event), key[0]), ()):
                if key[1] in sent[1]:
                    sent[1].remove(key[1])
                    self._seen_to.setdefault(event.number, []).append(sent)

    def _mark(self, key: Key) -> None:
        self._touched.append((self.last, key))
        if any(e.kind != ANNOTATED for e in self.standing(*key).values()):
            self.rated.setdefault(key[0], set()).add(key[1])
        elif key[0] in self.rated:
            self.rated[key[0]].discard(key[1])
            if not self.rated[key[0]]:
                del self.rated[key[0]]

    def _turn(self, event: Event, about: Event) -> None:
        done, undone = self._done[about.reviewer], self._undone[about.reviewer]
        source, target = (done, undone) if event.action == "undo" else (undone, done)
        if not (target and about in target[-1]):  # a batch moves as one
            target.append(source.pop())
        key = (str(about.item_id), str(about.dimension))
        if about.action == "variant":
            self.annotated = event.number
        if event.action == "redo":
            self._do(about)
            self.answers[key].sort(key=lambda e: e.number)
        elif about.action == "exclude":
            self.excluded.discard(key[0])
        elif about.action == "accept":
            self.accepted.pop(key, None)
        elif about.action == "pair":
            self._pairs[key[0]].remove(about)
        elif about.action == "variant":
            self._variants[about.detail["target"], about.detail["form"]].remove(about)
        else:
            self.answers[key].remove(about)
            for _, questions in self._seen_to.pop(about.number, []):  # not decided after all: it waits again
                questions.add(key[1])
        self._mark(key)
        self._frame = None


def whose(event: Event) -> str:
    """Whose answer an event is: the reviewer's own, or the team's, which stays when its writer's own changes."""
    return TEAM if event.kind == "decision" else event.reviewer


def _as_ratings(answers: list[Event]) -> pd.DataFrame:
    return ratings_table(
        {
            "item_id": [e.item_id for e in answers],
            "dimension": [str(e.dimension) for e in answers],
            "rater": [e.reviewer for e in answers],
            "kind": [e.kind or "reviewer" for e in answers],
            "value": [e.value for e in answers],
            "response": [(e.detail or {}).get(ANSWER, e.correction) for e in answers],
            "time": [e.time for e in answers],
            "because": [e.because for e in answers],
            "blind": [e.blind for e in answers],
            "seconds": [e.seconds for e in answers],
            "note": [e.note for e in answers],
        }
    )
