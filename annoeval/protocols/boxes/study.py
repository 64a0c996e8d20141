"""Files of drawn objects → Study: images and submitted objects as items, their scores by both rules as ratings."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.boxes.grading import Graded, grade
from annoeval.protocols.boxes.joining import also_called, joined_images
from annoeval.protocols.boxes.objects import Objects
from annoeval.protocols.boxes.rules import Rules
from annoeval.protocols.boxes.sizes import in_pixels, sizes_in
from annoeval.protocols.boxes.unnamed import with_numbers
from annoeval.protocols.boxes.usable import item_ids, usable
from annoeval.protocols.boxes.whose import notes_of, submissions_in, told_apart, truth_of
from annoeval.rating_table import ratings_table
from annoeval.reading.table import ReadError, Reading
from annoeval.scale import Scale
from annoeval.study import SHAPE_COLUMNS, Study
from annoeval.tables.build import study_of
from annoeval.words import listed

SCORE = "match_score"
RECOMMENDED, PUBLISHED = "recommended", "as published"
IMAGE, OBJECT = "image", "object"
T = TypeVar("T")
_KEPT = 9
_known: OrderedDict[tuple[int, str], tuple[pd.DataFrame, Any]] = OrderedDict()
_lock = threading.Lock()


def boxes_study(readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
    """The Study of these files. Raises ReadError where they hold no drawn object."""
    rules = Rules.of(options.get("rules"))
    problems: list[Problem] = []
    readings = told_apart(with_numbers(readings, rules.numbers, sizes_in(readings), problems), problems)
    submissions = submissions_in(readings)
    if rules.truth and rules.truth not in submissions:
        raise ReadError(
            f"There is no submission {rules.truth!r} to be the ground truth; there are {listed(submissions)}."
        )
    truth = rules.truth or truth_of(readings)
    readings = [_by_image(r) for r in in_pixels(readings, truth, problems)]
    base = study_of(readings, {k: v for k, v in options.items() if k != "rules"})
    if not submissions:
        raise ReadError(f"{readings[0].file} holds no drawn objects; drop the annotations of the images.")
    if base.shapes is None:
        base = replace(base, shapes=pd.DataFrame(columns=list(SHAPE_COLUMNS)))
    assert base.shapes is not None
    problems = [*base.problems, *problems]
    names = joined_images(_held(readings, base), rules.images, problems)
    shapes = usable(base.shapes.assign(image=base.shapes["image"].map(names)), problems)
    rules = replace(rules, truth=truth, compared=rules.compared or _schema(readings, truth))
    listed_images = _listed(readings, truth, names) if truth else []
    if truth:
        _outside(shapes, truth, set(listed_images), problems)
    study = Study(
        name=base.name,
        protocol="boxes",
        items=_items(base.items, names, shapes, truth, listed_images),
        ratings=base.ratings.assign(
            item_id=base.ratings["item_id"].map(lambda i: names.get(i, i)),
            kind=base.ratings["kind"].where(base.ratings["rater"] != truth, "reference"),
        ),
        dimensions={
            SCORE: Scale(
                "interval",
                bounds=(0.0, rules.most),
                role="score",
                applies={"what": (OBJECT,)},
                title="Match score",
                question="How well does this object match the ground truth?",
            ),
            **{d: replace(s, applies={"what": (IMAGE,)}) for d, s in base.dimensions.items()},
        },
        groups=("submission", "label"),
        evidence=("image", "label", "attributes"),
        shapes=shapes,
        options={**options, "rules": rules.values(), "submissions": submissions},
        headline=RECOMMENDED,
    )
    study = with_scores(study)
    for key, n in graded(study).repeated.items() if truth and rules.match_key else ():
        what, done = "a match key that occurs more than once in an image", "those objects are paired by overlap"
        problems.append(Problem(what, done, column=rules.match_key, value=key, count=n))
    return replace(study, problems=tuple(problems))


def rules_of(study: Study) -> Rules:
    """The rules that a study is graded by."""
    return Rules.of(study.options.get("rules"))


def submissions_of(study: Study) -> list[str]:
    """Everyone's work but the ground truth, in the files' order; also who drew nothing."""
    return [str(s) for s in study.options.get("submissions") or () if s != rules_of(study).truth]


def only(study: Study, submissions: Sequence[str] = (), labels: Sequence[str] = ()) -> Study:
    """The study with these submissions and labels graded; empty for all."""
    rules, graded_now = rules_of(study), submissions_of(study)
    kept = tuple(l for l in labels if l in rules.labels or not rules.labels) or rules.labels
    who = [s for s in graded_now if s in submissions or not submissions]
    if kept == rules.labels and who == graded_now:
        return study
    options = {**study.options, "rules": replace(rules, labels=kept).values(), "submissions": [rules.truth, *who]}
    mark = hashlib.sha256(json.dumps([kept, who]).encode()).hexdigest()[:8]
    return replace(study, options=options, digest=f"{study.digest}-{mark}")


def objects_of(study: Study) -> Objects:
    """The study's drawn objects as arrays."""
    assert study.shapes is not None
    shapes = study.shapes
    return _once(shapes, "objects", lambda: Objects.of(shapes))


