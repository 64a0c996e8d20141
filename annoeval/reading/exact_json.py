"""JSON with numbers as they are written, and repeated keys kept apart."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any


class Number(str):
    """A JSON number as its text, so that no digit is lost."""

    __slots__ = ()


class Parser:
    """Parses JSON texts and counts the keys that stood more than once in one object.

    Numbers become `Number`, `NaN` becomes None, infinities their word. A repeated key is kept as
    "key (2)", "key (3)", …
    """

    def __init__(self) -> None:
        self.repeated: dict[str, int] = {}
        self.decoder = json.JSONDecoder(
            parse_int=Number,
            parse_float=Number,
            parse_constant=lambda word: None if word == "NaN" else word,
            object_pairs_hook=self._object,
        )

    def parse(self, text: str) -> Any:
        """The value of a text; raises ValueError where it is not JSON or is nested too deeply."""
        try:
            return self.decoder.decode(text)
        except RecursionError:
            raise ValueError("nested too deeply") from None

    def parse_all(self, text: str) -> list[tuple[int, Any]]:
        """(line, value) of objects that stand one after another, of any lines; none where one is broken. Where several
        stand in a line they are numbered."""
        found: list[tuple[int, Any]] = []
        at, line = 0, 1
        space = re.compile(r"[\s\ufeff]*")
        while at < len(text):
            start = space.match(text, at).end()  # type: ignore[union-attr]
            line += text.count("\n", at, start)
            if start == len(text):
                break
            try:
                value, at = self.decoder.raw_decode(text, start)
            except (ValueError, RecursionError):
                return []
            if not isinstance(value, dict):
                return []
            found.append((line, value))
            line += text.count("\n", start, at)
        lines = {n for n, _ in found}
        return found if len(lines) == len(found) else [(n, value) for n, (_, value) in enumerate(found, 1)]

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        made = {}
        seen: dict[str, int] = {}
        for key, value in pairs:
            seen[key] = seen.get(key, 0) + 1
            if seen[key] == 1:
                made[key] = value
            else:
                self.repeated[key] = self.repeated.get(key, 0) + 1
                made[f"{key} ({seen[key]})"] = value
        return made


def dump(value: Any) -> str:
    """Compact JSON text of a parsed value, each number as it was written."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(k), ensure_ascii=False)}: {dump(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(dump(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def cell(value: Any) -> str | None:
    """A scalar, list or empty object as the text of a cell; null is missing."""
    if value is None:
        return None
    if isinstance(value, Number):
        return str.__str__(value)
    if isinstance(value, str):
        return value
    return dump(value)


def flatten(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without objects inside: their fields are named by path, "a.b.c". Lists stay whole."""
    if not any(isinstance(v, Mapping) and v for v in record.values()):
        return dict(record)
    out: dict[str, Any] = {}
    stack: list[tuple[str, Any]] = [(k, v) for k, v in reversed(list(record.items()))]
    while stack:
        path, value = stack.pop()
        if isinstance(value, Mapping) and value:
            stack.extend((f"{path}.{k}", v) for k, v in reversed(list(value.items())))
            continue
        while path in out:
            path += "'"
        out[path] = value
    return out
