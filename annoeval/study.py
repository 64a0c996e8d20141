"""The one model: everything a file of judgements can say becomes a `Study`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from annoeval.problem import Problem
from annoeval.rating_table import KINDS, Kind
from annoeval.scale import Scale

T = TypeVar("T")

_PIECE = 50_000  # cells
NO_GROUP = "(none)"  # the group of items that a group column says nothing of

SHAPE_COLUMNS = ("image", "submission", "object_id", "label", "attributes", "kind", "coordinates", "confidence")


@dataclass(frozen=True)
class Audit:
    """Items drawn at random to be reviewed, of a size fixed before anyone looked: what estimates rest on.

    dimension: the question it is about. frame: the ids it was drawn from, none of them reviewed then, in one random
    order. items: those drawn, in that order. by: the item column of which every value has a size of its own; "" for
    one draw over all. looks: how many looks at the interval were fixed beforehand, each after an equal part (1 to 5).
    half_width: what it was drawn to reach, on the scale. enlarged: whether items were added when answers were known.
    """

    dimension: str
    frame: tuple[str, ...]
    items: tuple[str, ...]
    by: str = ""
    looks: int = 1
    half_width: float | None = None
    enlarged: bool = False


def _grouped(column: pd.Series) -> pd.Series:
    """A group column with a name for the items that it says nothing of."""
    named = column if column.dtype == "str" else column.astype("object")
    return named.where(named.notna(), NO_GROUP)


def fingerprints(column: pd.Series) -> np.ndarray:
    """A number of 64 bits per cell: equal cells have equal ones, and a missing cell that of no text.

    Text goes in pieces, so that a column of long texts is never held twice.
    """
    if column.dtype.kind in "iufb" and isinstance(column.dtype, np.dtype):
        return np.asarray(pd.util.hash_array(column.to_numpy()))
    if column.dtype.kind == "M":
        return np.asarray(pd.util.hash_array(column.astype("int64").to_numpy()))
    pieces = (column.iloc[at : at + _PIECE].astype("str") for at in range(0, len(column), _PIECE))
    hashed = [pd.util.hash_pandas_object(p, index=False).to_numpy() for p in pieces]
    return np.concatenate(hashed) if hashed else np.empty(0, "uint64")


@dataclass(frozen=True)
class Study:
    """Items, what was said of them, on which scales, and what reading found. Never changed in place.

    name: what people call it. protocol: the name of the protocol that built it.
    items: one row per thing judged, index `item_id` (str, unique), in the file's order.
    ratings: columns `RATING_COLUMNS`, one row per (item, dimension, rater, time).
    dimensions: name to `Scale`, in the order they are asked.
    groups: item columns that group items (`domain`, `condition`, …).
    evidence: item columns a reviewer is shown, in order.
    shapes: one row per drawn object, columns `SHAPE_COLUMNS`; None without images.
    options: what was chosen when reading, in JSON-able values.
    headline: the AI rater whose score headlines, where there are several.
    columns: (dimension, rater) to the file's column that holds just these ratings, one row an item, where there is one.
    audits: what was drawn at random to be reviewed, at most one audit a dimension.
    metrics: item columns that hold an automatic metric to the column that says of what it is (`pdf`, `domain`).
    digest: hash of content and options; computed when empty.
    """

    name: str
    protocol: str
    items: pd.DataFrame
    ratings: pd.DataFrame
    dimensions: Mapping[str, Scale]
    groups: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    shapes: pd.DataFrame | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    headline: str | None = None
    columns: Mapping[tuple[str, str], str] = field(default_factory=dict)
    audits: tuple[Audit, ...] = ()
    metrics: Mapping[str, str] = field(default_factory=dict)
    digest: str = ""

    def __post_init__(self) -> None:
        if not self.items.index.is_unique:
            raise ValueError("item ids must be unique")
        blank = [g for g in self.groups if g in self.items and self.items[g].isna().any()]
        if blank:  # here, so that no breakdown loses items
            object.__setattr__(self, "items", self.items.assign(**{g: _grouped(self.items[g]) for g in blank}))
        if not self.digest:
            object.__setattr__(self, "digest", self._hash())

    def _hash(self) -> str:
        """sha256 over content and options, 16 hex digits; every cell counts, none is sampled. What people call the
        study is no content."""
        h = hashlib.sha256()
        options = {k: v for k, v in self.options.items() if k != "name"}
        h.update(json.dumps([self.protocol, options, list(self.dimensions)], default=str, sort_keys=True).encode())
        h.update(repr(self.audits).encode("utf-8", "surrogatepass") if self.audits else b"")
        for frame in (self.items, self.ratings, self.shapes):
            if frame is not None:
                h.update("\x1f".join(map(str, [len(frame), *frame.columns])).encode())
                for column in (frame.index.to_series(), *(frame[c] for c in frame.columns)):
                    h.update(fingerprints(column).tobytes())
        return h.hexdigest()[:16]

    @cached_property
    def raters(self) -> pd.DataFrame:
        """One row per rater: `name`, `kind`, in order of first appearance."""
        pairs = self.ratings[["rater", "kind"]].drop_duplicates("rater")
        return pairs.rename(columns={"rater": "name"}).reset_index(drop=True)

    def of_kind(self, *kinds: str) -> list[str]:
        """Names of the raters of these kinds, in order of first appearance."""
        return [name for name, kind in self._kinds if kind in kinds]

    @cached_property
    def _kinds(self) -> list[tuple[str, str]]:
        return list(zip(self.raters["name"].tolist(), self.raters["kind"].tolist(), strict=True))

    @cached_property
    def _item_ids(self) -> tuple[np.ndarray, pd.Index]:
        codes, ids = pd.factorize(self.ratings["item_id"])
        return codes, pd.Index(ids)

    @property
    def item_codes(self) -> np.ndarray:
        """Each rating's item as a number: equal ids have equal ones."""
        return self._item_ids[0]

    @cached_property
    def places(self) -> np.ndarray:
        """Each rating's item by its place in `items`; -1 for one of no item."""
        codes, ids = self._item_ids
        return np.append(self.items.index.get_indexer(ids), -1)[codes]

    @cached_property
    def _by_item(self) -> tuple[np.ndarray, np.ndarray]:
        order = np.argsort(self.places, kind="stable")
        return order, self.places[order]

    def ratings_of(self, item_id: str) -> pd.DataFrame:
        """The ratings of one item, in their order. Raises KeyError for an item that isn't here."""
        return self.ratings.iloc[self._ratings_at(item_id)]

    def _ratings_at(self, item_id: str) -> np.ndarray:
        order, places = self._by_item
        place = self.items.index.get_loc(item_id)
        first, last = np.searchsorted(places, [place, place + 1])
        return order[first:last]

    def said_of(self, item_id: str, *columns: str) -> list[tuple[Any, ...]]:
        """These cells of each rating of one item, in their order: asked of every item that is shown, where a table of
        the rows takes thirty times as long. Raises KeyError for an item that isn't here."""
        arrays = [self._rating_arrays[c] for c in columns]
        return [tuple(a[n] for a in arrays) for n in self._ratings_at(item_id)]

    def cells(self, item_id: str, columns: Iterable[str]) -> dict[str, Any]:
        """An item's cells of these columns; as `said_of`."""
        place = self.items.index.get_loc(item_id)
        return {c: self._item_arrays[c][place] for c in columns}

    @cached_property
    def _item_arrays(self) -> dict[str, Any]:
        return {c: self.items[c].array for c in self.items}

    @cached_property
    def _rating_arrays(self) -> dict[str, Any]:
        return {c: self.ratings[c].array for c in self.ratings}

    @cached_property
    def rater_codes(self) -> np.ndarray:
        """Each rating's rater by the place in `raters`."""
        return np.asarray(pd.factorize(self.ratings["rater"])[0])

    @cached_property
    def times(self) -> np.ndarray:
        """Each rating's time as a number; a missing one comes before all."""
        return self.ratings["time"].astype("int64").to_numpy()

    @cached_property
    def kind_codes(self) -> np.ndarray:
        """Each rating's kind by its place in `KINDS`."""
        codes, names = pd.factorize(self.ratings["kind"])
        return np.array([*map(KINDS.index, names), -1], "int8")[codes]

    def are(self, *kinds: Kind) -> np.ndarray:
        """Of each rating, whether it is of one of these kinds."""
        return np.array([*(k in kinds for k in KINDS), False])[self.kind_codes]

    @cached_property
    def given(self) -> Mapping[str, np.ndarray]:
        """By dimension the places in `ratings` of those with a value."""
        codes, names = pd.factorize(self.ratings["dimension"])
        codes = np.where(self.ratings["value"].notna(), codes, -1)
        return {name: np.flatnonzero(codes == n) for n, name in enumerate(names)}

    @cached_property
    def rated(self) -> Mapping[str, np.ndarray]:
        """`given`, for items to which the dimension applies."""
        found = dict(self.given)
        for name, scale in self.dimensions.items():
            if scale.applies and name in found:
                place = self.places[found[name]]
                found[name] = found[name][scale.applies_to(self.items).to_numpy()[place] & (place >= 0)]
        return found

    @cached_property
    def kept(self) -> dict[tuple[str, str], Any]:
        """What was worked out of the study and will be asked again, by what and of which."""
        return {}

    def once(self, what: str, of: str, make: Callable[[], T]) -> T:
        """What `make` gives, worked out when it is first asked for, and kept as long as the study is."""
        if (what, of) not in self.kept:
            self.kept[what, of] = make()
        found: T = self.kept[what, of]
        return found

    def applicable(self, dimension: str) -> pd.Index:
        """Ids of the items for which the dimension exists."""
        scale, ids = self.dimensions[dimension], self.items.index
        return ids[scale.applies_to(self.items)] if scale.applies else ids  # the index itself keeps what it looked up

    def audit(self, dimension: str) -> Audit | None:
        """The audit of a dimension, where one was drawn."""
        return next((a for a in self.audits if a.dimension == dimension), None)

    def with_ratings(self, extra: pd.DataFrame) -> Study:
        """This study with more ratings after its own (decisions, AI scores); a new digest."""
        if not len(extra):
            return self
        ratings = (
            pd.concat([self.ratings, extra], ignore_index=True) if len(self.ratings) else extra.reset_index(drop=True)
        )
        return replace(self, ratings=ratings, digest="")

    def replace_ratings(self, ratings: pd.DataFrame) -> Study:
        """This study with other ratings; a new digest."""
        return replace(self, ratings=ratings.reset_index(drop=True), digest="")

    def subset(self, item_ids: Iterable[str]) -> Study:
        """This study restricted to some items."""
        keep = self.items.index.isin(list(item_ids))
        items = self.items[keep]
        return replace(self, items=items, ratings=self.ratings[self.ratings["item_id"].isin(items.index)], digest="")
