"""Files that were added to a study or put in the place of others, and taking one back; decisions stay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import select

from annoeval.rating_table import empty_ratings
from annoeval.review import ledger, tables
from annoeval.review.standing import whose
from annoeval.review.store import Store
from annoeval.review.tables import ADDED
from annoeval.words import listed

REOPENED = "reopened: the item changed in a new version of the file"


@dataclass(frozen=True)
class Brought:
    """A file that people brought to a study and that still counts.

    number: of its event. what: `added` to the study's ratings, or `replaced` its files. name: of the file or files.
    """

    number: int
    what: Literal["added", "replaced"]
    name: str
    before: Any = None

    @property
    def title(self) -> str:
        """What was done, in words: "added ben.csv", "replaced by v2.csv"."""
        return f"added {self.name}" if self.what == "added" else f"replaced by {self.name}"


def brought(store: Store, id: str) -> list[Brought]:
    """Files that can be taken back, the last first: all that were added, and the version put in place last."""
    s = tables.scores
    query = select(s.c.number, s.c.scorer, s.c.n).where(s.c.study == id, s.c.scorer.startswith(ADDED))
    with store.database.read(id) as connection:
        latest = {row.scorer: (row.number, row.n) for row in connection.execute(query.order_by(s.c.number))}
        files = ledger.read(connection, id, action="files")
    found = [Brought(number, "added", scorer.removeprefix(ADDED)) for scorer, (number, n) in latest.items() if n]
    undone = {e.refers for e in files}
    versions = [e for e in files if isinstance(e.detail, dict) and e.number not in undone]
    found += [Brought(e.number, "replaced", listed(e.detail["files"], 3), e.detail["before"]) for e in versions[-1:]]
    return sorted(found, key=lambda b: -b.number)


def scorer_for(store: Store, id: str, file: str) -> str:
    """Under which name a file's answers are added: its own, numbered where one of that name was added before."""
    taken = {b.name for b in brought(store, id) if b.what == "added"}
    name, n = file, 2
    while name in taken:
        name, n = f"{file} ({n})", n + 1
    return ADDED + name


def before_replacing(store: Store, id: str, names: list[str]) -> dict[str, Any]:
    """What a replacement's event says, so that it can be taken back: which files stood before, under which ids."""
    query = select(tables.sources.c.number).where(tables.sources.c.study == id).order_by(tables.sources.c.number.desc())
    with store.database.read(id) as connection:
        source = connection.execute(query).scalar()
    return {"files": names, "before": {"source": source, "ids": dict(store.base(id).options.get("ids") or {})}}


def take_back(store: Store, id: str, file: Brought, reviewer: str) -> None:
    """Takes exactly this file back. What people decided since stays; answers that it reopened stand again, where
    nobody answered anew."""
    if file.what == "added":
        store.add_scores(id, empty_ratings(), ADDED + file.name, reviewer, note=f"taken back: {file.name}")
        return
    s = tables.sources
    with store.database.read(id) as connection:
        rows = connection.execute(
            select(s.c.name, s.c.hash)
            .where(s.c.study == id, s.c.number == file.before["source"])
            .order_by(s.c.position)
        ).all()
    files = [(row.name, store.kept.get(row.hash)) for row in rows]
    says = {"refers": file.number, "detail": [name for name, _ in files], "note": f"taken back: {file.name}"}
    store.replace_files(id, files, reviewer, {"ids": file.before["ids"]}, says)
    _answer_again(store, id, file.number)


def _answer_again(store: Store, id: str, replaced: int) -> None:
    """Gives people's answers again that a replacement withdrew."""
    again = []
    items = set(store.base(id).items.index)
    for (item, dimension), events in list(store.standing(id).answers.items()):
        for who in dict.fromkeys(whose(e) for e in events):
            mine = [e for e in events if whose(e) == who]
            last = mine[-1]
            if item not in items or len(mine) < 2 or last.value is not None:
                continue
            if last.note == REOPENED and last.number > replaced:
                old = mine[-2]
                again.append(
                    {
                        "item_id": item,
                        "dimension": dimension,
                        "value": old.value,
                        "reviewer": old.reviewer,
                        "note": old.note,
                        "because": old.because or "rule",
                        "queue": old.queue,
                        "blind": bool(old.blind),
                        "visible": old.visible,
                        "seconds": old.seconds,
                        "tags": old.tags,
                        "correction": old.correction,
                        "kind": old.kind or "reviewer",
                    }
                )
    if again:
        store.decide_many(id, again)
