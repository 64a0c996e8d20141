"""Lists and objects written into the cells of a table, as JSON or as Python prints them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

from annoeval.reading.exact_json import Number, Parser
from annoeval.reading.table import Table

_LONGEST = 200_000  # characters of a cell that is opened
_MOST = 50_000_000  # and of a column
_DEEPEST = 30
_NAN = re.compile(r"(?<=[:\[,\s])(?:nan|NaN)(?=\s*[,\]\}])")


def literal(text: str) -> Any:
    """The list or object that a text is, numbers as they are written; None where it is neither.

    Nothing is run: a text is parsed as JSON, else as a Python literal.
    """
    start = text[:1]
    if start not in ("[", "{") or len(text) > _LONGEST or text.count("[") + text.count("{") > _LONGEST // 20:
        return None
    depth = deepest = 0
    for mark in text:
        depth += (mark in "[{(") - (mark in "]})")
        deepest = max(deepest, depth)
    if deepest > _DEEPEST:
        return None
    try:
        return Parser().parse(text)
    except ValueError:
        pass
    try:
        return _exact(ast.literal_eval(_NAN.sub("None", text)))
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _exact(value: Any) -> Any:
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, (int, float)):
        return Number(repr(value))
    if isinstance(value, Mapping):
        return {str(k): _exact(v) for k, v in value.items()}
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=str)
    return [_exact(v) for v in value] if isinstance(value, (list, tuple)) else None


def opened_cells(table: Table) -> list[dict[str, Any]]:
    """The records of a table in which every filled cell of a column is a list or an object; none of another table."""
    found: dict[str, list[Any]] = {}
    for name in table.frame.columns:
        cells = table.frame[name]
        filled = cells.dropna().str.strip()
        look = filled.head(5)
        if not len(filled) or not look.str.startswith(("[", "{")).all() or int(filled.str.len().sum()) > _MOST:
            continue
        values = {at: literal(text) for at, text in filled.items()}
        if all(v is not None for v in values.values()):
            found[str(name)] = [values.get(at) for at in cells.index]
    if not found:
        return []
    rows = table.frame.astype("object").where(table.frame.notna(), None).to_dict("records")
    return [{str(k): found[str(k)][n] if k in found else v for k, v in row.items()} for n, row in enumerate(rows)]
