"""Which files a study was made of: its id, and the files of each version as the database names them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select

from annoeval.review import tables


def study_id(files: Sequence[tuple[str, bytes]], options: Mapping[str, Any]) -> str:
    """Twelve hex digits from content and options; names count where several files tell models apart by them."""
    parts = sorted((name if len(files) > 1 else "", hashlib.sha256(data).hexdigest()) for name, data in files)
    return hashlib.sha256(json.dumps([parts, dict(options)], sort_keys=True, default=str).encode()).hexdigest()[:12]


def insert_sources(
    connection: Connection, id: str, number: int, names: list[str], hashes: list[str], first: int = 0
) -> None:
    """Note files as those of a version. number: the version. first: the place of the first among its files."""
    for position, (name, digest) in enumerate(zip(names, hashes, strict=True), first):
        connection.execute(
            insert(tables.sources).values(study=id, number=number, position=position, name=name, hash=digest)
        )


def sources_of(connection: Connection, id: str) -> list[tuple[str, str]]:
    """Name and sha256 of each file of a study's newest version, in their order."""
    s = tables.sources
    newest = select(func.max(s.c.number)).where(s.c.study == id).scalar_subquery()
    query = select(s.c.name, s.c.hash).where(s.c.study == id, s.c.number == newest).order_by(s.c.position)
    return [(row.name, row.hash) for row in connection.execute(query)]
