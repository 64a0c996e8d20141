"""A table to type in: rows of plain fields, in which no key is lost and what is typed stays until it is stored."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import streamlit as st

from annoeval.ui.components.wired import Sent, mount

Cell = tuple[str, str, str]  # row, column, words


@dataclass(frozen=True)
class Column:
    """kind: `shown` is no field; `list` has `labels`, and `blank` says whether none may be chosen. width: in pixels."""

    name: str
    title: str
    kind: Literal["shown", "number", "text", "list"] = "shown"
    labels: Sequence[str] = ()
    blank: bool = True
    help: str = ""
    width: int = 100


@dataclass(frozen=True)
class Row:
    """cells: the words of each column. name: for people who hear the page. closed: columns without a field here."""

    id: str
    name: str
    cells: Sequence[str]
    closed: Sequence[str] = ()


def sheet(key: str, columns: Sequence[Column], rows: Sequence[Row], take: Callable[[list[Cell], str], Any]) -> None:
    """Draws the sheet.

    take: stores cells that were typed, sent with a token, the same where they come again; gives back a sentence about
    those it did not take, "" where it took all, or {"waits"} as `mount` says.
    """

    def sent(what: Sent) -> Mapping[str, Any]:
        said = take([(str(r), str(c), str(w)) for r, c, w in what["cells"]], str(what["token"]))
        return said if isinstance(said, Mapping) else {"said": said}

    mount("sheet", key, {"columns": [asdict(c) for c in columns], "rows": [asdict(r) for r in rows]}, sent)


def edited(key: str, columns: Sequence[Column], rows: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Draws a sheet of which nothing is stored; gives the rows as they were typed, in their order."""
    typed: dict[str, dict[str, str]] = st.session_state.setdefault(f"{key}_typed", {})

    def take(cells: list[Cell], token: str) -> str:
        kinds = {c.name: c for c in columns}
        for row, column, words in cells:
            known = kinds[column]
            if known.kind == "list" and words not in known.labels and not (known.blank and not words):
                return f"“{words[:40]}” is none of the choices in {known.title}."
            typed.setdefault(row, {})[column] = words.strip()
        return ""

    now = [{**row, **typed.get(str(n), {})} for n, row in enumerate(rows)]
    first = columns[0].name
    sheet(key, columns, [Row(str(n), row[first], [row[c.name] for c in columns]) for n, row in enumerate(now)], take)
    return now


def number_in(words: str) -> float | None:
    """The number that a field's words are, None where they are none."""
    try:
        found = float(words)
    except ValueError:
        return None
    return found if math.isfinite(found) else None
