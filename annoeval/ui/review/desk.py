"""What a reviewer has before them: the queue, the item, the question in focus, and what was said last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from annoeval.answers.items import item_names
from annoeval.questions import scale_of
from annoeval.rating_table import TEAM
from annoeval.review.audits import waiting
from annoeval.review.effect import Effect, Kappa
from annoeval.review.ledger import Event
from annoeval.review.present import Present
from annoeval.review.queue import TO_CHECK, headline_scores, not_scored
from annoeval.review.rubric import Rubric
from annoeval.review.rule import Rule
from annoeval.review.standing import Standing
from annoeval.review.store import Conflict
from annoeval.review.walk import Walk
from annoeval.study import Study
from annoeval.ui.review.keys import question

# scopes: items assigned to the reviewer, items sent back to them, items that others judged and they did not
MINE, BACK, SECOND = "mine", "back", "second"


@dataclass
class Saved:
    """The last thing the reviewer did, for the line below the item."""

    words: str
    item_id: str
    dimension: str
    before: Kappa | None = None
    after: Kappa | None = None
    conflict: Conflict | None = None
    undone: bool = False
    done: bool = False  # the words say it all: nothing was saved as something
    refused: bool = False


@dataclass
class Desk:
    """One reviewer's place; lives in the session."""

    study_id: str
    now: Present
    rule: Rule
    walk: Walk
    person: str
    item: str | None
    own: frozenset[str] = frozenset()  # items that are this reviewer's, whoever else answered them
    sent_back: frozenset[str] = frozenset()
    second: frozenset[str] = frozenset()  # of these, the ones that someone else judges as well
    scope: str = ""
    dimensions: Sequence[str] = ()
    focus: str = ""
    seen: dict[str, int] = field(default_factory=dict)
    shown_at: float = 0.0
    drawn: bool = False

    @property
    def study(self) -> Study:
        """The study of which the reviewer is asked, without decisions."""
        return self.now.asked

    @property
    def standing(self) -> Standing:
        """What people decided so far."""
        return self.now.standing

    @property
    def rubric(self) -> Rubric:
        """The rubric in force."""
        return self.now.rubric

    def name(self, item: str) -> str:
        """What an item is called on screen."""
        return item_names(self.study).get(item, item)

    @property
    def place(self) -> tuple[str, str]:
        """Where the desk stands: study and reviewer."""
        return self.study_id, self.person

    @property
    def mark(self) -> str:
        """The mark of the question in focus, see `keys`."""
        return question(self.place, self.item or "", self.focus)

    @property
    def mine(self) -> dict[str, Any]:
        """The reviewer's own standing answers to this item, by dimension."""
        found = {d: self.standing.standing(self.item or "", d).get(self.person) for d in self.dimensions}
        return {d: event for d, event in found.items() if event is not None}

    def others(self, dimension: str) -> dict[str, Any]:
        """Other people's standing answers to this item."""
        answers = self.standing.standing(self.item or "", dimension)
        return {who: event for who, event in answers.items() if who != self.person}

    @property
    def blind(self) -> bool:
        """Whether scores are hidden before the answer: on a blind study, while an audit is under way, where a second
        opinion is asked for, and of the items drawn for that."""
        return self.rubric.blind or self.auditing or self.unseen(self.item or "")

    def unseen(self, item: str) -> bool:
        """Whether others' answers to an item are hidden from this reviewer until theirs is given."""
        return item in self.second or self.rubric.hides(self.study_id, self.person, item)

    @property
    def auditing(self) -> bool:
        """Whether items drawn for an audit wait for an answer: then nothing in the queue may tell them from others."""
        return auditing(self.study, self.standing)

    def because(self, dimension: str) -> str:
        """Why a question of the item is asked, which estimates need to know."""
        audit = self.standing.audits.get(dimension)
        if audit is not None and self.item in audit.items:
            return "audit"
        found = self.walk.because(self.item or "") if self.scope != BACK else "chosen"
        return "chosen" if found == "audit" else found  # drawn for another question

    @property
    def about(self) -> str:
        """The question for which the item is in the queue, which is asked first; "" where that may not be known."""
        return "" if self.unseen(self.item or "") else self.walk.about(self.item or "")

    @property
    def why(self) -> str:
        """Why the item is here, in words that give no hidden score away."""
        if self.item in self.sent_back:
            event = self.standing.returns_to(self.person)[self.item or ""]
            return f"{event.reviewer} sent it back: {event.note}"
        if self.item in self.second and not self.open_eyed:
            someone = "Someone else has judged it" if self.scope == SECOND else "Assigned to you and to someone else"
            return f"{someone}; what they said shows after your answer"
        return self.walk.why(self.item or "") if self.open_eyed or not self.unseen(self.item or "") else TO_CHECK

    @property
    def open_eyed(self) -> bool:
        """Whether the AI's and others' scores may be shown; on a blind study not before the answer."""
        return not self.hides(self.focus)

    def hides(self, dimension: str) -> bool:
        """Whether the AI's and others' answers to a question of this item are hidden."""
        if not self.blind or self.person in self.standing.standing(self.item or "", dimension):
            return False
        return st.session_state.get("_revealed") != (self.item, dimension)

    def answered_after(self) -> Event | None:
        """The newest answer of someone else to a question that this reviewer had answered before, and otherwise; those
        that they have been told of, or that were there when they came, left out."""
        told = st.session_state.setdefault("_told", self.standing.last)
        for number, (item, dimension) in self.standing.newest_first(told):
            answers = self.standing.standing(item, dimension)
            mine, theirs = answers.get(self.person), max(answers.values(), key=lambda e: e.number, default=None)
            if mine is None or theirs is None or theirs.number != number or theirs.reviewer in (self.person, TEAM):
                continue
            if theirs.value != mine.value and not self.second_of(item, dimension):
                return theirs
        return None

    def second_of(self, item: str, dimension: str) -> bool:
        """Whether an item was to be judged twice from the beginning: two answers to it are no conflict."""
        return item in self.second or self.rubric.blind

    def following(self) -> str | None:
        """The question to ask after the one in focus: the item's next, of one sent back the next that is to be decided;
        None where the item is through."""
        asked = list(self.dimensions)
        place = asked.index(self.focus)
        in_turn = [*asked[place + 1 :], *asked[:place]]
        if self.item not in self.sent_back:  # once round from the question that was asked first
            first = self.about if self.about in asked else asked[0]
            return next(iter(in_turn[: in_turn.index(first)] if first in in_turn else in_turn), None)
        open_ = self.standing.sent_back(self.person, self.item or "") | (set(self.dimensions) - set(self.mine))
        return next((d for d in in_turn if d in open_), None)

    def done(self, item_id: str) -> bool:
        """Whether an item of the queue needs no further answer: by anyone, or by this reviewer where it is theirs."""
        if item_id in self.standing.excluded:
            return True
        answered = self.standing.rated.get(item_id)
        if not answered:
            return False
        wanted = self.walk.needs[self.walk.places[item_id]]
        if item_id in self.own:
            return item_id not in self.sent_back and all(
                self.person in self.standing.standing(item_id, d) for d in wanted
            )
        return answered.issuperset(wanted)

    def progress(self) -> tuple[int, int]:
        """How many items of the queue are done, of how many; items left out of the study count for neither."""
        places, needs, excluded = self.walk.places, self.walk.needs, self.standing.excluded
        n = 0
        for item, answered in list(self.standing.rated.items()):  # thousands of items on every key: no call for each
            place = places.get(item)
            if place is None or item in excluded:
                continue
            n += self.done(item) if item in self.own else needs[place] <= answered
        return n, len(self.walk) - sum(item in places for item in excluded)


def auditing(study: Study, standing: Standing) -> bool:
    """Whether items drawn for any question's audit wait for an answer."""
    return any(waiting(study, standing, d) for d in standing.audits)


def effect(now: Present, dimension: str) -> Effect | None:
    """The running agreement of AI and people, shared by all sessions; None for scores, for scales without labels, and
    where what is judged is an answer."""
    scale = scale_of(now.base, dimension)
    if not scale.categories or scale.role != "judgement" or scale.judges:
        return None
    return now.base.once("effect", dimension, lambda: Effect(now.base, dimension, now.standing))


def ai_scores(base: Study, dimension: str) -> Mapping[str, Mapping[str, Any]]:
    """The headline AI's rating of each item: rater, value, signal, confidence, note, response."""

    def made() -> dict[str, dict[str, Any]]:
        found = headline_scores(base, dimension)
        kept = ["rater", "value", "signal", "confidence", "note", "response"]
        return found[kept].to_dict("index") if len(found) else {}

    return base.once("ai scores", dimension, made)


def why_not_scored(base: Study, dimension: str) -> Mapping[str, str]:
    """Why the headline AI gave an item no score, where it says so."""
    return base.once("not scored", dimension, lambda: dict(not_scored(base, dimension)["note"]))
