"""What can't be written is said to be not written; what is damaged is named, and dropping the file again repairs it."""

from __future__ import annotations

import sqlite3

import pytest
from starlette.testclient import TestClient

from annoeval.problem import AnnoevalError
from annoeval.review.database import Unavailable
from annoeval.review.store import Store
from tests.review.conftest import small_study


@pytest.fixture
def here(tmp_path):
    opened = Store(home=tmp_path, loader=small_study)
    yield opened
    opened.database.close()


def pragma(store, words):
    """Sets something on the one connection that the store will use again."""
    with store.database.read() as connection:
        found = connection.exec_driver_sql(f"PRAGMA {words}")
        return found.scalar() if found.returns_rows else None


def test_a_full_disk_stores_nothing_and_says_so_and_the_same_answer_is_stored_once_there_is_room(here):
    id = here.add_study([("a.csv", b"1")])
    pages = pragma(here, "page_count")
    pragma(here, f"max_page_count={pages}")  # as a full disk: SQLite reports both as "database or disk is full"
    said = {"reviewer": "Ana", "note": "a long note " * 2000, "token": "t" * 32}
    for _ in range(2):
        with pytest.raises(Unavailable, match="Not stored: the disk is full"):
            here.decide(id, "f1", "caption", 1, **said)
    assert len(here.events(id)) == 0
    pragma(here, "max_page_count=1000000")
    for _ in range(2):
        here.decide(id, "f1", "caption", 1, **said)
    assert here.events(id)["value"].tolist() == [1]


def test_a_locked_database_stores_nothing_and_says_so(here, tmp_path, monkeypatch):
    id = here.add_study([("a.csv", b"1")])
    pragma(here, "busy_timeout=50")
    other = sqlite3.connect(tmp_path / "annoeval.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable, match="Not stored: another program holds the database"):
        here.decide(id, "f1", "caption", 1, reviewer="Ana")
    other.execute("ROLLBACK")
    other.close()
    here.decide(id, "f1", "caption", 1, reviewer="Ana")
    assert here.events(id)["value"].tolist() == [1]


def test_a_damaged_stored_file_is_named_and_dropping_it_again_repairs_it(here, tmp_path):
    id = here.add_study([("captions.csv", b"item,caption")])
    [stored] = (tmp_path / "files").iterdir()
    stored.write_bytes(b"item,capt")
    again = Store(home=tmp_path, loader=small_study)
    with pytest.raises(AnnoevalError, match=r"captions\.csv is damaged.*drop it again"):
        again.base(id)
    assert again.add_study([("captions.csv", b"item,caption")]) == id
    assert again.files(id) == [("captions.csv", b"item,caption")]
    again.database.close()


def test_a_file_that_can_not_be_kept_leaves_nothing_behind(here, tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("annoeval.review.files.os.fsync", full)
    with pytest.raises(Unavailable, match="Not stored: the disk is full"):
        here.add_study([("a.csv", b"1")])
    assert list((tmp_path / "files").iterdir()) == []


def test_health_is_503_where_nothing_can_be_written(here, tmp_path, monkeypatch):
    from starlette.applications import Starlette

    from annoeval.web.api import routes

    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    monkeypatch.delenv("ANNOEVAL_DATABASE_URL", raising=False)
    client = TestClient(Starlette(routes=routes()))
    assert client.get("/health").status_code == 200

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("annoeval.review.files.os.fsync", full)
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json()["reason"].startswith("Not stored: the disk is full")
    refused = client.put("/api/studies/a.csv", content=b"item_id,rater,label\n1,Ana,x\n1,Ben,y\n2,Ana,x\n2,Ben,x\n")
    assert refused.status_code == 503
    assert refused.json()["error"].startswith("Not stored: the disk is full")


def test_a_home_that_may_only_be_read_is_named_before_anything_is_stored(here, tmp_path, monkeypatch):
    id = here.add_study([("a.csv", b"1")])
    pragma(here, "query_only=ON")  # tests may run as root, who may write anywhere; SQLite reports both alike
    with pytest.raises(Unavailable, match="Not stored: the database may only be read; let the server write"):
        here.decide(id, "f1", "caption", 1, reviewer="Ana")
    pragma(here, "query_only=OFF")

    def refused(_):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr("annoeval.review.files.os.fsync", refused)
        with pytest.raises(Unavailable, match="Not stored: permission denied in the server's folder of files"):
            here.add_study([("b.csv", b"2")])
    assert len(here.events(id)) == 0
    here.decide(id, "f1", "caption", 1, reviewer="Ana")
    assert here.events(id)["value"].tolist() == [1]


@pytest.mark.postgres
@pytest.mark.xdist_group("postgres")
def test_an_answer_given_while_postgresql_is_stopped_is_stored_once_it_runs_again(own_postgres, tmp_path):
    store = Store(url=own_postgres.url, home=tmp_path, loader=small_study)
    id = store.add_study([("a.csv", b"1")])
    said = {"reviewer": "Ana", "token": "t" * 32}
    own_postgres.stop()
    for _ in range(2):
        with pytest.raises(Unavailable, match="the database does not answer; start it again"):
            store.decide(id, "f1", "caption", 1, **said)
    own_postgres.start()
    for _ in range(2):  # the same store, whose connections had all been cut
        store.decide(id, "f1", "caption", 1, **said)
    assert store.events(id)["value"].tolist() == [1]
    store.database.close()


def test_a_card_keeps_the_answer_that_could_not_be_stored_and_says_what_to_do(here, monkeypatch):
    from annoeval.ui.review import actions

    def full(desk, sent):
        raise Unavailable("Not stored: the disk is full; make room on the server.")

    monkeypatch.setattr(actions, "_take", full)
    told = actions.take(None, {"do": "answer", "mark": "m", "of": ("f1", "caption"), "token": "t", "value": 1})
    assert told == {
        "waits": "Not stored: the disk is full; make room on the server. "
        "Your answer waits here and is stored by itself once that is mended."
    }