def graded(study: Study, rules: Rules | None = None) -> Graded:
    """Every submission matched with the ground truth, by the study's rules or others."""
    assert study.shapes is not None
    rules, names = rules or rules_of(study), submissions_of(study)
    pairs = dict(study.options.get("pairs") or {})
    return _once(
        study.shapes,
        json.dumps([rules.values(), names, pairs], sort_keys=True),
        lambda: grade(objects_of(study), rules.truth, names, rules, pairs),
    )


def _once(shapes: pd.DataFrame, key: str, make: Callable[[], T]) -> T:
    """What was made last for these shapes and a key, else what is made now. A decision changes a study and its digest,
    but not its shapes; they are kept beside what was made, so that no others can take their place in memory."""
    at = id(shapes), key
    with _lock:
        if at in _known:
            _known.move_to_end(at)
            found: T = _known[at][1]
            return found
    made = make()
    with _lock:
        _known[at] = shapes, made
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return made


def with_scores(study: Study) -> Study:
    """The study with the scores of its pairs by both rules, in place of earlier ones; the digest stays."""
    rest = study.ratings[(study.ratings["dimension"] != SCORE) | (study.ratings["kind"] != "ai")]
    rules = rules_of(study)
    here, parts = set(study.items.index.tolist()), [rest]
    for rater, by in ((PUBLISHED, rules.published()), (RECOMMENDED, rules)) if rules.truth else ():
        found = graded(study, by).matches
        pairs = found[(found["outcome"] == "matched") & found["object_id"].map(here.__contains__)]
        parts.append(
            ratings_table(
                {
                    "item_id": pairs["object_id"],
                    "dimension": SCORE,
                    "rater": rater,
                    "kind": "ai",
                    "value": pairs["score"].tolist(),
                    "signal": pairs["iou"],
                }
            )
        )
    return replace(study, ratings=pd.concat([p for p in parts if len(p)] or [rest], ignore_index=True))


def with_pairs(study: Study, pairs: Mapping[str, str | None]) -> Study:
    """The study with pairs that people made (id of the ground truth's object) or broke (None), graded anew."""
    if dict(study.options.get("pairs") or {}) == dict(pairs):
        return study
    return replace(with_scores(replace(study, options={**study.options, "pairs": dict(pairs)})), digest=study.digest)


