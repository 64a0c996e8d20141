"""Deleting for good: a study's rows, its files where no other study has them, and what was made of them on disk."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import delete as delete_from
from sqlalchemy import func, select

from annoeval.problem import AnnoevalError
from annoeval.review.library import Library
from annoeval.review.made_images import images_of
from annoeval.review.roles import Role
from annoeval.review.tables import events, metadata, scores, sources, studies


def delete(store: Library, id: str) -> None:
    """Nothing of the study is left: no rows, no history, no links, no files that only it had, no page images.

    Vectors and answers of models that are kept under the digest of a text (docs/sharing.md) belong to no study and
    stay. Needs the owner's role. Raises AnnoevalError for a study that isn't here.
    """
    store.database.allow(id, Role.OWNER)
    images = images_of(store, id)
    with store.everything.write() as connection:
        if store.everything.sqlite:
            connection.exec_driver_sql("PRAGMA secure_delete = ON")  # freed pages are overwritten
        if not connection.execute(delete_from(studies).where(studies.c.id == id)).rowcount:
            raise AnnoevalError(f"There is no study {id}.")
        held = set().union(*(connection.execute(select(t.c.hash).where(t.c.study == id)).scalars() for t in FILED))
        for table in metadata.sorted_tables:
            if "study" in table.c:
                connection.execute(delete_from(table).where(table.c.study == id))
        others = set().union(*(connection.execute(select(t.c.hash)).scalars() for t in FILED))
    store.everything.settle()
    store.forget(id)
    for digest in held - others:
        store.kept.remove(digest)
    for image in images:
        image.unlink(missing_ok=True)


FILED = (sources, scores)


def outdated(store: Library, days: int) -> list[str]:
    """Studies whose last change, or arrival, is more than so many days ago; removed ones too."""
    limit = (datetime.now(UTC) - timedelta(days=days)).isoformat()
    last = select(func.max(events.c.time)).where(events.c.study == studies.c.id).scalar_subquery()
    with store.everything.read() as connection:
        query = select(studies.c.id).where(func.coalesce(last, studies.c.added) < limit)
        return list(connection.execute(query).scalars())


def delete_outdated(store: Library, days: int) -> list[str]:
    """Deletes them; gives their ids."""
    gone = outdated(store, days)
    for id in gone:
        delete(store, id)
    return gone
