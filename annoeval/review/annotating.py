"""One annotator's work: which images, in which order, what was answered; nothing that others know of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal

import pandas as pd

from annoeval.problem import AnnoevalError
from annoeval.protocols import protocol_of
from annoeval.review import ledger
from annoeval.review.annotators import Annotator, annotators_of
from annoeval.review.design import (
    Design,
    asked,
    design_of,
    digest,
    hidden_ids,
    in_order,
    pictured,
    share_of,
    slug,
    visible,
)
from annoeval.review.pictures import all_pictures
from annoeval.review.standing import ANNOTATED
from annoeval.review.store import Store

Stage = Literal["practice", "task"]
LONGEST, LONGEST_TEXT = 2_000, 50_000  # characters of an answer, and of what is judged
PROGRESS = [
    *("name", "state", "done", "of", "hidden_right", "hidden_of"),
    *("proficiency", "background", "debrief", "token"),
]
ACTIONS = {"item": "decide", "hidden": "check", "practice": "practise"}


@dataclass(frozen=True)
class Shown:
    """An image as an annotator knows it. name: what stands above it, and how it is asked for. what: `item`, `hidden`
    or `practice`; id: of the item; file: of its picture, None where there is none."""

    name: str
    what: Literal["item", "hidden", "practice"]
    id: str
    file: str | None


@dataclass(frozen=True)
class Work:
    """What one annotator is to do. practice, task: the images in this annotator's order. targets: of practice and
    hidden items, by id; they never leave the server before the round is over."""

    who: Annotator
    design: Design
    dimension: str
    practice: tuple[Shown, ...]
    task: tuple[Shown, ...]
    targets: Mapping[str, str]

    @property
    def noun(self) -> str:
        """What the items are to those who see them."""
        return "image" if any(s.file for s in self.task) or not self.design.shown else "item"

    def shown(self, name: str) -> Shown:
        """The image of this name. Raises AnnoevalError where this annotator has none."""
        found = next((s for s in (*self.task, *self.practice) if s.name == name), None)
        if found is None:
            raise AnnoevalError(f"There is no image {name!r} for you in this study.")
        return found


def work_of(store: Store, who: Annotator) -> Work:
    """What an annotator is to do. Raises AnnoevalError for a study that isn't designed yet."""
    design = design_of(store, who.study)
    if design is None:
        raise AnnoevalError("This study has not begun; come back when the team says so.")
    base = store.base(who.study)
    hidden = hidden_ids(store, who.study, design)
    files = pictured(store, who.study, [*design.practice, *design.hidden])
    ids = share_of(list(base.items.index), design, who.seat)
    target = base.items["target"] if "target" in base.items else pd.Series(dtype="object")
    practice = {f"practice {n}": t for n, t in enumerate((t for t in design.practice if t in files), 1)}
    pictures = all_pictures(store, who.study)
    endings = Counter(PurePosixPath(its[-1]).suffix for its in pictures.values())
    usual = endings.most_common(1)[0][0] if endings else ""  # a rare ending would tell hidden ones from others
    shown = []
    for id in in_order([*ids, *hidden], design.seed, who.name):
        if id in hidden:
            suffix = usual or PurePosixPath(files[hidden[id]]).suffix
            shown.append(Shown(f"{id}{suffix}", "hidden", id, files[hidden[id]]))
            continue
        its = pictures.get(id, ())
        name = _name(id, its, target.get(id), design.seed, {s.name for s in shown})
        shown.append(Shown(name, "item", id, its[-1] if its else None))
    return Work(
        who,
        design,
        asked(base),
        tuple(Shown(name, "practice", name, files[t]) for name, t in practice.items()),
        tuple(shown),
        {**hidden, **practice},
    )


def _name(id: str, files: Sequence[str], target: object, seed: int, taken: Collection[str]) -> str:
    """The id with its picture's ending, "6.png"; a number where the id would tell the target, or another item's name is
    the same."""
    suffix = PurePosixPath(files[-1]).suffix if files else ""
    stem = id.removesuffix(suffix) if suffix else id
    if f"{stem}{suffix}" in taken or (isinstance(target, str) and slug(target) in slug(stem)):
        return f"image {digest(seed, id) % 10**9}{suffix}"
    return f"{stem}{suffix}"


