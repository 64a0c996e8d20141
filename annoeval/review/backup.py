"""Everything a server keeps as one ZIP, and back again into an empty database, of either kind."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert, select

import annoeval
from annoeval.problem import AnnoevalError
from annoeval.review import ledger
from annoeval.review.database import HEAD
from annoeval.review.library import Library
from annoeval.review.tables import metadata, scores, sources
from annoeval.words import count

AT_ONCE = 500  # rows of one statement
ABOUT = "backup.json"


def back_up(store: Library, to: Path) -> dict[str, int]:
    """Writes all tables, as they stand at one moment, and all files. Gives how many rows each table has, and `files`.

    Of links and annotators it holds the digests, so that they work after a restore, and not the server's secret.
    """
    part = to.with_name(f"{to.name}.part")
    counts: dict[str, int] = {}
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as out, store.everything.read() as connection:
            if not store.everything.sqlite:
                connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            for table in metadata.sorted_tables:
                with out.open(f"tables/{table.name}.jsonl", "w") as file:
                    counts[table.name] = 0
                    for row in connection.execute(select(table)).mappings():
                        file.write(json.dumps(dict(row), ensure_ascii=False).encode() + b"\n")
                        counts[table.name] += 1
            held = sorted(_hashes(connection))
            for digest in held:
                out.writestr(f"files/{digest}", store.kept.get(digest))
            counts["files"] = len(held)
            about = {"annoeval": annoeval.__version__, "tables": HEAD, "made": ledger.now().isoformat(), "rows": counts}
            out.writestr(ABOUT, json.dumps(about))
        os.replace(part, to)
    finally:
        part.unlink(missing_ok=True)
    return counts


def said(rows: dict[str, int]) -> str:
    """What a backup holds: "3 studies, 120 events, 4 files"."""
    studies, events, files = rows["studies"], rows["events"], rows["files"]
    return f"{count(studies, 'study', 'studies')}, {count(events, 'event')}, {count(files, 'file')}"


def restore(store: Library, source: Path) -> dict[str, int]:
    """Brings a backup into an empty store: all or nothing. Gives the rows of each table, and `files`.

    Raises AnnoevalError where the store holds studies, the backup is of other tables, or something in it is damaged.
    """
    try:
        with zipfile.ZipFile(source) as packed:
            about = json.loads(packed.read(ABOUT))
            if about["tables"] != HEAD:
                raise AnnoevalError(
                    f"{source.name} was made by annoeval {about['annoeval']}, whose tables are others "
                    f"({about['tables']}, here {HEAD}); restore it with that version, and let this one open the result."
                )
            return _restored(store, packed, about["rows"], source.name)
    except FileNotFoundError:
        raise AnnoevalError(f"There is no file {source}.") from None
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
        raise AnnoevalError(f"{source.name} is no backup of annoeval, or it is damaged ({error}).") from error


def _restored(store: Library, packed: zipfile.ZipFile, rows: dict[str, int], name: str) -> dict[str, int]:
    with store.everything.write() as connection:
        full = [t.name for t in metadata.sorted_tables if connection.execute(select(t).limit(1)).first() is not None]
        if full:
            raise AnnoevalError(f"This store isn't empty ({', '.join(full)}); restore into a new one.")
        for table in metadata.sorted_tables:
            found = 0
            for some in _batches(packed, table):
                connection.execute(insert(table), some)
                found += len(some)
            if found != rows[table.name]:
                raise AnnoevalError(f"{name} is damaged: {table.name} has {found} of {rows[table.name]} rows.")
        for digest in sorted(_hashes(connection)):
            data = packed.read(f"files/{digest}")
            if hashlib.sha256(data).hexdigest() != digest:
                raise AnnoevalError(f"{name} is damaged: the file {digest[:12]} is not what was kept.")
            store.kept.put(data)
    return rows


def _batches(packed: zipfile.ZipFile, table: Table) -> Iterator[list[dict[str, Any]]]:
    some: list[dict[str, Any]] = []
    with packed.open(f"tables/{table.name}.jsonl") as file:
        for line in io.TextIOWrapper(file, "utf-8", newline="\n"):
            some.append(json.loads(line))
            if len(some) == AT_ONCE:
                yield some
                some = []
    if some:
        yield some


def _hashes(connection: Connection) -> set[str]:
    return {h for t in (sources, scores) for h in connection.execute(select(t.c.hash)).scalars()}
