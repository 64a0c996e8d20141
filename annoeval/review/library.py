"""Which studies there are, their files and AI scores, and each as a Study with what people decided."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Self

import pandas as pd
from sqlalchemy import Connection, func, insert, select, update

from annoeval import opening, place
from annoeval.problem import AnnoevalError
from annoeval.reading.attached import Attached
from annoeval.review import ai_scores, ledger, secret, tables
from annoeval.review.database import Database
from annoeval.review.decided import with_decisions
from annoeval.review.files import Files
from annoeval.review.grant_row import LINK, granted
from annoeval.review.present import Loader, Present, PresentStudies, row_of
from annoeval.review.roles import Access, Role
from annoeval.review.sources import insert_sources, sources_of, study_id
from annoeval.review.standing import Standing
from annoeval.study import Study
from annoeval.words import listed


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
        self._now = PresentStudies(self.kept, self._load)

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
        if known is None or not known.version:
            named = dict(zip([n for n, _ in files], hashes, strict=True))
            self._now.begin(id, replace(loaded, name=row["name"]), named)
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
        options = {**json.loads(row_of(self.database, id)["options"]), **(options or {})}
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
        loaded = self._load(*own, *new, options=json.loads(row_of(self.database, id)["options"]))
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
        """Studies, the last changed first: `id, name, protocol, n_items, n_reviewed, changed, changed_by,
        added`."""
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
                row["n_reviewed"] = len(self._now.follow(connection, row["id"], row["version"]).rated)
        for row in rows:
            row["changed"] = row["time"] or row["added"]
            row["changed_by"] = row["reviewer"] or ""
        columns = ["id", "name", "protocol", "n_items", "n_reviewed", "changed", "changed_by", "added"]
        frame = pd.DataFrame(rows, columns=columns).sort_values("changed", ascending=False, ignore_index=True)
        for column in ("changed", "added"):
            frame[column] = pd.to_datetime(frame[column], utc=True, format="ISO8601")
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
        old = row_of(self.database, id)["name"]
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
        self._now.forget(id)

    def make_room(self) -> None:
        """Lets go of large studies in memory, before another is read; they are read again when asked for."""
        self._now.make_room()

    def version(self, id: str) -> int:
        """Number of the study's last event; grows with every event, 0 before the first."""
        return int(row_of(self.database, id)["version"])

    def present(self, id: str) -> Present:
        """What the study is now; one statement where nothing has changed since it was last asked for."""
        return self._now.present(self.database, id)

    def base(self, id: str) -> Study:
        """The study as its files and AI scorers have it, with the current rubric, without decisions."""
        return self.present(id).base

    def asked(self, id: str) -> Study:
        """The study of which people are asked, see `Present`."""
        return self.present(id).asked

    def study(self, id: str, at: int | None = None) -> Study:
        """The study with all decisions that stand; `at` an event's number: with those that stood then."""
        now = self.present(id)
        if at is None:
            return self._now.whole(id, now)
        with self.database.read(id) as connection:
            history = [e for e in ledger.read(connection, id) if e.number <= at]
        return with_decisions(now.base, Standing(history))

    def standing(self, id: str) -> Standing:
        """What people decided, see `Present`."""
        with self.database.read(id) as connection:
            return self._now.follow(connection, id)

    def add_scores(
        self, id: str, ratings: pd.DataFrame, scorer: str, reviewer: str = "", note: str | None = None
    ) -> None:
        """Keep a pre-scorer's ratings (columns as in `Study.ratings`); the same scorer's earlier ones are replaced."""
        digest = self.kept.put(ai_scores.to_bytes(ratings))
        with self.database.write(id) as connection:
            event = ledger.append(
                connection, id, {"reviewer": reviewer, "action": "scores", "detail": scorer, "note": note}
            )
            connection.execute(
                insert(tables.scores).values(study=id, number=event.number, scorer=scorer, hash=digest, n=len(ratings))
            )
