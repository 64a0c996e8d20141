"""How people said that files of one header are read: kept whole for the next file with that header, until forgotten."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, insert, select

from annoeval.opening import Said, encoding_of, header_of
from annoeval.reading.table import Reading
from annoeval.review import ledger
from annoeval.review.library import Library
from annoeval.review.tables import choices

OF_ONE_FILE = ("name", "ids", "rater", "repairs", "decisions", "annotators")  # options that say nothing of another file


def remember(store: Library, readings: Sequence[Reading], options: Mapping[str, Any]) -> None:
    """Keeps what was chosen for files. readings: the files as they were found, without what was chosen."""
    if store.database.access is not None:  # what one visitor says of a file is no business of another's
        return
    header = header_of(readings)
    row = {
        "header": header,
        "options": _text(options),
        "encoding": encoding_of(readings),
        "time": ledger.now().isoformat(),
    }
    with store.database.write() as connection:
        connection.execute(delete(choices).where(choices.c.header == header))
        connection.execute(insert(choices).values(**row))


def said_before(store: Library) -> dict[str, Said]:
    """What was chosen last, by the header of the files it was chosen for."""
    if store.database.access is not None:
        return {}
    with store.database.read() as connection:
        rows = connection.execute(select(choices)).all()
    return {row.header: Said(json.loads(row.options), row.encoding) for row in rows}


def is_remembered(store: Library, options: Mapping[str, Any]) -> bool:
    """Whether the next file of the header is read with these options too."""
    if store.database.access is not None:
        return False
    with store.database.read() as connection:
        return (
            connection.execute(select(choices.c.header).where(choices.c.options == _text(options))).first() is not None
        )


def forget(store: Library, options: Mapping[str, Any]) -> None:
    """Lets go of a choice: the next file of its header is read as if nobody had said anything."""
    with store.database.write() as connection:
        connection.execute(delete(choices).where(choices.c.options == _text(options)))


def _text(options: Mapping[str, Any]) -> str:
    kept = {k: v for k, v in options.items() if k not in OF_ONE_FILE}
    return json.dumps(kept, sort_keys=True, default=str, ensure_ascii=False)
