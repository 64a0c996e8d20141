"""`backup`: all studies, decisions and files of a server as one ZIP."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(verbs: Any) -> None:
    verb = verbs.add_parser("backup", help="write everything that is kept to one ZIP")
    verb.add_argument("to", type=Path, metavar="OUT.zip")
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> None:
    from annoeval.review.backup import back_up, said
    from annoeval.review.library import Library

    rows = back_up(Library(), chosen.to)
    print(f"{chosen.to}: {said(rows)}")
