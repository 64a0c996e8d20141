"""A process that is killed loses no confirmed decision and makes none twice."""

from __future__ import annotations

import multiprocessing
import os
import random
import select
import signal
from collections import Counter

import pandas as pd

from annoeval.rating_table import empty_ratings
from annoeval.review.store import Store
from annoeval.scale import Scale
from annoeval.study import Study

REVIEWERS, EACH, KILLS = ("R0", "R1", "R2", "R3"), 50, 10
ITEMS = [f"f{n}" for n in range(25)]


def fifty_questions(*files, options=None, name=None) -> Study:
    items = pd.DataFrame({"text": ITEMS}, index=pd.Index(ITEMS, name="item_id"))
    scale = Scale("ordinal", (0, 1, 2))
    return Study("kill", "small", items, empty_ratings(), {"caption": scale, "vlm": scale})


def review(url: str, home: str, id: str, reviewer: str, start: int, confirmed: int) -> None:
    """One reviewer from their `start`th answer on; says so after each one that the store confirmed."""
    store = Store(url=url, home=home, loader=fifty_questions)
    for n in range(start, EACH):
        item, dimension = ITEMS[n // 2], ("caption", "vlm")[n % 2]
        store.decide(id, item, dimension, n % 3, reviewer=reviewer, token=f"{reviewer}-{n}")
        os.write(confirmed, f"{reviewer}-{n}\n".encode())
    os._exit(0)


def test_nothing_confirmed_is_lost_and_nothing_is_there_twice(tmp_path, database_url):
    store = Store(url=database_url, home=tmp_path, loader=fifty_questions)
    id = store.add_study([("kill.csv", b"x")])
    store.database.close()
    source, target = os.pipe()
    fork, dice = multiprocessing.get_context("fork"), random.Random(1)
    confirmed: list[str] = []

    def begin(reviewer: str):
        start = sum(token.startswith(reviewer) for token in confirmed)
        process = fork.Process(target=review, args=(database_url, str(tmp_path), id, reviewer, start, target))
        process.start()
        return process

    def listen(seconds: float) -> None:
        if select.select([source], [], [], seconds)[0]:
            confirmed.extend(os.read(source, 65536).decode().split())

    running = {r: begin(r) for r in REVIEWERS}
    kills = 0
    while any(p.is_alive() for p in running.values()):
        listen(0.05)
        unfinished = [r for r, p in running.items() if p.is_alive()]
        if kills < KILLS and unfinished and len(confirmed) >= 15 * (kills + 1):
            reviewer = dice.choice(unfinished)
            os.kill(running[reviewer].pid, signal.SIGKILL)
            running[reviewer].join()
            listen(0)
            running[reviewer] = begin(reviewer)
            kills += 1
    listen(0)
    assert kills == KILLS
    assert all(p.exitcode == 0 for p in running.values())

    events = store.events(id)
    stored = Counter(events["token"])
    assert set(confirmed) <= set(stored)
    assert set(stored) == {f"{r}-{n}" for r in REVIEWERS for n in range(EACH)}
    assert set(stored.values()) == {1}
    assert events["number"].tolist() == list(range(1, len(events) + 1))
    assert events["time"].is_monotonic_increasing
    per_question = events.groupby(["item_id", "dimension"])["version"].apply(list)
    assert all(v == list(range(1, len(v) + 1)) for v in per_question)
    store.database.close()
