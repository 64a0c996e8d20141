"""Whose work each file holds, and which of them is the ground truth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from annoeval.problem import Problem
from annoeval.protocols.boxes.joining import bare_name
from annoeval.reading.table import Annotations, Reading
from annoeval.reading.tools import GENERIC_NAMES
from annoeval.vocabulary import REFERENCES
from annoeval.words import listed

_TRUTH = re.compile(rf"(^|[^a-z])({REFERENCES}|solution|key|trainer|expert)([^a-z]|$)", re.IGNORECASE)


def notes_of(readings: Sequence[Reading], submission: str | None = None) -> list[Annotations]:
    """What the files say in which people drew, or those of one submission."""
    notes = [r.annotations for r in readings if r.annotations is not None and r.annotations.submissions]
    return notes if submission is None else [n for n in notes if submission in n.submissions]


def submissions_in(readings: Sequence[Reading]) -> list[str]:
    """Everyone whose work the files hold, also who drew nothing, in the files' order."""
    return list(dict.fromkeys(s for note in notes_of(readings) for s in note.submissions))


def told_apart(readings: Sequence[Reading], problems: list[Problem]) -> list[Reading]:
    """Readings in which a name that stands in several files for work on the same images is set apart by the files'
    names: tools call everyone by the same account or name every export alike."""
    out = list(readings)
    holders: dict[str, list[int]] = {}
    for n, reading in enumerate(out):
        note = reading.annotations
        for name in note.submissions if note is not None and note.tool != "Pascal VOC" else ():
            holders.setdefault(name, []).append(n)
    for name, places in holders.items():
        worked = [_images(out[n].annotations, name) for n in places]
        if len(places) < 2 or sum(map(len, worked)) == len(set().union(*worked)):
            continue
        paths = [_path(out[n].file) for n in places]
        new = [_own(path, paths) or name for path in paths]
        new = [
            f"{name} ({own})" if len(_note(out[n]).submissions) > 1 else own for own, n in zip(new, places, strict=True)
        ]
        new = [own if own not in new[:k] else f"{own} ({new[:k].count(own) + 1})" for k, own in enumerate(new)]
        for n, own in zip(places, new, strict=True):
            out[n] = replace(out[n], annotations=_renamed(_note(out[n]), name, own))
        what = f"“{name}” drew on the same images in several files"
        problems.append(Problem(what, f"told apart as {listed(new, 4)}", value=name, count=len(places)))
    return out


def truth_of(readings: Sequence[Reading]) -> str:
    """The one submission whose name, or whose file's, or whose tool's flag, says that it is the ground truth; "" where
    none or several are."""
    names = submissions_in(readings)
    flagged = {
        str(r)
        for note in notes_of(readings)
        for r in note.ratings.loc[note.ratings["kind"] == "reference", "rater"].unique()
    }
    alone = {
        _note(r).submissions[0]
        for r in readings
        if r.annotations is not None and len(_note(r).submissions) == 1 and _TRUTH.search(_path(r.file)[-1])
    }
    for found in ([s for s in names if s in flagged], [s for s in names if _TRUTH.search(s)], sorted(alone)):
        if found:
            return found[0] if len(found) == 1 else ""
    return ""


def _note(reading: Reading) -> Annotations:
    assert reading.annotations is not None
    return reading.annotations


def _images(note: Annotations | None, name: str) -> set[str]:
    """Images on which someone drew."""
    if note is None or note.shapes is None:
        return set()
    return {bare_name(str(i)) for i in note.shapes.loc[note.shapes["submission"] == name, "image"].unique()}


def _path(file: str) -> list[str]:
    """The names in a path, without endings."""
    parts = file.replace("\\", "/").replace(" › ", "/").split("/")
    return [p.rsplit(".", 1)[0] or p for p in parts if p]


def _own(path: Sequence[str], others: Sequence[Sequence[str]]) -> str:
    """The first name in a path that is no tool's and does not stand in all others."""
    return next((p for p in path if p.casefold() not in GENERIC_NAMES and not all(p in o for o in others)), "")


def _renamed(note: Annotations, old: str, new: str) -> Annotations:
    shapes = note.shapes
    if shapes is not None:
        shapes = shapes.assign(submission=shapes["submission"].replace({old: new}))
    ratings = note.ratings.assign(rater=note.ratings["rater"].replace({old: new}))
    submissions = tuple(new if s == old else s for s in note.submissions)
    return replace(note, shapes=shapes, ratings=ratings, submissions=submissions)
