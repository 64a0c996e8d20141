"""Borderline answers put to a vote: a study whose items are answers with their targets, and a meeting on it.

Whoever annotated has no vote: their own answers are judged. What the team decides there counts as a variant of the
target in the study the answers are from, once somebody takes it over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pandas as pd

from annoeval.conclusions import resolve
from annoeval.export import to_csv
from annoeval.problem import AnnoevalError
from annoeval.rating_table import ANNOTATORS
from annoeval.review import ledger, meeting
from annoeval.review.annotators import annotators_of
from annoeval.review.meeting import Meeting, Point
from annoeval.review.pictures import all_pictures, on_screen
from annoeval.review.store import Store

QUESTION, COUNTS = "Does the answer count as its target?", "counts"
SCALE = {"level": "nominal", "categories": [COUNTS, "means something else"]}
_ROLES = {"item": "item"} | dict.fromkeys(("target", "answer", "near", "images", "picture"), "evidence")


@dataclass(frozen=True)
class Ballot:
    """A vote on forms of answers. study: where it is held. decided: (target, form) → whether it counts, as far as the
    team, or all who voted, decided."""

    study: str
    forms: tuple[tuple[str, str], ...]
    decided: dict[tuple[str, str], bool]


def put_to_vote(store: Store, study: str, proposals: pd.DataFrame, by: str, people: Sequence[str]) -> Meeting:
    """A meeting on forms of answers, each with its picture where there is one. proposals: rows of
    `Protocol.proposals`. people: who votes.

    Raises AnnoevalError where one of them annotated, and without a form.
    """
    if not len(proposals):
        raise AnnoevalError("Choose the answers to vote on first.")
    base = store.base(study)
    ids = [f"{n}. {said}" for n, said in enumerate(proposals["said"], 1)]
    table = pd.DataFrame(
        {
            "item": ids,
            "target": proposals["target"].to_numpy(),
            "answer": proposals["said"].to_numpy(),
            "near": proposals["why"].to_numpy(),
            "images": proposals["items"].to_numpy(),
        }
    )
    pictures = _pictures(store, study, proposals["image"])
    if pictures:
        table["picture"] = [pictures[i][0] if i in pictures else None for i in proposals["image"]]
    answered = store.study(study).ratings
    annotators = {
        *answered.loc[answered["kind"].isin(ANNOTATORS), "rater"],
        *(a.name for a in annotators_of(store, study)),
    }
    options = {
        "protocol": "ratings",
        "mapping": {column: role for column, role in _ROLES.items() if column in table},
        "scales": {QUESTION: SCALE},
        "without": sorted(map(str, annotators)),
        "vote": {"of": study, "forms": proposals[["target", "form"]].to_numpy().tolist()},
    }
    files = [("answers.csv", to_csv(table, mark=False)), *pictures.values()]
    held = store.add_study(files, options, f"{base.name}: vote on answers")
    with store.database.write(study) as connection:
        ledger.append(connection, study, {"reviewer": by, "action": "ballot", "detail": {"study": held}})
    points = [Point(id, QUESTION, f"It comes near “{t}”") for id, t in zip(ids, proposals["target"], strict=True)]
    return meeting.start(store, held, by, people, "Vote on answers", points=points)


def _pictures(store: Store, study: str, images: Iterable[str]) -> dict[str, tuple[str, bytes]]:
    """By image, those that have one: a name of its own and the picture, in the size of a screen."""
    known, out = all_pictures(store, study), {}
    for n, image in enumerate(dict.fromkeys(i for i in images if i in known), 1):
        found = on_screen(store, study, known[image][-1])
        if found is not None:
            out[image] = (f"picture {n}{found[0]}", found[1])
    return out


def ballots(store: Store, study: str) -> list[Ballot]:
    """The votes held on a study's answers, the oldest first."""
    with store.database.read(study) as connection:
        events = ledger.read(connection, study, action="ballot")
    held = dict.fromkeys(e.detail["study"] for e in events)
    known = set(store.studies()["id"]) if held else set()
    return [_ballot(store, id) for id in held if id in known]


def answers_of(store: Store, held: str) -> str | None:
    """The study whose answers are voted on in a study; None where that holds no vote."""
    vote = store.base(held).options.get("vote")
    return str(vote["of"]) if vote else None


def take_over(store: Store, study: str, by: str) -> int:
    """What votes decided becomes what is said of the forms; how many were new."""
    said = store.standing(study).variants()
    decided = [pair for b in ballots(store, study) for pair in b.decided.items()]
    new = {(t, f): v for (t, f), v in decided if said.get(t, {}).get(f) != v}
    for accepted in (True, False):
        store.variant(study, [key for key, v in new.items() if v == accepted], accepted, reviewer=by)
    return len(new)


def _ballot(store: Store, id: str) -> Ballot:
    voted = store.study(id)
    forms = tuple((str(t), str(f)) for t, f in voted.options["vote"]["forms"])
    final = resolve(voted, QUESTION)
    values = final.dropna(subset="value").set_index("item_id")["value"]
    items = list(store.base(id).items.index)
    decided = {forms[items.index(i)]: v == COUNTS for i, v in values.items()}
    return Ballot(id, forms, decided)
