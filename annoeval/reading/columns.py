"""Parquet and Arrow files: typed columns become text cells, each value as it would be typed."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from annoeval.problem import Problem
from annoeval.reading.archive import MOST_BYTES
from annoeval.reading.exact_json import dump
from annoeval.reading.grid import text_array, text_frame, without_blanks
from annoeval.reading.table import ReadError, Reading, Table, check_length, check_width
from annoeval.waiting import go_on

_PART = 65_536  # rows


def read_columns(data: bytes, name: str) -> Reading:
    """A Reading of a Parquet or Arrow (Feather) file; structs are flattened by path, lists become JSON text.

    Class numbers of a Hugging Face data set become their names. Raises ReadError for a damaged or empty file.
    """
    kind = "parquet" if data[:4] == b"PAR1" else "arrow"
    try:
        table = _within_limits(data, kind, name)
    except ReadError:
        raise
    except (pa.ArrowException, OSError, ValueError, NotImplementedError, MemoryError) as error:
        reason = "".join(c for c in str(error).split("\n", 1)[0][:120] if c.isprintable()).rstrip(".: ")
        raise ReadError(f"{name} can't be opened as a file of {kind.capitalize()}: {reason}.") from None
    if not table.num_rows or not table.num_columns:
        raise ReadError(f"{name} has {table.num_columns} columns but no rows.")
    check_width(table.num_columns, name)
    problems: list[Problem] = []
    names = _class_names(table.schema)
    columns: dict[str, Any] = {}
    for path, column in _flat(table):
        while path in columns:
            path += "'"
        columns[path] = _as_text(column, path, names.get(path), name, problems)
    frame = text_frame(columns, pd.Index(np.arange(1, table.num_rows + 1), name="row"))
    return Reading(name, kind, (Table(name, frame),), tuple(problems), {"decimal": "."})


def _within_limits(data: bytes, kind: str, name: str) -> pa.Table:
    """The table, read a part at a time: few bytes may stand for any number of rows, and of long texts in them."""
    if kind == "parquet":
        file = pq.ParquetFile(io.BytesIO(data))
        check_length(file.metadata.num_rows, name)
        schema, parts = file.schema_arrow, file.iter_batches(_PART)
    else:
        stream = pa.ipc.open_file(pa.BufferReader(data))
        schema, parts = stream.schema, (stream.get_batch(i) for i in range(stream.num_record_batches))
    check_width(len(schema), name)
    read: list[pa.RecordBatch] = []
    rows = size = 0
    for part in parts:
        go_on()
        rows, size = rows + part.num_rows, size + sum(map(_bytes_as_text, part.columns))
        check_length(rows, name)
        if size > MOST_BYTES:
            raise ReadError(f"{name} holds more than {MOST_BYTES >> 20:,} MB of text; drop a part of it.")
        read.append(part)
    return pa.Table.from_batches(read, schema)


def _bytes_as_text(column: pa.Array) -> int:
    """Bytes of a column once each row has its own copy of a text that a dictionary holds once."""
    if not pa.types.is_dictionary(column.type) or not pa.types.is_string(column.type.value_type):
        return int(column.nbytes)
    lengths = pc.binary_length(column.dictionary)
    return int(pc.sum(pc.cast(lengths, pa.int64()).take(column.indices)).as_py() or 0)


def _flat(table: pa.Table) -> Iterator[tuple[str, pa.ChunkedArray]]:
    if any(pa.types.is_struct(f.type) for f in table.schema):
        for _ in range(8):
            if not any(pa.types.is_struct(f.type) for f in table.schema):
                break
            table = table.flatten()
    for i, path in enumerate(table.column_names):
        if not path.startswith("__index_level_"):
            yield path, table.column(i)


def _class_names(schema: pa.Schema) -> Mapping[str, list[str]]:
    try:
        features = json.loads((schema.metadata or {})[b"huggingface"])["info"]["features"]
        return {
            k: [str(n) for n in v["names"]]
            for k, v in features.items()
            if isinstance(v, dict) and v.get("_type") == "ClassLabel" and isinstance(v.get("names"), list)
        }
    except (KeyError, ValueError, TypeError, AttributeError):
        return {}


def _as_text(column: pa.ChunkedArray, path: str, names: list[str] | None, file: str, problems: list[Problem]) -> Any:
    kind = column.type
    if pa.types.is_dictionary(kind):
        column = pc.cast(column, kind.value_type)
        kind = column.type
    if names and pa.types.is_integer(kind):
        return text_array(
            [None if v is None or v < 0 else names[v] if v < len(names) else str(v) for v in column.to_pylist()]
        )
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind):
        filled = len(column) - column.null_count
        problems.append(Problem("a column of binary data", "left out", file, column=path, count=max(filled, 1)))
        return pa.nulls(len(column), pa.large_string())
    if pa.types.is_nested(kind):
        return text_array([None if v is None else dump(_plain(v)) for v in column.to_pylist()])
    if pa.types.is_floating(kind):
        values = pc.cast(column, pa.float64())
        column = pc.if_else(pc.is_nan(values), pa.scalar(None, kind), column)
        whole = pc.cast(column, pa.float64()).to_pandas()
        if len(whole) and (whole.dropna() % 1 == 0).all() and (whole.dropna().abs() < 2**53).all():
            column = pc.cast(column, pa.int64())
    if pa.types.is_timestamp(kind) or pa.types.is_temporal(kind):
        return text_array(
            [
                None if v is None else getattr(v, "isoformat", v.__str__)()
                for v in column.to_pandas().astype("object").where(lambda s: s.notna(), None)
            ]
        )
    try:
        return without_blanks(pc.cast(column, pa.large_string()))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return text_array([None if v is None else str(v) for v in column.to_pylist()])


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None
    return "…" if isinstance(value, bytes) else str(value)
