"""What a format of another program is to the reader: how it is known, and what reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, Literal

from annoeval.problem import Problem
from annoeval.reading.table import Reading, Table

_WORDS = """
annotation annotations default export result results output data labels label project job task train val test all
dataset
"""
GENERIC = frozenset(_WORDS.split())  # names of files and folders that are no rater's


@dataclass(frozen=True)
class Source:
    """The file that a tool's content stands in, and what was noticed up to here.

    file: its name. format: `csv`, `json`, … options: those of reading (`boxes`, …). facts: for the screen (`encoding`).
    generic: stems of files and folders that name no rater, since tools give them.
    """

    file: str
    generic: frozenset[str] = GENERIC
    format: str = ""
    problems: tuple[Problem, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def rater(self, fallback: str) -> str:
        """The rater that the file's name or its folder's gives."""
        return stem_of(self.file, self.generic) or fallback


@dataclass(frozen=True)
class Json:
    """A parsed JSON file: its value (of JSON lines the list of lines), and (line or ordinal, record) of its records."""

    value: Any
    rows: Sequence[tuple[int, Mapping[str, Any]]]


@dataclass(frozen=True)
class Tool:
    """One format that another program writes.

    name: as shown on screen. of: what `fits` and `read` are given: `json` (`Json`), `xml` (the root element), `text`
    (bytes of UTF-8), `table` (a `Table` of any file).
    fits: whether the content is this tool's; it looks at the start, and never raises.
    read: the Reading of it; tables keep their cells, and say in `roles` what each column holds.
    generic_names: stems of file names that the tool gives every export, in lower case: they name no rater.
    """

    name: str
    of: Literal["json", "xml", "text", "table"]
    fits: Callable[[Any], bool]
    read: Callable[[Any, Source], Reading]
    generic_names: frozenset[str] = frozenset()


def known_table(
    table: Table,
    source: Source,
    tool: str,
    roles: Mapping[str, Mapping[str, str]],
    because: str,
    *,
    certain: bool = True,
    kinds: Mapping[str, str] | None = None,
) -> Reading:
    """The Reading of one table of which a tool's rules say what each column holds (fields of `Table`)."""
    known = replace(table, roles=roles, because=because, certain=certain, kinds=kinds or {})
    return Reading(source.file, source.format, (known,), source.problems, {**source.facts, "tool": tool})


def stem_of(name: str, generic: frozenset[str]) -> str:
    """The stem of a file's name, or the folder's where the stem is a generic one; "" where all are.

    "group1/anna/annotations.xml" is anna, "admin.jsonl" is admin.
    """
    path = PurePosixPath(name.replace("\\", "/").replace(" › ", "/"))
    parts = [path.stem, *(PurePosixPath(p).stem for p in reversed(path.parts[:-1]))]
    return next((p for p in parts if p and p.casefold() not in generic and p not in (".", "..", "/")), "")
