"""The one model: everything a file of judgements can say becomes a `Study`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeVar

import numpy as np
import pandas as pd

T = TypeVar("T")
Level = Literal["nominal", "ordinal", "interval", "ratio", "set", "text"]
Role = Literal["judgement", "score"]
Kind = Literal["human", "anonymous", "reviewer", "decision", "ai", "reference", "derived"]

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio", "set", "text")
KINDS: tuple[Kind, ...] = ("human", "anonymous", "reviewer", "decision", "ai", "reference", "derived")
# an anonymous rater's name is only the place of a rating among those of an item: who gave which isn't known, so that
# nothing may be said of that rater, or of two of them, while all of them together are raters like others
ANNOTATORS: tuple[Kind, ...] = ("human", "anonymous")
PEOPLE: tuple[Kind, ...] = (*ANNOTATORS, "reviewer", "decision")
_PIECE = 50_000  # cells
TEAM = "The team"  # whose answer a decision is, whoever typed it
TIE = "tie"  # the value of a winner where neither of two contestants was preferred
NOT_DECLARED = "a label that is none of the declared ones"
NO_GROUP = "(none)"  # the group of items that a group column says nothing of
REASONS = ("all", "rule", "audit", "random", "chosen")
REVIEWED_BECAUSE = "reviewed_because"  # the column of a file from elsewhere that holds one of them

RATING_COLUMNS = (
    "item_id",
    "dimension",
    "rater",
    "kind",
    "value",
    "response",
    "signal",
    "confidence",
    "time",
    "because",
    "blind",
    "seconds",
    "note",
)
SHAPE_COLUMNS = ("image", "submission", "object_id", "label", "attributes", "kind", "coordinates", "confidence")
PROBLEM_COLUMNS = ("file", "row", "column", "value", "problem", "action", "count")


class AnnoevalError(ValueError):
    """Something the user can mend; its text is one sentence that says what, where and what to do."""


@dataclass(frozen=True)
class Scale:
    """What a dimension's values may be.

    level: `nominal`, `ordinal`, `interval`, `ratio`, `set` (value is a sorted JSON array) or `text`.
    categories: the label universe in order, from the protocol and not from what happens to occur.
        Numbers for rubric scores (0, 1, 2), strings for labels.
    bounds: lowest and highest possible value of a numeric scale.
    role: `judgement` goes to Agreement; `score`, a distance to a reference, to Scores and Comparison.
    applies: item columns and the values there for which the dimension exists, as
        `{"type": ("figure",)}`; empty means every item.
    names: a category's word ("Incorrect"). definitions: a category's rubric sentence.
    question: what the reviewer is asked ("Is the caption right?").
    about: the dimension whose scores this one puts in question ("title" for "title reference"); empty means itself.
    contestants: the two item columns that name who is compared; values then are the winner's name or `TIE`.
    follows: the dimension that its values are made from, so that nobody is asked it; empty where people are.
    judges: the dimension of raters' own answers that its values judge ("answer"): a rating then says how good its
        rater's answer is, and people are asked of each answer apart (`annoeval.questions`).
    closed: whether people or a tool said which labels there are; any other is listed and not let in.
    """

    level: Level
    categories: tuple[Any, ...] = ()
    bounds: tuple[float, float] | None = None
    role: Role = "judgement"
    applies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[Any, str] = field(default_factory=dict)
    definitions: Mapping[Any, str] = field(default_factory=dict)
    question: str = ""
    title: str = ""
    about: str = ""
    contestants: tuple[str, ...] = ()
    follows: str = ""
    judges: str = ""
    closed: bool = False

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise ValueError(f"unknown level {self.level!r}; use one of {', '.join(LEVELS)}")

    @property
    def numeric(self) -> bool:
        """Whether a mean of values has a meaning: numbers, or categories that are numbers."""
        if self.level in ("interval", "ratio"):
            return True
        return bool(self.categories) and all(
            isinstance(c, (int, float)) and not isinstance(c, bool) for c in self.categories
        )

    @property
    def range(self) -> tuple[float, float] | None:
        """Lowest and highest possible value, or None where the scale has none."""
        if self.bounds is not None:
            return self.bounds
        if self.numeric and self.categories:
            return float(min(self.categories)), float(max(self.categories))
        return None

    def applies_to(self, items: pd.DataFrame) -> pd.Series:
        """A boolean per item, indexed like `items`: whether this dimension exists for it."""
        mask = pd.Series(True, index=items.index)
        for column, values in self.applies.items():
            if column in items:
                mask &= items[column].isin(values)
        return mask

    def lets_in(self, value: Any) -> bool:
        """Whether a value, or each label of a set, is one of the labels that were declared, where any were."""
        if not self.closed or value is None or value != value:
            return True
        several = self.level == "set" and isinstance(value, str)
        return set(json.loads(value) if several else [value]) <= set(self.categories)

    def describe(self, value: Any) -> str:
        """A value as a person reads it: "2 Accurate", "0.64", "cat"; "Right" where "right" is called so."""
        if self.level == "set" and isinstance(value, str) and value.startswith("["):
            return ", ".join(map(str, json.loads(value))) or "none"
        text = f"{value:g}" if isinstance(value, (int, float)) else str(value)
        name = self.names.get(value, "")
        return name if name.casefold() == text.casefold() else f"{text} {name}".strip()


@dataclass(frozen=True)
class Problem:
    """Something reading found: where, what is wrong, what was done, how often."""

    problem: str
    action: str
    file: str = ""
    row: int | None = None
    column: str | None = None
    value: str | None = None
    count: int = 1


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


def empty_ratings() -> pd.DataFrame:
    """A ratings table without rows, with the right columns and types."""
    return ratings_table({"item_id": []})


def ratings_table(columns: Mapping[str, Any]) -> pd.DataFrame:
    """A ratings table from equally long columns (or scalars); columns not given are missing.

    `item_id`, `dimension`, `rater`, `kind` become str; `signal`, `confidence`, `seconds` float;
    `time` UTC; `value` stays as given (number, str, or missing as None). A decision's rater is `TEAM`: it is no
    second rating of the person who typed it.
    """
    n = len(columns["item_id"])
    frame = pd.DataFrame({"item_id": pd.Series(_cells(columns["item_id"]), dtype="str")})
    for name in RATING_COLUMNS[1:]:
        given = columns.get(name)
        if name in ("signal", "confidence", "seconds"):
            column = (
                pd.Series(given, index=range(n), dtype="float64")
                if given is None or _scalar(given)
                else (pd.to_numeric(pd.Series(_cells(given)), errors="coerce").astype("float64"))
            )
        elif name == "time":
            if isinstance(given, pd.Series) and given.dtype.kind == "M":
                column = pd.to_datetime(given.reset_index(drop=True), utc=True)
            else:
                values = [given] * n if given is None or _scalar(given) else _cells(given)
                column = pd.to_datetime(pd.Series(values, dtype="object"), utc=True, errors="coerce", format="ISO8601")
            column = column.dt.as_unit("us")
        elif name in ("dimension", "rater", "kind"):
            column = pd.Series([given] * n if _scalar(given) else _cells(given), dtype="str")
        else:
            values = [given] * n if given is None or _scalar(given) else _cells(given)
            column = pd.Series(values, dtype="object").astype("object")
            column = column.where(column.notna(), None)
        frame[name] = column.array
    decided = frame["kind"].eq("decision")
    return frame.assign(rater=frame["rater"].mask(decided, TEAM)) if decided.any() else frame


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


def _cells(given: Any) -> Any:
    """Cells one after the other, whatever holds them; a column's own array, since walking over one is slow."""
    if isinstance(given, pd.Series):
        return given.reset_index(drop=True)
    return given if isinstance(given, (np.ndarray, pd.Index)) else list(given)


