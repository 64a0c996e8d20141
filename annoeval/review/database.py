"""One database for all reviewers: SQLite in a file, or PostgreSQL by its URL."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import InterfaceError, OperationalError

from annoeval.problem import AnnoevalError
from annoeval.review.roles import Access, NotAllowed, Role

HEAD = "0004"
WAL_TRIES = 200
LOCK = 74629501  # any number that no other program of the same PostgreSQL uses


FAULTS = (
    ("is full", "the disk is full; make room on the server"),
    ("locked", "another program holds the database; end it, or wait"),
    ("readonly", "the database may only be read; let the server write to its folder"),
    ("unable to open", "the database's file can't be opened; look whether its folder is there and may be written to"),
    ("disk i/o", "the disk failed; look at the server's disk"),
)
AWAY = "the database does not answer; start it again"


class Unavailable(AnnoevalError):
    """The store can't be read or written now: full, locked or away. The same may be tried again later."""


def fault(error: BaseException) -> str:
    """What keeps the store, and what to do."""
    if isinstance(error, OSError) and error.errno is not None:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return FAULTS[0][1]
        return f"{os.strerror(error.errno).lower()} in the server's folder of files"
    words = str(getattr(error, "orig", error)).lower()
    return next((said for sign, said in FAULTS if sign in words), AWAY)


class Database:
    """An engine whose writes are serialised and on disk when they return.

    url: a SQLAlchemy URL; `postgres://` and `postgresql://` take psycopg.
    SQLite runs in WAL mode, synchronous=FULL, waiting up to 10 s for another writer.
    """

    def __init__(self, url: str) -> None:
        for prefix in ("postgres://", "postgresql://"):
            if url.startswith(prefix):
                url = "postgresql+psycopg://" + url.removeprefix(prefix)
        self.url = url
        self.access: Access | None = None
        self.engine: Engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        self.sqlite = self.engine.dialect.name == "sqlite"
        if self.sqlite:
            event.listen(self.engine, "connect", _sqlite_settings)
            event.listen(self.engine, "begin", _sqlite_begin)
        self._migrate()

    def seen_by(self, access: Access) -> Database:
        """The same database for a visitor: each read and write names its study, which the visitor's role must allow."""
        mine = copy(self)
        mine.access = access
        return mine

    def allow(self, study: str | None, needs: Role) -> None:
        """Raises NotAllowed where this is a visitor's and their role in the study doesn't reach. None: of no study."""
        if self.access is not None:
            if study is None:
                raise NotAllowed("This is for whoever runs the server only.")
            self.access.check(study, needs)

    @contextmanager
    def read(self, study: str | None = None, needs: Role = Role.VIEWER) -> Iterator[Connection]:
        """A transaction that sees one state of the database. study: what is read is of this study.

        Raises Unavailable where it can't be read, NotAllowed for a visitor who may not.
        """
        self.allow(study, needs)
        try:
            with self.engine.connect() as connection, connection.begin():
                yield connection
        except (OperationalError, InterfaceError) as error:
            raise Unavailable(f"The store can't be read: {fault(error)}.") from error

    @contextmanager
    def write(self, study: str | None = None, needs: Role = Role.REVIEWER) -> Iterator[Connection]:
        """A transaction that is committed, and on disk, when the block ends without an error. study: what is written
        is of this study, and whoever writes it `needs` this role.

        Raises Unavailable where nothing was written: the disk is full, the database locked or away; NotAllowed for a
        visitor who may not.
        """
        self.allow(study, needs)
        try:
            with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
                yield connection
        except (OperationalError, InterfaceError) as error:
            raise Unavailable(f"Not stored: {fault(error)}.") from error

    def try_writing(self) -> None:
        """Writes something that says nothing. Raises Unavailable where that fails."""
        with self.write() as connection:
            connection.exec_driver_sql(
                "PRAGMA user_version = 0" if self.sqlite else "CREATE TEMPORARY TABLE tried (n integer) ON COMMIT DROP"
            )

    def settle(self) -> None:
        """After something was deleted: what SQLite's journal still holds of it goes, too."""
        if self.sqlite:
            raw = self.engine.raw_connection()
            try:
                raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                raw.close()

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()

    def _migrate(self) -> None:
        with self.write() as connection:
            if not self.sqlite:  # several processes may start at once
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            if self._revision(connection) == HEAD:
                return
            from alembic import command
            from alembic.config import Config

            config = Config()
            config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @staticmethod
    def _revision(connection: Connection) -> str | None:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _sqlite_settings(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy's BEGIN, not the driver's, so that DDL is transactional too
    for setting in ("busy_timeout=10000", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")
    for left in range(WAL_TRIES, -1, -1):  # busy_timeout doesn't hold for the change of a new file's journal
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if not left:
                raise
            time.sleep(0.05)


def _sqlite_begin(connection: Connection) -> None:
    # a deferred transaction that reads and then writes can fail at once when another writer came between
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")
