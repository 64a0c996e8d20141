"""Drawn objects of several files as one table: images joined by name, objects with ids, which file is the truth."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath

import numpy as np
import pandas as pd

from annoeval.reading.table import Reading
from annoeval.scoring.geometry import GRADED, in_order
from annoeval.study import Problem
from annoeval.words import listed

_WORDS = "gt|truth|ground[ _-]?truth|reference|gold|solution|key|trainer|expert"
_TRUTH = re.compile(rf"(^|[^a-z])({_WORDS})([^a-z]|$)", re.IGNORECASE)
_CODE = re.compile(r"^[0-9a-f]{8}-(?=.)")
_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff")
# fields that tools have of their own; the rules may name them as attributes to compare
BOOKKEEPING = frozenset(
    {"task", "group", "iscrowd", "occluded", "truncated", "difficult", "pose", "rotation", "track_id", "keyframe"}
    | {"further labels"}
)


def bare_name(image: str) -> str:
    """An image's name without folder, ending of a picture and the code that uploading puts before it."""
    name = PurePosixPath(image.replace("\\", "/")).name
    stem, dot, ending = name.rpartition(".")
    if dot and "." + ending.lower() in _ENDINGS:
        name = stem
    return _CODE.sub("", name).casefold()


def joined_images(shapes: pd.DataFrame, items: pd.Index, join: bool, problems: list[Problem]) -> dict[str, str]:
    """Each image's name → the name that it has in the study.

    Names that differ only in folder, ending or upload code are one image, unless a submission has two of them; that is
    said with an example, and can be turned off.
    """
    names = list(dict.fromkeys([*items, *shapes["image"]]))
    if not join:
        return {n: n for n in names}
    owners = shapes.drop_duplicates(["image", "submission"]).groupby("image", sort=False)["submission"].agg(set)
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(bare_name(name), []).append(name)
    found: dict[str, str] = {}
    merged: list[list[str]] = []
    apart: list[list[str]] = []
    for same in groups.values():
        clash = max(Counter(who for n in same for who in owners.get(n, ())).values(), default=0) > 1
        if len(same) > 1:
            (apart if clash else merged).append(same)
        found.update({n: n if clash else same[0] for n in same})
    if merged:
        shown = f"{merged[0][1]} = {merged[0][0]}"
        what = "images whose names differ in folder, ending or upload code only"
        problems.append(Problem(what, "taken as the same image", value=shown, count=len(merged)))
    if apart:
        what = "images of one submission whose names differ in folder, ending or upload code only"
        problems.append(Problem(what, "kept apart", value=listed(apart[0], 3), count=len(apart)))
    return found


def truth_of(submissions: Sequence[str], readings: Sequence[Reading]) -> str:
    """The one submission whose name, or whose tool's flag, says that it is the ground truth; "" where none or several
    are."""
    flagged = {
        str(r)
        for reading in readings
        if reading.annotations is not None
        for r in reading.annotations.ratings.loc[reading.annotations.ratings["kind"] == "reference", "rater"].unique()
    }
    found = [s for s in submissions if s in flagged] or [s for s in submissions if _TRUTH.search(s)]
    return found[0] if len(found) == 1 else ""


def usable(shapes: pd.DataFrame, problems: list[Problem]) -> pd.DataFrame:
    """The objects that can be graded, with ordered corners and unique ids; what is left out is counted and named."""
    other = ~shapes["kind"].isin(GRADED)
    for kind, n in shapes.loc[other, "kind"].value_counts().items():
        what = f"{kind}: drawn objects without an area"
        problems.append(Problem(what, "counted, not graded", count=int(n)))
    shapes = shapes[~other].reset_index(drop=True)
    box = (shapes["kind"] == "box").to_numpy()
    coordinates = shapes["coordinates"].to_numpy(dtype=object, copy=True)
    if box.any():
        corners, swapped = in_order(np.array(coordinates[box].tolist(), "float64"))
        empty = (corners[:, 2] <= corners[:, 0]) | (corners[:, 3] <= corners[:, 1])
        places = np.flatnonzero(box)
        for i in np.flatnonzero(swapped):
            coordinates[places[i]] = tuple(corners[i].tolist())
        for hit, what, done in (
            (swapped, "a box whose corners are swapped", "put in order"),
            (empty, "a box without an area", "its IoU with anything is 0"),
        ):
            which = shapes.iloc[places[hit]]
            if len(which):
                shown = listed([f"{i} {o}" for i, o in zip(which["image"], which["object_id"], strict=True)], 3)
                problems.append(Problem(what, done, value=shown, count=len(which)))
    series = pd.Series(coordinates, index=shapes.index, dtype="object")
    return shapes.assign(coordinates=series, object_id=_unique(shapes))


def _unique(shapes: pd.DataFrame) -> pd.Series:
    """Ids that are unique within image and submission; a repeated one is counted on, as `7#2`."""
    ids = shapes["object_id"].astype("str")
    nth = ids.groupby([shapes["submission"], shapes["image"], ids], sort=False).cumcount()
    return ids.where(nth == 0, ids + "#" + (nth + 1).astype("str"))


def item_ids(shapes: pd.DataFrame) -> pd.Series:
    """`submission/image/object` of every object."""
    return shapes["submission"].astype("str") + "/" + shapes["image"].astype("str") + "/" + shapes["object_id"]
