"""`restore`: what `backup` wrote, into an empty store."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(verbs: Any) -> None:
    verb = verbs.add_parser("restore", help="bring a backup into an empty store (ANNOEVAL_HOME, ANNOEVAL_DATABASE_URL)")
    verb.add_argument("source", type=Path, metavar="BACKUP.zip")
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> None:
    from annoeval.review.backup import restore, said
    from annoeval.review.library import Library

    rows = restore(Library(), chosen.source)
    print(f"restored {said(rows)}")
