"""A small study, and a store for it on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from annoeval.rating_table import ratings_table
from annoeval.review.store import Store
from annoeval.scale import Scale
from annoeval.study import Study

NAMES = {0: "Incorrect", 1: "Partial", 2: "Accurate"}


def small_study(*files: tuple[str, bytes], options: dict | None = None, name: str | None = None) -> Study:
    """Items f1 … f6 with AI captions 0, 2, 1, 1, missing, 2; two dimensions; two domains."""
    ids = pd.Index([f"f{i}" for i in range(1, 7)], name="item_id")
    items = pd.DataFrame({"domain": ["Physics", "Biology"] * 3, "caption": [f"text {i}" for i in range(6)]}, index=ids)
    scores = {"f1": 0, "f2": 2, "f3": 1, "f4": 1, "f6": 2}
    ratings = ratings_table(
        {"item_id": list(scores), "dimension": "caption", "rater": "AI", "kind": "ai", "value": list(scores.values())}
    )
    scale = Scale("ordinal", (0, 1, 2), names=NAMES, title="Caption", question="Is the caption right?")
    share = Scale("interval", bounds=(0.0, 1.0), title="Similarity", role="score")
    return Study(
        name=name or (files[0][0] if files else "small"),
        protocol="small",
        items=items,
        ratings=ratings,
        dimensions={"caption": scale, "similarity": share},
        groups=("domain",),
        evidence=("caption",),
        options=options or {},
    )


@pytest.fixture
def study() -> Study:
    return small_study()


class Postgres:
    """A PostgreSQL of its own in a temporary folder, which may be stopped and started again on its port."""

    def __init__(self) -> None:
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        found = str(programs[-1]) if programs else shutil.which("initdb")
        if not found:
            pytest.skip("PostgreSQL is not installed (Debian and Ubuntu: apt install postgresql)")
        self.bin = Path(found).parent
        self.folder = Path(tempfile.mkdtemp(prefix="annoeval-postgres-"))
        root = os.geteuid() == 0  # which it refuses
        who = {"user": "postgres", "group": "postgres", "extra_groups": []} if root else {}
        if who:
            shutil.chown(self.folder, "postgres", "postgres")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"postgresql://annoeval@127.0.0.1:{self.port}"
        self.quiet: dict[str, Any] = {"cwd": self.folder, "stdout": subprocess.DEVNULL, **who}
        options = ["-U", "annoeval", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run([self.bin / "initdb", "-D", self.folder / "data", *options], check=True, **self.quiet)
        self.start()

    def start(self) -> None:
        where = ["-D", self.folder / "data", "-p", str(self.port), "-k", self.folder, "-h", "127.0.0.1"]
        self.server = subprocess.Popen(
            [self.bin / "postgres", *where, "-c", "fsync=off"], stderr=subprocess.DEVNULL, **self.quiet
        )
        ready = [self.bin / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        for _ in range(100):
            if not subprocess.run(ready, **self.quiet).returncode:
                break
            subprocess.run(["sleep", "0.1"], check=True)

    def stop(self) -> None:
        self.server.send_signal(2)  # SIGINT: end now, in order
        self.server.wait(20)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL, without a database's name, of a PostgreSQL started for this test run."""
    server = Postgres()
    yield server.url
    server.remove()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL for one test, which stops it; its URL names the empty database `postgres`."""
    server = Postgres()
    server.url += "/postgres"
    yield server
    server.remove()


ONE_SERVER = [pytest.mark.postgres, pytest.mark.xdist_group("postgres")]  # started once, by the process that runs these


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=ONE_SERVER)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database on each of the two servers."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'reviews.db'}"
        return
    import psycopg

    server = request.getfixturevalue("postgres_server")
    name = f"test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{server}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def open_store(tmp_path: Path, database_url: str) -> Iterator[Callable[[], Store]]:
    """Opens the same store again and again, as a restarted server or a second process would."""
    opened: list[Store] = []

    def again() -> Store:
        opened.append(Store(url=database_url, home=tmp_path, loader=small_study))
        return opened[-1]

    yield again
    for store in opened:
        store.database.close()


@pytest.fixture
def store(open_store: Callable[[], Store]) -> Store:
    return open_store()


@pytest.fixture
def id(store: Store) -> str:
    return store.add_study([("scores.csv", b"item_id\nf1\n")])
