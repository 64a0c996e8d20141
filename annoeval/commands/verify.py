"""`verify`: whether the numbers of a report's archive are those that its data give."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from annoeval.problem import AnnoevalError
from annoeval.report.verify import made_elsewhere, verify
from annoeval.words import count

DIFFERS = 3
MOST = 50


def add(verbs: Any) -> None:
    verb = verbs.add_parser("verify", help="recompute a report.zip from its data: exit code 0 where all agrees, else 3")
    verb.add_argument("file", metavar="REPORT.zip", type=Path, help="as `report FILE -o report.zip` wrote it")
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    try:
        data = chosen.file.read_bytes()
    except OSError as error:
        raise AnnoevalError(f"{chosen.file} can't be opened: {error.strerror or error}.") from error
    found = verify(data, chosen.file.name)
    if words := made_elsewhere(found):
        print(words)
    if not found.differences:
        print(f"{found.name}: every number is as recomputed, in {count(found.tables, 'table')}, text and plots.")
        return 0
    print(f"{found.name}: {count(len(found.differences), 'difference')}")
    for difference in found.differences[:MOST]:
        print(f"  {difference}")
    if len(found.differences) > MOST:
        print(f"  … and {len(found.differences) - MOST:,} more")
    return DIFFERS
