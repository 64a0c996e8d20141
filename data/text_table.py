"""Rows as a text table."""

from __future__ import annotations

import csv
from pathlib import Path

Row = dict[str, object]


def table(path: Path, rows: list[Row], delimiter: str = ",") -> None:
    """Rows as a UTF-8 text table with the first row's keys as header."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
