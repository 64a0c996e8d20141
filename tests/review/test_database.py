"""The database is made by its migrations, once, however many open it at the same time."""

from __future__ import annotations

import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from annoeval.problem import AnnoevalError
from annoeval.review.database import HEAD, Database
from annoeval.review.files import Files
from annoeval.review.tables import metadata


def test_the_migrations_make_the_tables_that_the_code_uses(database_url):
    database = Database(database_url)
    with database.read() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == HEAD
        assert compare_metadata(context, metadata) == []
    database.close()


def test_several_processes_may_open_a_new_database_at_once(database_url):
    opened, failed = [], []

    def work() -> None:
        try:
            opened.append(Database(database_url))
        except Exception as error:  # a thread's error would otherwise pass unseen
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for database in opened:
        database.close()
    assert failed == []


def test_sqlite_writes_ahead_and_syncs(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'a.db'}")
    with database.read() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    database.close()


@pytest.mark.parametrize("where", ["folder", "memory://annoeval-test"])
def test_files_are_kept_by_their_content(where, tmp_path):
    files = Files(tmp_path / "files" if where == "folder" else where)
    assert files.put(b"abc") == files.put(b"abc")
    assert files.get(files.put(b"")) == b""
    assert files.get(files.put(b"abc")) == b"abc"
    with pytest.raises(AnnoevalError, match="gone"):
        files.get("0" * 64)


def test_an_altered_file_is_not_passed_off_as_the_original(tmp_path):
    files = Files(tmp_path)
    digest = files.put(b"abc")
    (tmp_path / digest).write_bytes(b"abd")
    with pytest.raises(AnnoevalError, match="altered"):
        files.get(digest)
