"""What a study is now: files, AI scores, rubric and what people decided, kept in memory while there is room."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from annoeval.problem import AnnoevalError
from annoeval.review import ai_scores, ledger, memory, rubric, tables
from annoeval.review.database import Database
from annoeval.review.decided import is_decided, with_annotators, with_decisions
from annoeval.review.files import Files
from annoeval.review.rubric import Rubric
from annoeval.review.sources import sources_of
from annoeval.review.standing import Standing
from annoeval.study import Study

CACHED = 6  # studies kept in memory,
ROOM = 300_000_000  # as long as they take fewer bytes; the one in use is kept in any case
LARGE = 50_000_000  # bytes of a study whose reading leaves much memory behind
Loader = Callable[..., Study]


@dataclass(frozen=True)
class Present:
    """A study as it is now: read once where a page's run begins, and handed down.

    base: as its files and AI scorers have it, with the current rubric, without decisions. standing: what people
    decided, shared and kept up to date: read it, don't change it. rubric: the one in force. files: the sha256 of each
    of its files by name.
    """

    base: Study
    standing: Standing
    rubric: Rubric
    files: Mapping[str, str]

    @property
    def asked(self) -> Study:
        """The study of which people are asked: its base, where answers are judged with those that were given here."""
        number, key = self.standing.annotated, ("asked", "")
        known = self.base.kept.get(key)
        if known is None or known[0] != number:
            known = self.base.kept[key] = (number, with_annotators(self.base, self.standing))
        study: Study = known[1]
        return study

    @cached_property
    def kept(self) -> str:
        """What tells these files from others, and from what they were before some were attached."""
        return hashlib.blake2s("\0".join((*self.files, *self.files.values())).encode("utf-8", "replace")).hexdigest()


class PresentStudies:
    """What each study is now, kept in memory while there is room. Safe to share between threads.

    kept: the uploaded files. load: what makes a Study of files.
    """

    def __init__(self, kept: Files, load: Loader) -> None:
        self.kept, self._load = kept, load
        self._lock = threading.RLock()
        self._present: dict[str, tuple[tuple[int, ...], Present]] = {}
        self._gates: dict[str, threading.Lock] = {}
        self._standings: dict[str, Standing] = {}
        self._whole: dict[str, tuple[int, Study]] = {}

    def begin(self, id: str, base: Study, files: Mapping[str, str]) -> None:
        """Keeps a study that was just made of files, of which nothing is decided yet."""
        with self._lock:
            if id not in self._present:
                standing, rules = self._standings.setdefault(id, Standing()), rubric.of_protocol(base.protocol)
                self._remember(id, (0, len(files), 0, 0), Present(base, standing, rules, files))

    def present(self, database: Database, id: str) -> Present:
        """What the study is now; one statement where nothing has changed since it was last asked for."""
        with database.read(id) as connection:
            row = connection.execute(_STATE, {"id": id}).first()
            if row is None:
                raise AnnoevalError(f"There is no study {id}; it may have been removed.")
            name, version, *newest = row
            standing = self.follow(connection, id, version)
        key = tuple(n or 0 for n in newest)
        with self._lock:
            gate = self._gates.setdefault(id, threading.Lock())
        with gate:  # one session reads the files; people in other studies don't wait for it
            with self._lock:
                known = self._present.get(id)
                if known is not None and known[0] == key:
                    now = known[1]
                    if now.base.name == name:
                        return now
                    return self._remember(id, key, replace(now, base=replace(now.base, name=name)))
            made = self._make(database, id, standing)
            if memory.size(made.base) > LARGE:
                memory.give_back()
            with self._lock:
                return self._remember(id, key, made)

    def whole(self, id: str, now: Present) -> Study:
        """The study with all decisions that stand now."""
        with self._lock:
            known = self._whole.get(id)
            if known is None or known[0] != now.standing.last or not is_decided(known[1], now.base):
                known = (now.standing.last, with_decisions(now.base, now.standing))
                self._whole[id] = known
            return known[1]

    def forget(self, id: str) -> None:
        """Lets go of what memory holds of a study."""
        with self._lock:
            self._present.pop(id, None)
            self._standings.pop(id, None)
            self._whole.pop(id, None)

    def make_room(self) -> None:
        """Lets go of large studies in memory, before another is read; they are read again when asked for."""
        with self._lock:
            for id in [i for i, (_, now) in self._present.items() if memory.size(now.base) > LARGE]:
                self._present.pop(id)
                self._whole.pop(id, None)
        memory.give_back()

    def follow(self, connection: Connection, id: str, version: int | None = None) -> Standing:
        """The standing with all events there are. version: the number of the last one, where it is known."""
        with self._lock:
            standing = self._standings.setdefault(id, Standing())
            if version is None or version > standing.last:
                for event in ledger.read(connection, id, standing.last):
                    standing.add(event)
            return standing

    def _make(self, database: Database, id: str, standing: Standing) -> Present:
        row = row_of(database, id)
        options = json.loads(row["options"])
        with database.read(id) as connection:
            edited, files = rubric.current(connection, id), sources_of(connection, id)
        if edited.rules:  # rules of grading are versioned with the rubric, so that the study stays the same
            options = {**options, "rules": dict(edited.rules)}
        held = [(name, self.kept.get(digest, name)) for name, digest in files]
        loaded = self._load(*held, options=options, name=row["name"])
        with database.read(id) as connection:
            latest = ai_scores.latest(connection, id)
        loaded = ai_scores.with_scores(loaded, {scorer: self.kept.get(digest) for scorer, digest in latest.items()})
        base = replace(loaded, dimensions=edited.apply(loaded.dimensions))
        return Present(base, standing, edited, dict(files))

    def _remember(self, id: str, key: tuple[int, ...], now: Present) -> Present:
        self._present.pop(id, None)
        self._present[id] = (key, now)
        while len(self._present) > 1 and (
            len(self._present) > CACHED or sum(memory.size(p.base) for _, p in self._present.values()) > ROOM
        ):
            oldest = next(iter(self._present))
            self._present.pop(oldest)
            self._whole.pop(oldest, None)
        return now


def row_of(database: Database, id: str) -> dict[str, Any]:
    """What the database says of a study itself. Raises AnnoevalError where there is none."""
    with database.read(id) as connection:
        here = (tables.studies.c.id == id) & tables.studies.c.removed.is_(False)
        row = connection.execute(select(tables.studies).where(here)).mappings().first()
    if row is None:
        raise AnnoevalError(f"There is no study {id}; it may have been removed.")
    return dict(row)


def _of_study(figure: Any, table: Any) -> Any:
    return select(figure).select_from(table).where(table.c.study == bindparam("id")).scalar_subquery()


_STATE = select(
    tables.studies.c.name,
    tables.studies.c.version,
    _of_study(func.max(tables.sources.c.number), tables.sources),
    _of_study(func.count(), tables.sources),
    _of_study(func.max(tables.scores.c.number), tables.scores),
    _of_study(func.max(tables.rubrics.c.version), tables.rubrics),
).where(tables.studies.c.id == bindparam("id"), tables.studies.c.removed.is_(False))