def answered(store: Store, work: Work) -> dict[str, Any]:
    """What this annotator answered last to each image, by its name; without those taken back."""
    with store.database.read(work.who.study) as connection:
        events = ledger.read(connection, work.who.study, reviewer=work.who.name, action=list(ACTIONS.values()))
    last = {(e.action, e.item_id): e.value for e in events}
    every = {s.name: last.get((ACTIONS[s.what], s.id)) for s in (*work.practice, *work.task)}
    return {name: value for name, value in every.items() if value is not None}


def answer(store: Store, work: Work, name: str, value: Any, token: str, seconds: float | None = None) -> None:
    """Keep an answer; it is on disk when this returns. An empty text takes the answer back.

    token: any unique text; the same again changes nothing. Raises AnnoevalError for an annotator who has not agreed or
    has withdrawn, an image that isn't theirs, or a value that isn't on the scale.
    """
    who, shown = work.who, work.shown(name)
    if who.withdrawn or not who.consented:
        raise AnnoevalError("Your answers are withdrawn." if who.withdrawn else "Agree to take part first.")
    if isinstance(value, str):
        value = value.strip()[:LONGEST] or None
    words = value if isinstance(value, str) else None
    if shown.what == "item":
        store.decide(
            who.study,
            shown.id,
            work.dimension,
            value,
            reviewer=who.name,
            kind=ANNOTATED,
            correction=words,
            because="all",
            blind=True,
            seconds=seconds,
            token=token,
        )
        return
    row = {
        "reviewer": who.name,
        "action": ACTIONS[shown.what],
        "item_id": shown.id,
        "dimension": work.dimension,
        "value": value,
        "kind": ANNOTATED,
        "seconds": seconds,
        "token": token,
    }
    with store.database.write(work.who.study) as connection:
        ledger.lock(connection, who.study)
        if not ledger.read(connection, who.study, token=token):
            ledger.append(connection, who.study, row)


def texts(store: Store, work: Work, name: str) -> list[tuple[str, str]]:
    """What the design shows of an item beside its picture, as (column, text); nothing that annotators must not see."""
    shown, base = work.shown(name), store.base(work.who.study)
    if shown.what != "item":
        return []
    columns = [c for c in work.design.shown if c in visible(base)]
    cells = [(c, base.items.at[shown.id, c]) for c in columns]
    return [(c, str(cell)[:LONGEST_TEXT]) for c, cell in cells if pd.notna(cell) and str(cell).strip()]


def exported(store: Store, work: Work) -> pd.DataFrame:
    """`image_id,text_value` of the task, in this annotator's order; blank where nothing was answered."""
    mine = answered(store, work)
    names = [s.name for s in work.task]
    return pd.DataFrame({"image_id": names, "text_value": [mine.get(n) for n in names]})


def progress(store: Store, study: str) -> pd.DataFrame:
    """A row an annotator: `name, state, done, of, hidden_right, hidden_of, proficiency, background, debrief, token`, in
    the order of their invitation. Who withdrew is counted and has no answers. Hidden items are judged as the study
    judges its answers."""
    rows = []
    whole = store.study(study)
    protocol = protocol_of(whole)
    for who in annotators_of(store, study):
        work = work_of(store, who)
        mine = {} if who.withdrawn else answered(store, work)
        checks = [s for s in work.task if s.what == "hidden" and s.name in mine]
        done, of = sum(s.name in mine for s in work.task), len(work.task)
        rows.append(
            {
                "name": who.name,
                "state": _state(who, done, of),
                "done": None if who.withdrawn else done,
                "of": of,
                "hidden_right": sum(protocol.right(whole, mine[s.name], work.targets[s.id]) for s in checks),
                "hidden_of": len(checks),
                "proficiency": who.background.get("proficiency"),
                "background": who.background.get("background"),
                "debrief": who.debrief,
                "token": who.token,
            }
        )
    return pd.DataFrame(rows, columns=PROGRESS)


def _state(who: Annotator, done: int, of: int) -> str:
    if who.withdrawn:
        return "withdrew"
    if not who.consented:
        return "invited"
    return "done" if done == of else "under way"
