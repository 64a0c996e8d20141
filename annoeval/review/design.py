"""How a study is annotated: what people are told, what they practise on, who sees which items, in which order."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import Any

from annoeval.protocols import protocol_of
from annoeval.review import ledger
from annoeval.review.pictures import picture_names
from annoeval.review.roles import Role
from annoeval.review.rule import reviewable
from annoeval.review.store import Store
from annoeval.study import Study

PRACTICE = (
    "raining cats and dogs",
    "elephant in the room",
    "piece of cake",
    "crocodile tears",
    "let the cat out of the bag",
    "break a leg",
)
INSTRUCTIONS = """\
You will see images one by one. Each shows an English idiom.
Type the idiom that you think the image shows, in its common form.
If you are unsure, give your best guess. If you recognise none, choose "unrecognizable".
Please use no outside sources: no search, no dictionary, no other person.
Take about 30–60 seconds for each image. You can go back and change an answer at any time."""
CONSENT = """\
Taking part is voluntary. You can stop at any time, and withdraw your answers by one click on this page.
Your answers are kept under a pseudonym, with what you say of your background and nothing else about you.
They are used for research and may be published without your name.
Compensation: as agreed with the team that sent you this link."""
ELIGIBLE = ("I am at least 18 years old.", "I read and write English well enough to name idioms.")
DEBRIEF = "Is there anything you would like to tell us about the images or the task?"
BREAK_AFTER = 50


@dataclass(frozen=True)
class Design:
    """How a study is annotated.

    seed: of the orders. question: what stands above the field. raters_per_item: how many see an item; None: all do.
    shown: item columns whose texts stand beside the question.
    seats: how many annotators share the items, where not all see all. practice, hidden: targets of items that are not
    of the sample, each with a picture called as it; of hidden ones people are not told.
    """

    title: str = ""
    seed: int = 42
    question: str = "Which idiom does this image show?"
    instructions: str = INSTRUCTIONS
    consent: str = CONSENT
    eligible: tuple[str, ...] = ELIGIBLE
    shown: tuple[str, ...] = ()
    practice: tuple[str, ...] = PRACTICE
    hidden: tuple[str, ...] = ()
    raters_per_item: int | None = None
    seats: int = 3
    pause: bool = True
    debrief: str = DEBRIEF


def keep(store: Store, study: str, design: Design, by: str) -> None:
    """Make this the study's design."""
    with store.database.write(study, Role.OWNER) as connection:
        ledger.append(connection, study, {"reviewer": by, "action": "design", "detail": asdict(design)})


def design_of(store: Store, study: str) -> Design | None:
    """The study's design as it stands; None before there is one."""
    with store.database.read(study) as connection:
        events = ledger.read(connection, study, action="design")
    return _design(events[-1].detail) if events else None


def _design(told: Mapping[str, Any]) -> Design:
    lists = ("eligible", "shown", "practice", "hidden")
    values: dict[str, Any] = {k: tuple(v) if k in lists else v for k, v in told.items()}
    return Design(**values)


def first(study: Study) -> Design:
    """What a design begins with: the published protocol's words where images are to be named, else those of the
    question that the study asks, and the texts that annotators may see."""
    if "target" in study.items and "answer" in study.dimensions:
        return Design(title=study.name)
    scale = study.dimensions[asked(study)]
    question = scale.question or scale.title or asked(study)
    meaning = [f"{scale.describe(c)}: {d}" for c in scale.categories if (d := scale.definitions.get(c))]
    said = [f"You will see items one by one. Answer for each: {question}", *meaning]
    return Design(
        title=study.name,
        question=question,
        instructions="\n".join([*said, "You can go back and change an answer at any time."]),
        eligible=ELIGIBLE[:1],
        shown=tuple(c for c in study.evidence if c in visible(study)),
        practice=(),
        debrief=DEBRIEF.replace("images", "items"),
    )


def visible(study: Study) -> list[str]:
    """Item columns that annotators may see."""
    return [str(c) for c in study.items if c not in protocol_of(study).secret]


def asked(study: Study) -> str:
    """The dimension that annotators answer: `answer` where a study has one, else the first that people judge."""
    return "answer" if "answer" in study.dimensions else reviewable(study)[0]


def digest(*parts: object) -> int:
    """A number that is the same for the same parts in every process and on every machine."""
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")


def in_order(ids: Sequence[str], seed: int, annotator: str) -> list[str]:
    """Ids in an annotator's own order, by the digest of seed, annotator and id."""
    return sorted(ids, key=lambda i: (digest(seed, annotator, i), i))


def share_of(ids: Sequence[str], design: Design, seat: int) -> list[str]:
    """The ids that the annotator of a seat sees: each is seen from `raters_per_item` of the seats, and the seats see
    equally many, give or take one round."""
    k, n = design.raters_per_item, design.seats
    if k is None or k >= n:
        return list(ids)
    place = {i: p for p, i in enumerate(in_order(ids, design.seed, ""))}
    return [i for i in ids if (seat - place[i]) % n < k]


def pictured(store: Store, study: str, targets: Sequence[str]) -> dict[str, str]:
    """Targets to the picture that is called as them ("piece_of_cake.png"); those without one are left out."""
    names = {slug(PurePosixPath(n).stem): n for n in picture_names(store, study)}
    return {t: names[slug(t)] for t in targets if slug(t) in names}


def hidden_ids(store: Store, study: str, design: Design) -> dict[str, str]:
    """Hidden items by an id that looks like the others': a number among theirs that no item has → target."""
    taken = set(store.base(study).items.index)
    most = max((int(i) for i in taken if i.isascii() and i.isdigit()), default=999)
    out: dict[str, str] = {}
    for target in pictured(store, study, design.hidden):
        number = digest(design.seed, study, target) % (most + 1)
        while str(number) in taken:
            number += 1
        taken.add(str(number))
        out[str(number)] = target
    return out


def slug(text: str) -> str:
    return re.sub(r"\W+", " ", text.replace("_", " ").casefold()).strip()
