"""Which ways there are to read files, and the question that is asked where none of them is clear."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annoeval.problem import AnnoevalError
from annoeval.protocols import Detection, protocols
from annoeval.protocols.protocol import Choice
from annoeval.reading.table import ReadError, Reading
from annoeval.tables.mapping import Evidence
from annoeval.words import count, listed


@dataclass(frozen=True)
class Way:
    """One way of reading files. said: what to give as options beside the protocol to read them so. because: what it is,
    in words. outcome: what comes of it. evidence: what speaks for it and against it."""

    protocol: str
    because: str
    said: Mapping[str, Any] = field(default_factory=dict)
    outcome: str = ""
    evidence: tuple[Evidence, ...] = ()

    @property
    def mapping(self) -> Mapping[str, Any] | None:
        """What each column holds; None where the protocol says it all."""
        return self.said.get("mapping")

    @property
    def options(self) -> dict[str, Any]:
        """As `load` takes them."""
        return {"protocol": self.protocol, **self.said}

    @property
    def given(self) -> str:
        """What a caller of `load` writes to read files so."""
        if self.mapping is not None:
            return f"mapping={json.dumps(_told(self.mapping), ensure_ascii=False)}"
        more = f" and options={json.dumps(dict(self.said), ensure_ascii=False)}" if self.said else ""
        return f"protocol={self.protocol!r}{more}"

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        said = [{"name": e.name, "weight": e.weight, "words": e.words} for e in self.evidence]
        return {**self.options, "because": self.because, "outcome": self.outcome, "evidence": said}


@dataclass(frozen=True)
class Question:
    """Files of which it isn't clear how they are read. ways: the likeliest reading and the runner-up, whichever
    protocols they are of; none where nothing in the files says who judged what. unsaid: files that don't say who
    annotated: `options={"annotators": {file: name}}` says it."""

    files: tuple[str, ...]
    ways: tuple[Way, ...]
    readings: Sequence[Reading] = field(default=(), repr=False)
    unsaid: tuple[str, ...] = ()

    @property
    def differs(self) -> str:
        """What the runner-up would change, in one clause."""
        if len(self.ways) < 2:
            return ""
        best, other = self.ways
        return f"other reading: {_change(best, other)}"

    def __str__(self) -> str:
        if not self.ways:
            return (
                f"{self.files[0]} has no columns that say who judged what; "
                "name the columns for item, rater and label by hand."
            )
        if self.unsaid:
            names = json.dumps({"annotators": dict.fromkeys(self.unsaid, "NAME")}, ensure_ascii=False)
            do = "does" if len(self.unsaid) == 1 else "do"
            return f"{listed(list(self.unsaid))} {do} not say who annotated. Say so with options={names}."
        best = self.ways[0]
        other = f"; {self.differs}" if self.differs else ""
        said = f"Say {'which' if other else 'so'} with {' or '.join(w.given for w in self.ways)}."
        return f"It isn't clear how {self.files[0]} is read: likeliest {best.because} ({best.outcome}){other}. {said}"

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        ways = [w.plain() for w in self.ways]
        return {"files": list(self.files), "readings": ways, "differs": self.differs, "unsaid": list(self.unsaid)}


class NotSure(ReadError):
    """Files that can be read in more than one way. question: the ways, and what each rests on."""

    def __init__(self, question: Question) -> None:
        super().__init__(str(question))
        self.question = question


def question_of(readings: Sequence[Reading], fits: Sequence[Detection]) -> Question | None:
    """The question that files raise, or None where it is clear how they are read. fits: what `detect` found."""
    names = tuple(r.file for r in readings if r.tables)
    if not fits:
        return Question(names, (), readings)
    if fits[0].clear:
        return None
    return Question(names, ways_of(fits, readings), readings, fits[0].unsaid)


def certainty(fits: Sequence[Detection]) -> str:
    """How sure it is how files are read, in words."""
    if not fits[0].clear:
        return "not clear"
    return "clear" if fits[0].confidence >= 0.95 else "fairly clear"


def ways_of(fits: Sequence[Detection], readings: Sequence[Reading]) -> tuple[Way, ...]:
    """The likeliest way of reading files and the runner-up, each with what comes of it: of the protocol that is clear,
    else among those of all protocols. One way where nothing but a name is asked, or nothing at all."""
    if not fits:
        return ()
    first = fits[0]
    if first.unsaid or (first.clear and first.decision is None):
        return (Way(first.protocol, first.because),)
    found = [(d.protocol, c) for d in (fits[:1] if first.clear else fits) for c in d.choices]
    found.sort(key=lambda pair: -pair[1].odds)
    return tuple(_way(protocol, choice, readings) for protocol, choice in found[:2])


def _way(protocol: str, choice: Choice, readings: Sequence[Reading]) -> Way:
    try:
        study = protocols()[protocol].build(readings, choice.options)
        outcome = (
            f"{count(len(study.items), 'item')}, {count(len(study.raters), 'rater')} "
            f"({listed([str(r) for r in study.raters['name']], 3)}), {listed(list(study.dimensions), 4)}"
        )
    except AnnoevalError as error:
        outcome = str(error)
    return Way(protocol, choice.because, choice.options, outcome, choice.evidence)


def _change(best: Way, other: Way) -> str:
    """What the other reading takes another way, column by column, and what comes of it."""
    mine, theirs = dict(best.mapping or {}), dict(other.mapping or {})
    moved = [c for c in theirs if mine and _role(mine.get(c)) != _role(theirs[c]) and _role(theirs[c]) != "evidence"]
    words = [f"“{c}” is {_role(theirs[c])}" for c in moved[:4]]
    return f"{listed(words) or other.because} ({other.outcome})"


def _told(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """What must be said of a mapping: what isn't, is evidence anyway."""
    return {c: what for c, what in mapping.items() if what != "evidence"}


def _role(what: Any) -> str:
    return str(what["role"] if isinstance(what, Mapping) else what)
