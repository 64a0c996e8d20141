"""What the export of an annotation tool says: items, ratings, drawn objects, and what is not read."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.rating_table import ratings_table
from annoeval.reading.grid import text_array, text_frame
from annoeval.reading.table import Annotations, Reading, Table
from annoeval.reading.tool import Source
from annoeval.scale import NOT_DECLARED, Scale
from annoeval.study import SHAPE_COLUMNS

MASK = "from mask"  # the attribute of a box that stands for a mask: the smallest around it


def content_id(text: str | None) -> str:
    """An id for a text that has none: the start of its digest, the same in every file."""
    return "text-" + hashlib.sha256((text or "").encode("utf-8", "replace")).hexdigest()[:10]


def every(rows: Sequence[tuple[int, Mapping[str, Any]]], test: Callable[[Mapping[str, Any]], bool]) -> bool:
    """Whether the first records, at least one, all pass a test."""
    return bool(rows) and all(test(r) for _, r in rows[:50])


@dataclass
class Gathering:
    """Collects what one file says, and makes a Reading of it.

    source: the file. tool: the tool's name on screen. format: the reading's format key.
    """

    source: Source
    tool: str
    format: str
    counts: Counter[str] = field(default_factory=Counter)
    unread: Counter[str] = field(default_factory=Counter)
    categories: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    shares: dict[str, float] = field(default_factory=dict)
    _submissions: dict[str, None] = field(default_factory=dict)
    _items: dict[str, dict[str, str | None]] = field(default_factory=dict)
    _ratings: list[dict[str, Any]] = field(default_factory=list)
    _shapes: list[dict[str, Any]] = field(default_factory=list)
    _sets: set[str] = field(default_factory=set)
    _closed: dict[str, frozenset[str]] = field(default_factory=dict)
    _levels: dict[str, str] = field(default_factory=dict)
    _universe: dict[str, dict[str, None]] = field(default_factory=dict)
    _titles: dict[str, str] = field(default_factory=dict)
    _collected: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.file = self.source.file
        self.problems: list[Problem] = list(self.source.problems)
        self.facts: dict[str, str] = dict(self.source.facts)

    def left_out(self, kind: str, what: str, done: str = "left out") -> None:
        """Says how many of a kind were counted, where there were any."""
        if self.counts[kind]:
            self.problems.append(Problem(what, done, self.file, count=self.counts[kind]))

    def item(self, item_id: str, content: Mapping[str, str | None]) -> None:
        """A thing judged, with what is shown of it; later mentions add what was missing."""
        known = self._items.setdefault(item_id, {})
        for column, text in content.items():
            if known.get(column) is None:
                known[column] = text

    def rate(
        self,
        item_id: str,
        dimension: str,
        rater: str,
        value: str | Sequence[str],
        *,
        kind: str = "human",
        level: str = "nominal",
        **more: Any,
    ) -> None:
        """One judgement; a sequence is a set of labels. more: other columns of a rating."""
        known = self._levels.get(dimension)
        if known in ("number", "stars") and not isinstance(value, str) and len(value) == 1:
            value, level = str(value[0]), known
        if not isinstance(value, str):
            labels = [str(v) for v in value]
            if len(labels) != 1:
                self._sets.add(dimension)
            for label in labels:
                self._universe.setdefault(dimension, {})[label] = None
            value = json.dumps(labels, ensure_ascii=False)
            level = "labels"
        elif level == "nominal":
            self._universe.setdefault(dimension, {})[value] = None
        self._levels.setdefault(dimension, level)
        self._ratings.append(
            {"item_id": item_id, "dimension": dimension, "rater": rater, "kind": kind, "response": value, **more}
        )

    def collect(self, item_id: str, dimension: str, rater: str, label: str) -> None:
        """One of the labels that a rater gives an item; together they are one rating."""
        self._collected.setdefault((item_id, dimension, rater), []).append(label)

    def labels(self, dimension: str, labels: Iterable[str], *, several: bool = False, title: str = "") -> None:
        """The labels a dimension may have, in the tool's order, where it names any: no other is let in. several: more
        than one at once."""
        labels = list(labels)
        if labels:
            self._closed[dimension] = self._closed.get(dimension, frozenset()).union(labels)
        self._universe[dimension] = {**dict.fromkeys(labels), **self._universe.get(dimension, {})}
        if several:
            self._sets.add(dimension)
        if title:
            self._titles[dimension] = title

    def submission(self, name: str) -> None:
        """Someone whose drawn objects the file holds, also where there are none."""
        self._submissions[name] = None

    @property
    def drawing(self) -> bool:
        """Whether drawn objects are what the file is for, as far as it tells."""
        return bool(self._shapes) or not self._ratings

    def shape(
        self,
        image: str,
        submission: str,
        object_id: str,
        label: str | None,
        kind: str,
        coordinates: Sequence[Any],
        attributes: Mapping[str, Any] | None = None,
        confidence: float | None = None,
    ) -> None:
        """One drawn object, in pixels. kind: `box` (x1, y1, x2, y2), `rotated box` (its four corners),
        `polygon`, `polyline`, `points` (x1, y1, x2, y2, …), `polygons` (several such), `ellipse` (centre x, y,
        radius x, y, and where it is turned degrees clockwise)."""
        self.submission(submission)
        self._shapes.append(
            {
                "image": image,
                "submission": submission,
                "object_id": object_id,
                "label": label,
                "attributes": dict(attributes or {}),
                "kind": kind,
                "coordinates": tuple(coordinates),
                "confidence": confidence,
            }
        )

    def reading(self) -> Reading:
        """All that was gathered, as a Reading; what is not read is named and counted in its problems."""
        for (item, dimension, rater), labels in self._collected.items():
            self.rate(item, dimension, rater, labels)
        for kind, n in (+self.unread).items():
            self.problems.append(
                Problem(f"{kind}: a kind of annotation that is not read", "left out", self.file, count=n)
            )
        self.facts["tool"] = self.tool
        items = self._items_frame()
        ratings, scales = self._ratings_frame()
        shapes = pd.DataFrame(self._shapes, columns=[*SHAPE_COLUMNS]) if self._shapes else None
        counts = dict(self.counts)
        found = Annotations(
            self.tool,
            items,
            ratings,
            scales,
            shapes,
            counts,
            self.categories,
            self.attributes,
            tuple(self._submissions),
            self.shares,
        )
        return Reading(
            self.file,
            self.format,
            (_table(self.file, items, ratings, shapes),),
            tuple(self.problems),
            dict(self.facts),
            found,
        )

    def _items_frame(self) -> pd.DataFrame:
        columns: dict[str, None] = {}
        for content in self._items.values():
            columns.update(dict.fromkeys(content))
        index = pd.Index(list(self._items), name="item_id", dtype="str")
        return text_frame({c: text_array([i.get(c) for i in self._items.values()]) for c in columns}, index)

    def _ratings_frame(self) -> tuple[pd.DataFrame, dict[str, Scale]]:
        scales: dict[str, Scale] = {}
        for dimension, level in self._levels.items():
            closed = self._closed.get(dimension)
            universe = tuple(c for c in self._universe.get(dimension, {}) if closed is None or c in closed)
            title = self._titles.get(dimension, dimension)
            if level == "labels":
                several = dimension in self._sets
                scales[dimension] = Scale(
                    "set" if several else "nominal", universe, title=title, closed=closed is not None
                )
            elif level == "number":
                scales[dimension] = Scale("interval", title=title)
            elif level == "stars":
                mine = [r["response"] for r in self._ratings if r["dimension"] == dimension]
                numbers = [n for r in mine if (n := _value(r, level, Scale("interval"))) is not None]
                scales[dimension] = Scale(
                    "ordinal", tuple(range(1, max(int(max(numbers, default=5)), 5) + 1)), title=title
                )
            elif level == "text":
                scales[dimension] = Scale("text", title=title)
            else:
                scales[dimension] = Scale("nominal", universe, title=title, closed=closed is not None)
        for rating in self._ratings:
            scale = scales[rating["dimension"]]
            rating["value"] = _value(rating["response"], self._levels[rating["dimension"]], scale)
            if not scale.lets_in(rating["value"]):
                what, done, text = NOT_DECLARED, "counts as missing", str(rating["value"])[:200]
                self.problems.append(Problem(what, done, self.file, None, rating["dimension"], text))
                rating["value"] = None
        columns = list(dict.fromkeys(c for r in self._ratings for c in r))
        frame = ratings_table(
            {"item_id": [], **{}} if not self._ratings else {c: [r.get(c) for r in self._ratings] for c in columns}
        )
        return frame, scales


def _value(response: str, level: str, scale: Scale) -> Any:
    if level == "labels":
        labels = sorted(set(json.loads(response)))
        return json.dumps(labels, ensure_ascii=False) if scale.level == "set" else labels[0]
    if level in ("number", "stars"):
        try:
            return float(response)
        except ValueError:
            return None
    return response


def _table(name: str, items: pd.DataFrame, ratings: pd.DataFrame, shapes: pd.DataFrame | None) -> Table:
    """The ratings, or the drawn objects, or the items as one table of text, for a look before the study is made."""
    if len(ratings):
        shown = ratings[["item_id", "dimension", "rater", "kind", "response", "confidence", "time", "note"]]
    elif shapes is not None:
        shown = shapes
    else:
        shown = items.reset_index()
    shown = shown.dropna(axis=1, how="all")
    index = pd.RangeIndex(1, len(shown) + 1, name="row")
    return Table(name, text_frame({c: text_array([_text(v) for v in shown[c].tolist()]) for c in shown.columns}, index))


def _text(value: Any) -> str | None:
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        return json.dumps(value)
    if value is None or value is pd.NaT or (isinstance(value, float) and value != value):
        return None
    return str(value)
