"""The rules by which drawn objects are matched and graded: what a trainer sets, saves and shares as a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from annoeval.problem import AnnoevalError
from annoeval.protocols.boxes.joining import HOW as JOINS
from annoeval.protocols.boxes.joining import PROPOSED

HOW = ("optimal", "class first", "greedy")


@dataclass(frozen=True)
class Rules:
    """truth: the submission that holds the ground truth; "" where no one said.
    match_key: attribute by whose equal values objects are paired first, at any overlap; "" for none.
    gate: the least IoU at which two objects may be paired, 0 to 1. how: one of `HOW`.
    iou, label, attributes: weights of a pair's score. beta: of the F-measure; below 1 precision weighs more.
    blend: share of the pairs' mean score in a submission's, 0 to 1; the rest is the F-measure's.
    labels: those that are graded; empty for all. compared: label → attributes that are compared; a label that is not
    there has those on the ground truth's object. images: `by name` (folder, ending and upload code left out; `proposed`
    until people have seen what matches) or `as named`.
    numbers: what the four numbers of a box are in tables that don't say it: `xyxy` (two corners), `xywh` (corner and
    size), or "" where no one said.
    """

    truth: str = ""
    match_key: str = ""
    gate: float = 0.5
    how: str = "optimal"
    iou: float = 70.0
    label: float = 15.0
    attributes: float = 15.0
    beta: float = 0.5
    blend: float = 0.5
    labels: tuple[str, ...] = ()
    compared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    images: str = "proposed"
    numbers: str = ""

    @property
    def most(self) -> float:
        """The score of a perfect pair."""
        return self.iou + self.label + self.attributes

    def published(self) -> Rules:
        """These rules as the published protocol has it: every pair of the optimal assignment counts."""
        return replace(self, gate=0.0, how="optimal")

    @classmethod
    def of(cls, given: Mapping[str, Any] | None) -> Rules:
        """Rules from JSON-able values; what is not given keeps its default. Raises AnnoevalError for what is none."""
        given = dict(given or {})
        unknown = sorted(set(given) - {f.name for f in fields(cls)})
        if unknown:
            raise AnnoevalError(f"There is no rule {unknown[0]!r}; rules are {', '.join(f.name for f in fields(cls))}.")
        for name, (low, high) in _LIMITS.items():
            value = given.get(name, getattr(cls, name))
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
                raise AnnoevalError(f"The rule {name} takes a number from {low:g} to {high:g}, not {value!r}.")
        if given.get("how", "optimal") not in HOW:
            raise AnnoevalError(f"The rule how takes {', '.join(HOW)}, not {given['how']!r}.")
        if given.get("images", PROPOSED) not in JOINS:
            raise AnnoevalError(f"The rule images takes {', '.join(JOINS)}, not {given['images']!r}.")
        if given.get("numbers", "") not in ("", "xyxy", "xywh"):
            raise AnnoevalError(f"The rule numbers takes xyxy or xywh, not {given['numbers']!r}.")
        try:
            given["labels"] = tuple(map(str, given.get("labels") or ()))
            given["compared"] = {str(k): tuple(map(str, v)) for k, v in dict(given.get("compared") or {}).items()}
        except (TypeError, ValueError):
            raise AnnoevalError("The rules labels and compared take names, and lists of names by label.") from None
        made = cls(**given)
        if not made.most:
            raise AnnoevalError("The weights of IoU, label and attributes are all 0; at least one must be more.")
        return made

    @classmethod
    def read(cls, data: bytes) -> Rules:
        """Rules from a shared file. Raises AnnoevalError where it is none."""
        try:
            given = json.loads(data)
            if not isinstance(given, dict):
                raise ValueError
        except ValueError:
            raise AnnoevalError("This file holds no rules: choose one that was saved on the page Matching.") from None
        return cls.of(given)

    def values(self) -> dict[str, Any]:
        """The rules as JSON-able values."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(self).items()} | {
            "compared": {k: list(v) for k, v in self.compared.items()}
        }


_LIMITS = {
    "gate": (0, 1),
    "iou": (0, 1000),
    "label": (0, 1000),
    "attributes": (0, 1000),
    "beta": (0.01, 100),
    "blend": (0, 1),
}
NUMBERS = (
    ("gate", "Least IoU of a pair", 0.05),
    ("iou", "Weight of IoU", 5.0),
    ("label", "Weight of the label", 5.0),
    ("attributes", "Weight of attributes", 5.0),
    ("beta", "β: below 1 precision weighs more", 0.5),
    ("blend", "Share of the pairs' mean score", 0.1),
)


def limits(name: str) -> tuple[float, float]:
    """The least and the largest value of a rule that is a number."""
    low, high = _LIMITS[name]
    return float(low), float(high)
