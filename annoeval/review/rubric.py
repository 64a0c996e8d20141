"""The rubric people score by: versioned, so that each decision knows the words it was made under."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select

from annoeval.protocols import protocols
from annoeval.protocols.protocol import Protocol
from annoeval.review import ledger
from annoeval.review.database import Database
from annoeval.review.tables import rubrics, studies
from annoeval.scale import Scale


@dataclass(frozen=True)
class Rubric:
    """What a team has agreed on for a study.

    version: 0 is the protocol's own. tags: the error tags offered. blind: whether the AI's and others'
    scores stay hidden until the reviewer has answered. hidden_share: share of the items, drawn for each reviewer by
    `seed`, of which they stay hidden likewise, so that it can be told whether seeing them moves people.
    questions: dimension to question. names, definitions: dimension to {category as text: words}.
    rules: option `rules` of the protocol, where its grading has any; empty for those that the study was opened with.
    """

    version: int = 0
    tags: tuple[str, ...] = Protocol.tags
    blind: bool = False
    questions: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    definitions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    hidden_share: float = 0.0
    seed: int = 1

    def hides(self, study: str, person: str, item_id: str) -> bool:
        """Whether an item is one of those whose scores are hidden from this person at random."""
        if not self.hidden_share:
            return False
        drawn = hashlib.sha256("\0".join((str(self.seed), study, person, item_id)).encode("utf-8", "replace")).digest()
        return int.from_bytes(drawn[:8], "big") < self.hidden_share * 2**64

    def apply(self, dimensions: Mapping[str, Scale]) -> dict[str, Scale]:
        """The scales with this rubric's words in place of the protocol's."""
        return {name: self._edit(name, scale) for name, scale in dimensions.items()}

    def _edit(self, name: str, scale: Scale) -> Scale:
        def words(given: Mapping[Any, str], edited: Mapping[str, str]) -> dict[Any, str]:
            return dict(given) | {c: edited[str(c)] for c in scale.categories if str(c) in edited}

        return replace(
            scale,
            question=self.questions.get(name, scale.question),
            names=words(scale.names, self.names.get(name, {})),
            definitions=words(scale.definitions, self.definitions.get(name, {})),
        )


def of_protocol(name: str) -> Rubric:
    """A protocol's own rubric, in force until a team edits it."""
    return Rubric(tags=protocols().get(name, Protocol).tags)


_NEWEST = select(func.max(rubrics.c.version)).where(rubrics.c.study == bindparam("study"))


def version(connection: Connection, study: str) -> int:
    """Version of the rubric in force; 0 for the protocol's own."""
    return connection.execute(_NEWEST, {"study": study}).scalar() or 0


def current(connection: Connection, study: str, at: int | None = None) -> Rubric:
    """The rubric in force, or an earlier version."""
    wanted = version(connection, study) if at is None else at
    body = connection.execute(
        select(rubrics.c.body).where(rubrics.c.study == study, rubrics.c.version == wanted)
    ).scalar()
    if body is None:
        return of_protocol(connection.execute(select(studies.c.protocol).where(studies.c.id == study)).scalar() or "")
    known = json.loads(body)
    return Rubric(**{**known, "version": wanted, "tags": tuple(known["tags"])})


def of(database: Database, study: str, at: int | None = None) -> Rubric:
    """A study's rubric; `at` an earlier version."""
    with database.read(study) as connection:
        return current(connection, study, at)


def edit(database: Database, study: str, changed: Rubric, reviewer: str) -> Rubric:
    """Put a changed rubric in force under the next version; earlier decisions keep theirs."""
    with database.write(study) as connection:
        event = ledger.append(connection, study, {"reviewer": reviewer, "action": "rubric"})
        stored = replace(changed, version=version(connection, study) + 1)
        connection.execute(
            insert(rubrics).values(
                study=study,
                version=stored.version,
                body=json.dumps(asdict(stored), ensure_ascii=False),
                reviewer=reviewer,
                time=event.time.isoformat(),
            )
        )
    return stored
