"""Drawn objects as they can be graded: with an area, corners in order, and ids of their own; what can't be is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.reading.annotations import MASK
from annoeval.scoring.geometry import GRADED, areas, bounds, in_order, outline
from annoeval.words import listed

FARTHEST = 1e8  # pixels
# fields that tools have of their own; the rules may name them as attributes to compare
BOOKKEEPING = frozenset(
    {"task", "group", "iscrowd", "occluded", "truncated", "difficult", "pose", "rotation", "track_id", "keyframe"}
    | {"further labels", MASK}
)


def usable(shapes: pd.DataFrame, problems: list[Problem]) -> pd.DataFrame:
    """The objects that can be graded, with ordered corners and unique ids; what is left out is counted and named."""
    other = ~shapes["kind"].isin(GRADED)
    for kind, n in shapes.loc[other, "kind"].value_counts().items():
        what = f"{kind}: drawn objects that have no area"
        problems.append(Problem(what, "counted, not graded", count=int(n)))
    shapes = shapes[~other].reset_index(drop=True)
    beyond = [
        max(map(abs, bounds(k, c))) > FARTHEST for k, c in zip(shapes["kind"], shapes["coordinates"], strict=True)
    ]
    if any(beyond):
        what = f"drawn objects more than {FARTHEST:,.0f} pixels away"
        problems.append(Problem(what, "left out: no picture is as large", count=sum(beyond)))
        shapes = shapes[~np.array(beyond)].reset_index(drop=True)
    box = (shapes["kind"] == "box").to_numpy()
    coordinates = shapes["coordinates"].to_numpy(dtype=object, copy=True)
    empty, swapped, crossed = (np.zeros(len(shapes), bool) for _ in range(3))
    if box.any():
        corners, swapped[box] = in_order(np.array(coordinates[box].tolist(), "float64"))
        empty[box] = areas(corners) <= 0
        for i, place in enumerate(np.flatnonzero(box)):
            coordinates[place] = tuple(corners[i].tolist())
    for place in np.flatnonzero(~box):
        empty[place], crossed[place] = _flaws(shapes["kind"].iat[place], coordinates[place])
    for hit, what, done in (
        (swapped, "a box whose corners are swapped", "put in order"),
        (empty, "a drawn object without an area", "its IoU with anything is 0"),
        (crossed, "an outline that crosses itself", "the parts that it encloses count"),
    ):
        if hit.any():
            which = shapes[hit]
            shown = [f"{w}: {i} {o}" for w, i, o in which[["submission", "image", "object_id"]].itertuples(index=False)]
            problems.append(Problem(what, done, value=listed(shown, 3), count=len(which)))
    series = pd.Series(coordinates, index=shapes.index, dtype="object")
    return shapes.assign(coordinates=series, object_id=_unique(shapes))


def _flaws(kind: str, coordinates: Sequence[Any]) -> tuple[bool, bool]:
    """Whether an outline has no area, and whether it crosses itself."""
    import shapely

    empty = outline(kind, coordinates).area <= 0
    rings = coordinates if kind == "polygons" else [coordinates] if kind == "polygon" else []
    whole = [np.reshape(np.asarray(r, "float64"), (-1, 2)) for r in rings if len(r) >= 6]
    return empty, not empty and not all(shapely.Polygon(r).is_valid for r in whole)


def _unique(shapes: pd.DataFrame) -> pd.Series:
    """Ids that are unique within image and submission; a repeated one is counted on, as `7#2`."""
    ids = shapes["object_id"].astype("str")
    nth = ids.groupby([shapes["submission"], shapes["image"], ids], sort=False).cumcount()
    return ids.where(nth == 0, ids + "#" + (nth + 1).astype("str"))


def item_ids(shapes: pd.DataFrame) -> pd.Series:
    """`submission/image/object` of every object."""
    return shapes["submission"].astype("str") + "/" + shapes["image"].astype("str") + "/" + shapes["object_id"]
