"""`delete`: studies for good, with their decisions, files and links."""

from __future__ import annotations

import argparse
from typing import Any


def add(verbs: Any) -> None:
    verb = verbs.add_parser("delete", help="delete studies for good: rows, history, links, files, page images")
    verb.add_argument("studies", nargs="*", metavar="ID", help="ids, as in a study's address")
    verb.add_argument("--unchanged-for", type=int, metavar="DAYS", help="those without a change for so many days")
    verb.set_defaults(run=run, refuse=verb.error)


def run(chosen: argparse.Namespace) -> None:
    from annoeval.review.deletion import delete, delete_outdated
    from annoeval.review.library import Library

    if not chosen.studies and not chosen.unchanged_for:
        chosen.refuse("name studies, or --unchanged-for DAYS")
    store = Library()
    for id in chosen.studies:
        delete(store, id)
        print(f"deleted {id}")
    if chosen.unchanged_for:
        for id in delete_outdated(store, chosen.unchanged_for):
            print(f"deleted {id}")
