"""One database for all reviewers: SQLite in a file, or PostgreSQL by its URL."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text

HEAD = "0003"
WAL_TRIES = 200
LOCK = 74629501  # any number that no other program of the same PostgreSQL uses


class Database:
    """An engine whose writes are serialised and on disk when they return.

    url: a SQLAlchemy URL; `postgres://` and `postgresql://` take psycopg.
    SQLite runs in WAL mode, synchronous=FULL, waiting up to 30 s for another writer.
    """

    def __init__(self, url: str) -> None:
        for prefix in ("postgres://", "postgresql://"):
            if url.startswith(prefix):
                url = "postgresql+psycopg://" + url.removeprefix(prefix)
        self.url = url
        self.engine: Engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        self.sqlite = self.engine.dialect.name == "sqlite"
        if self.sqlite:
            event.listen(self.engine, "connect", _sqlite_settings)
            event.listen(self.engine, "begin", _sqlite_begin)
        self._migrate()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that is committed, and on disk, when the block ends without an error."""
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

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
    for setting in ("busy_timeout=30000", "synchronous=FULL", "foreign_keys=ON"):
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
