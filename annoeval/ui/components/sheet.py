"""A table to type in: rows of plain fields, in which no key is lost and what is typed stays until it is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

import streamlit as st

from annoeval.ui.components.wired import Sent, mount

Cell = tuple[str, str, str]  # row, column, words
CLOSED = "not asked"


@dataclass(frozen=True)
class Column:
    """kind: `shown` is no field; `list` has `labels`, and `blank` says whether none may be chosen. width: in pixels.
    right: whether its words are numbers, which stand at the right."""

    name: str
    title: str
    kind: Literal["shown", "number", "text", "list"] = "shown"
    labels: Sequence[str] = ()
    blank: bool = True
    help: str = ""
    width: int = 100
    right: bool = False


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
        cells: list[Cell] = [(*json.loads(name), str(words)) for name, words in what["cells"]]
        said = take(cells, str(what["token"]))
        return said if isinstance(said, Mapping) else {"said": said}

    data = {
        "html": _table(columns, rows),
        "words": [
            words or (CLOSED if column.name in row.closed else "")
            for row in rows
            for column, words in zip(columns, row.cells, strict=True)
        ],
        "labels": {c.name: ["", *c.labels] if c.blank else c.labels for c in columns},
    }
    mount("sheet", key, data, sent)


def _table(columns: Sequence[Column], rows: Sequence[Row]) -> str:
    """The table without its words and labels: drawn anew, it would lose what is being typed."""
    heads = "".join(
        f'<th class="{_class(c)}" scope="col" title="{escape(c.help)}" style="min-width:{c.width}px">'
        f"{escape(c.title)}</th>"
        for c in columns
    )
    lines = "".join(f"<tr>{''.join(_cell(c, row) for c in columns)}</tr>" for row in rows)
    return f"<thead><tr>{heads}</tr></thead><tbody>{lines}</tbody>"


def _class(column: Column) -> str:
    return f"aes-{column.kind} aes-right" if column.right else f"aes-{column.kind}"


def _cell(column: Column, row: Row) -> str:
    if column.kind == "shown" or column.name in row.closed:
        closed = " aes-closed" if column.name in row.closed else ""
        return f'<td class="{_class(column)}{closed}"><span dir="auto"></span></td>'
    name = escape(json.dumps([row.id, column.name], ensure_ascii=False, separators=(",", ":")))
    told = f'name="{name}" aria-label="{escape(f"{column.title}, {row.name}")}"'
    if column.kind == "list":
        return f'<td class="aes-list"><select {told} data-of="{escape(column.name)}"></select></td>'
    mode = ' inputmode="decimal"' if column.kind == "number" else ""
    return f'<td class="aes-{column.kind}"><input {told}{mode}></td>'


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