def _scalar(value: Any) -> bool:
    return isinstance(value, (str, int, float, bool)) or value is None or isinstance(value, pd.Timestamp)


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


def unique_ids(keys: pd.Series, content: pd.DataFrame) -> tuple[pd.Index, int]:
    """Item ids for a table of one row per item, and how many keys were absent or repeated.

    A key that occurs once stays as it is. Absent (named `item`) or repeated keys become
    `key#1, key#2, …` in the order of their rows' content, so that sorting the file changes no id;
    exact duplicates count on, each its own item.
    """
    filled = keys.astype("object").where(keys.notna(), "item").astype("str").reset_index(drop=True)
    again = filled.duplicated(keep=False) | keys.isna().reset_index(drop=True)
    ids = filled.copy()
    if again.any():
        text = content.reset_index(drop=True)[again].astype("object").where(lambda f: f.notna(), "").astype("str")
        order = text.assign(_key=filled[again]).sort_values(["_key", *text.columns], kind="stable").index
        ordinal = filled.loc[order].groupby(filled.loc[order]).cumcount() + 1
        ids.loc[order] = filled.loc[order] + "#" + ordinal.astype("str")
    while (
        again.any() and (clash := again & ids.isin(filled[~again])).any()
    ):  # a made "a#1" beside one of the file's own
        ids = ids.where(~clash, ids + "'")
    return pd.Index(ids, name="item_id"), int(again.sum())


def problems_table(problems: Iterable[Problem]) -> pd.DataFrame:
    """Problems as the result table `problems`, equal ones grouped and counted."""
    rows = [{c: getattr(p, c) for c in PROBLEM_COLUMNS} for p in problems]
    frame = pd.DataFrame(rows, columns=list(PROBLEM_COLUMNS))
    if frame.empty:
        return frame
    keys = [c for c in PROBLEM_COLUMNS if c != "count"]
    return frame.groupby(keys, dropna=False, sort=False)["count"].sum().reset_index()
