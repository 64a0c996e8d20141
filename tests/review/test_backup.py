"""What a server keeps can be taken away whole, brought back whole, and deleted whole."""

import json
import zipfile
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from annoeval.__main__ import main
from annoeval.problem import AnnoevalError
from annoeval.review import annotators, assignments, meeting
from annoeval.review.backup import back_up, restore
from annoeval.review.deletion import delete, delete_outdated
from annoeval.review.grants import access, give, shown
from annoeval.review.roles import NotAllowed, Role
from annoeval.review.rule import Rule
from annoeval.review.store import Store
from annoeval.review.tables import events, metadata, studies
from tests.review.conftest import small_study

WORDS = "Quetzalcoatl said so"


@pytest.fixture
def full(store, id):
    """A study of which every table has rows."""
    store.decide(id, "f1", "caption", 2, reviewer="Ana", note=WORDS, token="t1")
    store.decide(id, "f2", "caption", None, reviewer="Ana", tags=("a", "b"), seconds=1.5)
    store.add_scores(id, small_study().ratings, "again")
    assignments.assign(store, id, ["f1"], ["Ana"], "Ana")
    assignments.save_queue(store, id, "mine", Rule("all"), "Ana")
    meeting.start(store, id, title="m", people=["Ana"], minutes=30, by="Ana")
    annotators.invite(store, id, "A1")
    return id


def rows(store):
    with store.everything.read() as connection:
        found = {t.name: connection.execute(select(t)).all() for t in metadata.sorted_tables}
    return {name: sorted(map(str, some)) for name, some in found.items()}


def test_a_backup_restored_into_an_empty_database_of_the_same_kind_is_the_same(store, full, tmp_path):
    back_up(store, tmp_path / "out.zip")
    before, study = rows(store), store.study(full)
    with store.everything.write() as connection:  # the same server, emptied: SQLite and PostgreSQL
        for table in metadata.sorted_tables:
            connection.execute(table.delete())
    for file in (tmp_path / "files").iterdir():
        file.unlink()
    restored = Store(url=store.everything.engine.url.render_as_string(False), home=tmp_path, loader=small_study)
    assert restore(restored, tmp_path / "out.zip")["studies"] == 1
    assert rows(restored) == before
    again = restored.study(full)
    assert again.digest == study.digest
    assert again.ratings.equals(study.ratings)
    restored.decide(full, "f3", "caption", 1, reviewer="Ana")  # and goes on
    restored.database.close()


def test_a_backup_goes_from_one_kind_of_database_to_the_other(store, full, tmp_path):
    token = shown(store, give(store, full, Role.VIEWER, "Ana"))
    back_up(store, tmp_path / "out.zip")
    other = Store(home=tmp_path / "other", loader=small_study)
    restore(other, tmp_path / "out.zip")
    assert rows(other) == rows(store)
    assert access(other, [token]).role(full) == Role.VIEWER  # links that were sent still open it
    assert token.encode() not in (tmp_path / "out.zip").read_bytes()
    other.database.close()


def test_nothing_is_restored_over_something(store, full, tmp_path):
    back_up(store, tmp_path / "out.zip")
    with pytest.raises(AnnoevalError, match="isn't empty"):
        restore(store, tmp_path / "out.zip")


@pytest.mark.parametrize("harm", ["a row less", "another file", "no zip", "of other tables"])
def test_a_damaged_backup_restores_nothing(tmp_path, harm):
    one = Store(home=tmp_path / "one", loader=small_study)
    one.add_study([("a.csv", b"1")])
    back_up(one, tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as packed:
        held = {n: packed.read(n) for n in packed.namelist()}
    file = next(n for n in held if n.startswith("files/"))
    if harm == "a row less":
        held["tables/studies.jsonl"] = b""
    elif harm == "another file":
        held[file] = b"2"
    elif harm == "of other tables":
        held["backup.json"] = json.dumps(json.loads(held["backup.json"]) | {"tables": "0001"}).encode()
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as out:
        for name, data in held.items():
            out.writestr(name, data)
    if harm == "no zip":
        (tmp_path / "bad.zip").write_bytes(b"PK")
    two = Store(home=tmp_path / "two", loader=small_study)
    with pytest.raises(AnnoevalError, match=r"damaged|other"):
        restore(two, tmp_path / "bad.zip")
    assert not any(rows(two).values())
    one.database.close()
    two.database.close()


def test_backup_and_restore_are_one_command_each(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("ANNOEVAL_DATABASE_URL", raising=False)
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path / "one"))
    one = Store()
    id = one.add_study([("a.csv", b"item_id,rater,label\n1,Ana,x\n1,Ben,y\n2,Ana,x\n2,Ben,x\n")])
    one.database.close()
    assert main(["backup", str(tmp_path / "out.zip")]) == 0
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path / "two"))
    assert main(["restore", str(tmp_path / "out.zip")]) == 0
    assert "1 study, 0 events, 1 file" in capsys.readouterr().out
    assert main(["delete", id]) == 0
    assert main(["delete", id]) == 1


def test_a_deleted_study_leaves_no_row_no_file_and_no_word(store, full, tmp_path):
    other = store.add_study([("other.csv", b"item_id\nf1\n"), ("more.csv", b"x")])  # shares a file with it
    shared = set(store.file_hashes(full).values()) & set(store.file_hashes(other).values())
    assert shared
    own = {f.name for f in (tmp_path / "files").iterdir()} - set(store.file_hashes(other).values())
    assert own
    delete(store, full)
    with pytest.raises(AnnoevalError, match="There is no study"):
        store.study(full)
    assert not any(full in r for some in rows(store).values() for r in some)
    left = {f.name for f in (tmp_path / "files").iterdir()}
    assert not left & own
    assert shared <= left
    assert len(store.study(other).items) == 6
    for file in tmp_path.glob("reviews.db*"):
        assert WORDS.encode() not in file.read_bytes()


def test_a_removed_study_can_still_be_deleted(store, full):
    store.remove(full)
    delete(store, full)
    assert not any(rows(store).values())


def test_deleting_needs_the_owners_link(store, full):
    reviewer = store.seen_by(access(store, [shown(store, give(store, full, Role.REVIEWER, "Ana"))]))
    with pytest.raises(NotAllowed):
        delete(reviewer, full)
    owner = store.seen_by(access(store, [shown(store, give(store, full, Role.OWNER, "Ana"))]))
    delete(owner, full)
    assert not any(rows(store).values())


def test_studies_go_so_many_days_after_their_last_change(store, full):
    past = (datetime.now(UTC) - timedelta(days=31)).isoformat()
    fresh = store.add_study([("b.csv", b"2")])
    with store.everything.write() as connection:
        connection.execute(studies.update().where(studies.c.id == full).values(added=past))
    assert delete_outdated(store, 30) == []  # it was changed today
    with store.everything.write() as connection:
        connection.execute(events.update().values(time=past))
    assert delete_outdated(store, 30) == [full]
    assert list(store.studies()["id"]) == [fresh]
