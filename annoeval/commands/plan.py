"""`plan`: how many items to review so that a score is known to a half-width."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from annoeval.answers.estimates import label_of, planned
from annoeval.commands.arguments import add_files, study_of
from annoeval.evaluation.plans import plan


def add(verbs: Any) -> None:
    verb = verbs.add_parser("plan", help="how many more items to review to know a score to ± a half-width")
    add_files(verb)
    verb.add_argument("--dimension", required=True, help="the dimension, such as caption")
    verb.add_argument("--half-width", type=float, required=True, help="± on the dimension's scale, such as 0.05")
    verb.add_argument("--errors", type=float, help="expected share of errors among accepted items (default: as seen)")
    verb.add_argument("--label", help="the label whose share is wanted, instead of the mean")
    verb.add_argument("--json", action="store_true", help="the plan as JSON")
    verb.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> None:
    study = study_of(chosen)
    scale = study.dimensions.get(chosen.dimension)
    label = label_of(scale, chosen.label) if scale is not None and chosen.label is not None else None
    found = plan(study, chosen.dimension, chosen.half_width, chosen.errors, label, apart=True)
    if chosen.json:
        minutes = None if found.minutes is None else round(found.minutes, 1)
        shown = {k: v for k, v in asdict(found).items() if k != "looks"} | {
            "minutes": minutes,
            "dimension": chosen.dimension,
        }
        print(json.dumps(shown, ensure_ascii=False))
        return
    print(planned(chosen.dimension, study.dimensions[chosen.dimension], found, label).replace("**", ""))
    print(
        f"Drawn at random from {found.unseen:,} that nobody looked at, {found.errors:.0%} errors among them expected; "
        f"{found.drawn:,} are drawn already."
    )
