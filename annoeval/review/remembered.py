"""How people said that files of one header are read: kept whole for the next file with that header, until forgotten."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select

from annoeval.reading.table import Reading, flat
from annoeval.review import ledger
from annoeval.review.library import Library
from annoeval.review.tables import choices

OF_ONE_FILE = ("name", "ids", "rater", "repairs", "decisions")  # options that say nothing of another file


@dataclass(frozen=True)
class Remembered:
    """options: as they were chosen. encoding: the one that had been found then; a chosen one stands for it."""

    options: Mapping[str, Any]
    encoding: str

    def for_files(self, files: Sequence[tuple[str, bytes]], readings: Sequence[Reading]) -> dict[str, Any]:
        """The options for further files, read as found so far. An encoding that was chosen counts only where the
        same one was found as then and every byte has a letter in it."""
        options = dict(self.options)
        reading = dict(options.get("reading") or {})
        if "encoding" in reading and not (
            _encoding(readings) == self.encoding and all(_decodes(data, reading["encoding"]) for _, data in files)
        ):
            del reading["encoding"]
        if reading:
            return {**options, "reading": reading}
        options.pop("reading", None)
        return options


def remember(store: Library, readings: Sequence[Reading], options: Mapping[str, Any]) -> None:
    """Keeps what was chosen for files. readings: the files as they were found, without what was chosen."""
    header = _header(readings)
    row = {
        "header": header,
        "options": _text(options),
        "encoding": _encoding(readings),
        "time": ledger.now().isoformat(),
    }
    with store.database.write() as connection:
        connection.execute(delete(choices).where(choices.c.header == header))
        connection.execute(insert(choices).values(**row))


def recall(store: Library, readings: Sequence[Reading]) -> Remembered | None:
    """What was chosen last for files of the same header, or None."""
    with store.database.read() as connection:
        row = connection.execute(select(choices).where(choices.c.header == _header(readings))).first()
    return None if row is None else Remembered(json.loads(row.options), row.encoding)


def is_remembered(store: Library, options: Mapping[str, Any]) -> bool:
    """Whether the next file of the header is read with these options too."""
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


def _header(readings: Sequence[Reading]) -> str:
    columns = sorted({str(c) for r in flat(readings) for t in r.tables for c in t.frame.columns})
    return hashlib.sha256(json.dumps(columns).encode()).hexdigest()


def _encoding(readings: Sequence[Reading]) -> str:
    return ", ".join(sorted({r.facts.get("encoding", "") for r in flat(readings)}))


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True
