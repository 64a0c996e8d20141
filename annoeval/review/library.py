"""Which studies there are, their files and AI scores, and each as a Study with what people decided."""

from __future__ import annotations

import hashlib
import io
import json
import os
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, Self

import pandas as pd
from sqlalchemy import Connection, bindparam, func, insert, select, update

from annoeval import opening, place
from annoeval.reading.attached import Attached
from annoeval.review import ledger, memory, rubric, secret, tables
from annoeval.review.database import Database
from annoeval.review.decided import is_decided, with_annotators, with_decisions
from annoeval.review.files import Files
from annoeval.review.grant_row import LINK, granted
from annoeval.review.roles import Access, Role
from annoeval.review.rubric import Rubric
from annoeval.review.sources import insert_sources, sources_of, study_id
from annoeval.review.standing import Standing
from annoeval.study import RATING_COLUMNS, AnnoevalError, Study
from annoeval.tables.ordered import wider
from annoeval.words import listed

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


class Library:
    """All studies of one team, and what they hold.

    url: a SQLAlchemy URL; default `ANNOEVAL_DATABASE_URL`, else a SQLite file in `home`.
    home: a folder; default `ANNOEVAL_HOME`, else `~/.annoeval`. files: a folder or fsspec URL for uploaded
    files; default `ANNOEVAL_FILES`, else `home`/files. loader: what makes a Study of files.
    Safe to share between threads.
    """

    def __init__(
        self,
        url: str | None = None,
        home: str | Path | None = None,
        files: str | None = None,
        loader: Loader | None = None,
    ) -> None:
        folder = Path(home or place.home())
        folder.mkdir(parents=True, exist_ok=True)
        given = url or (None if home else os.environ.get("ANNOEVAL_DATABASE_URL"))
        self.home = folder
        self.everything = self.database = Database(given or f"sqlite:///{folder / 'annoeval.db'}")
        self.kept = Files(files or os.environ.get("ANNOEVAL_FILES") or folder / "files")
        self._load: Loader = loader or vars(opening)["reopened"]
        self._lock = threading.RLock()
        self._present: dict[str, tuple[tuple[int, ...], Present]] = {}
        self._gates: dict[str, threading.Lock] = {}
        self._standings: dict[str, Standing] = {}
        self._whole: dict[str, tuple[int, Study]] = {}

    def add_study(
        self,
        files: Sequence[tuple[str, bytes]],
        options: Mapping[str, Any] | None = None,
        name: str | None = None,
        study: Study | None = None,
    ) -> str:
        """Keep files as a study and return its id, the same for the same content and options.

        study: what `load` made of these files and options, when it is already known.
        Raises ReadError when the files can't be used.
        """
        chosen = dict(options or {})
        id = self._id_for(study_id(files, chosen))
        loaded = study or self._load(*files, options=chosen, name=name)
        hashes = [self.kept.put(data) for _, data in files]
        row: dict[str, Any] = {
            "name": name or loaded.name,
            "protocol": loaded.protocol,
            "n_items": len(loaded.items),
            "options": json.dumps(chosen, default=str),
            "removed": False,
        }
        with self.everything.write() as connection:
            known = connection.execute(
                select(tables.studies.c.removed, tables.studies.c.version).where(tables.studies.c.id == id)
            ).first()
            if known is None:
                added = ledger.now().isoformat()
                connection.execute(insert(tables.studies).values(id=id, version=0, added=added, **row))
                insert_sources(connection, id, 0, [n for n, _ in files], hashes)
                self._own(connection, id)
            elif known.removed or name:
                values = row if known.removed else {"name": name}
                connection.execute(update(tables.studies).where(tables.studies.c.id == id).values(**values))
        with self._lock:
            if id not in self._present and (known is None or not known.version):
                base, named = replace(loaded, name=row["name"]), dict(zip([n for n, _ in files], hashes, strict=True))
                standing, rules = self._standings.setdefault(id, Standing()), rubric.of_protocol(base.protocol)
                self._remember(id, (0, len(files), 0, 0), Present(base, standing, rules, named))
        return id

    def seen_by(self, access: Access) -> Self:
        """The same library for a visitor, who reads and writes what their links and account allow; what they bring is
        theirs, under an id that no one can guess, also where others brought the same files."""
        mine = copy(self)
        mine.database = self.everything.seen_by(access)
        return mine

    def _id_for(self, content: str) -> str:
        access = self.database.access
        if access is None:
            return content
        own = (g.study for g in access.grants if g.open and g.role == Role.OWNER)
        return next((s for s in own if s.startswith(f"{content}-")), f"{content}-{secrets.token_hex(8)}")

    def _own(self, connection: Connection, id: str) -> None:
        """A visitor owns what they bring: by their account, else by a link."""
        access = self.database.access
        if access is None:
            return
        grant = granted(connection, self.home, id, Role.OWNER, access.account, account=access.account)
        access.grants.append(grant)
        if grant.digest is not None:
            access.keep(secret.token(self.home, LINK, id, grant.salt))

    def replace_files(
        self,
        id: str,
        files: Sequence[tuple[str, bytes]],
        reviewer: str,
        options: Mapping[str, Any] | None = None,
        says: Mapping[str, Any] | None = None,
    ) -> None:
        """A new version of a study's files; decisions stay with the items whose ids are still there.

        options: those that change with the files (`ids`: what new ids are called, see `annoeval.tables.matching`).
        says: what its event holds beside the files' names.
        """
        options = {**json.loads(self._row(id)["options"]), **(options or {})}
        loaded = self._load(*files, options=options)
        hashes = [self.kept.put(data) for _, data in files]
        with self.database.write(id, Role.OWNER) as connection:
            event = ledger.append(
                connection,
                id,
                {"reviewer": reviewer, "action": "files", "detail": [n for n, _ in files], **(says or {})},
            )
            insert_sources(connection, id, event.number, [n for n, _ in files], hashes)
            connection.execute(
                update(tables.studies)
                .where(tables.studies.c.id == id)
                .values(n_items=len(loaded.items), options=json.dumps(options, default=str))
            )

    def attach(self, id: str, files: Sequence[tuple[str, bytes]], reviewer: str) -> list[str]:
        """Put files beside a study's own as evidence (papers, an extractor's records), without a new version of it.

        Returns the names of those that were not there yet. Raises AnnoevalError for files that would change the items,
        or that have the name of another file of the study.
        """
        own = self.files(id)
        there = dict(own)
        new = [(name, data) for name, data in files if there.get(name) != data]
        taken = next((name for name, _ in new if name in there), None)
        if taken:
            raise AnnoevalError(f"The study has another file called {taken} already; rename yours and attach it again.")
        if not new:
            return []
        base = self.base(id)
        loaded = self._load(*own, *new, options=json.loads(self._row(id)["options"]))
        if list(loaded.items.index) != list(base.items.index):
            names = listed([name for name, _ in new], 3)
            raise AnnoevalError(f"{names} would change what is judged; evidence shows the items and adds none.")
        hashes = [self.kept.put(data) for _, data in new]
        with self.database.write(id, Role.OWNER) as connection:
            s = tables.sources
            number = connection.execute(select(func.max(s.c.number)).where(s.c.study == id)).scalar() or 0
            ledger.append(connection, id, {"reviewer": reviewer, "action": "attach", "detail": [n for n, _ in new]})
            insert_sources(connection, id, number, [n for n, _ in new], hashes, first=len(own))
        return [name for name, _ in new]

    def evidence(self, id: str) -> list[tuple[str, bytes]]:
        """The files that were attached to a study, as (name, bytes)."""
        with self.database.read(id) as connection:
            names = {n for e in ledger.read(connection, id, action="attach") for n in e.detail}
        return [(name, data) for name, data in self.files(id) if name in names]

    def attached(self, id: str) -> Attached:
        """The study's files by name, each read when it is asked for."""

        def opener(name: str) -> Callable[[], bytes]:
            def read() -> bytes:
                with self.open_file(id, name) as file:
                    return file.read()

            return read

        return Attached({name: opener(name) for name in self.file_names(id)})

    def studies(self) -> pd.DataFrame:
        """Studies, the last changed first: `id, name, protocol, n_items, n_reviewed, changed, changed_by`."""
        s, e = tables.studies, tables.events
        query = (
            select(s.c.id, s.c.name, s.c.protocol, s.c.n_items, s.c.added, s.c.version, e.c.time, e.c.reviewer)
            .outerjoin(e, (e.c.study == s.c.id) & (e.c.number == s.c.version))
            .where(s.c.removed.is_(False))
        )
        if self.database.access is not None:
            query = query.where(s.c.id.in_(self.database.access.studies))
        with self.everything.read() as connection:
            rows = [dict(r) for r in connection.execute(query).mappings()]
            for row in rows:
                row["n_reviewed"] = len(self._follow(connection, row["id"], row["version"]).rated)
        for row in rows:
            row["changed"] = row["time"] or row["added"]
            row["changed_by"] = row["reviewer"] or ""
        columns = ["id", "name", "protocol", "n_items", "n_reviewed", "changed", "changed_by"]
        frame = pd.DataFrame(rows, columns=columns).sort_values("changed", ascending=False, ignore_index=True)
        frame["changed"] = pd.to_datetime(frame["changed"], utc=True, format="ISO8601")
        return frame

    def files(self, id: str) -> list[tuple[str, bytes]]:
        """The study's uploaded files, untouched, as (name, bytes)."""
        with self.database.read(id) as connection:
            return [(name, self.kept.get(digest, name)) for name, digest in sources_of(connection, id)]

    def open_file(self, id: str, name: str) -> BinaryIO:
        """One of the study's uploaded files, to read in; of a large one only what is asked for is fetched."""
        with self.database.read(id) as connection:
            known = dict(sources_of(connection, id))
        if name not in known:
            raise AnnoevalError(f"There is no file {name} in this study.")
        return self.kept.open(known[name])

    def file_names(self, id: str) -> list[str]:
        """The names of the study's uploaded files."""
        with self.database.read(id) as connection:
            return [name for name, _ in sources_of(connection, id)]

    def file_hashes(self, id: str) -> dict[str, str]:
        """The sha256 of each of the study's uploaded files by its name."""
        with self.database.read(id) as connection:
            return dict(sources_of(connection, id))

    def rename(self, id: str, name: str, reviewer: str = "") -> None:
        """Call a study something else."""
        old = self._row(id)["name"]
        with self.database.write(id, Role.OWNER) as connection:
            ledger.append(connection, id, {"reviewer": reviewer, "action": "rename", "old": old, "value": name})
            connection.execute(update(tables.studies).where(tables.studies.c.id == id).values(name=name))

    def remove(self, id: str) -> None:
        """Close a study: it is off the list and no link opens it. Its history is kept, and comes back when the same
        files are added again."""
        with self.database.write(id, Role.OWNER) as connection:
            connection.execute(update(tables.studies).where(tables.studies.c.id == id).values(removed=True))
        self.forget(id)

    def forget(self, id: str) -> None:
        """Lets go of what memory holds of a study."""
        with self._lock:
            self._present.pop(id, None)
            self._standings.pop(id, None)
            self._whole.pop(id, None)

    def version(self, id: str) -> int:
        """Number of the study's last event; grows with every event, 0 before the first."""
        return int(self._row(id)["version"])

    def present(self, id: str) -> Present:
        """What the study is now; one statement where nothing has changed since it was last asked for."""
        with self.database.read(id) as connection:
            row = connection.execute(_STATE, {"id": id}).first()
            if row is None:
                raise AnnoevalError(f"There is no study {id}; it may have been removed.")
            name, version, *newest = row
            standing = self._follow(connection, id, version)
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
            made = self._make(id, standing)
            if memory.size(made.base) > LARGE:
                memory.give_back()
            with self._lock:
                return self._remember(id, key, made)

    def base(self, id: str) -> Study:
        """The study as its files and AI scorers have it, with the current rubric, without decisions."""
        return self.present(id).base

    def asked(self, id: str) -> Study:
        """The study of which people are asked, see `Present`."""
        return self.present(id).asked

    def study(self, id: str, at: int | None = None) -> Study:
        """The study with all decisions that stand; `at` an event's number: with those that stood then."""
        now = self.present(id)
        base, standing = now.base, now.standing
        if at is not None:
            with self.database.read(id) as connection:
                history = [e for e in ledger.read(connection, id) if e.number <= at]
            return with_decisions(base, Standing(history))
        with self._lock:
            known = self._whole.get(id)
            if known is None or known[0] != standing.last or not is_decided(known[1], base):
                known = (standing.last, with_decisions(base, standing))
                self._whole[id] = known
            return known[1]

    def standing(self, id: str) -> Standing:
        """What people decided, see `Present`."""
        with self.database.read(id) as connection:
            return self._follow(connection, id)

    def add_scores(
        self, id: str, ratings: pd.DataFrame, scorer: str, reviewer: str = "", note: str | None = None
    ) -> None:
        """Keep a pre-scorer's ratings (columns as in `Study.ratings`); the same scorer's earlier ones are replaced."""
        frame = ratings.reindex(columns=list(RATING_COLUMNS)).copy()
        frame["value"] = [json.dumps(ledger.plain(v)) for v in frame["value"]]
        frame["response"] = [None if pd.isna(v) else str(v) for v in frame["response"]]
        buffer = io.BytesIO()
        frame.to_parquet(buffer, index=False)
        digest = self.kept.put(buffer.getvalue())
        with self.database.write(id) as connection:
            event = ledger.append(
                connection, id, {"reviewer": reviewer, "action": "scores", "detail": scorer, "note": note}
            )
            connection.execute(
                insert(tables.scores).values(study=id, number=event.number, scorer=scorer, hash=digest, n=len(frame))
            )

    def make_room(self) -> None:
        """Lets go of large studies in memory, before another is read; they are read again when asked for."""
        with self._lock:
            for id in [i for i, (_, now) in self._present.items() if memory.size(now.base) > LARGE]:
                self._present.pop(id)
                self._whole.pop(id, None)
        memory.give_back()

    def _follow(self, connection: Connection, id: str, version: int | None = None) -> Standing:
        """The standing with all events there are. version: the number of the last one, where it is known."""
        with self._lock:
            standing = self._standings.setdefault(id, Standing())
            if version is None or version > standing.last:
                for event in ledger.read(connection, id, standing.last):
                    standing.add(event)
            return standing

    def _row(self, id: str) -> dict[str, Any]:
        with self.database.read(id) as connection:
            here = (tables.studies.c.id == id) & tables.studies.c.removed.is_(False)
            row = connection.execute(select(tables.studies).where(here)).mappings().first()
        if row is None:
            raise AnnoevalError(f"There is no study {id}; it may have been removed.")
        return dict(row)

    def _make(self, id: str, standing: Standing) -> Present:
        row = self._row(id)
        options = json.loads(row["options"])
        with self.database.read(id) as connection:
            edited, files = rubric.current(connection, id), sources_of(connection, id)
        if edited.rules:  # rules of grading are versioned with the rubric, so that the study stays the same
            options = {**options, "rules": dict(edited.rules)}
        held = [(name, self.kept.get(digest, name)) for name, digest in files]
        loaded = self._load(*held, options=options, name=row["name"])
        with self.database.read(id) as connection:
            s = tables.scores
            runs = connection.execute(select(s.c.scorer, s.c.hash).where(s.c.study == id).order_by(s.c.number))
            latest = {run.scorer: run.hash for run in runs}
        for scorer, digest in latest.items():
            frame = pd.read_parquet(io.BytesIO(self.kept.get(digest)))
            frame["value"] = pd.Series([json.loads(v) for v in frame["value"]], index=frame.index, dtype="object")
            frame = frame[frame["item_id"].isin(loaded.items.index)]
            loaded = loaded.with_ratings(frame)
            if scorer.startswith(tables.ADDED):
                wide = {d: wider(s, frame.loc[frame["dimension"] == d, "value"]) for d, s in loaded.dimensions.items()}
                loaded = replace(loaded, dimensions=wide)
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
