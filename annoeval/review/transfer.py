"""Taking a study out of the store with its whole history, and bringing it in again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Table, insert, select, update

from annoeval.opening import readings_of
from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.protocols.protocol import Template
from annoeval.reading import read
from annoeval.reading.study_file import write_study
from annoeval.review import secret, tables
from annoeval.review.annotators import ANNOTATOR
from annoeval.review.roles import Role
from annoeval.review.store import Store
from annoeval.study import Study

# what belongs to one study beside its files and scores, which are in the base study
KEPT: tuple[Table, ...] = (
    *(tables.events, tables.rubrics, tables.queues, tables.assignments, tables.meetings),
    tables.annotators,
)
APART = {"decisions": "apart"}


def exported(store: Store, id: str) -> bytes:
    """The study as one file: items, ratings, scales, the decisions of its review and its whole history."""
    base = store.base(id)
    whole = store.study(id)
    decisions = whole.ratings.iloc[len(base.ratings) :] if len(whole.items) == len(base.items) else None
    return write_study(replace(base, audits=whole.audits), decisions, history(store, id))


def history(store: Store, id: str) -> dict[str, list[dict[str, Any]]]:
    """All that happened to a study: the rows of each table that has some."""
    with store.database.read(id) as connection:
        rows = {t.name: _rows(connection, t, id) for t in KEPT}
    return {name: found for name, found in rows.items() if found}


def is_study_file(files: list[tuple[str, bytes]]) -> bool:
    """Whether what was dropped is one exported study."""
    if len(files) != 1 or files[0][1][:2] != b"PK":
        return False
    try:
        return read(files[0][1], files[0][0]).format == "study"
    except AnnoevalError:
        return False


def imported(store: Store, name: str, data: bytes) -> str:
    """Brings an exported study in and returns its id; its history comes with it where the study is new here.

    The same file gives the same study, and what was decided here since stays.
    """
    reading = read(data, name)
    if reading.study is None:
        raise AnnoevalError(f"{name} is no exported study.")
    id = store.add_study([(name, data)], APART, reading.study.name)
    if reading.history and store.version(id) == 0:
        with store.database.write(id, Role.OWNER) as connection:
            last = 0
            for table in KEPT:
                for row in reading.history.get(table.name, ()):
                    connection.execute(insert(table).values(**_for(store, table, row, id)))
                    last = max(last, int(row.get("number") or 0)) if table is tables.events else last
            connection.execute(update(tables.studies).where(tables.studies.c.id == id).values(version=last))
    return id


def _rows(connection: Connection, table: Table, id: str) -> list[dict[str, Any]]:
    order = list(table.primary_key.columns)
    query = select(table).where(table.c.study == id).order_by(*order)
    return [
        {k: v for k, v in r.items() if k not in ("digest", "salt") or table is not tables.annotators}
        for r in connection.execute(query).mappings()
    ]  # links stay here: whoever has one answers under its name


def _for(store: Store, table: Table, row: Mapping[str, Any], id: str) -> dict[str, Any]:
    """A row of another store for this study; a meeting gets a name of its own, since those are unique in a store, and
    an annotator a new link."""
    out = {c.name: row.get(c.name) for c in table.columns}
    out["study"] = id
    if table is tables.meetings:
        out["id"] = f"{id}-{row.get('id')}"[:64]
    if table is tables.annotators:
        salt = secret.new_salt()
        out |= {"salt": salt, "digest": secret.digest(secret.token(store.home, ANNOTATOR, id, salt))}
    return out


def template(store: Store, id: str, study: Study) -> Template:
    """The file to score a study's items in, from its files as they came. Raises AnnoevalError where there is none."""
    own = [(name, data) for name, data in store.files(id) if not name.lower().endswith(".pdf")]
    made = protocol_of(study).template(study, readings_of(own, study.options))
    if made is None:
        raise AnnoevalError(f"There is no template to score {protocol_of(study).title} in.")
    return made
