"""A small study, and a store for it on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest

from annoeval.review.store import Store
from annoeval.study import Scale, Study, ratings_table

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


@pytest.fixture
def open_store(tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Opens the same store again and again, as a restarted server or a second process would."""
    opened: list[Store] = []

    def again() -> Store:
        opened.append(Store(url=f"sqlite:///{tmp_path / 'reviews.db'}", home=tmp_path, loader=small_study))
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