def _items(
    images: pd.DataFrame, names: Mapping[str, str], shapes: pd.DataFrame, truth: str, in_truth: Sequence[str]
) -> pd.DataFrame:
    """Images (with their size, and whether the ground truth's file lists them), then each submitted object."""
    images = images.rename(index=lambda i: names.get(i, i)).drop(columns=["image"], errors="ignore")
    images = images.groupby(level=0, sort=False).first()
    images = images.reindex([*images.index, *(i for i in dict.fromkeys(shapes["image"]) if i not in images.index)])
    known = set(in_truth)
    others = also_called(names)
    images = images.assign(
        also_called=images.index.map(others),
        what=IMAGE,
        image=images.index,
        submission=None,
        label=None,
        attributes=None,
        in_truth=["yes" if i in known else "no" for i in images.index],
    )
    drawn = shapes[shapes["submission"] != truth]
    attributes = ["; ".join(f"{k}: {v}" for k, v in a.items() if v is not None) for a in drawn["attributes"]]
    objects = pd.DataFrame(
        {
            "what": OBJECT,
            "image": drawn["image"].to_numpy(),
            "submission": drawn["submission"].to_numpy(),
            "label": drawn["label"].to_numpy(),
            "attributes": attributes,
        },
        index=pd.Index(item_ids(drawn), name="item_id"),
    )
    first = ["what", "image", "submission", "label", "attributes", "in_truth"]
    both = pd.concat([images.astype("str").where(images.notna(), None), objects])
    both = both[[*first, *(c for c in both if c not in first)]]
    both.index.name = "item_id"
    return both.astype(dict.fromkeys(first, "str"))


def _schema(readings: Sequence[Reading], truth: str) -> dict[str, tuple[str, ...]]:
    """Label → attributes as the ground truth's file defines them."""
    found: dict[str, tuple[str, ...]] = {}
    for note in notes_of(readings, truth):
        found.update(note.attributes)
    return {k: tuple(v) for k, v in found.items()}


def _held(readings: Sequence[Reading], base: Study) -> dict[str, list[str]]:
    """Submission → the images that its files name, with those on which it drew, as the study calls them."""
    assert base.shapes is not None
    drawn = base.shapes[["submission", "image"]].drop_duplicates()
    held = {str(who): list(map(str, own)) for who, own in drawn.groupby("submission", sort=False)["image"]}
    known = set(map(str, base.items.index))
    for note in notes_of(readings):
        for who in note.submissions:
            held[who] = list(
                dict.fromkeys([*held.get(who, ()), *(i for i in map(str, note.items.index) if i in known)])
            )
    return held


def _listed(readings: Sequence[Reading], truth: str, names: Mapping[str, str]) -> list[str]:
    """Images that the ground truth's files name, those without any object too."""
    found = [str(i) for note in notes_of(readings, truth) for i in note.items.index]
    found += [
        str(i)
        for n in notes_of(readings, truth)
        if n.shapes is not None
        for i in n.shapes.loc[n.shapes["submission"] == truth, "image"]
    ]
    return list(dict.fromkeys(names.get(i, i) for i in found))


def _outside(shapes: pd.DataFrame, truth: str, known: set[str], problems: list[Problem]) -> None:
    for who, own in shapes[shapes["submission"] != truth].groupby("submission", sort=False):
        beyond = own[~own["image"].isin(known)]
        if len(beyond):
            images = list(dict.fromkeys(beyond["image"]))
            what = f"objects of {who} on images that are not in the ground truth"
            problems.append(Problem(what, "counted as extra", value=listed(images, 3), count=len(beyond)))


def _by_image(reading: Reading) -> Reading:
    """A reading whose items are images by name, where the tool counts tasks: several tasks may show one image."""
    note = reading.annotations
    if note is None or not note.submissions or "image" not in note.items:
        return reading
    shown = note.items["image"].dropna().map(lambda p: str(p).split("?d=")[-1].rsplit("/", 1)[-1])
    new = {str(i): str(n) for i, n in shown.items()}
    shapes = [] if note.shapes is None else zip(note.shapes["attributes"], note.shapes["image"], strict=True)
    drawn = {str(a["task"]): str(i) for a, i in shapes if a.get("task")}
    new |= drawn
    items = note.items.rename(index=new)
    items = items[~items.index.duplicated()]
    items.index.name = "item_id"
    ratings = note.ratings.assign(item_id=note.ratings["item_id"].map(lambda i: new.get(i, i)))
    return replace(reading, annotations=replace(note, items=items, ratings=ratings))
