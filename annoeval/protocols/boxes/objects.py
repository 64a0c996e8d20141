"""All drawn objects of a study as arrays by place, and how much any two of them overlap."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annoeval.protocols.boxes.usable import item_ids
from annoeval.scoring.geometry import areas, bounds, outline, overlapping, ratio, shared

Places = NDArray[np.intp]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Pairs:
    """Objects of the ground truth and of submissions, by place, that overlap, and their IoU."""

    truth: Places
    drawn: Places
    iou: Floats


@dataclass
class Objects:
    """frame: the objects, as `usable.usable` gives them; everything else has an entry a row of it.

    ids: `submission/image/object`. owner, image: numbers of `owners` and `images`. boxes: the upright box around each.
    upright: whether it is that box. crowd: whether it stands for a crowd (COCO's `iscrowd`).
    """

    frame: pd.DataFrame
    ids: NDArray[Any]
    owner: Places
    owners: list[str]
    image: Places
    images: list[str]
    labels: NDArray[Any]
    attributes: list[dict[str, Any]]
    boxes: Floats
    upright: NDArray[np.bool_]
    crowd: NDArray[np.bool_]
    _outlines: dict[int, Any] = field(default_factory=dict)
    _pairs: dict[int, Pairs] = field(default_factory=dict)
    _columns: dict[str, tuple[NDArray[Any], NDArray[np.bool_]]] = field(default_factory=dict)

    @classmethod
    def of(cls, shapes: pd.DataFrame) -> Objects:
        """shapes: as `usable.usable` gives them."""
        (owner, owners), (image, images) = (pd.factorize(shapes[c].astype("object")) for c in ("submission", "image"))
        around = [bounds(k, c) for k, c in zip(shapes["kind"], shapes["coordinates"], strict=True)]
        return cls(
            shapes,
            item_ids(shapes).to_numpy(dtype=object),
            owner,
            [str(o) for o in owners],
            image,
            [str(i) for i in images],
            shapes["label"].astype("object").where(shapes["label"].notna(), None).to_numpy(),
            shapes["attributes"].tolist(),
            np.array(around, "float64").reshape(-1, 4),
            (shapes["kind"] == "box").to_numpy(),
            np.array([str(a.get("iscrowd") or "0") == "1" for a in shapes["attributes"]], dtype=bool),
        )

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each id."""
        return {id: place for place, id in enumerate(self.ids)}

    def drawn(self, id: object) -> dict[str, Any] | None:
        """An object's `kind`, `coordinates`, `label` and `attributes`; None for an id that isn't there."""
        place = self.places.get(id) if isinstance(id, str) else None
        if place is None:
            return None
        kind, coordinates = self._kinds[place], self._coordinates[place]
        own = self.attributes[place]
        return {"kind": kind, "coordinates": coordinates, "label": self.labels[place], "attributes": own}

    @cached_property
    def _kinds(self) -> list[str]:
        return list(self.frame["kind"].tolist())

    @cached_property
    def _coordinates(self) -> list[Any]:
        return list(self.frame["coordinates"].tolist())

    @cached_property
    def label_codes(self) -> tuple[Places, list[str]]:
        """The number of each object's label, and the labels' names by number."""
        codes, names = pd.factorize(self.labels, use_na_sentinel=False)
        return codes, [str(n) for n in names]

    @cached_property
    def attribute_names(self) -> list[str]:
        """All attributes, in the order in which they first stand on an object."""
        return list(dict.fromkeys(name for own in self.attributes for name in own))

    def attribute(self, name: str) -> NDArray[Any]:
        """An attribute's value on each object, None where it has none."""
        return self._column(name)[0]

    def has(self, name: str) -> NDArray[np.bool_]:
        """Whether each object has an attribute, be it without a value."""
        return self._column(name)[1]

    def _column(self, name: str) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        if name not in self._columns:
            values = np.empty(len(self.attributes), dtype=object)
            values[:] = [own.get(name) for own in self.attributes]
            self._columns[name] = values, np.array([name in own for own in self.attributes], dtype=bool)
        return self._columns[name]

    @cached_property
    def areas(self) -> Floats:
        """Areas in square pixels."""
        import shapely

        found = areas(self.boxes)
        other = np.flatnonzero(~self.upright)
        if len(other):
            found[other] = shapely.area(self._drawn(other))
        return found

    def pairs(self, truth: int) -> Pairs:
        """All overlapping pairs of an object of the owner `truth` and one of any other's on the same image."""
        if truth not in self._pairs:
            mine, others = np.flatnonzero(self.owner == truth), np.flatnonzero(self.owner != truth)
            i, j, _ = overlapping(self.boxes[mine], self.boxes[others], self.image[mine], self.image[others])
            a, b = mine[i], others[j]
            found = self.iou(a, b)
            some = found > 0
            self._pairs[truth] = Pairs(a[some], b[some], found[some])
        return self._pairs[truth]

    def iou(self, a: Places, b: Places) -> Floats:
        """Intersection over union of each object of `a` with the one of `b` at its side."""
        return ratio(self.shared(a, b), self.areas[a], self.areas[b])

    def shared(self, a: Places, b: Places) -> Floats:
        """Areas that each object of `a` has in common with the one of `b` at its side."""
        import shapely

        both = shared(self.boxes[a], self.boxes[b])
        other = np.flatnonzero(~(self.upright[a] & self.upright[b]) & (both > 0))
        if len(other):
            both[other] = shapely.area(shapely.intersection(self._drawn(a[other]), self._drawn(b[other])))
        return both

    def _drawn(self, places: Places) -> NDArray[np.object_]:
        """Outlines of the objects at these places."""
        out = np.empty(len(places), dtype=object)
        for n, place in enumerate(places.tolist()):
            if place not in self._outlines:
                row = self.frame.iloc[place]
                self._outlines[place] = outline(row["kind"], row["coordinates"])
            out[n] = self._outlines[place]
        return out
