"""The example studies that come with the project."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from annoeval.place import ROOT

DATA = ROOT / "data"


@dataclass(frozen=True)
class Example:
    """One example study: its protocol, what people see on its card, and its files."""

    name: str
    protocol: str
    title: str
    sentence: str
    files: tuple[Path, ...]

    def contents(self) -> list[tuple[str, bytes]]:
        """The files as (name, bytes)."""
        return [(f.name, f.read_bytes()) for f in self.files]


def examples() -> list[Example]:
    """All example studies in the order of the protocols; empty where `data/` is not beside the package."""
    index = DATA / "examples.json"
    if not index.exists():
        return []
    return [
        Example(e["name"], e["protocol"], e["title"], e["sentence"], tuple(DATA / f for f in e["files"]))
        for e in json.loads(index.read_text("utf-8"))
    ]
