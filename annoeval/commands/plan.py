"""`plan`: how many items to review so that a score is known to a half-width."""

from __future__ import annotations

import argparse
from typing import Any

from annoeval.commands.arguments import add_files, study_of
from annoeval.evaluation.plans import plan
from annoeval.words import count


def add(verbs: Any) -> None:
    verb = verbs.add_parser("plan", help="how many more items to review to know a score to ± a half-width")
    add_files(verb)
    verb.add_argument("--dimension", required=True, help="the dimension, such as caption")
    verb.add_argument("--half-width", type=float, required=True, help="± on the dimension's scale, such as 0.05")
    verb.add_argument("--errors", type=float, help="expected share of errors among accepted items (default: as seen)")
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> None:
    found = plan(study_of(chosen), chosen.dimension, chosen.half_width, chosen.errors)
    cost = f", about {found.minutes:.0f} minutes" if found.minutes is not None else ""
    print(
        f"To know {chosen.dimension} to ± {found.half_width:g}, check {count(found.more, 'more item')} drawn at random "
        f"from {found.unseen:,} nobody looked at{cost} ({found.errors:.0%} errors among them expected)."
    )
